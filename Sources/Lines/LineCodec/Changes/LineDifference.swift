package import CalendarItems
package import ExactText
import TaskBridge
package import TaskDates
import TaskEditing

/// What a change of a line changes in its item, or in one of the item's changed occurrences.
package struct LineDifference {
  /// The item that the line gives now.
  package private(set) var now: CalendarItem
  private var then: CalendarItem
  private let before: LoneLine
  private let after: LoneLine

  /// Compares a line as it was when its item was last made with the line as it is.
  package init(from before: LoneLine, to after: LoneLine, _ kind: CalendarItem.Kind, uid: String) {
    (self.before, self.after) = (before, after)
    (then, now) = (before.item(kind, uid: uid), after.item(kind, uid: uid))
  }

  /// True if the line gives the same item as before.
  package var isEmpty: Bool { now.isEqual(to: then) }

  /// True if the line says the dates of a series, before or after the change; otherwise only the item has the rules.
  package var saysSeries: Bool { before.fields.isSeries || after.fields.isSeries }

  /// Prepares the item, whose zones may differ from those of the line, and whose hint may say a period.
  package func prepare(_ content: inout ItemContent) {
    addZones(to: &content)
    content.item = content.item.inHintedPeriod(after.vocabulary)
  }

  /// Adds the zones of the line.
  package func addZones(to content: inout ItemContent) {
    content.zones = content.zones.merging(after.zones) { first, _ in first }
  }

  /// Moves a series and its changed occurrences with its line, and returns the new names of those that have lines of
  /// their own.
  ///
  /// The dates that the line leaves out because they have such lines, or do not take place, do not count as exceptions
  /// afterwards.
  ///
  /// - Parameter shown: The names of the changed occurrences that the lines of the item show.
  package mutating func move(
    _ content: inout ItemContent, showing shown: ExactSet
  ) -> ExactDictionary<String> {
    var names = ExactDictionary(shown.map { ($0, $0) }) { first, _ in first }
    var dates = content.dates(of: names)
    let (then, now) = (then, now)
    content.rename(&names) { $0.takeClock(from: then, to: now) }
    if let move = LineMove(from: then, to: now) {
      let shown = ExactSet(names.values)
      content.rename(&names) {
        $0.follow(move, named: now.recurrence?.except ?? [], showing: shown)
      }
    }
    dates += content.dates(of: names)
    for date in dates {
      self.then.recurrence?.except.removeAll { date.isNamed(by: $0) }
      self.now.recurrence?.except.removeAll { date.isNamed(by: $0) }
    }
    return names
  }

  /// Writes the changed fields into the item, or into a changed occurrence.
  ///
  /// - Parameters:
  ///   - zones: The zones of the item and of the line.
  ///   - movesAlarms: Whether alarms at an instant move with the date, because another program has stored the item.
  package func write(
    into item: inout CalendarItem, _ zones: ExactDictionary<Zone>, movesAlarms: Bool
  ) {
    let line = ItemDifference.LineContext(zones: zones, movesAlarms: movesAlarms)
    ItemDifference(from: then, to: now).write(into: &item, of: line)
  }

  /// Writes into the hint of the item what the line has changed, if the item needs one before or after the change.
  package func writeHint(into item: inout CalendarItem) {
    guard before.fields.needsHint || after.fields.needsHint else { return }
    let name = ExactString(LineHint.line)
    guard let index = item.hints.firstIndex(where: { ExactString($0.name) == name }) else {
      item.hints += after.hints
      return
    }
    let text = item.hints[index].values.first ?? ""
    let reader = LineFieldReader(vocabulary: after.vocabulary, isZoneKnown: { _ in nil })
    let merge = LineMerge(text, then: before.body, now: after.body, mine: text, reader: reader)
    item.hints[index] = ItemHint(LineHint.line, merge.body)
  }
}

extension ItemContent {
  /// The dates of the series that some changed occurrences replace.
  fileprivate func dates(of names: ExactDictionary<String>) -> [TMDateType] {
    names.isEmpty
      ? [] : LineSeries(self, showing: ExactSet(names.values)).occurrences.map(\.part.date)
  }

  /// Makes a change that may rename changed occurrences, and follows their names.
  fileprivate mutating func rename(
    _ names: inout ExactDictionary<String>, by change: (inout ItemContent) -> Void
  ) {
    let old = changed.map(\.nameInSeries)
    change(&self)
    let new = changed.map(\.nameInSeries)
    guard old != new else { return }
    let renamed = ExactDictionary(zip(old, new)) { first, _ in first }
    names = names.mapValues { renamed[$0] ?? $0 }
  }
}
