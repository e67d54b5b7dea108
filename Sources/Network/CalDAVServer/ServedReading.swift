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
      var items = try await stored(wanted, in: list.list.id)
      let waiting = try members.waiting().filter { $0.list == list.list.id }
      guard !waiting.isEmpty else { return items.compactMap(\.self) }
      let texts = ExactDictionary(waiting.map { ($0.segment, $0.text) }) { $1 }
      for (index, member) in wanted.enumerated() {
        guard let text = texts[member.segment] ?? nil else { continue }
        items[index] = ServedItem(member: member, text: text)
      }
      return items.compactMap(\.self)
    }
  }

  /// The members with their texts; nil for those that went meanwhile.
  private func stored(
    _ wanted: [ServedMembers.Member], in list: ItemList.ID
  ) async throws(StoreError) -> [ServedItem?] {
    var found = try await store.storedTexts(at: wanted.map { ItemRef(list, name: $0.name) })[...]
    var items: [ServedItem?] = []
    items.reserveCapacity(wanted.count)
    for member in wanted {
      if let text = found.first, text.version.ref.name == member.name {
        found.removeFirst()
        items.append(ServedItem(member: member.with(tag: text.version.tag), text: text.bytes))
      } else {
        items.append(try leaving(member, in: list))
      }
    }
    return items
  }

  /// An item whose line an editor may be about to write again, as it was given out last; nil if it is gone.
  private func leaving(
    _ member: ServedMembers.Member, in list: ItemList.ID
  ) throws(StoreError) -> ServedItem? {
    guard lists.keepShowing(ItemRef(list, name: member.name)),
      let copy = try members.copy(of: member.segment, givenTo: nil, in: list)
    else { return nil }
    return ServedItem(member: member, text: copy.text)
  }

  /// Notes which versions a program was given.
  func note(
    _ items: [ServedItem], in list: ServedSnapshot, _ request: ServedRequest
  ) throws(ServedFailure) {
    let bit = programs.bit(of: request.program)
    let new = items.filter { $0.text != nil && $0.member.given & bit == 0 }
    guard !new.isEmpty else { return }
    do throws(StoreError) {
      try lists.note(new, givenTo: request.program, bit, in: list.list.id)
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
    var responses = ItemResponses(wanted, self)
    if case .list(let segment) = place {
      let list = try await list(segment)
      responses.add(resource(.list(served(list)), request.path).response(wanted))
      let folder = ResourcePath.folder(request.path)
      let items = request.depth > 0 ? try await items(list.members, in: list, for: wanted) : []
      for item in items { responses.add(item, at: item.member.href(in: folder)) }
    } else {
      for resource in try await resources(at: place, request.path, isDeep: request.depth > 0) {
        responses.add(resource.response(wanted))
      }
    }
    return responses.answer()
  }

  /// The resource at a place, and its members if they are asked for, but for the items of a list.
  func resources(
    at place: ServedPlace, _ own: String, isDeep: Bool
  ) async throws(ServedFailure) -> [ServedResource] {
    switch place {
    case .root:
      return [resource(.root, own)] + (isDeep ? [resource(.principal, paths.principal)] : [])
    case .principal:
      return [resource(.principal, own)] + (isDeep ? [resource(.home, paths.home)] : [])
    case .home: return [resource(.home, own)] + (isDeep ? try await allLists(in: own) : [])
    case .list(let segment): return [resource(.list(served(try await list(segment))), own)]
    case .item(let segment, let name):
      guard let item = try await item(name, in: try await list(segment)) else {
        throw .status(404)
      }
      return [resource(.item(item), own)]
    case .wellKnown: return []
    }
  }

  /// All lists; of one that cannot be read, clients are told what they know, and it does not keep them from the others.
  private func allLists(in home: String) async throws(ServedFailure) -> [ServedResource] {
    let folder = ResourcePath.folder(home)
    let all = try await asking { () async throws(StoreError) in try await lists.all() }
    return all.map { list in
      resource(.list(served(list)), "\(folder)\(ResourcePath.segment(list.segment))/")
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
