import CalendarItems
import CalendarStores
import ExactText
import StoreMirror
import StoredText
import WebAddresses
import WebDAV

/// Moves an item from one calendar of a server to another (RFC 4918, section 9.9).
struct ItemMove {
  private let from: ListRefresh
  private let here: MirroredList
  private let to: ListRefresh
  private let there: MirroredList
  private let allowsScheduling: Bool

  init(
    from: ListRefresh, _ here: MirroredList, to: ListRefresh, known there: MirroredList,
    allowsScheduling: Bool
  ) {
    self.from = from
    self.here = here
    self.to = to
    self.there = there
    self.allowsScheduling = allowsScheduling
  }

  /// The version of the item in its new list; nil if the server cannot move it.
  func move(_ item: StoredItem) async throws(StoreError) -> ItemVersion? {
    let text = try await from.current(item.version)
    try await refuse(item)
    if !allowsScheduling { try Invitations.refuse(text.bytes) }
    guard !text.resource.tag.isEmpty,
      let name = try await freeName(for: item, now: text.resource.name),
      let address = try? from.address.redirected(to: text.resource.href),
      let target = try? to.address.redirected(
        to: ResourcePath.folder(there.href) + ResourcePath.segment(name))
    else { return nil }
    var request = DAVRequest("MOVE", address)
    request.headers = [
      ("Destination", target.url), ("Overwrite", "F"),
      ("If-Match", EntityTag.strong(text.resource.tag)),
    ]
    do throws(DAVConnection.Failure) {
      let response = try await from.connection.send(request)
      guard (200..<300).contains(response.innerStatus) else { return nil }
    } catch {
      // If the response was lost, the target shows whether the item was moved.
      guard case .lost = error, try await isThere(name, target.target) else { return nil }
    }
    return try await taken(text, name, href: target.target)
  }

  private func isThere(_ name: String, _ href: String) async throws(StoreError) -> Bool {
    let to = to
    return try await !ServerErrorMapping.mapErrors { try await to.texts(of: [(name, href, nil)]) }
      .isEmpty
  }

  private func refuse(_ item: StoredItem) async throws(StoreError) {
    guard here.list.isWritable else { throw .notWritable(here.list.id) }
    guard there.list.isWritable else { throw .notWritable(there.list.id) }
    guard there.list.details.kinds.contains(item.item.kind) else {
      throw .notAllowed(item.item.kind, there.list.id)
    }
    if let twin = try await to.mirror.version(ofUID: item.item.uid, in: there.list.id) {
      throw .exists(twin)
    }
  }

  /// A name that the new list does not have: the present one if possible, because SOGo keeps it whatever it is asked for.
  private func freeName(
    for item: StoredItem, now: String
  ) async throws(StoreError) -> String? {
    if try await isFree(now) { return now }
    for name in ResourceName.names(for: item.item.uid) where try await isFree(name) { return name }
    return nil
  }

  private func isFree(_ name: String) async throws(StoreError) -> Bool {
    try await to.mirror.text(at: ItemRef(there.list.id, name: name)) == nil
  }

  /// Adds the moved item to the cache.
  private func taken(
    _ text: MirroredText, _ name: String, href: String
  ) async throws(StoreError) -> ItemVersion {
    let to = to
    let texts = try await ServerErrorMapping.mapErrors {
      try await to.texts(of: [(name, href, nil)])
    }
    try await from.mirror.update(here, keeping: [], removing: [text.resource.name])
    try await to.mirror.update(there, keeping: texts)
    guard let moved = texts.first else {
      throw .unavailable("the server reported that it moved the item, but does not have it")
    }
    return ItemVersion(ItemRef(there.list.id, name: moved.resource.name), tag: moved.version)
  }
}
