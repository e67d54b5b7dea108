/// A date that moves with the clock: `tomorrow 3pm`, `next friday`, `+2w`, `end of month`.
///
/// Reading one needs no clock; `resolved(at:)` takes it as an argument. Terms are taken from left to
/// right, each starting from what those before it said.
public struct RelativeDate: Hashable, Sendable {
  /// One word or phrase of the language.
  enum Term: Hashable, Sendable {
    case now
    /// Today and its neighbours, in days.
    case day(Int)
    /// This, the next or the last unit: -1, 0, 1.
    case unit(TimeUnit, Int)
    /// The coming one of a weekday, or with a number that of this, the next or the last week.
    case weekday(Weekday, week: Int?)
    /// So many of a weekday on: `+3 wed`.
    case weekdays(Weekday, Int)
    /// A month of this year, the next or the last, and a day of it.
    case month(Int, year: Int, day: Int?)
    case end(TimeUnit)
    case time(TimeParameters)
    case offset(Int, TimeUnit)
    /// A date that is written out, before offsets.
    case date(DateParameters)
  }

  let terms: [Term]

  /// Reads a relative date; nil where the text is none.
  public init?(parsing text: String) {
    var parser = RelativeDateParser(text)
    guard let terms = parser.terms(), !terms.isEmpty else { return nil }
    self.terms = terms
  }

  /// The date that this is at a moment.
  ///
  /// - Parameter now: The reading of the user's clock.
  /// - Returns: Nil where that lies outside of the years 1 to 9999, or names a day that a month does
  ///   not have.
  public func resolved(at now: DateTimeParameters) -> TMDateType? {
    var resolution = RelativeResolution(now: now)
    for term in terms {
      guard resolution.take(term) else { return nil }
    }
    return resolution.value
  }
}

/// A unit of time in a relative date or a repetition.
enum TimeUnit: Hashable, Sendable {
  case second, minute, hour, day, week, month, quarter, year
}
