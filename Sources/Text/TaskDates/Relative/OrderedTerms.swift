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

  /// True if it names a day.
  var namesDay: Bool { hasDay }

  /// True if it has a time.
  var hasClock: Bool { hasTime }

  /// True if it names a day, or counts to one.
  var leadsToDay: Bool { hasDay || isMoved && !terms.contains(where: \.movesClock) }

  /// Its time, if nothing is added to that.
  var plainTime: TimeParameters? {
    if terms.contains(where: \.isLength) { return nil }
    for case .time(let time) in terms { return time }
    return nil
  }

  /// True if it is only a time.
  var isClock: Bool {
    if terms.count == 1, case .time = terms[0] { true } else { false }
  }

  /// The month of its day, which the end of a range shares: `3 December - 5`.
  var sharedMonth: Int? {
    for case .dayOfMonth(let day) in terms { return day.month }
    return nil
  }

  /// The terms of a range from this row to another one.
  ///
  /// A day or a length after both times is that of both: `14:00 - 15:30 tomorrow`. A year after both days is that of both, or of
  /// the end if the year ends between them.
  ///
  /// - Returns: Nil if they are not two times or two days.
  func range(to end: OrderedTerms) -> (begin: [RelativeDate.Term], end: [RelativeDate.Term])? {
    let rest = end.terms.dropFirst()
    if isClock, let first = end.terms.first, case .time = first, !rest.isEmpty,
      !rest.contains(where: \.movesClock)
    {
      return (rest + terms, [first])
    }
    guard begins(rangeTo: end), !endsEarlierInMonth(end) else { return nil }
    guard let last = end.writtenDay, let year = last.year.writtenNumber else {
      return (terms, end.terms)
    }
    let begin = terms.map { term in
      guard case .dayOfMonth(let day) = term, day.year == .coming else { return term }
      let isLater = (day.month, day.day) > (last.month, last.day)
      return .dayOfMonth(day.with(year: .written(isLater ? year - 1 : year)))
    }
    return (begin, end.terms)
  }

  /// True for `31 - 28 December`, whose end is not that of the next year.
  private func endsEarlierInMonth(_ end: OrderedTerms) -> Bool {
    guard case .dayOfMonth(let first)? = terms.first, case .dayOfMonth(let last)? = end.terms.first
    else { return false }
    return first.month == last.month && last.day < first.day && last.year == .coming
      && first.year == .coming
  }

  private var writtenDay: RelativeDate.DayOfMonth? {
    for case .dayOfMonth(let day) in terms where day.year.writtenNumber != nil { return day }
    return nil
  }

  /// True if the last term is a length, such as `+1w`.
  var endsInLength: Bool {
    terms.last?.isLength == true
  }

  /// Adds a term.
  ///
  /// - Returns: What was expected in its place; nil if the term is allowed there.
  mutating func add(_ term: RelativeDate.Term) -> String? {
    if terms.count == Self.most { return "at most \(Self.most) parts in a date" }
    if term.isDate, case .weekday(let weekday, nil)? = terms.last {
      terms.removeLast()
      terms += [term, .falls(weekday)]
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
  var hasDay: Bool {
    switch self {
    case .now, .day, .unit, .weekday, .dayOfMonth, .dayNumber, .named, .month, .written: true
    case .weekdays, .edge, .falls, .time, .offset: false
    }
  }

  /// True for a length, such as `+1w`.
  fileprivate var isLength: Bool {
    if case .offset = self { true } else { false }
  }

  /// True for a day of a month, which can follow a weekday.
  fileprivate var isDate: Bool {
    switch self {
    case .dayOfMonth, .dayNumber, .written(.date): true
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

extension RelativeDate.Year {
  /// The number of a year that is written.
  fileprivate var writtenNumber: Int? {
    if case .written(let number) = self { number } else { nil }
  }
}

extension RelativeDate.DayOfMonth {
  fileprivate func with(year: RelativeDate.Year) -> Self {
    RelativeDate.DayOfMonth(month: month, day: day, year: year)
  }
}
