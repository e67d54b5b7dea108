/// A relative date on its way to a value: what the terms so far have said.
struct RelativeResolution {
  private let now: DateTimeParameters
  private var day: DateParameters
  private var time: TimeParameters?
  private var period: DatePeriod?
  private var isUntouched = true

  init(now: DateTimeParameters) {
    self.now = now
    day = now.date
  }

  /// What all terms together say.
  var value: TMDateType {
    if let period { return period.toDateType() }
    return time.map { .dateTime(DateTimeParameters(date: day, time: $0)) } ?? .date(day)
  }

  /// Takes one term; false where it leads to no date.
  mutating func take(_ term: RelativeDate.Term) -> Bool {
    let result = apply(term)
    isUntouched = false
    return result
  }

  private mutating func apply(_ term: RelativeDate.Term) -> Bool {
    switch term {
    case .now:
      time = now.time
      return true
    case .time(let clock):
      period = nil
      time = clock
      return true
    case .day(let offset): return set(now.date.advanced(byDays: offset))
    case .date(let date): return set(date)
    case .weekday(let weekday, let week): return set(Self.day(weekday, week, from: now.date))
    case .weekdays(let weekday, let count):
      return set(Self.coming(weekday, after: day)?.advanced(byDays: (count - 1) * 7))
    case .month(let month, let year, let day): return set(month: month, year: year, day: day)
    case .unit(let unit, let offset): return set(unit, offset)
    case .end(let unit): return set(Self.period(unit, containing: day)?.lastDay)
    case .offset(let count, let unit): return move(count, unit)
    }
  }

  private mutating func set(_ day: DateParameters?) -> Bool {
    guard let day else { return false }
    self.day = day
    period = nil
    return true
  }

  private mutating func set(_ period: DatePeriod?) -> Bool {
    guard let period else { return false }
    self.period = period.unit == .day ? nil : period
    day = period.firstDay
    return true
  }

  private mutating func set(month: Int, year: Int, day: Int?) -> Bool {
    let year = now.date.year + year
    guard let day else { return set(try? DatePeriod(year: year, month: month)) }
    return set(try? DateParameters(year: year, month: month, day: day))
  }

  private mutating func set(_ unit: TimeUnit, _ offset: Int) -> Bool {
    switch unit {
    case .second, .minute, .hour: move(offset, unit)
    case .day: set(now.date.advanced(byDays: offset))
    case .week, .month, .quarter, .year:
      set(now.date.moved(offset, unit).flatMap { Self.period(unit, containing: $0) })
    }
  }

  private mutating func move(_ count: Int, _ unit: TimeUnit) -> Bool {
    period = nil
    guard let seconds = unit.seconds else { return set(day.moved(count, unit)) }
    let start = isUntouched ? now : DateTimeParameters(date: day, time: time ?? .midnight)
    guard let moved = start.advanced(bySeconds: count * seconds) else { return false }
    time = moved.time
    return set(moved.date)
  }

  private static func period(_ unit: TimeUnit, containing day: DateParameters) -> DatePeriod? {
    switch unit {
    case .week: DatePeriod(.week, containing: day)
    case .month: DatePeriod(.month, containing: day)
    case .quarter: try? DatePeriod(year: day.year, month: (day.month - 1) / 3 * 3 + 1)
    case .year: DatePeriod(.year, containing: day)
    default: DatePeriod(day: day)
    }
  }

  private static func day(
    _ weekday: Weekday, _ week: Int?, from today: DateParameters
  ) -> DateParameters? {
    guard let week else { return coming(weekday, after: today) }
    return today.advanced(byDays: weekday.rawValue - today.weekday.rawValue + week * 7)
  }

  /// The first of a weekday after a day.
  private static func coming(_ weekday: Weekday, after day: DateParameters) -> DateParameters? {
    day.advanced(byDays: (weekday.rawValue - day.weekday.rawValue + 6) % 7 + 1)
  }
}

extension TimeUnit {
  /// The length of a unit of the clock, nil for one of the calendar.
  var seconds: Int? {
    switch self {
    case .second: 1
    case .minute: 60
    case .hour: 3600
    case .day, .week, .month, .quarter, .year: nil
    }
  }
}

extension DateParameters {
  /// The day so many units of the calendar later; the last of a month that has no such day.
  func moved(_ count: Int, _ unit: TimeUnit) -> DateParameters? {
    guard abs(count) <= 4_000_000 else { return nil }
    return switch unit {
    case .second, .minute, .hour: self
    case .day: advanced(byDays: count)
    case .week: advanced(byDays: count * 7)
    case .month: advanced(byMonths: count)
    case .quarter: advanced(byMonths: count * 3)
    case .year: advanced(byMonths: count * 12)
    }
  }

  /// The same day of a month so many months later, or that month's last.
  public func advanced(byMonths months: Int) -> DateParameters? {
    let index = year * 12 + month - 1 + months
    guard index >= 12, index < 120_000 else { return nil }
    let (year, month) = (index / 12, index % 12 + 1)
    let last = DateParameters.daysIn(month: month, year: year)
    return try? DateParameters(year: year, month: month, day: min(day, last))
  }
}
