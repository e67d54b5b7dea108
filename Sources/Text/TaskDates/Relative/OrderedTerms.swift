/// Terms in the order in which they make sense: one day, one time, and then what is added.
struct OrderedTerms {
  /// More than this no person writes, and a program's row need not be read to its end.
  static let most = 16

  private(set) var terms: [RelativeDate.Term] = []
  private var hasDay = false
  private var hasTime = false
  private var isMoved = false

  /// True if the row can begin a range that another one ends: both say times, or both say days.
  func begins(rangeTo end: OrderedTerms) -> Bool {
    hasTime == end.hasTime && (hasTime || !(terms + end.terms).contains(where: \.saysPeriod))
  }

  /// True behind `+1w`.
  var endsInLength: Bool {
    if case .offset = terms.last { true } else { false }
  }

  /// Adds a term.
  ///
  /// - Returns: What was expected in its place; nil where it may stand there.
  mutating func add(_ term: RelativeDate.Term) -> String? {
    if terms.count == Self.most { return "no more than \(Self.most) parts of a date" }
    if term.isDate, terms.count == 1, case .weekday(let weekday, nil) = terms[0] {
      terms = [term, .falls(weekday)]
      return nil
    }
    if term.saysDay {
      if hasDay { return "one day; this is a second one" }
      if isMoved { return "the day first, and then what is added to it" }
    }
    if term.saysTime, hasTime { return "one time; this is a second one" }
    hasDay = hasDay || term.saysDay
    hasTime = hasTime || term.saysTime || term.movesClock
    isMoved = isMoved || term.movesDay
    terms.append(term)
    return nil
  }
}

extension RelativeDate.Term {
  /// True if the term says which day, whatever stood before it.
  fileprivate var saysDay: Bool {
    switch self {
    case .now, .day, .unit, .weekday, .dayOfMonth, .month, .written: true
    case .weekdays, .edge, .falls, .time, .offset: false
    }
  }

  /// True for a day of a month, which a weekday can stand before.
  fileprivate var isDate: Bool {
    switch self {
    case .dayOfMonth, .written(.date): true
    default: false
    }
  }

  /// True if the term says more than a day.
  fileprivate var saysPeriod: Bool {
    switch self {
    case .unit(let unit, _): unit != .day
    case .month, .written(.period): true
    default: false
    }
  }

  /// True if the term says what time it is.
  fileprivate var saysTime: Bool {
    switch self {
    case .now, .time: true
    default: false
    }
  }

  /// True if the term counts from what stood before it.
  fileprivate var movesDay: Bool {
    switch self {
    case .weekdays, .edge, .offset: true
    default: false
    }
  }

  /// True if the term counts on the clock.
  var movesClock: Bool {
    switch self {
    case .offset(_, let unit), .unit(let unit, _): unit.seconds != nil
    default: false
    }
  }
}
