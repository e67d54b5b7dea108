public import TaskDates

/// The dates of a reminder as iCalendar can hold them: DTSTART, and DUE or DURATION.
///
/// RFC 5545 wants DUE to be later than DTSTART and of its type (section 3.8.2.3), and a DTSTART
/// wherever something repeats (3.8.5.3). Repetition counts due dates, so a reminder that repeats is
/// anchored on its due date; see `Docs/iCalendar.md`.
public struct ReminderDates: Hashable, Sendable {
  /// A day, or a day and time.
  public enum Value: Hashable, Sendable {
    /// A day (`VALUE=DATE`).
    case day(DateParameters)
    /// A day and time.
    case moment(DateTimeParameters)
  }

  /// How a repeating reminder without a beginning of its own is anchored.
  public enum RecurringDue: String, Sendable, CaseIterable {
    /// A day as `DURATION:P1D`, a time as a minute that ends with it.
    case duration
    /// DTSTART and DUE the same, as Apple writes it.
    case equal
  }

  /// Why a start is not in the dates.
  public enum StartFault: Hashable, Sendable {
    /// It is not before the due date.
    case notBeforeDue
    /// The due date is a range or a period, which has a beginning of its own.
    case dueHasStart
    /// The rule has BY parts, which count due dates.
    case ruleHasParts
  }

  /// DTSTART.
  public private(set) var start: Value?
  /// DUE.
  public private(set) var due: Value?
  /// DURATION, in place of DUE.
  public private(set) var duration: TimeSpan?
  /// What lies between a due date and the DTSTART of its occurrence: how exceptions are moved.
  public private(set) var shift = TimeSpan()
  /// Why the item's start is not here, nil where it is or there is none.
  public private(set) var startFault: StartFault?

  /// Works out the dates of a reminder.
  public init(_ item: CalendarItem, recurringDue: RecurringDue = .duration) {
    setOwnRange(item.when)
    setStart(item)
    guard let recurrence = item.recurrence, !recurrence.isAfterDone, start == nil, let due else {
      return
    }
    anchor(on: due, recurringDue)
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
    shift = distance ?? TimeSpan()
  }

  private mutating func setStart(_ item: CalendarItem) {
    guard let wanted = item.start else { return }
    guard start == nil else {
      startFault = .dueHasStart
      return
    }
    if let rule = item.recurrence?.rule, rule.hasByParts, due != nil {
      startFault = .ruleHasParts
      return
    }
    let value = Self.value(wanted, like: due)
    guard let due else {
      start = value
      return
    }
    guard Self.isBefore(value, due) else {
      startFault = .notBeforeDue
      return
    }
    start = value
    shift = distance ?? TimeSpan()
  }

  /// A start of the type of the due date: a day is its 00:00, a moment its day.
  private static func value(_ start: TMDateType, like due: Value?) -> Value {
    switch due {
    case .day: .day(start.firstDay)
    case .moment: .moment(start.startDate)
    case nil: start.isAllDay ? .day(start.firstDay) : .moment(start.startDate)
    }
  }

  private static func isBefore(_ start: Value, _ due: Value) -> Bool {
    switch (start, due) {
    case (.day(let start), .day(let due)): start < due
    case (.moment(let start), .moment(let due)): start < due
    default: false
    }
  }

  /// From the due date back to the start.
  private var distance: TimeSpan? {
    switch (start, due) {
    case (.day(let start), .day(let due)): TimeSpan(days: start.dayNumber - due.dayNumber)
    case (.moment(let start), .moment(let due)):
      TimeSpan(seconds: start.secondNumber - due.secondNumber)
    default: nil
    }
  }

  /// Gives a repeating reminder the DTSTART that it needs.
  ///
  /// A time begins a minute before it is due, for a client repeats the exact length. At 00:00 that
  /// minute would lie on the day before, and the rule would count that day, so it lies behind.
  private mutating func anchor(on due: Value, _ recurringDue: RecurringDue) {
    start = due
    if recurringDue == .equal { return }
    switch due {
    case .day:
      self.due = nil
      duration = TimeSpan(days: 1)
    case .moment(let moment) where moment.time == .midnight:
      self.due = nil
      duration = TimeSpan(seconds: 60)
    case .moment(let moment):
      shift = TimeSpan(seconds: -60)
      if let before = moment.advanced(bySeconds: -60) { start = .moment(before) }
    }
  }
}

extension ReminderDates {
  /// A due date of the series as the DTSTART of its occurrence: of the series' type, a day at the
  /// series' own time.
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
