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
    let content = try content(request.body)
    return try await changing { () async throws(ServedFailure) in
      let list = try await known(segment)
      let now = try await item(name, in: list)
      try check(request, now)
      let new = try merged(content, over: now, in: list, request)
      do throws(StoreError) {
        let version = try await write(new, over: now, as: name, in: list)
        return try await answer(to: request, version, isNew: now == nil)
      } catch {
        guard case .busy = error else { throw .store(error) }
        return try await wait(new, over: now, as: name, in: list)
      }
    }
  }

  /// The answer to a write that the store has made.
  private func answer(
    to request: ServedRequest, _ version: ItemVersion, isNew: Bool
  ) async throws(StoreError) -> ServedAnswer {
    var answer = ServedAnswer(isNew ? 201 : 204)
    // A client that gets a tag believes that the server has what it sent.
    let stored = try await store.storedTexts(at: [version.ref]).first
    if let stored, stored.version == version, stored.bytes == request.body {
      answer.headers.append(("ETag", ServedItem.etag(version.tag)))
    }
    return answer
  }

  /// Keeps a write until an editor has saved or closed the file.
  private func wait(
    _ content: ItemContent, over now: ServedItem?, as name: String, in list: ServedSnapshot
  ) async throws(ServedFailure) -> ServedAnswer {
    try await asking { () async throws(StoreError) in
      try await waiting.keep(content.text, over: now, as: name, in: list)
    }
    return ServedAnswer(now == nil ? 201 : 204)
  }

  /// The item of a text (RFC 4791, section 5.3.2.1).
  private func content(_ body: [UInt8]) throws(ServedFailure) -> ItemContent {
    guard body.count <= Self.longestItem else {
      throw .condition(403, .caldav("max-resource-size"))
    }
    let (resource, check) = (CalendarResource(bytes: body), ResourceCheck(body))
    guard resource.isWhole, check.hasSoundZones else {
      throw .condition(403, .caldav("valid-calendar-data"))
    }
    guard check.isOneItem, resource.count == 1, var content = resource.content,
      !content.item.uid.isEmpty
    else {
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

  /// What is to be written: a program that does not name the version that it changed has changed the one that it was
  /// given last.
  private func merged(
    _ content: ItemContent, over now: ServedItem?, in list: ServedSnapshot,
    _ request: ServedRequest
  ) throws(ServedFailure) -> ItemContent {
    guard let now, let current = now.content else { return content }
    guard ExactString(current.item.uid) == ExactString(content.item.uid),
      current.item.kind == content.item.kind
    else { throw .condition(403, .caldav("no-uid-conflict")) }
    guard request[header: "if-match"] == nil else { return content }
    do throws(StoreError) {
      let copy = try members.copy(
        of: now.member.segment, givenTo: request.program, in: list.list.id)
      guard let copy, ExactString(copy.tag) != ExactString(now.member.tag ?? ""),
        let base = CalendarResource(bytes: copy.text).content
      else { return content }
      return content.merged(into: current, since: base)
    } catch { throw .store(error) }
  }

  /// Writes an item; one that is gone, but still shown, is written again.
  private func write(
    _ content: ItemContent, over now: ServedItem?, as name: String, in list: ServedSnapshot
  ) async throws(StoreError) -> ItemVersion {
    let version: ItemVersion
    if let now, let tag = now.member.tag, !isUnsaved(now, in: list) {
      let old = ItemVersion(ItemRef(list.list.id, name: now.member.name), tag: tag)
      version = try await store.update(StoredItem(version: old, content: content))
    } else {
      version = try await store.create(content, in: list.list.id)
    }
    try members.forgetWaiting(name, in: list.list.id)
    try lists.record(
      ServedMembers.Change(name: version.ref.name, tag: version.tag), as: name, in: list.list.id)
    return version
  }

  /// True if the store does not have an item that is shown.
  private func isUnsaved(_ item: ServedItem, in list: ServedSnapshot) -> Bool {
    item.member.name.hasPrefix(ServedMembers.newName)
      || lists.isLeaving(ItemRef(list.list.id, name: item.member.name))
  }

  /// Runs a closure that changes the store, when everything before it has been read.
  func changing<Value: Sendable>(
    _ body: @Sendable () async throws(ServedFailure) -> Value
  ) async throws(ServedFailure) -> Value {
    let result = try await asking { () async throws(StoreError) in
      try await lists.changing {
        () async throws(StoreError) -> Result<Value, ServedFailure> in
        do throws(ServedFailure) { return .success(try await body()) } catch {
          return .failure(error)
        }
      }
    }
    return try result.get()
  }

  /// The list with a name in paths, as it was read.
  func known(_ segment: String) async throws(ServedFailure) -> ServedSnapshot {
    let found = try await asking { () async throws(StoreError) in try lists.known(segment) }
    guard let found else { throw .status(404) }
    return found
  }

  func delete(
    _ request: ServedRequest, _ place: ServedPlace
  ) async throws(ServedFailure) -> ServedAnswer {
    switch place {
    case .item(let segment, let name):
      return try await changing { () async throws(ServedFailure) in
        try await remove(name, from: try await known(segment), request)
      }
    case .list(let segment):
      guard settings.allowsListRemoval else { throw .status(403) }
      return try await changing { () async throws(ServedFailure) in
        let list = try await known(segment).list
        try await asking { () async throws(StoreError) in
          try await store.removeList(list.id)
          try members.forget(list.id)
        }
        lists.noteLists()
        return ServedAnswer(204)
      }
    case .root, .principal, .home, .wellKnown: throw .status(403)
    }
  }

  private func remove(
    _ name: String, from list: ServedSnapshot, _ request: ServedRequest
  ) async throws(ServedFailure) -> ServedAnswer {
    guard let now = try await item(name, in: list), let tag = now.member.tag else {
      throw .status(404)
    }
    try check(request, now)
    let ref = ItemRef(list.list.id, name: now.member.name)
    try await asking { () async throws(StoreError) in
      do throws(StoreError) {
        if !isUnsaved(now, in: list) { try await store.remove(ItemVersion(ref, tag: tag)) }
        try members.forgetWaiting(name, in: list.list.id)
        try lists.record(
          ServedMembers.Change(name: ref.name, tag: nil), as: name, in: list.list.id)
      } catch {
        guard case .busy = error else { throw error }
        try await waiting.keep(nil, over: now, as: name, in: list)
      }
    }
    return ServedAnswer(204)
  }

  func move(
    _ request: ServedRequest, _ place: ServedPlace
  ) async throws(ServedFailure) -> ServedAnswer {
    guard case .item(let segment, let name) = place,
      case .item(let target, let newName)? = request[header: "destination"]
        .flatMap(paths.place(ofAddress:))
    else { throw .status(403) }
    return try await changing { () async throws(ServedFailure) in
      let (list, there) = (try await known(segment), try await known(target))
      guard let now = try await item(name, in: list) else { throw .status(404) }
      try check(request, now)
      if list.list.id == there.list.id, name == newName { throw .status(403) }
      if there.member(at: newName) != nil {
        guard request[header: "overwrite"]?.uppercased() != "F" else { throw .status(412) }
        throw .condition(403, .caldav("no-uid-conflict"))
      }
      try await move(now, from: list, to: there, as: newName)
      return ServedAnswer(201)
    }
  }

  private func move(
    _ item: ServedItem, from list: ServedSnapshot, to there: ServedSnapshot, as name: String
  ) async throws(ServedFailure) {
    try await asking { () async throws(StoreError) in
      let ref = ItemRef(list.list.id, name: item.member.name)
      guard let stored = try await store.item(at: ref) else { throw .noItem(ref) }
      let version = try await store.move(stored, to: there.list.id)
      if list.list.id != there.list.id {
        try lists.record(
          ServedMembers.Change(name: ref.name, tag: nil), as: item.member.segment,
          in: list.list.id)
      }
      try lists.record(
        ServedMembers.Change(name: version.ref.name, tag: version.tag), as: name,
        in: there.list.id)
    }
  }
}
