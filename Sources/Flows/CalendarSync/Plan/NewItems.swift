import CalendarItems
import CalendarStores
import ExactText
import TaskDates

/// The items of both stores that are not in sync, by what they may be recognised by.
struct NewItems {
  private var items: SyncSides<[StoredItem]>
  /// Those with the UID of an item in sync: they may have been renamed, or moved to another list.
  private var moved: SyncSides<[StoredItem]>
  private let pairIndex: ListPairIndex

  init(_ reading: SyncReading, _ pairIndex: ListPairIndex) {
    self.pairIndex = pairIndex
    (items, moved) = (SyncSides(a: [], b: []), SyncSides(a: [], b: []))
    for side in SyncSide.allCases where !reading.items[side].isEmpty {
      let new = reading.newItems(on: side).filter { !reading.held[side].contains($0.key) }
        .sorted { ($0.id.list, $0.id.name) < ($1.id.list, $1.id.name) }
      let uids = ExactSet(reading.synced.map { $0.uids[side] })
      moved[side] = new.filter { uids.contains($0.item.uid) }
      items[side] = new.filter { !uids.contains($0.item.uid) }
    }
  }

  /// Takes out the item that has a UID and a kind on one side: it was renamed, or moved to another list.
  mutating func take(_ synced: SyncedItem, on side: SyncSide) -> StoredItem? {
    let uid = synced.uids[side]
    guard
      let index = moved[side].firstIndex(where: {
        $0.item.uid == uid && $0.item.kind == synced.kind
      })
    else { return nil }
    return moved[side].remove(at: index)
  }

  /// Takes out the only new item in a pair of lists that has the fields of an item of another list of its side.
  mutating func take(like content: ItemContent, in pair: Int, on side: SyncSide) -> StoredItem? {
    let pairIndex = pairIndex
    return takeOnly(on: side) { new in
      pairIndex.pair(of: new, on: side) == pair && new.content.isEqual(to: content, under: .store)
    }
  }

  /// Takes out the only new item of a side that is wanted; nil if there are none, or several.
  private mutating func takeOnly(
    on side: SyncSide, where isWanted: (StoredItem) -> Bool
  ) -> StoredItem? {
    let found = items[side].indices.filter { isWanted(items[side][$0]) }
    return found.count == 1 ? items[side].remove(at: found[0]) : nil
  }

  /// Takes out the pairs whose title no other new item of a side has, and of which one has no date: the task may have
  /// reached the text through another machine before it was changed.
  mutating func takeNamesakes() -> [SyncSides<StoredItem>] {
    let (lines, others) = (single(.a), single(.b))
    let found = lines.keys.sorted().compactMap { title -> SyncSides<StoredItem>? in
      guard let line = lines[title], let item = others[title],
        pairIndex.pair(of: line, on: .a) == pairIndex.pair(of: item, on: .b),
        line.item.kind == item.item.kind, line.item.isClosed == item.item.isClosed,
        line.content.dateInWords == nil || item.content.dateInWords == nil
      else { return nil }
      return SyncSides(a: line, b: item)
    }
    takeOut(found)
    return found
  }

  /// The new items of a side whose title no other one has, by title.
  private func single(_ side: SyncSide) -> ExactDictionary<StoredItem> {
    ExactDictionary(grouping: items[side], by: \.item.title.words)
      .reduce(into: [:]) { $0[$1.key] = $1.value.count == 1 ? $1.value.first : nil }
  }

  private mutating func takeOut(_ pairs: [SyncSides<StoredItem>]) {
    for side in SyncSide.allCases { remove(pairs.map { $0[side] }, on: side) }
  }

  /// Takes out the lines of a side that were retyped after another machine had made items of them, or lines of items.
  ///
  /// - Parameter isFromAnywhere: True if the items may be those of a phone, of which another machine has made lines.
  mutating func takeRetyped(
    _ side: SyncSide, fromAnywhere isFromAnywhere: Bool
  ) -> [SyncSides<StoredItem>] {
    let others = byPair(side.other)
    var found: [SyncSides<StoredItem>] = []
    for (pair, lines) in byPair(side).sorted(by: { $0.key < $1.key }) {
      let candidates = (others[pair] ?? []).filter { isFromAnywhere || $0.isMadeOfLine }
      for (line, item) in zip(lines, RetypedLines.items(of: lines, among: candidates)) {
        guard let item else { continue }
        found.append(SyncSides(line, item, on: side))
      }
    }
    takeOut(found)
    return found
  }

  /// The items of a side by the number of their pair.
  private func byPair(_ side: SyncSide) -> [Int: [StoredItem]] {
    var items: [Int: [StoredItem]] = [:]
    for item in self.items[side] {
      if let pair = pairIndex.pair(of: item, on: side) { items[pair, default: []].append(item) }
    }
    return items
  }

  /// Adds an item that has the UID of one in sync, whose line is another one.
  mutating func giveBack(_ item: StoredItem, on side: SyncSide) { items[side].append(item) }

  /// Takes out items.
  mutating func remove(_ items: [StoredItem], on side: SyncSide) {
    if items.isEmpty { return }
    let taken = Set(items.map(\.id))
    self.items[side].removeAll { taken.contains($0.id) }
  }

  /// The items that only one store has.
  func rest(on side: SyncSide) -> [StoredItem] { items[side] }
}
