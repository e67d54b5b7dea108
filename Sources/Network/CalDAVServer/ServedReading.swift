import CalendarStores
import ExactText
import HTTPServing
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

  /// The lists with some names in paths, in their order.
  func lists(_ segments: String...) async throws(ServedFailure) -> [ItemList] {
    let all = try await lists()
    return try segments.map { segment throws(ServedFailure) in
      guard let found = all.first(where: { $0.segment == segment }) else { throw .status(404) }
      return found.list
    }
  }

  /// The list with a name in paths.
  func list(_ segment: String) async throws(ServedFailure) -> ItemList {
    try await lists(segment)[0]
  }

  /// The members that a list has now.
  func present(in list: ItemList) async throws(ServedFailure) -> [ServedMembers.Member] {
    try await asking { () async throws(StoreError) in
      try members.record(try await store.versions(in: list.id), in: list.id)
    }
  }

  /// A list with what clients ask of it, as they know it.
  private func served(_ list: ItemList) async throws(ServedFailure) -> ServedList {
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
      var answer = ServedAnswer.calendar(item.text)
      answer.headers.append(("ETag", item.etag))
      return answer
    case .list(let segment):
      let list = try await list(segment)
      var calendar = CombinedCalendar()
      for item in try await items(try await present(in: list), in: list) {
        if let content = item.stored?.content { calendar.add(content) }
      }
      return .calendar(calendar.bytes())
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
    let own = request.path
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
        // Of a list that cannot be read, clients are told what they know: it does not keep them from the others.
        _ = try? await present(in: list)
        let href = "\(folder)\(ResourcePath.segment(segment))/"
        found.append(resource(.list(try await served(list)), href))
      }
      return found
    case .list(let segment):
      let list = try await list(segment)
      let present = try await present(in: list)
      let items = isDeep ? try await items(present, in: list, for: wanted) : []
      return [resource(.list(try await served(list)), own)]
        + items.map { resource(.item($0), folder + ResourcePath.segment($0.member.segment)) }
    case .item(let segment, let name):
      guard let item = try await item(name, in: try await self.list(segment)) else {
        throw .status(404)
      }
      return [resource(.item(item), own)]
    case .wellKnown: return []
    }
  }

  /// Some members with what the wanted properties are made of.
  func items(
    _ members: [ServedMembers.Member], in list: ItemList, for wanted: PropertyRequest
  ) async throws(ServedFailure) -> [ServedItem] {
    wanted.needsTexts
      ? try await items(members, in: list)
      : members.map { ServedItem(member: $0, stored: nil) }
  }

  func resource(_ kind: ServedResource.Kind, _ href: String) -> ServedResource {
    ServedResource(kind: kind, href: href, paths: paths)
  }
}
