import CalendarItems
import CalendarStores
import ExactText
import HTTPServing
import StoredText
import WebDAV

/// Writing, moving and removing items.
extension CalDAVServer {
  func put(
    _ request: ServedRequest, _ place: ServedPlace
  ) async throws(ServedFailure) -> ServedAnswer {
    guard case .item(let segment, let name) = place else { throw .status(405) }
    let list = try await list(segment)
    let content = try content(request.body)
    let now = try await item(name, in: list)
    try check(request, now)
    let version =
      if let now { try await update(now, to: content, in: list) } else {
        try await create(content, as: name, in: list)
      }
    var answer = ServedAnswer(now == nil ? 201 : 204)
    // A client that gets a tag believes that the server has what it sent.
    let stored = try await asking { () async throws(StoreError) in
      try await store.item(at: version.ref)
    }
    if let stored, stored.version == version, stored.content.text == request.body {
      answer.headers.append(("ETag", ServedItem.etag(version.tag)))
    }
    return answer
  }

  /// The item of a text (RFC 4791, section 5.3.2.1).
  private func content(_ body: [UInt8]) throws(ServedFailure) -> ItemContent {
    guard body.count <= Self.longestItem else {
      throw .condition(403, .caldav("max-resource-size"))
    }
    let resource = CalendarResource(bytes: body)
    guard resource.isWhole else { throw .condition(403, .caldav("valid-calendar-data")) }
    guard resource.count == 1, var content = resource.content, !content.item.uid.isEmpty else {
      throw .condition(403, .caldav("valid-calendar-object-resource"))
    }
    content.replacesText = true
    return content
  }

  /// Refuses a request whose conditions are not met (RFC 9110, section 13).
  private func check(_ request: ServedRequest, _ now: ServedItem?) throws(ServedFailure) {
    if let wanted = request[header: "if-match"] {
      guard let now, EntityTags(wanted).contain(now.etag) else { throw .status(412) }
    }
    if let unwanted = request[header: "if-none-match"], let now,
      EntityTags(unwanted).contain(now.etag)
    {
      throw .status(412)
    }
  }

  private func create(
    _ content: ItemContent, as name: String, in list: ItemList
  ) async throws(ServedFailure) -> ItemVersion {
    try await asking { () async throws(StoreError) in
      let version = try await store.create(content, in: list.id)
      try members.record(version, as: name)
      return version
    }
  }

  private func update(
    _ now: ServedItem, to content: ItemContent, in list: ItemList
  ) async throws(ServedFailure) -> ItemVersion {
    guard let stored = now.stored else { throw .status(404) }
    guard ExactString(stored.item.uid) == ExactString(content.item.uid),
      stored.item.kind == content.item.kind
    else { throw .condition(403, .caldav("no-uid-conflict")) }
    return try await asking { () async throws(StoreError) in
      let version = try await store.update(StoredItem(version: stored.version, content: content))
      try members.record(version, as: now.member.segment)
      return version
    }
  }

  func delete(
    _ request: ServedRequest, _ place: ServedPlace
  ) async throws(ServedFailure) -> ServedAnswer {
    switch place {
    case .item(let segment, let name):
      let list = try await list(segment)
      guard let now = try await item(name, in: list), let stored = now.stored else {
        throw .status(404)
      }
      try check(request, now)
      try await asking { () async throws(StoreError) in try await store.remove(stored.version) }
      _ = try await present(in: list)
      return ServedAnswer(204)
    case .list(let segment):
      guard settings.allowsListRemoval else { throw .status(403) }
      let list = try await list(segment)
      try await asking { () async throws(StoreError) in
        try await store.removeList(list.id)
        try members.forget(list.id)
      }
      return ServedAnswer(204)
    case .root, .principal, .home, .wellKnown: throw .status(403)
    }
  }

  func move(
    _ request: ServedRequest, _ place: ServedPlace
  ) async throws(ServedFailure) -> ServedAnswer {
    guard case .item(let segment, let name) = place,
      case .item(let target, let newName)? = destination(request)
    else { throw .status(403) }
    let found = try await lists(segment, target)
    let (list, there) = (found[0], found[1])
    guard let now = try await item(name, in: list), let stored = now.stored else {
      throw .status(404)
    }
    try check(request, now)
    if list.id == there.id, name == newName { throw .status(403) }
    let old = try await item(newName, in: there)
    if old != nil {
      guard request[header: "overwrite"]?.uppercased() != "F" else { throw .status(412) }
      throw .condition(403, .caldav("no-uid-conflict"))
    }
    try await asking { () async throws(StoreError) in
      let version = try await store.move(stored, to: there.id)
      try members.record(version, as: newName)
    }
    _ = try await present(in: list)
    return ServedAnswer(201)
  }

  /// The place that an item is to be moved to: only the path counts, because a proxy may have another host and port.
  private func destination(_ request: ServedRequest) -> ServedPlace? {
    guard let address = request[header: "destination"] else { return nil }
    guard address.first != "/" else { return paths.place(address) }
    // The third slash begins the path.
    let parts = address.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false)
    return parts.count == 4 ? paths.place("/\(parts[3])") : nil
  }
}

/// The entity tags of a condition: `*`, or a list.
private struct EntityTags {
  private let tags: [Substring]

  init(_ header: String) {
    tags = header.split(separator: ",").map { $0.drop { $0 == " " } }.map { tag in
      tag.lastIndex { $0 != " " }.map { tag[...$0] } ?? tag
    }
  }

  func contain(_ tag: String) -> Bool {
    tags.contains { $0.utf8.elementsEqual("*".utf8) || $0.utf8.elementsEqual(tag.utf8) }
  }
}
