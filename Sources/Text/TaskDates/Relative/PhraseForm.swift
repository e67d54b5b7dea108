/// How much some words of a title look like a date, without regard to the words around them.
struct PhraseForm {
  /// How likely words are a date.
  enum Strength {
    /// Only after `due`, `by` or the like: `sun`, `may`, `2027`, `3:15`.
    case weak
    /// At the end, or after a preposition: `friday`, `4 jan`, `next week`, `3pm`.
    case likely
    /// Anywhere: a day with a time.
    case certain
  }

  let strength: Strength
  /// The date; nil for a year alone.
  let date: RelativeDate?
  let isTimeOnly: Bool
  /// True for `today`, `tomorrow` and `tonight`.
  let isNearDay: Bool
  /// True for weekdays and days, which `on` can precede.
  let isDay: Bool
  /// True for `12th of next month`.
  let isOfMonth: Bool

  init(year: DatePeriod) {
    strength = .weak
    date = nil
    isTimeOnly = false
    isNearDay = false
    isDay = false
    isOfMonth = false
  }

  /// - Parameter words: The words of the date.
  /// - Returns: Nil for what cannot be a due date: a past date, and a length.
  init?(_ date: RelativeDate, _ words: ArraySlice<DateWord>) {
    let terms = date.terms
    guard let first = words.first, !(terms + date.end).contains(where: \.isPast) else {
      return nil
    }
    let hasTime = terms.contains(where: \.isTime)
    let days = terms.filter { !$0.isTime }
    self.date = date
    isTimeOnly = days.isEmpty
    isNearDay = words.count == 1 && ["today", "tomorrow", "tonight"].contains(first.text)
    isDay = days.contains(where: \.isDay)
    isOfMonth = days.contains(where: \.isOfMonth)
    strength =
      if days.isEmpty {
        first.isBareTime(after: words) && date.end.isEmpty ? .weak : .likely
      } else if hasTime {
        isDay ? .certain : .weak
      } else if words.count == 1, Self.homonyms.contains(first.text) || first.isBareFigures {
        .weak
      } else if days.contains(where: \.isDayNumber) {
        .weak
      } else if words.count == 1, case .month = terms[0] { .weak } else { .likely }
  }

  /// Short names of weekdays that are also other English words.
  private static let homonyms: Set<String> = ["sun", "sat", "wed", "mon"]
}

extension DateWord {
  /// True for `5.12`, which may be a number.
  fileprivate var isBareFigures: Bool {
    if case .figureDate(let date) = kind { date.isBare } else { false }
  }

  /// True for `3:15`, `noon` and `midnight`, without `at` before and `pm` after them.
  fileprivate func isBareTime(after words: ArraySlice<DateWord>) -> Bool {
    words.count == 1 && text != "at"
  }
}

extension RelativeDate.Term {
  fileprivate var isTime: Bool {
    if case .time = self { true } else { false }
  }

  fileprivate var isOfMonth: Bool {
    if case .dayNumber(_, month: _?) = self { true } else { false }
  }

  fileprivate var isDayNumber: Bool {
    if case .dayNumber(_, month: nil) = self { true } else { false }
  }

  /// True for a term that names one day.
  fileprivate var isDay: Bool {
    switch self {
    case .day, .weekday, .weekdays, .dayOfMonth, .dayNumber, .named, .edge: true
    case .written(.date): true
    case .offset(_, let unit): unit.seconds == nil
    default: false
    }
  }

  /// True for a term that is in the past, or too near to be planned, and so cannot be a due date.
  fileprivate var isPast: Bool {
    switch self {
    case .now: true
    case .day(let offset), .offset(let offset, _), .weekdays(_, let offset): offset < 0
    case .unit(let unit, let offset): offset < 0 || unit == .day || unit.seconds != nil
    case .weekday(_, let week): week ?? 0 < 0
    case .dayOfMonth(let day): day.year == .counted(-1)
    case .month(_, let year): year == .counted(-1)
    case .edge(let edge): edge.isPast
    case .falls, .time, .written, .dayNumber, .named: false
    }
  }
}

extension RelativeDate.Edge {
  fileprivate var isPast: Bool {
    switch stretch {
    case .unit(let unit, let offset): offset ?? 0 < 0 || unit == .day
    case .month(_, let year): year == .counted(-1)
    }
  }
}
