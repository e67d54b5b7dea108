/// The evaluation of a relative date: the result of the terms so far.
struct RelativeResolution {
  private let now: DateTimeParameters
  private let zone: Zone?
  private let firstWeekday: Weekday
  private var day: DateParameters
  private var time: TimeParameters?
  /// A period longer than a day, until a finer term follows.
  private var whole: TMDateType?
  /// True as long as only lengths were evaluated: they count from now, those of hours too.
  private var isLength = true
  /// The day from which a coming day is searched.
  private var origin: DateParameters
  /// True if that day itself may be the coming one, as in the end of a range.
  private var countsOrigin = false

  init(now: DateTimeParameters, zone: Zone?, firstWeekday: Weekday) {
    self.now = now
    self.zone = zone
    self.firstWeekday = firstWeekday
    day = now.date
    origin = now.date
  }

  /// The state for the end of a range that begins here: it has the same day, and a weekday is the first one from there.
  var end: RelativeResolution {
    var end = self
    (end.time, end.whole, end.origin, end.countsOrigin) = (nil, nil, day, true)
    return end
  }

  /// The result of all terms.
  var value: TMDateType {
    whole ?? time.map { .dateTime(DateTimeParameters(date: day, time: $0)) } ?? .date(day)
  }

  /// Evaluates one term.
  ///
  /// - Throws: `TMError` if there is no such date.
  mutating func take(_ term: RelativeDate.Term) throws(TMError) {
    switch term {
    case .now:
      time = now.time
    case .time(let clock):
      time = clock
      whole = nil
    case .day(let offset): try set(now.date.advanced(byDays: offset))
    case .written(let value): try set(value)
    case .weekday(let weekday, nil): try set(coming(weekday))
    case .weekday(let weekday, let week?): try set(self.day(weekday, week))
    case .weekdays(let weekday, let count): try set(day.counted(count, weekday))
    case .dayOfMonth(let date): try set(try date.day(from: origin))
    case .dayNumber(let number, let month): try set(try self.day(number, month: month))
    case .named(let named, let year): try set(try named.day(from: origin, year: year))
    case .month(let month, let year): try set(try self.month(month, year))
    case .unit(let unit, let offset): try set(unit, offset)
    case .edge(let edge): try set(try self.day(of: edge))
    case .falls(let weekday):
      if day.weekday != weekday { throw .otherWeekday(day, weekday) }
    case .offset(let count, let unit):
      try move(count, unit)
      return
    }
    isLength = false
  }

  private mutating func set(_ day: DateParameters?) throws(TMError) {
    guard let day else { throw .beyondYears }
    self.day = day
    whole = nil
  }

  private mutating func set(_ value: TMDateType) throws(TMError) {
    try set(value.firstDay)
    if case .date = value { return }
    whole = time == nil ? value : nil
  }

  private mutating func set(_ unit: TimeUnit, _ offset: Int) throws(TMError) {
    if unit.seconds != nil { return try move(offset, unit) }
    try set(try days(unit, offset))
  }

  private mutating func move(_ count: Int, _ unit: TimeUnit) throws(TMError) {
    guard let seconds = unit.seconds else { return try set(day.moved(count, unit)) }
    let base = isLength ? now.time : .midnight
    let start = DateTimeParameters(date: day, time: time ?? base)
    guard let moved = moment(count * seconds, after: start) else { throw .beyondYears }
    time = moved.time
    try set(moved.date)
  }

  /// The local time that is a number of seconds later, in the zone if one is given.
  private func moment(_ seconds: Int, after start: DateTimeParameters) -> DateTimeParameters? {
    guard let zone else { return start.advanced(bySeconds: seconds) }
    let instant = Instant(seconds: zone.instant(of: start).seconds + seconds)
    return zone.civil(at: instant)
  }

  /// All days of a unit as one value: a period if there is one.
  private func days(_ unit: TimeUnit, _ offset: Int) throws(TMError) -> TMDateType {
    guard let start = now.date.days(of: unit, firstWeekday)?.lowerBound,
      let days = start.moved(offset, unit)?.days(of: unit, firstWeekday)
    else { throw .beyondYears }
    if let period = unit.periodUnit.flatMap({ DatePeriod($0, containing: days.lowerBound) }),
      period.firstDay == days.lowerBound, period.lastDay == days.upperBound
    {
      return period.toDateType()
    }
    return .days(days.lowerBound, days.upperBound)
  }

  private func coming(_ weekday: Weekday) -> DateParameters? {
    countsOrigin ? origin.advanced(byDays: -1)?.next(weekday) : origin.next(weekday)
  }

  private func day(_ weekday: Weekday, _ week: Int) -> DateParameters? {
    let place = (weekday.rawValue - firstWeekday.rawValue + 7) % 7
    return now.date.days(of: .week, firstWeekday)?.lowerBound
      .advanced(byDays: place + week * 7)
  }

  /// The day of this or the next month; without a month, the first one on or after today.
  private func day(_ number: Int, month: Int?) throws(TMError) -> DateParameters {
    if let month {
      let first = DateParameters(checked: now.date.year, now.date.month, 1)
      guard let start = first?.advanced(byMonths: month) else { throw .beyondYears }
      return try DateParameters(year: start.year, month: start.month, day: number)
    }
    // Of any two months in a row, one has 31 days.
    let days = (0...62).lazy.compactMap { origin.advanced(byDays: $0) }
    guard let day = days.first(where: { $0.day == number }) else { throw .beyondYears }
    return day
  }

  /// A month of a year, or the current or coming one.
  private func month(_ month: Int, _ year: RelativeDate.Year) throws(TMError) -> TMDateType {
    let number =
      switch year {
      case .coming: origin.year + (month < origin.month ? 1 : 0)
      case .counted(let offset): now.date.year + offset
      case .written(let number): number
      }
    return .period(try DatePeriod(year: number, month: month))
  }

  private func day(of edge: RelativeDate.Edge) throws(TMError) -> DateParameters? {
    let days: ClosedRange<DateParameters>?
    switch edge.stretch {
    case .unit(let unit, nil): days = day.days(of: unit, firstWeekday)
    case .unit(let unit, let offset?):
      let value = try self.days(unit, offset)
      days = value.firstDay...value.lastDay
    case .month(let month, let year):
      let value = try self.month(month, year)
      days = value.firstDay...value.lastDay
    }
    return edge.isEnd ? days?.upperBound : days?.lowerBound
  }
}

extension TMDateType {
  /// The range from one date to another, of times or of days.
  ///
  /// - Throws: `TMError` if only one of them has a time, or the end is not after the beginning.
  static func range(_ begin: TMDateType, through end: TMDateType) throws(TMError) -> TMDateType {
    switch (begin, end) {
    case (.dateTime(let begin), .dateTime(let end)): return try range(begin, end)
    case (.date(let first), .date(let last)): return try range(first, last)
    default:
      throw .invalidFormattedString(
        "\(begin) thru \(end)", "a time on both days or on neither, and not a period")
    }
  }
}

extension DateParameters {
  /// The nth weekday after the day; before it if the number is negative.
  fileprivate func counted(_ count: Int, _ weekday: Weekday) -> DateParameters? {
    let first = count > 0 ? next(weekday) : advanced(byDays: -7).flatMap { $0.next(weekday) }
    // The day itself does not count as a weekday before it.
    let isItself = count < 0 && first == self
    return first?.advanced(byDays: (count > 0 ? count - 1 : count + (isItself ? 0 : 1)) * 7)
  }
}

extension RelativeDate.DayOfMonth {
  /// The day; without a year the coming one, which may be today.
  fileprivate func day(from today: DateParameters) throws(TMError) -> DateParameters {
    switch year {
    case .written(let number): return try DateParameters(year: number, month: month, day: day)
    case .counted(let offset):
      return try DateParameters(year: today.year + offset, month: month, day: day)
    case .coming:
      // The next 29 February may be eight years away.
      for year in today.year...today.year + 8 {
        if let day = DateParameters(checked: year, month, day), day >= today { return day }
      }
      throw .beyondYears
    }
  }
}
