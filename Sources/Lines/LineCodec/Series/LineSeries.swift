package import CalendarItems
package import ExactText
package import TaskDates

/// A series of a store as lines show it: without the dates of its changed occurrences, which are lines of their own.
package struct LineSeries {
  /// The series.
  package let item: CalendarItem
  /// The changed occurrences that its line leaves out, by name and in order.
  package let occurrences: [(name: String, part: SeriesLines.Part)]

  /// Takes some changed occurrences out of a series.
  ///
  /// - Parameter names: Their names; other ones stay in the calendar only.
  package init(_ content: ItemContent, showing names: ExactSet) {
    let shown = content.changed.filter { names.contains($0.nameInSeries) }
      .sorted { $0.nameInSeries < $1.nameInSeries }
    let lines = SeriesLines(
      content.item, shown.map { SeriesLines.Occurrence($0, zones: content.zones) },
      zones: content.zones)
    item = lines.item
    occurrences = lines.parts.map { (shown[$0.index].nameInSeries, $0) }
  }

  /// The occurrence with a name.
  package subscript(name: String) -> SeriesLines.Part? {
    occurrences.first { $0.name == name }?.part
  }
}

extension ItemContent {
  /// The names of the changed occurrences that lines can show.
  ///
  /// One that also changes all later dates stays in the calendar: its line would be a second series.
  package var showableOccurrences: ExactSet {
    guard item.recurs, item.occurrence == nil else { return [] }
    return ExactSet(changed.filter { !$0.replacesFuture }.map(\.nameInSeries))
  }

  /// The names of the changed occurrences that are closed; their dates are left out in the line of a store's item.
  package var closedOccurrences: ExactSet {
    let names = showableOccurrences
    return ExactSet(changed.filter(\.isClosed).map(\.nameInSeries).filter(names.contains))
  }

  /// The index of the changed occurrence with a name.
  package func index(ofOccurrence name: String) -> Int? {
    changed.firstIndex { $0.nameInSeries == name }
  }

  /// Takes a date out of the series, with its changed occurrence.
  package mutating func cancelOccurrence(_ name: String) {
    guard let part = LineSeries(self, showing: [name])[name] else { return }
    changed.removeAll { $0.nameInSeries == name }
    if item.recurrence?.except.contains(part.date) == false {
      item.recurrence?.except.append(part.date)
    }
  }

  /// Gives dates back to the series, without their changed occurrences.
  package mutating func restoreOccurrences(_ names: ExactSet) {
    let dates = Set(LineSeries(self, showing: names).occurrences.map(\.part.date.startDate))
    changed.removeAll { names.contains($0.nameInSeries) }
    item.recurrence?.except.removeAll { dates.contains($0.startDate) }
  }

  /// True if a series has a date by its rules.
  package func hasDate(_ date: TMDateType) -> Bool {
    guard var dates = ItemSeries(item, zones: zones) else { return false }
    dates.leap(to: date.startDate)
    while let next = dates.next()?.originalDate, next <= date.startDate {
      if next == date.startDate { return true }
    }
    return false
  }
}

extension CalendarItem {
  /// The date by which a changed occurrence is named in the registry; empty for a whole item.
  package var nameInSeries: String { occurrence.map { "\($0)" } ?? "" }
}

extension SeriesLines.Part {
  /// True if an occurrence has a line of its own: it takes place, and no event is over.
  package func hasLine(_ last: LastOccurrence) -> Bool {
    !isCancelled && (item.kind != .event || !last.isOver(item))
  }
}
