/// How far dates move: days by days, times by the clock, regardless of clock changes.
///
/// ```swift
/// let move = DateMove(from: mondayAt9, to: tuesdayAt10)
/// TMDateType.date(friday).moved(by: move)  // Saturday
/// ```
public struct DateMove: Hashable, Sendable {
  /// What becomes of a week, a month or a year.
  public enum Periods: Hashable, Sendable {
    /// It moves by the number of such periods between the two times.
    case byPeriods
    /// It stays.
    case stay
    /// It becomes the day on which it ends, moved by days.
    case lastDay
  }

  /// By how many days a day moves.
  public let days: Int
  /// By how many seconds of local time a time moves.
  public let seconds: Int
  /// What becomes of a week, a month or a year.
  public var periods: Periods
  /// The zone in which a range of times keeps its exact length (RFC 5545, section 3.8.5.3); nil to move both of its ends
  /// by the clock.
  public var zone: Zone?
  /// The days between which periods are counted; nil if they stay.
  private let first: DateParameters?
  private let last: DateParameters?

  /// Creates a move from one local time to another, with periods that move by periods.
  public init(from first: DateTimeParameters, to last: DateTimeParameters) {
    days = last.date.dayNumber - first.date.dayNumber
    seconds = last.secondNumber - first.secondNumber
    periods = .byPeriods
    (self.first, self.last) = (first.date, last.date)
  }

  /// Creates a move by days, and by a time of day that times move besides; periods stay.
  public init(days: Int, seconds: Int = 0) {
    self.days = days
    self.seconds = days * 86_400 + seconds
    periods = .stay
    (first, last) = (nil, nil)
  }

  /// Creates a move by a length of time.
  package init(_ span: TimeSpan) {
    self.init(days: span.days + span.seconds / 86_400, seconds: span.seconds % 86_400)
  }

  /// Creates a move by seconds; a day moves as its 00:00.
  package init(seconds: Int) {
    let days = (seconds >= 0 ? seconds : seconds - 86_399) / 86_400
    self.init(days: days, seconds: seconds - days * 86_400)
  }
}

extension TMDateType {
  /// The date after a move.
  ///
  /// - Returns: Nil if the result is outside of the years 1 to 9999.
  public func moved(by move: DateMove) -> TMDateType? {
    switch self {
    case .date(let day): day.moved(by: move).map { .date($0) }
    case .dateTime(let moment): moment.moved(by: move).map { .dateTime($0) }
    case .days(let first, let last):
      Self.both(first.moved(by: move), last.moved(by: move)).map { .days($0, $1) }
    case .beginEndDate(let begin, let end):
      Self.both(begin.moved(by: move), move.end(of: begin, end)).map { .beginEndDate($0, $1) }
    case .period(let period): move.moved(period)
    }
  }

  private static func both<Value>(_ first: Value?, _ second: Value?) -> (Value, Value)? {
    guard let first, let second else { return nil }
    return (first, second)
  }
}

extension DateParameters {
  /// The day after a move; nil outside of the years 1 to 9999.
  package func moved(by move: DateMove) -> DateParameters? { advanced(byDays: move.days) }
}

extension DateTimeParameters {
  /// The time after a move; nil outside of the years 1 to 9999.
  package func moved(by move: DateMove) -> DateTimeParameters? {
    advanced(bySeconds: move.seconds)
  }
}

extension Instant {
  /// The instant whose local time in a zone is that of this one after a move.
  package func moved(by move: DateMove, in zone: Zone) -> Instant? {
    zone.civil(at: self)?.moved(by: move).map { zone.instant(of: $0) }
  }
}

extension RecurrenceRule.End {
  /// The end of a rule after a move of its dates.
  package func moved(by move: DateMove) -> RecurrenceRule.End {
    switch self {
    case .never, .count: self
    case .onDay(let day): day.moved(by: move).map { .onDay($0) } ?? self
    case .at(let moment, let isUTC): moment.moved(by: move).map { .at($0, isUTC: isUTC) } ?? self
    }
  }
}

extension DateMove {
  fileprivate func end(
    of begin: DateTimeParameters, _ end: DateTimeParameters
  ) -> DateTimeParameters? {
    guard let zone, seconds != 0 else { return end.moved(by: self) }
    guard let start = begin.moved(by: self) else { return nil }
    let length = zone.instant(of: end).seconds - zone.instant(of: begin).seconds
    return zone.civil(at: zone.instant(of: start).advanced(by: length))
  }

  fileprivate func moved(_ period: DatePeriod) -> TMDateType? {
    switch periods {
    case .stay: .period(period)
    case .lastDay: seconds == 0 ? .period(period) : period.lastDay.moved(by: self).map { .date($0) }
    case .byPeriods: movedByPeriods(period)?.toDateType()
    }
  }

  private func movedByPeriods(_ period: DatePeriod) -> DatePeriod? {
    guard let count = periods(period.unit) else { return nil }
    let day: DateParameters? =
      switch period.unit {
      case .day: period.firstDay.advanced(byDays: count)
      case .week: period.firstDay.advanced(byDays: count * 7)
      case .month: period.firstDay.advanced(byMonths: count)
      case .year: period.firstDay.advanced(byMonths: count * 12)
      }
    return day.flatMap { DatePeriod(period.unit, containing: $0) }
  }

  private func periods(_ unit: DatePeriod.Unit) -> Int? {
    guard let first = first.flatMap({ DatePeriod(unit, containing: $0) })?.firstDay,
      let last = last.flatMap({ DatePeriod(unit, containing: $0) })?.firstDay
    else { return nil }
    return switch unit {
    case .day: days
    case .week: (last.dayNumber - first.dayNumber) / 7
    case .month: (last.year - first.year) * 12 + last.month - first.month
    case .year: last.year - first.year
    }
  }
}
