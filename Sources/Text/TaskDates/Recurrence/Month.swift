/// A month as a range of day numbers.
struct Month {
  let year: Int
  let number: Int
  let length: Int
  /// The day number of its first day.
  let first: Int

  init(year: Int, number: Int) {
    self.year = year
    self.number = number
    length = DateParameters.daysIn(month: number, year: year)
    first = DateParameters.dayNumber(year: year, month: number, day: 1)
  }

  /// Creates the month of a day number; the first month for a day before the year 1.
  init(of day: Int) {
    let date = DateParameters(dayNumber: day)
    self.init(year: date?.year ?? 1, number: date?.month ?? 1)
  }

  /// The day numbers of its days.
  var days: Range<Int> { first..<first + length }

  /// The next month.
  var next: Month {
    number == 12 ? Month(year: year + 1, number: 1) : Month(year: year, number: number + 1)
  }

  /// The day numbers of a year.
  static func daysOfYear(_ year: Int) -> Range<Int> {
    let first = DateParameters.dayNumber(year: year, month: 1, day: 1)
    return first..<first + (DateParameters.isLeap(year) ? 366 : 365)
  }
}

/// A set of days of one month, with a bit for each.
struct MonthDays: Sequence, IteratorProtocol {
  /// The bits; the first day is bit 1, not bit 0.
  var bits: UInt32 = 0

  /// Creates an empty set.
  init() {}

  /// All days of a month.
  init(all month: Month) {
    bits = UInt32(truncatingIfNeeded: UInt64(2) << month.length) &- 2
  }

  /// Creates the set of the day numbers of a range that are in a month.
  init(_ days: Range<Int>, of month: Month) { insert(days, of: month) }

  var isEmpty: Bool { bits == 0 }

  func contains(_ day: Int) -> Bool { bits & 1 << day != 0 }

  mutating func formIntersection(_ other: MonthDays) { bits &= other.bits }

  /// Adds the day numbers of a range that are in the month.
  mutating func insert(_ days: Range<Int>, of month: Month) {
    let days = days.clamped(to: month.days)
    let run = UInt32(truncatingIfNeeded: UInt64(1) << days.count) &- 1
    bits |= run << (days.lowerBound - month.first + 1)
  }

  /// The first day at or after a day; nil if there is none.
  func first(from day: Int) -> Int? {
    let rest = bits & (UInt32.max << Swift.max(0, day))
    return rest == 0 ? nil : rest.trailingZeroBitCount
  }

  /// Removes the first day and returns it.
  mutating func next() -> Int? {
    guard bits != 0 else { return nil }
    defer { bits &= bits &- 1 }
    return bits.trailingZeroBitCount
  }
}

/// Weeks by number: week 1 is the first with four days in its year.
enum RuleWeek {
  /// The day number of the first day of week 1 of a year.
  static func firstDay(of year: Int, _ weekStart: Weekday) -> Int {
    let fourth = DateParameters.dayNumber(year: year, month: 1, day: 4)
    return fourth - Weekday(ofDayNumber: fourth).days(since: weekStart)
  }

  /// The day numbers of the weeks of a year.
  static func days(ofYear year: Int, _ weekStart: Weekday) -> Range<Int> {
    firstDay(of: year, weekStart)..<firstDay(of: year + 1, weekStart)
  }

  /// The year to which the week of a day belongs; it may be the year before or after that of the day.
  static func year(of day: DateParameters, _ weekStart: Weekday) -> Int {
    let number = day.dayNumber
    if number < firstDay(of: day.year, weekStart) { return day.year - 1 }
    return number < firstDay(of: day.year + 1, weekStart) ? day.year : day.year + 1
  }
}

extension Weekday {
  /// The weekday of a day number.
  init(ofDayNumber day: Int) {
    let sinceMonday = (day - 4) % 7  // 1970-01-05 was a Monday
    self = Weekday(rawValue: (sinceMonday + 7) % 7 + 1) ?? .monday
  }

  /// The position in the week, 0 for Monday.
  var index: Int { rawValue - 1 }

  /// The number of days since another weekday, 0 to 6.
  func days(since start: Weekday) -> Int { (rawValue - start.rawValue + 7) % 7 }
}
