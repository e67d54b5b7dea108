/// A date that was read in one way and may have been meant in another; its description names both.
public enum DateAmbiguity: Hashable, Sendable {
  /// `m`: minutes in TaskPaper, and months elsewhere.
  case minuteOrMonth
  /// `midnight`: the beginning of the day here, and its end elsewhere.
  case midnight
  /// `tonight`: read as today, without a time.
  case tonight
  /// `at 8`: read as 08:00, and perhaps meant as 20:00.
  case hour(TimeParameters)
  /// `friday` on a Friday: read as the Friday one week later.
  case todaysWeekday(Weekday, DateParameters)
  /// `next friday` while this week's Friday is still to come.
  case nextWeekday(Weekday, this: DateParameters, next: DateParameters)
  /// A day without a year that has passed this year.
  case passedDay(DateParameters)
  /// A time without a day that has passed today.
  case passedTime(TimeParameters)
  /// `every second friday`: read as that of each month, and perhaps meant as every other one.
  case secondWeekday(Weekday)
}

extension DateAmbiguity: CustomStringConvertible {
  /// How the date is read, and how to write it without ambiguity.
  public var description: String {
    switch self {
    case .minuteOrMonth: "m means minutes here; write min or month"
    case .midnight: "midnight is 00:00, the beginning of the day; write 00:00 or 23:59"
    case .tonight: "tonight has no hour and is read as today; write tonight 8pm"
    case .hour(let time): "the hour is read as \(time.formattedDate); write am or pm after it"
    case .todaysWeekday(let weekday, let day):
      "\(weekday.shortName) is \(day.formattedDate), a week from today; write today for today"
    case .nextWeekday(let weekday, let this, let next):
      "next \(weekday.shortName) is \(next.formattedDate), in the next week; write "
        + "\(weekday.shortName) for \(this.formattedDate)"
    case .passedDay(let day):
      "the day has already passed this year and is read as \(day.formattedDate); write the year"
    case .passedTime(let time):
      "\(time.formattedDate) has already passed today; write tomorrow \(time.formattedDate)"
    case .secondWeekday(let weekday):
      "this is the second \(weekday.shortName) of each month; write every other \(weekday.shortName) for every two weeks"
    }
  }
}

extension RelativeDate {
  /// All ambiguities at a moment, including those that do not depend on the clock.
  ///
  /// - Parameters:
  ///   - now: The user's local time.
  ///   - firstWeekday: The first day of a week.
  public func ambiguities(
    at now: DateTimeParameters, firstWeekday: Weekday = .monday
  ) -> [DateAmbiguity] {
    ambiguities + terms.compactMap { Self.ambiguity($0, now, firstWeekday: firstWeekday) }
      + (passedTime(now).map { [.passedTime($0)] } ?? [])
  }

  private func passedTime(_ now: DateTimeParameters) -> TimeParameters? {
    guard terms.count == 1, case .time(let time) = terms[0], time < now.time else { return nil }
    return time
  }

  private static func ambiguity(
    _ term: Term, _ now: DateTimeParameters, firstWeekday: Weekday
  ) -> DateAmbiguity? {
    let read = RelativeDate([term], to: [], ambiguities: []).resolved(
      at: now, firstWeekday: firstWeekday)
    guard case .date(let day)? = read else { return nil }
    switch term {
    case .weekday(let weekday, nil):
      return weekday == now.date.weekday ? .todaysWeekday(weekday, day) : nil
    case .weekday(let weekday, 1?):
      guard let coming = now.date.next(weekday), coming < day else { return nil }
      return .nextWeekday(weekday, this: coming, next: day)
    case .dayOfMonth(let date):
      let ofThisYear = try? DateParameters(
        year: now.date.year, month: day.month, day: day.day)  // nil for 29 February in most years
      return date.year == .coming && day.year > now.date.year && ofThisYear != nil
        ? .passedDay(day) : nil
    default: return nil
    }
  }
}

extension DateExpression {
  /// Other meanings of a relative date at a moment; empty for an absolute date.
  public func ambiguities(at now: DateTimeParameters) -> [DateAmbiguity] {
    if case .relative(let date) = self { date.ambiguities(at: now) } else { [] }
  }
}
