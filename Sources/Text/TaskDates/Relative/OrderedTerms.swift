/// Terms in a valid order: one day, one time, and then what is added.
struct OrderedTerms {
  /// The maximum number of terms: nobody writes more, and a long generated text need not be read to its end.
  static let most = 16

  private(set) var terms: [RelativeDate.Term] = []
  private var hasDay = false
  private var hasTime = false
  private var isMoved = false

  /// True if this row can begin a range that another one ends: both have times, or both have days.
  func begins(rangeTo end: OrderedTerms) -> Bool {
    hasTime == end.hasTime && (hasTime || !(terms + end.terms).contains(where: \.hasPeriod))
  }

  /// True if the last term is a length, such as `+1w`.
  var endsInLength: Bool {
    if case .offset = terms.last { true } else { false }
  }

  /// Adds a term.
  ///
  /// - Returns: What was expected in its place; nil if the term is allowed there.
  mutating func add(_ term: RelativeDate.Term) -> String? {
    if terms.count == Self.most { return "at most \(Self.most) parts in a date" }
    if term.isDate, terms.count == 1, case .weekday(let weekday, nil) = terms[0] {
      terms = [term, .falls(weekday)]
      return nil
    }
    if term.hasDay {
      if hasDay { return "only one day" }
      if isMoved { return "the day first, then the length to add to it" }
    }
    if term.hasTime, hasTime { return "only one time" }
    hasDay = hasDay || term.hasDay
    hasTime = hasTime || term.hasTime || term.movesClock
    isMoved = isMoved || term.movesDay
    terms.append(term)
    return nil
  }
}

extension RelativeDate.Term {
  /// True if the term determines the day, whatever comes before it.
  fileprivate var hasDay: Bool {
    switch self {
    case .now, .day, .unit, .weekday, .dayOfMonth, .month, .written: true
    case .weekdays, .edge, .falls, .time, .offset: false
    }
  }

  /// True for a day of a month, which can follow a weekday.
  fileprivate var isDate: Bool {
    switch self {
    case .dayOfMonth, .written(.date): true
    default: false
    }
  }

  /// True if the term is a period longer than a day.
  fileprivate var hasPeriod: Bool {
    switch self {
    case .unit(let unit, _): unit != .day
    case .month, .written(.period): true
    default: false
    }
  }

  /// True if the term has a time of day.
  fileprivate var hasTime: Bool {
    switch self {
    case .now, .time: true
    default: false
    }
  }

  /// True if the term counts from the terms before it.
  fileprivate var movesDay: Bool {
    switch self {
    case .weekdays, .edge, .offset: true
    default: false
    }
  }

  /// True if the term adds hours, minutes or seconds.
  var movesClock: Bool {
    switch self {
    case .offset(_, let unit), .unit(let unit, _): unit.seconds != nil
    default: false
    }
  }
}
