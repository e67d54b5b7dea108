/// What was read in one way and may have been meant in another; the sentence says both.
public enum DateAmbiguity: Hashable, Sendable {
  /// `m`: TaskPaper's minute, and others' month.
  case minuteOrMonth
  /// `midnight`: the day's beginning here, and its end for others.
  case midnight
  /// `tonight`: today, for it has no hour.
  case tonight
  /// A weekday that today is: the one in a week.
  case todaysWeekday(Weekday, DateParameters)
  /// `next friday` while this week's is still to come.
  case nextWeekday(Weekday, this: DateParameters, next: DateParameters)
  /// A day without a year that has passed in this one.
  case passedDay(DateParameters)
  /// A time without a day that has passed today.
  case passedTime(TimeParameters)
}

extension DateAmbiguity: CustomStringConvertible {
  /// What it is read as, and how to write it so that nobody wonders.
  public var description: String {
    switch self {
    case .minuteOrMonth: "m is a minute here; write min or month"
    case .midnight: "midnight is 00:00, when its day begins; write 00:00 or 23:59"
    case .tonight: "tonight has no hour and is read as today; write tonight 8pm"
    case .todaysWeekday(let weekday, let day):
      "\(weekday.shortName) is \(day.formattedDate), a week from today; write today for today"
    case .nextWeekday(let weekday, let this, let next):
      "next \(weekday.shortName) is \(next.formattedDate), in the next week; write "
        + "\(weekday.shortName) for \(this.formattedDate)"
    case .passedDay(let day):
      "the day has passed in this year and is read as \(day.formattedDate); write its year"
    case .passedTime(let time):
      "\(time.formattedDate) has passed today; write tomorrow \(time.formattedDate)"
    }
  }
}

extension RelativeDate {
  /// All that may have been meant otherwise at a moment; `doubts` are among them.
  ///
  /// - Parameters:
  ///   - now: The reading of the user's clock.
  ///   - firstWeekday: The day that a week begins on.
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
      return date.year == .coming && day.year > now.date.year ? .passedDay(day) : nil
    default: return nil
    }
  }
}

extension DateExpression {
  /// What else a date that moves with the clock may mean at a moment; nothing for any other.
  public func ambiguities(at now: DateTimeParameters) -> [DateAmbiguity] {
    if case .relative(let date) = self { date.ambiguities(at: now) } else { [] }
  }
}
