/// A month as a stretch of days.
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

  /// The month of a day number; the first that there is for one before the year 1.
  init(of day: Int) {
    let date = DateParameters(dayNumber: day)
    self.init(year: date?.year ?? 1, number: date?.month ?? 1)
  }

  /// The day numbers of its days.
  var days: Range<Int> { first..<first + length }

  /// The month behind it.
  var next: Month {
    number == 12 ? Month(year: year + 1, number: 1) : Month(year: year, number: number + 1)
  }

  /// The day numbers of a year.
  static func daysOfYear(_ year: Int) -> Range<Int> {
    let first = DateParameters.dayNumber(year: year, month: 1, day: 1)
    return first..<first + (DateParameters.isLeap(year) ? 366 : 365)
  }
}

/// Some days of one month, a bit for each.
struct MonthDays: Sequence, IteratorProtocol {
  /// The first day is the bit 1, not the bit 0.
  var bits: UInt32 = 0

  /// None.
  init() {}

  /// All days of a month.
  init(all month: Month) {
    bits = UInt32(truncatingIfNeeded: UInt64(2) << month.length) &- 2
  }

  /// What of a stretch of day numbers lies in a month.
  init(_ days: Range<Int>, of month: Month) { insert(days, of: month) }

  var isEmpty: Bool { bits == 0 }

  func contains(_ day: Int) -> Bool { bits & 1 << day != 0 }

  mutating func formIntersection(_ other: MonthDays) { bits &= other.bits }

  /// Adds what of a stretch of day numbers lies in the month.
  mutating func insert(_ days: Range<Int>, of month: Month) {
    let days = days.clamped(to: month.days)
    let run = UInt32(truncatingIfNeeded: UInt64(1) << days.count) &- 1
    bits |= run << (days.lowerBound - month.first + 1)
  }

  /// The first day at or behind one; nil where there is none.
  func first(from day: Int) -> Int? {
    let rest = bits & (UInt32.max << Swift.max(0, day))
    return rest == 0 ? nil : rest.trailingZeroBitCount
  }

  /// Takes the first day out.
  mutating func next() -> Int? {
    guard bits != 0 else { return nil }
    defer { bits &= bits &- 1 }
    return bits.trailingZeroBitCount
  }
}

/// A week by its number: week 1 is the first with four days in its year.
enum RuleWeek {
  /// The day number on which week 1 of a year begins.
  static func firstDay(of year: Int, _ weekStart: Weekday) -> Int {
    let fourth = DateParameters.dayNumber(year: year, month: 1, day: 4)
    return fourth - Weekday(ofDayNumber: fourth).days(since: weekStart)
  }

  /// The day numbers of the weeks of a year.
  static func days(ofYear year: Int, _ weekStart: Weekday) -> Range<Int> {
    firstDay(of: year, weekStart)..<firstDay(of: year + 1, weekStart)
  }

  /// The year that the week of a day belongs to; it may be the one before or behind the day's.
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

  /// 0 for Monday.
  var index: Int { rawValue - 1 }

  /// How many days it is behind another weekday, 0 to 6.
  func days(since start: Weekday) -> Int { (rawValue - start.rawValue + 7) % 7 }
}
