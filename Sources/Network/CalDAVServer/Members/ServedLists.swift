import CalendarStores
import ExactText
import StoredText
import Synchronization
import WebDAV

/// The lists as they were read last, and what makes them current: requests that change nothing need not ask the store.
///
/// What changes is recorded by one task after the other: an older reading of a list, recorded after a newer one, would
/// tell clients of a removal that nobody made.
final class ServedLists: Sendable {
  typealias Member = ServedMembers.Member

  /// What is known, and what has to be read again.
  struct State {
    var lists: [ItemList.ID: ServedSnapshot] = [:]
    /// The lists in the order of the store.
    var order: [ItemList.ID] = []
    var ids: ExactDictionary<ItemList.ID> = [:]
    /// What changed and was not read yet.
    var changes = StoreChangeMailbox.Contents()
    /// Why lists cannot be read.
    var failures: [ItemList.ID: StoreError] = [:]
    /// The items that are gone, but perhaps only until an editor has finished, and until when they are shown.
    var leaving: [ItemList.ID: ExactDictionary<ContinuousClock.Instant>] = [:]
    var refreshed: ContinuousClock.Instant?
  }

  let store: any CalendarStore
  let members: ServedMembers
  /// How long an item that is gone is shown.
  let patience: Duration
  private let mailbox: StoreChangeMailbox
  private let state: Mutex<State>
  private let lock = AsyncLock()
  /// How long the store is believed that nothing has changed, although it watches for changes.
  private static let trust = Duration.seconds(30)

  /// Starts to listen to a store.
  init(_ store: any CalendarStore, _ members: ServedMembers, patience: Duration) async {
    self.store = store
    self.members = members
    self.patience = patience
    var first = State()
    first.changes.everything = true
    state = Mutex(first)
    mailbox = await StoreChangeMailbox(of: store)
  }

  // MARK: Reading

  /// All lists with what is known of them, in the order of the store.
  func all() async throws(StoreError) -> [ServedSnapshot] {
    try await freshen()
    return state.withLock { state in state.order.compactMap { state.lists[$0] } }
  }

  /// The list with a name in paths; nil if there is none.
  ///
  /// - Throws: The error with which the store does not read it.
  func list(_ segment: String) async throws(StoreError) -> ServedSnapshot? {
    try await freshen()
    return try known(segment)
  }

  /// The list as it is known.
  func known(_ segment: String) throws(StoreError) -> ServedSnapshot? {
    let (list, failure) = state.withLock { state in
      let id = state.ids[segment]
      return (id.flatMap { state.lists[$0] }, id.flatMap { state.failures[$0] })
    }
    if let failure { throw failure }
    return list
  }

  /// The list with an ID, as it is known; nil if there is none.
  func snapshot(_ id: ItemList.ID) -> ServedSnapshot? { state.withLock { $0.lists[id] } }

  /// Changes what is known of a list.
  func update(_ id: ItemList.ID, _ body: (inout ServedSnapshot) -> Void) {
    state.withLock { state in
      if let index = state.lists.index(forKey: id) { body(&state.lists.values[index]) }
    }
  }

  // MARK: Becoming current

  /// Reads what has changed.
  func freshen() async throws(StoreError) {
    try await refreshIfDue()
    guard isBehind else { return }
    try await afterChanges { () async throws(StoreError) in }
  }

  /// Runs a closure that changes the store, when everything before it has been read.
  func changing<Value: Sendable>(
    _ body: @Sendable () async throws(StoreError) -> Value
  ) async throws(StoreError) -> Value {
    try await refreshIfDue()
    return try await afterChanges(body)
  }

  private func afterChanges<Value: Sendable>(
    _ body: @Sendable () async throws(StoreError) -> Value
  ) async throws(StoreError) -> Value {
    try await lock.withLock { () async throws(StoreError) in
      try await readChanges()
      return try await body()
    }
  }

  private func refreshIfDue() async throws(StoreError) {
    if let reporting = store as? any StoreChangeReporting { try await reporting.look() }
    let isDue = state.withLock { state in
      guard let last = state.refreshed else {
        state.refreshed = .now
        return false
      }
      guard last.duration(to: .now) > Self.trust else { return false }
      state.refreshed = .now
      return true
    }
    // A watched store reports by itself; this is for file systems that report nothing, and nobody waits for it.
    guard isDue else { return }
    Task { [store, mailbox] in
      try? await store.refresh()
      mailbox.put(.everything)
    }
  }

  private var isBehind: Bool {
    let new = mailbox.take()
    return state.withLock { state in
      state.changes.add(new)
      return !state.changes.isEmpty
        || state.leaving.values.contains { $0.values.contains { $0 <= .now } }
    }
  }

  private func readChanges() async throws(StoreError) {
    guard isBehind else { return }
    let changes = state.withLock { state in
      defer { state.changes = StoreChangeMailbox.Contents() }
      return state.changes
    }
    if changes.lists || changes.everything {
      do throws(StoreError) { try await readLists() } catch {
        state.withLock { $0.changes.add(changes) }
        throw error
      }
    }
    for (id, names) in wanted(changes) { await read(id, names) }
  }

  /// The lists to read again, with the names of the items that changed; none for all items.
  private func wanted(
    _ changes: StoreChangeMailbox.Contents
  ) -> [(ItemList.ID, ExactSet)] {
    state.withLock { state in
      state.order.compactMap { id in
        let isNew = state.lists[id]?.isRead != true
        let due = state.leaving[id]?.filter { $0.value <= .now }.map(\.key) ?? []
        guard !isNew, !changes.everything, state.failures[id] == nil else { return (id, []) }
        guard let names = changes.items[id] else { return due.isEmpty ? nil : (id, ExactSet(due)) }
        return (id, names.isEmpty ? [] : names.union(due))
      }
    }
  }

  private func readLists() async throws(StoreError) {
    let lists = try await store.lists()
    let segments = try members.segments(of: lists)
    var known = state.withLock { $0.lists }
    var order: [ItemList.ID] = []
    var now: [ItemList.ID: ServedSnapshot] = [:]
    for list in lists {
      guard let segment = segments[list.id] else { continue }
      let old = known.removeValue(forKey: list.id)
      if var old, old.segment == segment {
        old.list = list
        now[list.id] = old
      } else {
        now[list.id] = try snapshot(of: list, segment)
      }
      order.append(list.id)
    }
    state.withLock { state in
      (state.lists, state.order) = (now, order)
      state.ids = ExactDictionary(now.map { ($0.value.segment, $0.key) }) { $1 }
      state.failures = state.failures.filter { now[$0.key] != nil }
    }
  }

  private func snapshot(
    of list: ItemList, _ segment: String
  ) throws(StoreError) -> ServedSnapshot {
    ServedSnapshot(
      list, segment: segment, own: try members.properties(of: list.id),
      revision: try members.revision(of: list.id))
  }

  // MARK: Items

  /// Reads some items of a list, or all; an error is kept until the list can be read.
  private func read(_ id: ItemList.ID, _ names: ExactSet) async {
    do throws(StoreError) {
      if names.isEmpty { try await readAll(id) } else { try await read(names, of: id) }
      state.withLock { $0.failures[id] = nil }
    } catch {
      state.withLock { state in
        state.failures[id] = error
        state.changes.items[id] = []
      }
    }
  }

  private func readAll(_ id: ItemList.ID) async throws(StoreError) {
    let versions = try await store.versions(in: id)
    guard let snapshot = state.withLock({ $0.lists[id] }) else { return }
    if !snapshot.isRead {
      let present = try members.present(in: id)
      update(id) { $0.set(present, revision: snapshot.revision) }
    }
    let old = state.withLock { state in
      state.keep(versions.map(\.ref.name), in: id)
      return state.lists[id]?.members ?? []
    }
    try record(Self.changes(from: old, to: versions), in: id)
  }

  private static func changes(
    from old: [Member], to versions: [ItemVersion]
  ) -> [ServedMembers.Change] {
    var tags = ExactDictionary(old.map { ($0.name, $0.tag) }, uniquingKeysWith: { $1 })
    var changes: [ServedMembers.Change] = []
    for version in versions {
      let tag = tags.removeValue(forKey: version.ref.name) ?? nil
      if tag != version.tag {
        changes.append(ServedMembers.Change(name: version.ref.name, tag: version.tag))
      }
    }
    let gone = tags.keys.sorted()
    return changes + gone.map { ServedMembers.Change(name: $0, tag: nil) }
  }

  private func read(_ names: ExactSet, of id: ItemList.ID) async throws(StoreError) {
    let refs = names.sorted().map { ItemRef(id, name: $0) }
    let found = try await store.storedTexts(at: refs)
    let tags = ExactDictionary(found.map { ($0.version.ref.name, $0.version.tag) }) { $1 }
    let missing = refs.filter { tags[$0.name] == nil }
    let unread = Set(missing.isEmpty ? [] : try await store.unread(among: missing))
    let old = state.withLock { state in
      state.keep(found.map(\.version.ref.name), in: id)
      return state.lists[id]
    }
    let changes = refs.filter { !unread.contains($0) }.map { ref in
      ServedMembers.Change(name: ref.name, tag: tags[ref.name])
    }
    try record(changes.filter { $0.tag != old?.member(named: $0.name)?.tag }, in: id)
  }

  /// Records changes, except those of items that a client has written and the store has not taken yet, and removals
  /// that may still be taken back.
  private func record(
    _ changes: [ServedMembers.Change], in id: ItemList.ID
  ) throws(StoreError) {
    let waiting = try members.waitingNames(in: id)
    let changes = changes.filter { !waiting.contains($0.name) }
    let due = state.withLock { state in changes.filter { state.isDue($0, in: id, patience) } }
    guard !due.isEmpty else { return }
    let (changed, revision) = try members.record(due, in: id)
    update(id) { $0.take(changed, revision: revision) }
  }

  /// Records an item that a client has written, under the name that the client chose; without a tag it is gone.
  func record(
    _ change: ServedMembers.Change, as segment: String, in id: ItemList.ID
  ) throws(StoreError) {
    let member = try members.record(change, as: segment, in: id)
    let old = snapshot(id)?.member(at: segment)?.name
    state.withLock { state in
      for name in [change.name, old ?? ""] { state.leaving[id]?[name] = nil }
    }
    update(id) { list in
      if let old, old != change.name { list.drop(old) }
      list.take([member], revision: member.revision)
    }
  }

  /// Shows an item that was found to be gone for a while; false if that is not wanted.
  func keepShowing(_ ref: ItemRef) -> Bool {
    guard patience > .zero else { return false }
    state.withLock { state in
      let known = state.leaving[ref.list]?[ref.name]
      state.leaving[ref.list, default: [:]][ref.name] = known ?? .now.advanced(by: patience)
    }
    return true
  }

  /// True if an item is gone, but still shown.
  func isLeaving(_ ref: ItemRef) -> Bool {
    state.withLock { $0.leaving[ref.list]?[ref.name] != nil }
  }

  /// Reads the lists again before the next answer.
  func noteLists() { mailbox.put(.lists) }

  /// Notes which versions of items a program was given.
  ///
  /// - Parameter bit: The bit of the program.
  func note(
    _ items: [ServedItem], givenTo program: String, _ bit: UInt32, in id: ItemList.ID
  ) throws(StoreError) {
    let given = items.map { item in
      (item.member, ServedMembers.Copy(tag: item.member.tag ?? "", text: item.text ?? []))
    }
    try members.keep(given, of: program, in: id)
    update(id) { list in
      for item in items { list.note(item.member, givenTo: bit) }
    }
  }

  /// Keeps the facts of members.
  func keepFacts(_ members: [Member], in id: ItemList.ID) throws(StoreError) {
    try self.members.keep(members, in: id)
    update(id) { list in
      for member in members where list.member(named: member.name)?.tag == member.tag {
        list.set(member.facts, of: member.name)
      }
    }
  }

  /// Reads the properties of a list again, and the lists.
  func readProperties(of id: ItemList.ID) throws(StoreError) {
    let own = try members.properties(of: id)
    update(id) { $0.own = own }
    noteLists()
  }
}

extension ServedLists.State {
  /// True if a change is to be told now: a removal only after some time, in which an editor may write the line again.
  fileprivate mutating func isDue(
    _ change: ServedMembers.Change, in id: ItemList.ID, _ patience: Duration
  ) -> Bool {
    guard change.tag == nil, patience > .zero, !isElsewhere(change.name, besides: id) else {
      leaving[id]?[change.name] = nil
      return true
    }
    let end = leaving[id, default: [:]][change.name]
    guard let end else {
      leaving[id, default: [:]][change.name] = .now.advanced(by: patience)
      return false
    }
    guard end <= .now else { return false }
    leaving[id]?[change.name] = nil
    return true
  }

  /// Notes that items are there, or there again.
  fileprivate mutating func keep(_ names: [String], in id: ItemList.ID) {
    guard leaving[id]?.isEmpty == false else { return }
    for name in names { leaving[id]?[name] = nil }
  }

  /// True if an item has come to another list.
  private func isElsewhere(_ name: String, besides id: ItemList.ID) -> Bool {
    lists.contains { $0.key != id && $0.value.member(named: name) != nil }
  }
}
