public import CalendarStores
import ExactText

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
  ///   - restoresLists: Whether a list that one store no longer has is created again.
  ///   - chosen: The lists of each store that take part.
  /// - Throws: `StoreError` if one of them cannot be read; nothing is done then.
  public func read(
    recovering recovers: Bool = true, restoringLists restoresLists: Bool = false,
    lists chosen: (SyncSide, [ItemList]) throws(StoreError) -> [ItemList] = { $1 }
  ) async throws(StoreError) -> SyncReading {
    if recovers { try await recover() }
    let lists = SyncSides(
      a: try chosen(.a, try await stores.a.lists()), b: try chosen(.b, try await stores.b.lists()))
    let pairing = ListPairing(
      lists, known: try state.lists(of: number), restoresLists: restoresLists)
    var reading = SyncReading(
      pairs: pairing.pairs, versions: SyncSides(a: [:], b: [:]), synced: [],
      items: SyncSides(a: [:], b: [:]))
    for side in SyncSide.allCases {
      reading.versions[side] = try await versions(on: side, of: pairing.pairs)
    }
    let versions = reading.versions
    reading.pairs.removeAll { isMissingAndEmpty($0, versions) }
    reading.goneLists = pairing.gone
    let paired = SyncSides(
      a: Set(pairing.pairs.compactMap(\.lists.a?.id)),
      b: Set(pairing.pairs.compactMap(\.lists.b?.id)))
    for item in try state.items(of: number) {
      switch SyncSide.allCases.count(where: { paired[$0].contains(item.versions[$0].ref.list) }) {
      case 2: reading.synced.append(item)
      case 1: reading.released.append(item.id)
      default: break  // its list is missing on one side, and left as it is on the other
      }
    }
    try await readItems(&reading)
    return reading
  }

  private func versions(
    on side: SyncSide, of pairs: [ListPair]
  ) async throws(StoreError) -> [ItemRef: ItemVersion] {
    var versions: [ItemRef: ItemVersion] = [:]
    for list in Set(pairs.compactMap { $0.lists[side]?.id }) {
      for version in try await stores[side].versions(in: list) { versions[version.ref] = version }
    }
    return versions
  }

  /// True if a list is missing on one side and empty on the other; it is created with its first item.
  private func isMissingAndEmpty(
    _ pair: ListPair, _ versions: SyncSides<[ItemRef: ItemVersion]>
  ) -> Bool {
    guard let side = pair.missingSide?.other, let list = pair.lists[side]?.id else { return false }
    return !versions[side].keys.contains { $0.list == list }
  }

  /// Reads the new items, and both sides of those that changed or are gone.
  private func readItems(_ reading: inout SyncReading) async throws(StoreError) {
    let touched = reading.synced.indices.filter { index in
      SyncSide.allCases.contains { side in
        let known = reading.synced[index].versions[side]
        return reading.versions[side][known.ref] != known
      }
    }
    let contents = try state.contents(of: touched.map { reading.synced[$0].id })
    for index in touched { reading.synced[index].contents = contents[reading.synced[index].id] }
    for side in SyncSide.allCases {
      let known = Set(reading.synced.map { $0.versions[side].ref })
      let wanted =
        touched.map { reading.synced[$0].versions[side].ref }
        + reading.versions[side].keys.filter { !known.contains($0) }
      reading.items[side] = try await items(
        at: wanted.filter { reading.versions[side][$0] != nil }, on: side)
    }
  }

  /// The items of a side, each with the text that its store would keep.
  func items(
    at refs: [ItemRef], on side: SyncSide
  ) async throws(StoreError) -> [ItemRef: StoredItem] {
    var found: [ItemRef: StoredItem] = [:]
    let sorted = refs.sorted { ($0.list, $0.name) < ($1.list, $1.name) }
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
