import CalendarStores
import ExactText
import HTTPServing
import StoredText
import TaskDates
import WebDAV

/// Reading lists and items.
extension CalDAVServer {
  /// The list with a name in paths.
  func list(_ segment: String) async throws(ServedFailure) -> ServedSnapshot {
    let found = try await asking { () async throws(StoreError) in try await lists.list(segment) }
    guard let found else { throw .status(404) }
    return found
  }

  /// A list with what clients ask of it.
  private func served(_ list: ServedSnapshot) -> ServedList {
    ServedList(snapshot: list, token: token(list.revision))
  }

  func token(_ revision: Int) -> String { "data:,\(members.state)-\(revision)" }

  /// An item by its name in paths, with its text; nil if there is none now.
  func item(
    _ name: String, in list: ServedSnapshot
  ) async throws(ServedFailure) -> ServedItem? {
    guard let member = list.member(at: name) else { return nil }
    return try await items([member], in: list).first
  }

  /// Some members with their texts; those that went meanwhile are left out.
  func items(
    _ wanted: [ServedMembers.Member], in list: ServedSnapshot
  ) async throws(ServedFailure) -> [ServedItem] {
    try await asking { () async throws(StoreError) in
      let waiting = try members.waiting().filter { $0.list == list.list.id }
      var texts = try await stored(wanted, in: list.list.id)
      for write in waiting {
        guard let member = list.member(at: write.segment), let text = write.text else { continue }
        texts[member.name] = (member.tag ?? "", text)
      }
      return wanted.compactMap { member in
        texts[member.name].map { ServedItem(member: member.with(tag: $0.tag), text: $0.text) }
      }
    }
  }

  /// The texts of members with the tags of their versions, by name in the store.
  private func stored(
    _ wanted: [ServedMembers.Member], in list: ItemList.ID
  ) async throws(StoreError) -> ExactDictionary<(tag: String, text: [UInt8])> {
    let found = try await store.storedTexts(at: wanted.map { ItemRef(list, name: $0.name) })
    var texts = ExactDictionary(
      found.map { ($0.version.ref.name, (tag: $0.version.tag, text: $0.bytes)) }) { $1 }
    // An item whose line an editor may be about to write again is shown as it was given out last.
    for member in wanted where texts[member.name] == nil {
      guard lists.keepShowing(ItemRef(list, name: member.name)),
        let copy = try members.copy(of: member.segment, givenTo: nil, in: list)
      else { continue }
      texts[member.name] = (member.tag ?? "", copy.text)
    }
    return texts
  }

  /// Notes which versions a program was given.
  func note(
    _ items: [ServedItem], in list: ServedSnapshot, _ request: ServedRequest
  ) throws(ServedFailure) {
    let given = items.compactMap { item in
      item.text.map { (item.member, ServedMembers.Copy(tag: item.member.tag ?? "", text: $0)) }
    }
    do throws(StoreError) {
      try members.keep(given, of: request.program, in: list.list.id)
    } catch { throw .store(error) }
  }

  // MARK: Methods

  func get(
    _ request: ServedRequest, _ place: ServedPlace
  ) async throws(ServedFailure) -> ServedAnswer {
    switch place {
    case .item(let list, let name):
      let list = try await self.list(list)
      guard let item = try await item(name, in: list) else { throw .status(404) }
      try note([item], in: list, request)
      if let known = request[header: "if-none-match"], EntityTags(known).contain(item.etag) {
        return ServedAnswer(304, headers: [("ETag", item.etag)])
      }
      var answer = ServedAnswer.calendar(item.text ?? [])
      answer.headers.append(("ETag", item.etag))
      return answer
    case .list(let segment):
      let list = try await list(segment)
      var calendar = CombinedCalendar()
      for item in try await items(list.members, in: list) {
        if let content = item.content { calendar.add(content) }
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
      // Of a list that cannot be read, clients are told what they know: it does not keep them from the others.
      let all =
        isDeep ? try await asking { () async throws(StoreError) in try await lists.all() } : []
      for list in all {
        let href = "\(folder)\(ResourcePath.segment(list.segment))/"
        found.append(resource(.list(served(list)), href))
      }
      return found
    case .list(let segment):
      let list = try await list(segment)
      let items = isDeep ? try await items(list.members, in: list, for: wanted) : []
      return [resource(.list(served(list)), own)]
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
    _ members: [ServedMembers.Member], in list: ServedSnapshot, for wanted: PropertyRequest
  ) async throws(ServedFailure) -> [ServedItem] {
    wanted.needsTexts
      ? try await items(members, in: list)
      : members.map { ServedItem(member: $0, text: nil) }
  }

  func resource(_ kind: ServedResource.Kind, _ href: String) -> ServedResource {
    ServedResource(kind: kind, href: href, paths: paths)
  }
}

extension ServedMembers.Member {
  /// The member with the tag of a version that was read, whose facts may be others.
  fileprivate func with(tag now: String) -> ServedMembers.Member {
    tag == now
      ? self
      : ServedMembers.Member(
        name: name, segment: segment, tag: now, revision: revision)
  }
}
