import CalendarItems
public import CalendarStores
import ExactText
import StoredText

/// One run of a sync: reads both stores, and executes a plan.
public struct SyncRun: Sendable {
  let stores: SyncSides<any CalendarStore>
  let state: SyncState
  /// The number of the sync in the state.
  let number: Int64
  /// Items are read and written in groups of this size.
  static let batch = 200

  /// Prepares a run.
  ///
  /// - Parameters:
  ///   - stores: The stores.
  ///   - state: What they had in common after the last sync.
  ///   - number: The number of this sync in the state.
  public init(_ stores: SyncSides<any CalendarStore>, _ state: SyncState, number: Int64) {
    self.stores = stores
    self.state = state
    self.number = number
  }

  // MARK: Reading

  /// Reads both stores completely.
  ///
  /// - Parameters:
  ///   - recovers: Whether what an interrupted run left is completed first, which may write.
  ///   - pairing: Which lists belong together, and which are created.
  ///   - retries: Whether changes are tried again that a store has refused.
  ///   - chosen: The lists of each store that take part.
  /// - Throws: `StoreError` if one of them cannot be read; nothing is done then.
  public func read(
    recovering recovers: Bool = true, pairing options: ListPairing.Options = ListPairing.Options(),
    retryingRefused retries: Bool = false,
    lists chosen: (SyncSide, [ItemList]) throws(StoreError) -> [ItemList] = { $1 }
  ) async throws(StoreError) -> SyncReading {
    if try await restoreLines() { try state.setShared(number) }
    if recovers { try await recover() }
    let lists = SyncSides(
      a: try chosen(.a, try await stores.a.lists()), b: try chosen(.b, try await stores.b.lists()))
    let pairing = ListPairing(lists, known: try state.lists(of: number), options: options)
    var reading = SyncReading(
      pairs: pairing.pairs, versions: SyncSides(a: [:], b: [:]), synced: [],
      items: SyncSides(a: [:], b: [:]))
    for side in SyncSide.allCases { try await readVersions(&reading, side) }
    reading.leaveUnreadable()
    reading.goneLists = await withItems(pairing.gone)
    (reading.droppedLists, reading.keptListCount) = (pairing.dropped, pairing.keptCount)
    reading.findDrops(options)
    reading.take(try state.items(of: number), in: pairing.pairs)
    reading.findRemovedLists(options)
    reading.isShared = try state.isShared(number)
    if !retries { reading.refused = try state.refusedChanges(of: number) }
    for side in SyncSide.allCases {
      try await addUnread(&reading, side)
      guard let lines = stores[side] as? any LineStore else { continue }
      reading.hiding[side] = try await lines.itemsWithHiddenOccurrences()
    }
    try await readItems(&reading)
    if reading.hasRemovals { try await readProjects(&reading) }
    return reading
  }

  /// Reads the names of projects, which say whether only the project of an item was renamed.
  private func readProjects(_ reading: inout SyncReading) async throws(StoreError) {
    for side in SyncSide.allCases {
      guard let lines = stores[side] as? any LineStore else { continue }
      reading.projects[side] = try await lines.projects()
    }
  }

  /// Reads which items the lists of a side have.
  ///
  /// A list that cannot be read is noted, unless no list of the store can be.
  private func readVersions(
    _ reading: inout SyncReading, _ side: SyncSide
  ) async throws(StoreError) {
    let lists = Dictionary(reading.pairs.compactMap { $0.lists[side] }.map { ($0.id, $0) }) { $1 }
    var failed: [SyncReading.UnreadableList] = []
    for list in lists.values.sorted(by: { $0.id < $1.id }) {
      do throws(StoreError) {
        for version in try await stores[side].versions(in: list.id) {
          reading.versions[side][version.ref] = version
        }
      } catch {
        failed.append(SyncReading.UnreadableList(side: side, list: list, error: error))
      }
    }
    if let first = failed.first, failed.count == lists.count { throw first.error }
    reading.unreadable += failed
  }

  /// Gives each item in sync that is there but cannot be read a version of its own, so that it is not taken for a removed
  /// one, and is reported.
  private func addUnread(
    _ reading: inout SyncReading, _ side: SyncSide
  ) async throws(StoreError) {
    let known = reading.synced.map { $0.versions[side].ref }
    for ref in try await stores[side].unread(among: known) {
      reading.versions[side][ref] = ItemVersion(ref, tag: "unread")
    }
  }

  /// The lists whose partner is gone and that have items; an empty one loses nothing.
  private func withItems(_ gone: [SyncReading.GoneList]) async -> [SyncReading.GoneList] {
    var found: [SyncReading.GoneList] = []
    for list in gone {
      let versions = try? await stores[list.side.other].versions(in: list.other.id)
      if versions?.isEmpty != true { found.append(list) }
    }
    return found
  }

  /// Reads the new items, and both sides of those that changed or are gone.
  private func readItems(_ reading: inout SyncReading) async throws(StoreError) {
    let touched = reading.synced.indices.filter { index in
      SyncSide.allCases.contains { side in
        let known = reading.synced[index].versions[side]
        return reading.versions[side][known.ref] != known
          || reading.hiding[side].contains(known.ref)
      }
    }
    let contents = try state.contents(of: touched.map { reading.synced[$0].id })
    for index in touched { reading.synced[index].contents = contents[reading.synced[index].id] }
    for side in SyncSide.allCases {
      let known = Set(reading.synced.map { $0.versions[side].ref })
      let wanted =
        touched.map { reading.synced[$0].versions[side].ref }
        + reading.versions[side].keys.filter { !known.contains($0) }
      let found = try await items(
        at: wanted.filter { reading.versions[side][$0] != nil }, on: side)
      reading.items[side] = found.filter { !$0.value.item.uid.isEmpty }
      reading.nameless += found.keys.filter { found[$0]?.item.uid.isEmpty == true }.sorted()
        .map { SyncReading.UnreadableItem(side: side, ref: $0) }
      let absent = wanted.filter { reading.versions[side][$0] != nil && found[$0] == nil }
      let new = try await stores[side].unread(among: absent.filter { !known.contains($0) })
      reading.unreadableItems += (absent.filter(known.contains) + new).sorted()
        .map { SyncReading.UnreadableItem(side: side, ref: $0) }
    }
  }

  /// Adds the contents of items that are going to be released, from the state if they did not change.
  ///
  /// - Parameters:
  ///   - reading: What was read of both stores.
  ///   - unmatched: The items of each side that nobody asks for any more.
  public func addContents(
    to reading: inout SyncReading, of unmatched: SyncSides<Set<ItemRef>>
  ) throws(StoreError) {
    let wanted = reading.synced.indices.filter { index in
      let item = reading.synced[index]
      return item.contents == nil && !item.isReleased
        && SyncSide.allCases.contains { unmatched[$0].contains(item.versions[$0].ref) }
    }
    let contents = try state.contents(of: wanted.map { reading.synced[$0].id })
    for index in wanted { reading.synced[index].contents = contents[reading.synced[index].id] }
  }

  /// The items of a side, each with the text that its store would keep.
  func items(
    at refs: [ItemRef], on side: SyncSide
  ) async throws(StoreError) -> [ItemRef: StoredItem] {
    var found: [ItemRef: StoredItem] = [:]
    let sorted = refs.sorted()
    for start in stride(from: 0, to: sorted.count, by: Self.batch) {
      let batch = Array(sorted[start..<min(start + Self.batch, sorted.count)])
      for item in try await stores[side].items(at: batch) {
        found[item.id] = stores[side].capabilities.contains(.preservesText) ? item : item.asText
      }
    }
    return found
  }
}

extension StoredItem {
  /// The item as it is after it was written as text and read again, so that it can be compared with the state.
  var asText: StoredItem {
    guard let content = content.reread else { return self }
    return StoredItem(version: version, content: content)
  }
}
