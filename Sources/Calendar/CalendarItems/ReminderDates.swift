public import TaskDates

/// The dates of a reminder as iCalendar can express them: DTSTART, and DUE or DURATION.
///
/// RFC 5545 requires DUE to be later than DTSTART and of its type (section 3.8.2.3), and a DTSTART for every recurrence
/// (3.8.5.3). Recurrence counts due dates, so a recurring reminder has its DTSTART near its due date; see
/// `Docs/iCalendar.md`.
public struct ReminderDates: Hashable, Sendable {
  /// A day, or a day and time.
  public enum Value: Hashable, Sendable {
    /// A day (`VALUE=DATE`).
    case day(DateParameters)
    /// A day and time.
    case moment(DateTimeParameters)

    /// The first day or moment of a date.
    public init(beginningOf date: TMDateType) {
      self = date.isAllDay ? .day(date.firstDay) : .moment(date.startDate)
    }

    /// True for a day.
    public var isDay: Bool { if case .day = self { true } else { false } }

    /// The day of the value.
    package var day: DateParameters {
      switch self {
      case .day(let day): day
      case .moment(let moment): moment.date
      }
    }
  }

  /// The forms of a recurring reminder without a start of its own.
  public enum RecurringDue: String, Sendable, CaseIterable {
    /// A day as `DURATION:P1D`, a time as a minute that ends with it.
    case duration
    /// DTSTART and DUE are equal, as Apple writes them.
    case equal
  }

  /// The reason why a start is not in the dates.
  public enum StartFault: Hashable, Sendable {
    /// It is not before the due date.
    case notBeforeDue
    /// The due date is a range or a period, which has its own beginning.
    case dueHasStart
    /// The rule counts due dates, and a DTSTART before them would change them.
    case ruleCountsDueDates
  }

  /// DTSTART.
  public private(set) var start: Value?
  /// DUE.
  public private(set) var due: Value?
  /// DURATION, in place of DUE.
  public private(set) var duration: TimeSpan?
  /// The offset from a due date to the DTSTART of its occurrence, by which exceptions and the end of the rule are
  /// moved.
  ///
  /// It is zero for a range, whose occurrences are named by their beginning.
  public private(set) var shift = TimeSpan()
  /// The reason why the item's start is missing; nil if it is present, or the item has none.
  public private(set) var startFault: StartFault?

  /// Computes the dates of a reminder.
  ///
  /// - Parameters:
  ///   - item: The reminder.
  ///   - recurringDue: The form of a recurring reminder.
  ///   - zone: The zone of the item; nil for none.
  public init(_ item: CalendarItem, recurringDue: RecurringDue = .equal, zone: Zone? = nil) {
    setOwnRange(item.when)
    setStart(item)
    guard let recurrence = item.recurrence, item.recurs, start == nil, let due else {
      return
    }
    if recurringDue == .equal {
      start = due
    } else {
      anchor(on: due, recurrence, zone: zone)
    }
  }

  private mutating func setOwnRange(_ when: TMDateType?) {
    guard let when else { return }
    switch when {
    case .dateTime(let moment): due = .moment(moment)
    case .beginEndDate(let begin, let end):
      start = .moment(begin)
      due = .moment(end)
    case .date, .days, .period:
      due = .day(when.lastDay)
      if when.firstDay < when.lastDay { start = .day(when.firstDay) }
    }
  }

  private mutating func setStart(_ item: CalendarItem) {
    guard let wanted = item.start else { return }
    guard start == nil else {
      startFault = .dueHasStart
      return
    }
    let value = Value(beginningOf: wanted.typed(isAllDay: due?.isDay))
    guard let due else {
      start = value
      return
    }
    guard Self.isBefore(value, due) else {
      startFault = .notBeforeDue
      return
    }
    if let recurrence = item.recurrence, item.recurs, !recurrence.countsStarts {
      guard recurrence.rules.allSatisfy({ Self.keepsDistance($0, value, due: due) }) else {
        startFault = .ruleCountsDueDates
        return
      }
    }
    start = value
    shift = item.recurrence?.countsStarts == true ? TimeSpan() : distance ?? TimeSpan()
  }

  /// True if a rule that counts the starts gives the same due dates: if both are on one day, without parts that name
  /// times; otherwise only without BY parts, and for months or years only if no end of a month is in between.
  public static func keepsDistance(_ rule: RecurrenceRule, _ start: Value, due: Value) -> Bool {
    if start.day == due.day { return !rule.hasByParts || !rule.countsTimes }
    if rule.hasByParts { return false }
    guard rule.frequency == .monthly || rule.frequency == .yearly else { return true }
    let (first, last) = (start.day, due.day)
    return (first.year, first.month) == (last.year, last.month) && last.day <= 28
  }

  private static func isBefore(_ start: Value, _ due: Value) -> Bool {
    switch (start, due) {
    case (.day(let start), .day(let due)): start < due
    case (.moment(let start), .moment(let due)): start < due
    default: false
    }
  }

  /// The offset from the due date to the start.
  private var distance: TimeSpan? {
    switch (start, due) {
    case (.day(let start), .day(let due)): TimeSpan(days: start.dayNumber - due.dayNumber)
    case (.moment(let start), .moment(let due)):
      TimeSpan(seconds: start.secondNumber - due.secondNumber)
    default: nil
    }
  }

  /// Gives a recurring reminder the DTSTART that it needs.
  ///
  /// A time begins a minute before it is due, because clients repeat the exact length. It begins when it is due if that
  /// minute would be on another day, if the rule names times of day, or if clocks skip the minute.
  private mutating func anchor(on due: Value, _ recurrence: Recurrence, zone: Zone?) {
    start = due
    guard case .moment(let moment) = due else {
      self.due = nil
      duration = TimeSpan(days: 1)
      return
    }
    guard moment.time.secondOfDay >= 60, !recurrence.rules.contains(where: \.countsTimes),
      let before = moment.advanced(bySeconds: -60), zone?.everSkips(before) != true
    else {
      self.due = nil
      duration = TimeSpan(seconds: 60)
      return
    }
    shift = TimeSpan(seconds: -60)
    start = .moment(before)
  }
}

extension RecurrenceRule {
  /// True if the rule itself names times of day.
  public var countsTimes: Bool {
    isSubDaily || !hours.isEmpty || !minutes.isEmpty || !seconds.isEmpty
  }
}

extension Zone {
  /// True if clocks skip this time of day on some day of the next ten years.
  fileprivate func everSkips(_ moment: DateTimeParameters) -> Bool {
    let first = instant(of: moment).advanced(by: -2 * 86_400)  // its own day may have the gap
    return transitions(after: first, through: first.advanced(by: 3660 * 86_400)).contains {
      change in
      let skipped = change.after.offset - change.before.offset
      let start = change.instant.seconds + change.before.offset
      guard let civil = DateTimeParameters(secondNumber: start), skipped > 0 else { return false }
      let distance = moment.time.secondOfDay - civil.time.secondOfDay
      return (0..<skipped).contains(distance >= 0 ? distance : distance + 86_400)
    }
  }
}

extension ReminderDates {
  /// The DTSTART of the occurrence with a due date: of the series' type; a day gets the series' time.
  public func start(ofOccurrence due: TMDateType) -> Value? {
    guard let start else { return nil }
    switch start {
    case .day: return due.firstDay.advanced(byDays: shift.days).map { .day($0) }
    case .moment(let first):
      let ownDue = first.advanced(bySeconds: -shift.seconds)
      let moment =
        due.isAllDay
        ? DateTimeParameters(date: due.firstDay, time: ownDue?.time ?? .midnight) : due.startDate
      return moment.advanced(bySeconds: shift.seconds).map { .moment($0) }
    }
  }
}

extension ReminderDates {
  /// An item's rules counted from DTSTART: their end is moved by the offset between due dates and starts.
  public func rules(of item: CalendarItem) -> [RecurrenceRule] {
    (item.recurrence?.rules ?? []).map(moved)
  }

  private func moved(_ rule: RecurrenceRule) -> RecurrenceRule {
    guard let start, let due, shift != TimeSpan() else { return rule }
    let days = start.day.dayNumber - due.day.dayNumber
    return rule.ending(days: days, seconds: shift.nominalSeconds)
  }

  /// A rule counted from DTSTART as a rule that counts due dates, the inverse of `rules(of:)`.
  public func countingDueDates(_ rule: RecurrenceRule) -> RecurrenceRule {
    guard let start, let due, shift != TimeSpan() else { return rule }
    let days = due.day.dayNumber - start.day.dayNumber
    return rule.ending(days: days, seconds: -shift.nominalSeconds)
  }
}

extension RecurrenceRule {
  /// The rule with a later end: a day is moved by days, a moment by seconds.
  fileprivate func ending(days: Int, seconds: Int) -> RecurrenceRule {
    var rule = self
    rule.end = end.moved(by: DateMove(days: days, seconds: seconds - days * 86_400))
    return rule
  }
}

extension TMDateType {
  /// A start converted to the type of the due date: a day becomes its 00:00, a moment its day.
  ///
  /// Without a due date it is unchanged.
  public func typed(isAllDay dueIsDay: Bool?) -> TMDateType {
    guard let dueIsDay, dueIsDay != isAllDay else { return self }
    return dueIsDay ? .date(firstDay) : .dateTime(startDate)
  }
}
