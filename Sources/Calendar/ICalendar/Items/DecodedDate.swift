import CalendarItems
import TaskDates

/// A day, or a local time with its time zone.
struct DecodedDate {
  let value: ReminderDates.Value
  let anchor: CalendarItem.Anchor
  let zone: Zone?

  /// The instant of a moment; nil for a day, and if the zone is unknown.
  var instant: Instant? {
    guard case .moment(let moment) = value else { return nil }
    switch anchor {
    case .floating: return nil
    case .utc: return Instant(seconds: moment.secondNumber)
    case .zone: return zone?.instant(of: moment)
    }
  }

  /// The same date in another zone; a day, and a floating time, is unchanged.
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
  /// The value as the date of a payload.
  var dateType: TMDateType {
    switch self {
    case .day(let day): .date(day)
    case .moment(let moment): .dateTime(moment)
    }
  }

  /// The value moved by a length; a day is moved only by its days.
  func advanced(by span: TimeSpan) -> ReminderDates.Value? {
    switch self {
    case .day(let day): day.moved(by: DateMove(span)).map { .day($0) }
    case .moment(let moment): moment.moved(by: DateMove(span)).map { .moment($0) }
    }
  }

  /// The local time in seconds since 1970; midnight for a day.
  var secondNumber: Int {
    switch self {
    case .day(let day): day.dayNumber * 86_400
    case .moment(let moment): moment.secondNumber
    }
  }
}
