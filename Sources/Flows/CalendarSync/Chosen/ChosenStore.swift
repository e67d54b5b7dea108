package import CalendarItems
package import CalendarStores
import ExactText
import StoredText
package import TaskDates

/// The part of a store that a sync would take, as a store of its own.
///
/// An item that was given out once stays, also when it is done, made private or archived. So does an item that was written
/// here, whatever it is. What is left out is looked at again when it changes.
///
/// ```swift
/// let choice = ChosenStore.Choice(text: "", isNarrowed: false, day: { nil }) { () throws(StoreError) in .init() }
/// let part = try ChosenStore(of: store, choice, state: path)
/// try await part.versions(in: list)
/// ```
package actor ChosenStore: CalendarStore {
  /// Which items are taken.
  package struct Choice: Sendable {
    /// The options of a person, to notice that others were given.
    package var text: String
    /// Whether items that were given out may cease to be chosen.
    package var isNarrowed: Bool
    /// The present day, because a query may ask for today.
    package var day: @Sendable () -> DateParameters?
    /// The items of the store that take part in a sync now.
    package var participants: @Sendable () async throws(StoreError) -> SyncOptions.Participants

    /// Creates a choice.
    package init(
      text: String, isNarrowed: Bool, day: @escaping @Sendable () -> DateParameters?,
      participants: @escaping @Sendable () async throws(StoreError) -> SyncOptions.Participants
    ) {
      (self.text, self.isNarrowed, self.day) = (text, isNarrowed, day)
      self.participants = participants
    }
  }

  /// A list as it was looked at last.
  private struct Part {
    /// The versions in the whole store.
    var versions: [ItemVersion] = []
    /// Those that are served.
    var served: [ItemVersion] = []
    /// What is known of each item by its name, also of those that are gone.
    var standings: ExactDictionary<ChosenItem>
    /// Whether they were chosen with the present options.
    var isChosen: Bool
    /// The day on which they were chosen, if that matters.
    var day: DateParameters?
  }

  /// The store that this is a part of.
  package nonisolated let whole: any CalendarStore
  private let choice: Choice
  private let state: ChosenState
  private var parts: [ItemList.ID: Part] = [:]

  /// Creates the part of a store.
  ///
  /// - Parameters:
  ///   - whole: The store.
  ///   - choice: Which of its items are taken.
  ///   - path: The file with what was taken; nil to keep that in memory.
  /// - Throws: `StoreError.unavailable` if the file cannot be opened.
  package init(
    of whole: any CalendarStore, _ choice: Choice, state path: String?
  ) throws(StoreError) {
    self.whole = whole
    self.choice = choice
    state = try ChosenState(path: path)
  }

  // MARK: Which items are served

  /// The part of a list, after a look at what is new in it.
  private func part(of list: ItemList.ID) async throws(StoreError) -> Part {
    let now = try await whole.versions(in: list)
    let old = try looked(at: list)
    let day = choice.isNarrowed ? choice.day() : nil
    if parts[list] != nil, old.day == day, old.versions == now { return old }
    var part = old
    let changed = Self.difference(from: old.versions, to: now)
    if needsChoice(of: changed, old, day) { try await choose(among: now, changed, &part, in: list) }
    (part.versions, part.isChosen, part.day) = (now, true, day)
    part.served = now.filter { part.standings[$0.ref.name]?.isServed ?? false }
    parts[list] = part
    return part
  }

  private func looked(at list: ItemList.ID) throws(StoreError) -> Part {
    if let part = parts[list] { return part }
    let known = try state.choice(of: list).map(ExactString.init)
    return Part(
      standings: try state.items(of: list), isChosen: known == ExactString(choice.text))
  }

  /// True if one of some items may be taken now that was not, or the other way round.
  private func needsChoice(
    of changed: ArraySlice<ItemVersion>, _ old: Part, _ day: DateParameters?
  ) -> Bool {
    !old.isChosen || old.day != day || choice.isNarrowed && !changed.isEmpty
      || changed.contains { version in
        old.standings[version.ref.name].map { !$0.isServed && $0.tag != version.tag } ?? true
      }
  }

  /// The versions that are new or changed: those between the beginning and the end that both have.
  private static func difference(
    from old: [ItemVersion], to new: [ItemVersion]
  ) -> ArraySlice<ItemVersion> {
    let start = zip(old, new).prefix { $0 == $1 }.count
    let rest = min(old.count, new.count) - start
    let end = zip(old.reversed(), new.reversed()).prefix(rest).prefix { $0 == $1 }.count
    return new[start..<(new.count - end)]
  }

  private func choose(
    among now: [ItemVersion], _ changed: ArraySlice<ItemVersion>, _ part: inout Part,
    in list: ItemList.ID
  ) async throws(StoreError) {
    let participants = try await choice.participants()
    var found: [(name: String, item: ChosenItem)] = []
    var open: [ItemVersion] = []
    for version in now {
      let name = version.ref.name
      let old = part.standings[name]
      let standing = participants.standing(of: version.ref)
      if let old, old.isServed {
        // What a client wrote stays, so that it finds what it has just written.
        if standing == .unmatched, old.standing == .taken {
          found.append((name, .init(.unmatched)))
        }
      } else if let standing {
        let item = ChosenItem(standing, tag: version.tag)
        if old != item { found.append((name, item)) }
      } else if old?.standing != .closed || old?.tag != version.tag || !part.isChosen {
        open.append(version)
      }
    }
    found += try await standings(of: open, participants)
    for (name, item) in found { part.standings[name] = item }
    try state.save(found, in: list, choice: choice.text)
  }

  /// Takes the items that are open, and leaves out the others.
  private func standings(
    of versions: [ItemVersion], _ participants: SyncOptions.Participants
  ) async throws(StoreError) -> [(name: String, item: ChosenItem)] {
    guard !versions.isEmpty else { return [] }
    return try await whole.items(at: versions.map(\.ref)).map { item in
      let isTaken = participants.include(item)
      return (item.id.name, isTaken ? ChosenItem(.taken) : .init(.closed, tag: item.version.tag))
    }
  }

  /// Notes that an item was written here.
  private func noteWritten(_ versions: [ItemVersion]) throws(StoreError) {
    for version in versions {
      let list = version.ref.list
      let known = try looked(at: list).standings
      guard known[version.ref.name]?.standing != .written else { continue }
      let item = ChosenItem(.written)
      parts[list]?.standings[version.ref.name] = item
      try state.save([(version.ref.name, item)], in: list, choice: nil)
    }
  }

  // MARK: The store

  package nonisolated var capabilities: StoreCapabilities { whole.capabilities }

  package func access(to kind: CalendarItem.Kind) async -> StoreAuthorization {
    await whole.access(to: kind)
  }

  package func sources() async throws(StoreError) -> [StoreSource] { try await whole.sources() }

  package func lists() async throws(StoreError) -> [ItemList] { try await whole.lists() }

  package func createList(_ details: ItemList.Details) async throws(StoreError) -> ItemList {
    try await whole.createList(details)
  }

  package func updateList(
    _ id: ItemList.ID, to details: ItemList.Details
  ) async throws(StoreError) -> ItemList { try await whole.updateList(id, to: details) }

  package func removeList(_ id: ItemList.ID) async throws(StoreError) {
    try await whole.removeList(id)
    parts[id] = nil
    try state.forget(id)
  }

  package func versions(in list: ItemList.ID) async throws(StoreError) -> [ItemVersion] {
    try await part(of: list).served
  }

  package func items(at refs: [ItemRef]) async throws(StoreError) -> [StoredItem] {
    try? await look(at: refs)
    return try await whole.items(at: refs.filter(isServed))
  }

  package func items(
    matching predicate: ItemPredicate
  ) async throws(StoreError) -> [StoredItem] {
    let found = try await whole.items(matching: predicate)
    for list in Set(found.map(\.id.list)) { _ = try await part(of: list) }
    return found.filter { isServed($0.id) }
  }

  package func unread(among refs: [ItemRef]) async throws(StoreError) -> [ItemRef] {
    try await whole.unread(among: refs)
  }

  package func apply(
    _ changes: [ItemChange], to list: ItemList.ID
  ) async throws(StoreError) -> [Result<ItemVersion, StoreError>] {
    let results = try await whole.apply(changes, to: list)
    let written = zip(changes, results).compactMap { change, result in
      if case .remove = change { return nil as ItemVersion? }
      return try? result.get()
    }
    try noteWritten(written)
    return results
  }

  package func move(
    _ item: StoredItem, to list: ItemList.ID
  ) async throws(StoreError) -> ItemVersion {
    let version = try await whole.move(item, to: list)
    try noteWritten([version])
    return version
  }

  package func changes() async -> AsyncStream<StoreChange> { await whole.changes() }

  package func refresh() async throws(StoreError) { try await whole.refresh() }

  /// Looks at the lists of items again, unless all of them are served for certain.
  private func look(at refs: [ItemRef]) async throws(StoreError) {
    let isCertain = !choice.isNarrowed && refs.allSatisfy(isServed)
    guard !isCertain else { return }
    for list in Set(refs.map(\.list)) { _ = try await part(of: list) }
  }

  private func isServed(_ ref: ItemRef) -> Bool {
    parts[ref.list]?.standings[ref.name]?.isServed ?? false
  }
}

extension ChosenStore: StoredTextLookup {
  package func texts(at refs: [ItemRef]) async throws(StoreError) -> [VersionedText] {
    try await look(at: refs)
    return try await whole.storedTexts(at: refs.filter(isServed))
  }
}

extension ChosenStore: StoreChangeReporting {
  package func report(to mailbox: StoreChangeMailbox) async { await mailbox.listen(to: whole) }

  package func look() async throws(StoreError) {
    try await (whole as? any StoreChangeReporting)?.look()
  }
}

extension SyncOptions.Participants {
  /// Why an item does not take part; nil if that depends on its content.
  fileprivate func standing(of ref: ItemRef) -> ChosenItem.Standing? {
    if withheld.contains(ref) || leftOut.contains(ref) { return .withheld }
    return unmatched.contains(ref) ? .unmatched : nil
  }
}
