import CalendarItems
import TaskDates

/// A day, or a reading of a clock and where that clock hangs.
struct DecodedDate {
  let value: ReminderDates.Value
  let anchor: CalendarItem.Anchor
  let zone: Zone?

  /// The instant of a moment; nil for a day, and where nobody says which clock is meant.
  var instant: Instant? {
    guard case .moment(let moment) = value else { return nil }
    switch anchor {
    case .floating: return nil
    case .utc: return Instant(seconds: moment.secondNumber)
    case .zone: return zone?.instant(of: moment)
    }
  }

  /// The same date on another clock; a day, and what floats, as it is.
  func on(_ other: CalendarItem.Anchor, _ zone: Zone?) -> ReminderDates.Value {
    guard anchor != other, let instant else { return value }
    switch other {
    case .floating: return value
    case .utc: return instant.utc.map { .moment($0) } ?? value
    case .zone: return zone?.civil(at: instant).map { .moment($0) } ?? value
    }
  }
}

extension ReminderDates.Value {
  /// The value as a payload has it.
  var dateType: TMDateType {
    switch self {
    case .day(let day): .date(day)
    case .moment(let moment): .dateTime(moment)
    }
  }

  /// The value so much later: a day by days alone.
  func advanced(by span: TimeSpan) -> ReminderDates.Value? {
    switch self {
    case .day(let day): day.advanced(byDays: span.days + span.seconds / 86_400).map { .day($0) }
    case .moment(let moment): moment.advanced(bySeconds: span.nominalSeconds).map { .moment($0) }
    }
  }

  /// The seconds of the clock since 1970, a day at its midnight.
  var secondNumber: Int {
    switch self {
    case .day(let day): day.dayNumber * 86_400
    case .moment(let moment): moment.secondNumber
    }
  }
}
