import CalendarItems
import ExactText
import TaskDates

/// The move of a series to another time or day, with its excluded dates and changed occurrences.
///
/// An excluded date, and a changed occurrence, are named by the date that the rule gives them (RFC 5545, sections
/// 3.8.5.1 and 3.8.4.4). If the series moves, these names move with it; otherwise they would name nothing.
struct LineMove {
  /// The time of day from now on; nil if the series has only days.
  private let time: TimeParameters?
  /// The days by which it moved.
  var days: Int { move.days }
  private let move: DateMove

  /// Finds out how a series moved; nil if it did not, or if it only goes on to another date of its rule.
  init?(from old: CalendarItem, to new: CalendarItem) {
    guard let then = old.when ?? old.start, let now = new.when ?? new.start, then != now,
      let recurrence = old.recurrence, let rule = recurrence.rule, !rule.isSubDaily
    else { return nil }
    let goesOn =
      recurrence.rules != new.recurrence?.rules || Self.isDate(now.firstDay, of: rule, from: then)
    move = DateMove(from: then, to: now, inDays: !goesOn)
    time = now.isAllDay ? nil : now.startDate.time
    guard move.seconds != 0 || then.isAllDay != now.isAllDay else { return nil }
  }

  /// The move of a series to the clock of another zone: all of its dates move like the first one.
  init(from old: TMDateType, onOtherClock new: TMDateType) {
    move = DateMove(from: old, to: new, inDays: true)
    time = new.startDate.time
  }

  private static func isDate(
    _ day: DateParameters, of rule: RecurrenceRule, from start: TMDateType
  ) -> Bool {
    var endless = rule
    endless.end = .never
    var dates = RuleDates(endless, from: start.startDate, isAllDay: start.isAllDay)
    dates.skip(to: DateTimeParameters(date: day, time: .midnight))
    return dates.next()?.date == day
  }

  /// The date by which the moved series names an occurrence.
  func name(_ occurrence: TMDateType) -> TMDateType {
    guard case .date(let day) = occurrence else { return moved(occurrence) }
    guard let time, let day = day.moved(by: move) else { return moved(occurrence) }
    return .dateTime(DateTimeParameters(date: day, time: time))
  }

  /// The excluded date of the moved series; one that the line names by its day stays on that day.
  func excluded(_ date: TMDateType, named: [TMDateType]) -> TMDateType {
    guard named.contains(where: { $0.firstDay == date.firstDay }) else { return moved(date) }
    guard case .dateTime(let moment) = date, let time else { return .date(date.firstDay) }
    return .dateTime(DateTimeParameters(date: moment.date, time: time))
  }

  /// The date by which the moved series names an occurrence that the line leaves out; one that the line names by its
  /// day stays on that day.
  func shown(_ name: TMDateType, on date: TMDateType, named: [TMDateType]) -> TMDateType {
    guard named.contains(where: { $0.firstDay == date.firstDay }) else { return self.name(name) }
    return excluded(name, named: [.date(name.firstDay)])
  }

  /// The date of an occurrence that was not moved itself.
  func moved(_ date: TMDateType) -> TMDateType {
    guard let moved = date.moved(by: move) else { return date }
    if time == nil, case .dateTime(let moment) = moved { return .date(moment.date) }
    return moved
  }
}

extension DateMove {
  /// The move of a series to the first day and the time of another, or only to its time.
  fileprivate init(from old: TMDateType, to new: TMDateType, inDays: Bool) {
    self.init(
      days: inDays ? new.firstDay.dayNumber - old.firstDay.dayNumber : 0,
      seconds: new.startDate.time.secondOfDay - old.startDate.time.secondOfDay)
  }
}

extension ItemContent {
  /// Moves excluded dates and changed occurrences with their series.
  ///
  /// - Parameters:
  ///   - named: The excluded dates of the line.
  ///   - shown: The names of the changed occurrences that have lines of their own, which say their dates.
  mutating func follow(_ move: LineMove, named: [TMDateType], showing shown: ExactSet) {
    let lines = LineSeries(self, showing: shown)
    let except = item.recurrence?.except ?? []
    item.recurrence?.except = except.map { move.excluded($0, named: named) }
    for index in changed.indices {
      guard let name = changed[index].occurrence else { continue }
      if let part = lines[changed[index].nameInSeries] {
        changed[index].occurrence = move.shown(name, on: part.date, named: named)
        continue
      }
      changed[index].occurrence = move.name(name)
      changed[index].when = changed[index].when.map { date(at: name, $0, move) }
      changed[index].start = changed[index].start.map { date(at: name, $0, move) }
    }
  }

  /// A date of an occurrence, moved if it is the one that the rule gives it.
  private func date(at name: TMDateType, _ date: TMDateType, _ move: LineMove) -> TMDateType {
    if date == name { return move.name(name) }
    return date.startDate == name.startDate && date.isAllDay == name.isAllDay
      ? move.moved(date) : date
  }
}
