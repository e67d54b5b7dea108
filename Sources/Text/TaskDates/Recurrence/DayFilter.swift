/// The BY parts of a rule that concern days; each of them excludes days.
///
/// RFC 5545 defines for each part and frequency whether it expands or limits (section 3.3.10, page 44). A part that
/// expands is the same as one that limits all days of its period, so both are one test here. It is made for a whole
/// month at once, with a bit for each day.
struct DayFilter {
  private var months: UInt32
  private var monthDays: UInt32 = 0
  /// BYMONTHDAY from the end, as in a month of 31 days.
  private var lastDays: UInt32 = 0
  private let hasMonthDays: Bool
  /// The weekdays without a number; Monday is the first bit.
  private var weekdays: UInt32 = 0
  private var ordinals: [RecurrenceRule.WeekdayNumber] = []
  private let yearDays: [Int]
  private let weekNumbers: [Int]
  private let weekStart: Weekday
  private let countsInMonth: Bool

  /// Creates a filter from the parts of a rule; parts that the rule omits are derived from its start.
  init(_ rule: RecurrenceRule, from start: DateParameters) {
    self.init(rule.completed(from: start))
  }

  /// Creates a filter from the parts of a rule.
  init(_ rule: RecurrenceRule) {
    months = rule.months.isEmpty ? .max : rule.months.reduce(0) { $0 | 1 << $1 }
    for day in rule.monthDays {
      if day > 0 { monthDays |= 1 << day } else { lastDays |= 1 << (32 + day) }
    }
    hasMonthDays = !rule.monthDays.isEmpty
    for day in rule.weekdays {
      if day.ordinal == 0 { weekdays |= 1 << day.weekday.index } else { ordinals.append(day) }
    }
    yearDays = rule.yearDays
    weekNumbers = rule.weekNumbers
    weekStart = rule.weekStart
    countsInMonth = rule.frequency == .monthly || !rule.months.isEmpty
  }

  /// The allowed days of a month.
  func days(of month: Month) -> MonthDays {
    var days = MonthDays()
    guard months & 1 << month.number != 0 else { return days }
    days.bits = hasMonthDays ? monthDays | lastDays >> (31 - month.length) : .max
    if weekdays != 0 || !ordinals.isEmpty { days.formIntersection(ofWeekdays(in: month)) }
    if !yearDays.isEmpty { days.formIntersection(ofYearDays(in: month)) }
    if !weekNumbers.isEmpty { days.formIntersection(ofWeeks(in: month)) }
    days.formIntersection(MonthDays(all: month))
    return days
  }

  /// True if a day is allowed.
  func allows(_ date: DateParameters) -> Bool {
    days(of: Month(year: date.year, number: date.month)).contains(date.day)
  }

  /// True if an allowed day satisfies a condition; the calendar repeats after 400 years.
  func isAnyAllowed(where holds: (Int) -> Bool) -> Bool {
    var month = Month(year: 2000, number: 1)
    while month.year < 2400 {
      for day in days(of: month) where holds(month.first + day - 1) { return true }
      month = month.next
    }
    return false
  }

  private func ofWeekdays(in month: Month) -> MonthDays {
    var days = MonthDays()
    let first = Weekday(ofDayNumber: month.first).index
    let week = UInt64((weekdays >> first | weekdays << (7 - first)) & 0x7F)
    days.bits = UInt32(truncatingIfNeeded: week * 0x1020_4081 << 1)  // repeats the week five times
    if ordinals.isEmpty { return days }
    let span = countsInMonth ? month.days : Month.daysOfYear(month.year)
    for weekday in ordinals {
      if let day = weekday.day(in: span) { days.insert(day..<day + 1, of: month) }
    }
    return days
  }

  private func ofYearDays(in month: Month) -> MonthDays {
    var days = MonthDays()
    let year = Month.daysOfYear(month.year)
    for number in yearDays {
      guard let place = number.place(of: year.count) else { continue }
      let day = year.lowerBound + place
      days.insert(day..<day + 1, of: month)
    }
    return days
  }

  /// The days of the allowed weeks; the weeks of a year may begin in the year before and end in the one after.
  private func ofWeeks(in month: Month) -> MonthDays {
    var days = MonthDays()
    for year in month.year - 1...month.year + 1 {
      let weeks = RuleWeek.days(ofYear: year, weekStart)
      for number in weekNumbers {
        guard let place = number.place(of: weeks.count / 7) else { continue }
        let first = weeks.lowerBound + 7 * place
        days.insert(first..<first + 7, of: month)
      }
    }
    return days
  }
}

extension Int {
  /// The position, from 0, of the element with this number, which counts from 1, or from the end as -1; nil if there is
  /// none.
  func place(of count: Int) -> Int? {
    guard self != 0, (-count...count).contains(self) else { return nil }
    return self > 0 ? self - 1 : count + self
  }
}

extension RecurrenceRule.WeekdayNumber {
  /// The day number of the first, second … last day of its kind in a range of days.
  fileprivate func day(in days: Range<Int>) -> Int? {
    let first = days.lowerBound + weekday.days(since: Weekday(ofDayNumber: days.lowerBound))
    return ordinal.place(of: (days.upperBound - first + 6) / 7).map { first + 7 * $0 }
  }
}

extension RecurrenceRule {
  /// The rule with the days that it leaves to its start filled in.
  fileprivate func completed(from start: DateParameters) -> RecurrenceRule {
    var rule = self
    let names = (weekdays.isEmpty, monthDays.isEmpty && yearDays.isEmpty)
    switch frequency {
    case .weekly where names.0: rule.weekdays = [WeekdayNumber(start.weekday)]
    case .monthly where names == (true, true): rule.monthDays = [start.day]
    case .yearly where names == (true, true) && !weekNumbers.isEmpty:
      rule.weekdays = [WeekdayNumber(start.weekday)]
    case .yearly where names == (true, true):
      rule.monthDays = [start.day]
      if months.isEmpty { rule.months = [start.month] }
    default: break
    }
    return rule
  }
}
