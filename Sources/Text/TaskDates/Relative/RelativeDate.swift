/// A date in words: `tomorrow 3pm`, `next friday`, `+2w`, `end of month`, `4 jan 2027`.
///
/// Reading one needs no clock; `value(at:in:firstWeekday:)` has the time as a parameter. Terms are evaluated from left
/// to right, each starting from the result of those before it. A range has a second row of them: `tomorrow 3pm to 4pm`.
/// `Docs/DateWords.md` has the whole language.
///
/// ```swift
/// let date = try RelativeDate(parsing: "end of next month 5pm")
/// date.resolved(at: now)  // .dateTime(2024-12-31 17:00), in November 2024
/// ```
public struct RelativeDate: Hashable, Sendable {
  /// One word or phrase of the language.
  enum Term: Hashable, Sendable {
    case now
    /// A day relative to today, in days.
    case day(Int)
    /// The last, this or the next unit: -1, 0, 1.
    case unit(TimeUnit, Int)
    /// The coming weekday, or with a number that of the last, this or the next week.
    case weekday(Weekday, week: Int?)
    /// A number of weekdays ahead: `+3 wed`.
    case weekdays(Weekday, Int)
    case dayOfMonth(DayOfMonth)
    /// A day without its month, `the 12th`: the coming one, or with a number that of this or the next month.
    case dayNumber(Int, month: Int?)
    /// A named day: the coming one, or that of a year.
    case named(NamedDay, year: Int?)
    case month(Int, Year)
    case edge(Edge)
    /// A condition that the day so far falls on a weekday: the `friday` of `friday 4 dec`.
    case falls(Weekday)
    case time(TimeParameters)
    case offset(Int, TimeUnit)
    /// A day, a week, a month or a year in figures.
    case written(TMDateType)
  }

  /// The year of a day or month by name.
  enum Year: Hashable, Sendable {
    /// The year in which the day or month is not over yet.
    case coming
    /// The last, this or the next year: -1, 0, 1.
    case counted(Int)
    case written(Int)
  }

  /// A day of a month by name: `4 jan`.
  struct DayOfMonth: Hashable, Sendable {
    let month: Int
    let day: Int
    let year: Year
  }

  /// The first or the last day of a period: `end of next month`.
  struct Edge: Hashable, Sendable {
    /// The period; a unit without a number is the one that contains the day so far.
    enum Stretch: Hashable, Sendable {
      case unit(TimeUnit, Int?)
      case month(Int, Year)
    }

    let isEnd: Bool
    let stretch: Stretch
  }

  let terms: [Term]
  /// The terms of the end of a range; empty if there is none.
  let end: [Term]
  /// The ambiguities that do not depend on the current time.
  public let ambiguities: [DateAmbiguity]

  init(_ terms: [Term], to end: [Term], ambiguities: [DateAmbiguity]) {
    self.terms = terms
    self.end = end
    self.ambiguities = ambiguities
  }

  /// Reads a relative date.
  ///
  /// - Parameters:
  ///   - text: The words.
  ///   - conventions: What a person has set about dates that they type; none for the text of a file.
  /// - Throws: `TMError` if the text is not one: `.notUnderstood` names the word, its place and what was expected
  ///   there.
  public init(parsing text: String, conventions: DateConventions = .none) throws(TMError) {
    var parser = RelativeDateParser(DateWord.cut(Array(text.utf8), conventions))
    do {
      self = try parser.whole()
    } catch {
      throw error.error(in: text)
    }
  }

  /// True if the date does not depend on the current time: `4 jan 2027`, `2026-12-05 +1 week`.
  public var isFixed: Bool {
    guard let first = terms.firstIndex(where: \.isFixed) else { return false }
    // Hours before the first day count from now, and their time stays.
    return !terms[..<first].contains(where: \.movesClock)
      && !(terms + end).contains(where: \.needsClock)
  }

  /// True if hours, minutes or seconds are added, which a day alone does not have: `+3h`.
  public var countsHours: Bool { terms.contains(where: \.movesClock) }

  /// The date, if it does not depend on the current time; nil if it does, and for a day that does not exist.
  public var fixedValue: TMDateType? {
    guard isFixed, let epoch = DateTimeParameters(secondNumber: 0) else { return nil }
    return resolved(at: epoch)
  }

  /// The error of a date that does not depend on the current time; nil if it is valid.
  public var fault: TMError? {
    guard isFixed, let epoch = DateTimeParameters(secondNumber: 0) else { return nil }
    do throws(TMError) {
      _ = try value(at: epoch)
      return nil
    } catch {
      return error
    }
  }

  /// The date at a moment.
  ///
  /// - Parameters:
  ///   - now: The user's local time.
  ///   - zone: The zone of that time. `+2h` counts hours that pass in it; without a zone it counts as if clocks never
  ///     changed.
  ///   - firstWeekday: The first day of a week.
  /// - Throws: `TMError` if the date is outside of the years 1 to 9999, or names a day that a month does not have.
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

  /// The date at a moment; nil if there is none; `value(at:in:firstWeekday:)` throws the reason.
  public func resolved(
    at now: DateTimeParameters, in zone: Zone? = nil, firstWeekday: Weekday = .monday
  ) -> TMDateType? {
    try? value(at: now, in: zone, firstWeekday: firstWeekday)
  }
}

extension RelativeDate.Term {
  /// True if the terms that follow count from an absolute date.
  fileprivate var isFixed: Bool {
    switch self {
    case .written: true
    case .dayOfMonth(let day): day.year.isWritten
    case .month(_, let year): year.isWritten
    case .edge(let edge): edge.isFixed
    default: false
    }
  }

  /// True if the term depends on the current time, whatever comes before it.
  fileprivate var needsClock: Bool {
    switch self {
    case .now, .day, .unit, .dayNumber, .named: true
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
