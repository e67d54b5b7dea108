/// A date in words: `tomorrow 3pm`, `next friday`, `+2w`, `end of month`, `4 jan 2027`.
///
/// Reading one needs no clock; `value(at:in:firstWeekday:)` takes it as an argument. Terms are taken
/// from left to right, each starting from what those before it said, and a range has a second row of
/// them: `tomorrow 3pm to 4pm`. `Docs/Dates.md` has the whole language.
///
/// ```swift
/// let date = try RelativeDate(parsing: "end of next month 5pm")
/// date.resolved(at: now)  // .dateTime(2024-12-31 17:00), in November 2024
/// ```
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
    case dayOfMonth(DayOfMonth)
    case month(Int, Year)
    case edge(Edge)
    /// That the day so far is one of these, or nothing: the `friday` of `friday 4 dec`.
    case falls(Weekday)
    case time(TimeParameters)
    case offset(Int, TimeUnit)
    /// A day, a week, a month or a year in figures.
    case written(TMDateType)
  }

  /// The year of a day or month by name.
  enum Year: Hashable, Sendable {
    /// The one in which it is not over yet.
    case coming
    /// This, the next or the last one: 0, 1, -1.
    case counted(Int)
    case written(Int)
  }

  /// A day of a month by name: `4 jan`.
  struct DayOfMonth: Hashable, Sendable {
    let month: Int
    let day: Int
    let year: Year
  }

  /// The first or the last day of a stretch: `end of next month`.
  struct Edge: Hashable, Sendable {
    /// What the edge is of; the unit without a number is the one that was reached so far.
    enum Stretch: Hashable, Sendable {
      case unit(TimeUnit, Int?)
      case month(Int, Year)
    }

    let isEnd: Bool
    let stretch: Stretch
  }

  let terms: [Term]
  /// What says the end of a range, empty where there is none.
  let end: [Term]
  /// What was understood, but may have been meant otherwise, whatever the clock shows.
  public let ambiguities: [DateAmbiguity]

  init(_ terms: [Term], to end: [Term], ambiguities: [DateAmbiguity]) {
    self.terms = terms
    self.end = end
    self.ambiguities = ambiguities
  }

  /// Reads a relative date.
  ///
  /// - Throws: `TMError` where the text is none: `.notUnderstood` names the word, its place and what
  ///   was expected there.
  public init(parsing text: String) throws(TMError) {
    var parser = RelativeDateParser(DateWord.cut(text))
    do {
      self = try parser.whole()
    } catch {
      throw error.error(in: text)
    }
  }

  /// True if the date is the same whatever the clock shows: `4 jan 2027`, `2026-12-05 +1 week`.
  public var isFixed: Bool {
    guard let first = terms.firstIndex(where: \.isFixed) else { return false }
    // Hours before a day is said count from now, and their time stays.
    return !terms[..<first].contains(where: \.movesClock)
      && !(terms + end).contains(where: \.needsClock)
  }

  /// True if hours, minutes or seconds are added, which a day alone has none of: `+3h`.
  public var countsHours: Bool { terms.contains(where: \.movesClock) }

  /// The date of one that is the same whatever the clock shows; nil for any other, and for a day
  /// that is none.
  public var fixedValue: TMDateType? {
    guard isFixed, let epoch = DateTimeParameters(secondNumber: 0) else { return nil }
    return resolved(at: epoch)
  }

  /// Why one that is the same whatever the clock shows is no date; nil where it is one.
  public var fault: TMError? {
    guard isFixed, let epoch = DateTimeParameters(secondNumber: 0) else { return nil }
    do throws(TMError) {
      _ = try value(at: epoch)
      return nil
    } catch {
      return error
    }
  }

  /// The date that this is at a moment.
  ///
  /// - Parameters:
  ///   - now: The reading of the user's clock.
  ///   - zone: The zone of that clock. `+2h` counts hours that pass in it; without a zone it counts
  ///     as if no clock ever changed.
  ///   - firstWeekday: The day that a week begins on.
  /// - Throws: `TMError` where that lies outside of the years 1 to 9999, or names a day that a month
  ///   does not have.
  public func value(
    at now: DateTimeParameters, in zone: Zone? = nil, firstWeekday: Weekday = .monday
  ) throws(TMError) -> TMDateType {
    var resolution = RelativeResolution(now: now, zone: zone, firstWeekday: firstWeekday)
    for term in terms { try resolution.take(term) }
    if end.isEmpty { return resolution.value }
    var last = resolution.end
    for term in end { try last.take(term) }
    return try TMDateType.range(resolution.value, through: last.value)
  }

  /// The date that this is at a moment, nil where that is none; `value(at:in:firstWeekday:)` says
  /// why.
  public func resolved(
    at now: DateTimeParameters, in zone: Zone? = nil, firstWeekday: Weekday = .monday
  ) -> TMDateType? {
    try? value(at: now, in: zone, firstWeekday: firstWeekday)
  }
}

extension RelativeDate.Term {
  /// True if what follows counts from a date that is written out.
  fileprivate var isFixed: Bool {
    switch self {
    case .written: true
    case .dayOfMonth(let day): day.year.isWritten
    case .month(_, let year): year.isWritten
    case .edge(let edge): edge.isFixed
    default: false
    }
  }

  /// True if the term asks the clock whatever stands before it.
  fileprivate var needsClock: Bool {
    switch self {
    case .now, .day, .unit: true
    case .weekday(_, let week): week != nil
    case .dayOfMonth(let day): day.year.isCounted
    case .month(_, let year): year.isCounted
    case .edge(let edge): !edge.isFixed && edge.stretch.needsClock
    case .weekdays, .falls, .time, .offset, .written: false
    }
  }
}

extension RelativeDate.Edge {
  fileprivate var isFixed: Bool {
    if case .month(_, let year) = stretch { year.isWritten } else { false }
  }
}

extension RelativeDate.Edge.Stretch {
  fileprivate var needsClock: Bool {
    if case .unit(_, nil) = self { false } else { true }
  }
}

extension RelativeDate.Year {
  fileprivate var isWritten: Bool {
    if case .written = self { true } else { false }
  }

  fileprivate var isCounted: Bool {
    if case .counted = self { true } else { false }
  }
}
