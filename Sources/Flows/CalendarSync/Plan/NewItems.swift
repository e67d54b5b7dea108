import CalendarItems
import CalendarStores
import ExactText
import TaskDates

/// The items of both stores that are not in sync, by what they may be recognised by.
struct NewItems {
  private var items: SyncSides<[StoredItem]>
  /// Those with the UID of an item in sync: they may have been renamed, or moved to another list.
  private var moved: SyncSides<[StoredItem]>
  /// Those that have the UID of another item in sync.
  private(set) var givenBack: Set<ItemRef> = []
  private let pairIndex: ListPairIndex
  /// Whether items with the same title and date are the same.
  private let byTitle: Bool

  init(_ reading: SyncReading, _ pairIndex: ListPairIndex, byTitle: Bool) {
    self.pairIndex = pairIndex
    self.byTitle = byTitle
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

  /// Takes out the only new item of a side that has the kind and the title of an item of the other side.
  mutating func take(titled item: StoredItem, in pair: Int, on side: SyncSide) -> StoredItem? {
    let pairIndex = pairIndex
    return takeOnly(on: side) { new in
      new.isNamesake(of: item) && pairIndex.pair(of: new, on: side) == pair
    }
  }

  /// Takes out the only new item of a side that has the kind and the title of an item of the other side, or else the only
  /// one whose title has all words of the other or the other way round.
  mutating func take(like item: StoredItem, on side: SyncSide) -> StoredItem? {
    takeOnly(on: side) { $0.isNamesake(of: item) }
      ?? takeOnly(on: side) { $0.isRewording(of: item) }
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

  /// Takes out the items that both stores have: those with the same UID, then those with the same fields.
  ///
  /// An item with the UID of one in sync, which is still there, is not new: it is left.
  mutating func takePairs() -> [SyncSides<StoredItem>] {
    let pairs =
      takePairs { item, pair in [pair.description, item.item.kind.rawValue, item.item.uid] }
      + takePairs { item, _ in [item.item.kind.rawValue, item.item.uid] }
      + takePairs(by: Self.titleAndDate)
    // An item of a store may have values that its line cannot express.
    return byTitle ? pairs + takePairs(evenIfDifferent: true, by: Self.titleAndDate) : pairs
  }

  private static func titleAndDate(_ item: StoredItem, _ pair: Int) -> [String] {
    [
      pair.description, item.item.kind.rawValue, item.item.title.words,
      item.content.dateInWords ?? "",
    ]
  }

  /// Takes out pairs with the same key; with equal keys they are paired in order.
  ///
  /// Items with different UIDs are only a pair if all their fields are equal, but for white space in titles.
  private mutating func takePairs(
    evenIfDifferent: Bool = false, by key: (StoredItem, Int) -> [String]
  ) -> [SyncSides<StoredItem>] {
    var there = ExactDictionary<[StoredItem]>()
    for item in items.b { there[name(of: item, .b, key), default: []].append(item) }
    var found: [SyncSides<StoredItem>] = []
    items.a = items.a.filter { item in
      let name = name(of: item, .a, key)
      let index = there[name]?.firstIndex {
        evenIfDifferent || $0.item.uid == item.item.uid || $0.content.isLike(item.content)
      }
      guard let index, let other = there[name]?.remove(at: index) else { return true }
      found.append(SyncSides(a: item, b: other))
      return false
    }
    let taken = Set(found.map(\.b.id))
    items.b.removeAll { taken.contains($0.id) }
    return found
  }

  private func name(
    of item: StoredItem, _ side: SyncSide, _ key: (StoredItem, Int) -> [String]
  ) -> String {
    key(item, pairIndex.pair(of: item, on: side) ?? -1).joined(separator: "\u{1F}")
  }

  /// Takes out the pairs whose title no other new item of a side has, although their dates or other fields differ: the
  /// task may have reached the text through another machine before it was changed.
  ///
  /// Of two dates one may be a task of its own, and so may one in another list, unless another machine is known to take
  /// part.
  mutating func takeNamesakes(ifShared isShared: Bool) -> [SyncSides<StoredItem>] {
    let (lines, others) = (single(.a), single(.b))
    let found = lines.keys.sorted().compactMap { title -> SyncSides<StoredItem>? in
      guard let line = lines[title], let item = others[title],
        isShared || pairIndex.pair(of: line, on: .a) == pairIndex.pair(of: item, on: .b),
        line.item.kind == item.item.kind, line.item.isClosed == item.item.isClosed,
        isShared || line.content.dateInWords == nil || item.content.dateInWords == nil
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
    for side in SyncSide.allCases {
      let taken = Set(pairs.map { $0[side].id })
      items[side].removeAll { taken.contains($0.id) }
    }
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

  /// Takes out the pairs of which one title has all words of the other one, and that of no other new item: somebody has
  /// reworded the task, and moved it, after another machine had brought it to the other side.
  mutating func takeReworded() -> [SyncSides<StoredItem>] {
    let found = Rewordings(items.b).pairs(with: items.a)
      .map { SyncSides(a: items.a[$0.other], b: items.b[$0.own]) }
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
  mutating func giveBack(_ item: StoredItem, on side: SyncSide) {
    items[side].append(item)
    givenBack.insert(item.id)
  }

  /// Takes out an item.
  mutating func remove(_ item: StoredItem, on side: SyncSide) {
    items[side].removeAll { $0.id == item.id }
  }

  /// The items that only one store has.
  func rest(on side: SyncSide) -> [StoredItem] { items[side] }
}

extension StoredItem {
  /// True if two items have the same kind and the same title, but for white space.
  fileprivate func isNamesake(of other: StoredItem) -> Bool {
    item.kind == other.item.kind && item.title.words == other.item.title.words
  }
}

extension ItemContent {
  /// The date, or the start of an item without one, nil for neither; a time in a known zone is the same in every zone.
  fileprivate var dateInWords: String? {
    guard let date = item.when ?? item.start else { return nil }
    guard case .dateTime(let time) = date, let zone = item.anchor.zone(zones) else {
      return "\(date)"
    }
    return "\(zone.instant(of: time).seconds)"
  }

  /// True if all fields are equal; titles may differ in white space, which not every store keeps.
  fileprivate func isLike(_ other: ItemContent) -> Bool {
    var content = self
    if item.title.words == other.item.title.words { content.item.title = other.item.title }
    return content.isEqual(to: other, under: .store)
  }
}
