public import CalendarItems
import CalendarStores
import ExactText
public import TaskDates

/// Merges what two sides changed in an item, or in a series with its changed occurrences.
public struct ContentMerge {
  /// A part of an item that both sides changed in different ways.
  public struct Conflict: Hashable, Sendable {
    /// The name of the part: that of a field, or `dates` for the date, the start and their zone.
    public let part: String
    /// The changed occurrence that has the part; nil for the item itself.
    public let occurrence: TMDateType?
    /// The side whose value both sides get; nil if each keeps its own.
    public let winner: SyncSide?
  }

  /// The merged content of each side.
  public private(set) var contents: SyncSides<ItemContent>
  /// The parts that both sides changed in different ways.
  public private(set) var conflicts: [Conflict] = []

  private let base: SyncSides<ItemContent?>
  private let now: SyncSides<ItemContent>
  private let preference: SyncPreference

  /// Merges the changes of two sides.
  ///
  /// - Parameters:
  ///   - base: What each side had after the last sync; nil if the item was not in sync.
  ///   - now: What each side has now.
  ///   - preference: Which side wins if both changed one part.
  public init(
    base: SyncSides<ItemContent?>, now: SyncSides<ItemContent>, preference: SyncPreference
  ) {
    self.base = base
    self.now = now
    self.preference = preference
    contents = now
    mergeItems()
    mergeOccurrences()
    for side in SyncSide.allCases {
      contents[side].zones.merge(now[side.other].zones) { own, _ in own }
      dropExceptions(side)
    }
  }

  private mutating func mergeItems() {
    let merge = SyncedMerge(
      base: base.map { $0?.item }, now: now.map(\.item), preference: preference)
    let (items, found) = merge.merged()
    for side in SyncSide.allCases { contents[side].item = items[side] }
    add(found, of: nil)
  }

  private mutating func add(_ found: [PartConflict], of occurrence: TMDateType?) {
    conflicts += found.map {
      Conflict(part: $0.part.name, occurrence: occurrence, winner: $0.winner)
    }
  }

  // MARK: Changed occurrences

  private mutating func mergeOccurrences() {
    let known = base.map { $0?.byOccurrence ?? [:] }
    let own = now.map(\.byOccurrence)
    let names = Set(known.a.keys).union(known.b.keys).union(own.a.keys).union(own.b.keys)
    for name in names.sorted(by: { $0.startDate < $1.startDate }) {
      merge(name, base: known.map { $0[name] }, now: own.map { $0[name] })
    }
  }

  /// Merges one occurrence; nil is one that is as its series says.
  private mutating func merge(
    _ name: TMDateType, base: SyncSides<CalendarItem?>, now: SyncSides<CalendarItem?>
  ) {
    if let a = now.a, let b = now.b {
      let merge = SyncedMerge(base: base, now: SyncSides(a: a, b: b), preference: preference)
      let (items, found) = merge.merged()
      for side in SyncSide.allCases { set(items[side], name, on: side) }
      return add(found, of: name)
    }
    for side in SyncSide.allCases where now[side] == nil {
      guard let there = now[side.other] else { continue }
      carry(there, name, to: side, base: base)
    }
  }

  /// Brings an occurrence to a side that does not have it, or removes it from the other; an edit wins over a removal.
  private mutating func carry(
    _ item: CalendarItem, _ name: TMDateType, to side: SyncSide, base: SyncSides<CalendarItem?>
  ) {
    let isRemovedHere = base[side] != nil
    let isUnchanged = base[side.other].map { $0.isEqual(to: item, under: .store) } ?? false
    if isRemovedHere, isUnchanged {
      set(nil, name, on: side.other)
    } else if isRemovedHere || !isUnchanged {
      var copy = item
      copy.uid = contents[side].item.uid
      set(copy, name, on: side)
    }
  }

  /// Takes out the exceptions of dates whose changed occurrences take place, because a change wins over a removal.
  private mutating func dropExceptions(_ side: SyncSide) {
    let kept = contents[side].changedDates.subtracting(now[side].changedDates)
    guard !kept.isEmpty else { return }
    contents[side].item.recurrence?.except.removeAll { kept.contains($0.startDate) }
  }

  private mutating func set(_ item: CalendarItem?, _ name: TMDateType, on side: SyncSide) {
    let index = contents[side].changed.firstIndex { $0.occurrence == name }
    switch (index, item) {
    case (let index?, let item?): contents[side].changed[index] = item
    case (let index?, nil): contents[side].changed.remove(at: index)
    case (nil, let item?): contents[side].changed.append(item)
    case (nil, nil): break
    }
  }
}

extension ItemContent {
  /// The dates of the series that changed occurrences replace; none without exceptions.
  fileprivate var changedDates: Set<DateTimeParameters> {
    guard !changed.isEmpty, item.recurrence?.except.isEmpty == false else { return [] }
    let dates = ItemSeries(item, changed: changed, zones: zones)?.replacedDates ?? []
    return Set(dates.compactMap(\.self))
  }

  fileprivate var byOccurrence: [TMDateType: CalendarItem] {
    Dictionary(changed.compactMap { item in item.occurrence.map { ($0, item) } }) { $1 }
  }
}
