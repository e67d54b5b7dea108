import CalendarItems
import CalendarStores
import ExactText

/// Recognising the lines of changed occurrences that another machine has written.
extension SyncRun {
  /// Looks for the changed occurrences of series among the new lines.
  ///
  /// Otherwise the other store would get a second appointment, and the file a second line.
  ///
  /// - Returns: True if lines were recognised, so that the stores must be read again.
  func bindOccurrences(_ reading: SyncReading) async throws(StoreError) -> Bool {
    var isBound = false
    for side in SyncSide.allCases {
      guard let lines = stores[side] as? any LineStore else { continue }
      let known = Set(reading.synced.map { $0.versions[side].ref })
      let new = reading.items[side].values.filter { !known.contains($0.id) }
      var series = reading.series(on: side)
      for (line, item) in reading.newSeries(new, on: side) {
        series[line.id] = item.content
      }
      guard !series.isEmpty else { continue }
      if try await lines.bindOccurrences(of: series, among: Set(new.map(\.id))) { isBound = true }
    }
    return isBound
  }
}

extension SyncReading {
  /// The series of a side whose changed occurrences on the other side may be new lines, each with what that side has.
  fileprivate func series(on side: SyncSide) -> [ItemRef: ItemContent] {
    synced.reduce(into: [:]) { found, item in
      guard let line = items[side][item.versions[side].ref],
        let other = items[side.other][item.versions[side.other].ref], line.mayHide(other)
      else { return }
      found[line.id] = other.content
    }
  }

  /// The same for new items, whose pair is the only one with the UID, or with the title.
  fileprivate func newSeries(
    _ new: [StoredItem], on side: SyncSide
  ) -> [(line: StoredItem, item: StoredItem)] {
    let lines = new.filter { $0.item.recurrence?.except.isEmpty == false }
    guard !lines.isEmpty else { return [] }
    let taken = Set(synced.map { $0.versions[side.other].ref })
    let others = items[side.other].values.filter { !taken.contains($0.id) && $0.item.recurs }
    return lines.compactMap { line in
      let sameUID = others.filter { ExactString($0.item.uid) == ExactString(line.item.uid) }
      let pairs = sameUID.isEmpty ? others.filter(line.isNamesake) : sameUID
      guard pairs.count == 1, let item = pairs.first, line.mayHide(item) else { return nil }
      return (line, item)
    }
  }
}

extension StoredItem {
  /// True if the line of a series leaves out dates, and the other store has changed occurrences of which it knows nothing.
  fileprivate func mayHide(_ other: StoredItem) -> Bool {
    guard item.kind == other.item.kind, item.recurrence?.except.isEmpty == false else {
      return false
    }
    return other.content.changed.contains { override in
      !content.changed.contains { $0.occurrence == override.occurrence }
    }
  }
}
