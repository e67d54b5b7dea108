import CalendarStores
import ExactText
import StoredText
import TaskDates
import WebDAV

/// Reading lists and items.
extension CalDAVServer {
  /// The lists with their names in paths, in the order of the store.
  func lists() async throws(ServedFailure) -> [(list: ItemList, segment: String)] {
    try await asking { () async throws(StoreError) in
      try await store.refresh()
      let lists = try await store.lists()
      let segments = try members.segments(of: lists)
      return lists.compactMap { list in segments[list.id].map { (list, $0) } }
    }
  }

  /// The list with a name in paths.
  func list(_ segment: String) async throws(ServedFailure) -> ItemList {
    guard let found = try await lists().first(where: { $0.segment == segment }) else {
      throw .status(404)
    }
    return found.list
  }

  /// The members that a list has now.
  func present(in list: ItemList) async throws(ServedFailure) -> [ServedMembers.Member] {
    try await asking { () async throws(StoreError) in
      try members.record(try await store.versions(in: list.id), in: list.id)
    }
  }

  /// A list with what clients ask of it.
  ///
  /// - Parameter isKnown: Whether the last known state is enough if the list cannot be read: then clients have nothing to
  ///   ask for, and one list does not keep them from the others.
  func served(
    _ list: ItemList, orAsKnown isKnown: Bool = false
  ) async throws(ServedFailure) -> ServedList {
    do throws(ServedFailure) { _ = try await present(in: list) } catch {
      guard isKnown else { throw error }
    }
    let token = try await token(of: list)
    let own = try await asking { () async throws(StoreError) in
      try members.properties(of: list.id)
    }
    return ServedList(list: list, token: token, own: own)
  }

  /// The token of the state that clients have been told.
  func token(of list: ItemList) async throws(ServedFailure) -> String {
    let revision = try await asking { () async throws(StoreError) in
      try members.revision(of: list.id)
    }
    return token(revision)
  }

  func token(_ revision: Int) -> String { "data:,\(members.state)-\(revision)" }

  /// An item by its name in paths, with its text; nil if there is none now.
  func item(_ name: String, in list: ItemList) async throws(ServedFailure) -> ServedItem? {
    guard let member = try await present(in: list).first(where: { $0.segment == name }) else {
      return nil
    }
    return try await items([member], in: list).first
  }

  /// Some members with their items; those that went meanwhile are left out.
  func items(
    _ wanted: [ServedMembers.Member], in list: ItemList
  ) async throws(ServedFailure) -> [ServedItem] {
    let refs = wanted.map { ItemRef(list.id, name: $0.name) }
    let stored = try await asking { () async throws(StoreError) in
      try await store.items(at: refs)
    }
    let byName = ExactDictionary(
      stored.map { ($0.id.name, $0) }, uniquingKeysWith: { first, _ in first })
    return wanted.compactMap { member in
      guard let item = byName[member.name] else { return nil }
      let now = ServedMembers.Member(
        name: member.name, segment: member.segment, tag: item.version.tag,
        revision: member.revision)
      return ServedItem(member: now, stored: item)
    }
  }

  // MARK: Methods

  func get(_ place: ServedPlace) async throws(ServedFailure) -> ServedAnswer {
    switch place {
    case .item(let list, let name):
      guard let item = try await item(name, in: try await self.list(list)) else {
        throw .status(404)
      }
      var answer = ServedAnswer(200, type: "text/calendar; charset=utf-8", item.text)
      answer.headers.append(("ETag", item.etag))
      return answer
    case .list(let segment):
      let list = try await list(segment)
      var calendar = CombinedCalendar()
      for item in try await items(try await present(in: list), in: list) {
        if let content = item.stored?.content { calendar.add(content) }
      }
      return ServedAnswer(200, type: "text/calendar; charset=utf-8", calendar.bytes())
    case .root, .principal, .home, .wellKnown: throw .status(405)
    }
  }

  func propfind(
    _ request: ServedRequest, _ place: ServedPlace
  ) async throws(ServedFailure) -> ServedAnswer {
    let wanted = PropertyRequest(try tree(request))
    let resources = try await resources(request, place, wanted)
    return .multistatus(resources.map { $0.response(wanted) })
  }

  /// The resource at a place, and its members if they are asked for.
  func resources(
    _ request: ServedRequest, _ place: ServedPlace, _ wanted: PropertyRequest
  ) async throws(ServedFailure) -> [ServedResource] {
    let own = String(request.path.prefix { $0 != "?" && $0 != "#" })
    let folder = ResourcePath.folder(own)
    let isDeep = request.depth > 0
    switch place {
    case .root:
      return [resource(.root, own)] + (isDeep ? [resource(.principal, paths.principal)] : [])
    case .principal:
      return [resource(.principal, own)] + (isDeep ? [resource(.home, paths.home)] : [])
    case .home:
      var found = [resource(.home, own)]
      for (list, segment) in isDeep ? try await lists() : [] {
        let href = "\(folder)\(ResourcePath.segment(segment))/"
        found.append(resource(.list(try await served(list, orAsKnown: true)), href))
      }
      return found
    case .list(let segment):
      let list = try await list(segment)
      let served = resource(.list(try await served(list)), own)
      return isDeep ? [served] + (try await items(of: list, in: folder, wanted)) : [served]
    case .item(let segment, let name):
      guard let item = try await item(name, in: try await self.list(segment)) else {
        throw .status(404)
      }
      return [resource(.item(item), own)]
    case .wellKnown: return []
    }
  }

  private func items(
    of list: ItemList, in folder: String, _ wanted: PropertyRequest
  ) async throws(ServedFailure) -> [ServedResource] {
    let present = try await present(in: list)
    let items =
      wanted.needsTexts
      ? try await items(present, in: list) : present.map { ServedItem(member: $0) }
    return items.map {
      resource(.item($0), folder + ResourcePath.segment($0.member.segment))
    }
  }

  func resource(_ kind: ServedResource.Kind, _ href: String) -> ServedResource {
    ServedResource(kind: kind, href: href, paths: paths)
  }
}
