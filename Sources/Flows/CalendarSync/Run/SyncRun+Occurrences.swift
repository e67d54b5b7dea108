import CalendarItems
public import CalendarStores
import ExactText

/// Recognising the lines of changed occurrences that another machine has written.
extension SyncRun {
  /// Looks for the changed occurrences of series among the new lines.
  ///
  /// Otherwise the other store would get a second appointment, and the file a second line.
  ///
  /// - Parameters:
  ///   - reading: What was read of both stores.
  ///   - options: A line that may not reach the other store is no such line.
  /// - Returns: True if lines were recognised, so that the stores must be read again.
  /// - Throws: `StoreError` if a store or the state cannot be read or written.
  public func bindOccurrences(
    _ reading: SyncReading, _ options: SyncOptions
  ) async throws(StoreError) -> Bool {
    var isBound = false
    for side in SyncSide.allCases {
      guard let lines = stores[side] as? any LineStore, !reading.items[side].isEmpty else {
        continue
      }
      let new = reading.newItems(on: side)
      var series = reading.series(on: side, among: new)
      for (line, item) in reading.newSeries(new, on: side) { series[line.id] = item.content }
      guard !series.isEmpty else { continue }
      let others = try state.refsOfOtherSyncs(on: side, of: number)
      let candidates = new.filter {
        !$0.item.recurs && options.participants[side].mayReachOtherStore($0)
          && !others.contains($0.id)
      }
      if try await lines.bindOccurrences(of: series, among: Set(candidates.map(\.id))) {
        isBound = true
      }
    }
    return isBound
  }
}

extension SyncReading {
  /// The series of a side whose changed occurrences on the other side may be new lines, each with what that side has.
  ///
  /// - Parameter new: The items of the side that are not in sync, of which one may be a series in another file.
  fileprivate func series(
    on side: SyncSide, among new: [StoredItem]
  ) -> [ItemRef: ItemContent] {
    let moved = ExactDictionary(new.map { ($0.key, $0) }, uniquingKeysWith: { first, _ in first })
    return synced.reduce(into: [:]) { found, item in
      let there = isOther(item, on: side) ? nil : items[side][item.versions[side].ref]
      guard let line = there ?? moved[item.key(side)],
        let other = items[side.other][item.versions[side.other].ref], line.mayHide(other)
      else { return }
      found[line.id] = other.content
    }
  }

  /// The same for new items, whose pair is the only one with the title and the dates, or else with the UID or the title, or
  /// else the one from whose title that of the line was retyped.
  fileprivate func newSeries(
    _ new: [StoredItem], on side: SyncSide
  ) -> [(line: StoredItem, item: StoredItem)] {
    let lines = new.filter { $0.item.recurrence?.except.isEmpty == false }
    guard !lines.isEmpty else { return [] }
    let others = newItems(on: side.other).filter(\.item.recurs).sorted { $0.id < $1.id }
    let byTitle = ExactDictionary(grouping: others, by: \.item.title.words)
    let byUID = ExactDictionary(grouping: others, by: \.item.uid)
    return lines.compactMap { line in
      let namesakes = byTitle[line.item.title.words] ?? []
      let twins = namesakes.filter { line.hasDates(of: $0) }
      let item =
        twins.only ?? byUID[line.item.uid]?.only ?? namesakes.only
        ?? retyped(line, among: others).only
      return item.flatMap { line.mayHide($0) ? (line, $0) : nil }
    }
  }
}

extension SyncReading {
  private func retyped(_ line: StoredItem, among others: [StoredItem]) -> [StoredItem] {
    RetypedLines.items(of: [line], among: others.filter(\.isMadeOfLine)).compactMap(\.self)
  }
}

extension StoredItem {
  /// True if two series have the same first date and the same rules.
  fileprivate func hasDates(of other: StoredItem) -> Bool {
    content.dateInWords == other.content.dateInWords
      && item.recurrence?.rules == other.item.recurrence?.rules
  }

  /// True if the line of a series leaves out dates, and the other store has changed occurrences.
  fileprivate func mayHide(_ other: StoredItem) -> Bool {
    item.kind == other.item.kind && item.recurrence?.except.isEmpty == false
      && !other.content.changed.isEmpty
  }
}

extension [StoredItem] {
  /// The only item; nil if there are none, or several.
  fileprivate var only: StoredItem? { count == 1 ? self[0] : nil }
}
