import CalendarItems
import CalendarStores
import ExactText
import StoredText
import Synchronization

/// Writes of clients that wait until an editor has saved or closed the file.
///
/// They are kept in the state of the server and shown to all clients, so the client that wrote need not try again.
final class WaitingWrites: Sendable {
  typealias Waiting = ServedMembers.Waiting

  private let lists: ServedLists
  private let isRunning = Mutex(false)
  /// How often the store is asked whether it takes them now.
  private static let interval = Duration.seconds(2)

  init(_ lists: ServedLists) { self.lists = lists }

  /// Begins to ask the store, if something has been left from an earlier run.
  func begin() async {
    if (try? lists.members.waiting())?.isEmpty == false { start() }
  }

  /// Keeps a write, or without a text a removal.
  ///
  /// The caller changes the lists at this moment.
  func keep(
    _ text: [UInt8]?, over now: ServedItem?, as segment: String, in list: ServedSnapshot
  ) async throws(StoreError) {
    let id = list.list.id
    try lists.members.keep(
      Waiting(list: id, segment: segment, base: now?.text, text: text))
    let name = now?.member.name ?? "\(ServedMembers.newName)\(segment)"
    let tag = text.map { "w\(String($0.sum, radix: 36))" }
    try lists.record(ServedMembers.Change(name: name, tag: tag), as: segment, in: id)
    start()
  }

  private func start() {
    let isNew = isRunning.withLock { isRunning in
      defer { isRunning = true }
      return !isRunning
    }
    guard isNew else { return }
    Task { [weak self] in
      while let self, await self.writeAll() { try? await Task.sleep(for: Self.interval) }
    }
  }

  /// Writes what the store takes now; false if nothing waits any more.
  @discardableResult
  func writeAll() async -> Bool {
    let isDone = try? await lists.changing { [self] () async throws(StoreError) in
      for write in try lists.members.waiting() {
        do throws(StoreError) { try await make(write) } catch { continue }
      }
      let isDone = try lists.members.waiting().isEmpty
      if isDone { isRunning.withLock { $0 = false } }
      return isDone
    }
    return isDone != true
  }

  private func make(_ write: Waiting) async throws(StoreError) {
    guard let list = lists.snapshot(write.list) else { return }
    let name =
      try lists.members.name(of: write.segment, in: write.list)
      ?? "\(ServedMembers.newName)\(write.segment)"
    let ref = ItemRef(list.list.id, name: name)
    let now = try await lists.store.item(at: ref)
    var change = ServedMembers.Change(name: name, tag: nil)
    if let text = write.text, let content = CalendarResource(bytes: text).content {
      let version = try await version(of: content, write, over: now)
      change = ServedMembers.Change(name: version.ref.name, tag: version.tag)
    } else if let now {
      try await lists.store.remove(now.version)
    }
    try lists.members.forgetWaiting(write.segment, in: write.list)
    try lists.record(change, as: write.segment, in: write.list)
  }

  private func version(
    of content: ItemContent, _ write: Waiting, over now: StoredItem?
  ) async throws(StoreError) -> ItemVersion {
    var content = content
    content.replacesText = true
    guard let now else { return try await lists.store.create(content, in: write.list) }
    let base = write.base.flatMap { CalendarResource(bytes: $0).content }
    let isSame = now.content.text == write.base ?? []
    let merged = isSame ? content : base.map { content.merged(into: now.content, since: $0) }
    return try await lists.store.update(
      StoredItem(version: now.version, content: merged ?? content))
  }
}
