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
}

/// What the BY parts of a rule say of a day: each of them leaves days out.
///
/// RFC 5545 says of each part and frequency whether it expands or limits (section 3.3.10, page 44). A
/// part that expands is one that is asked of all days of its period; so both are this one question.
struct DayFilter {
  private let months: [Bool]
  private let monthDays: [Int]
  private let yearDays: [Int]
  private let weekNumbers: [Int]
  private let weekStart: Weekday
  private var weekdays: [Bool]
  private let ordinals: [RecurrenceRule.WeekdayNumber]
  private let hasWeekdays: Bool
  private let countsInMonth: Bool
  private let isAnyDay: Bool
  private let isWeekdayOnly: Bool

  /// The parts of a rule, what it leaves open taken from its start.
  init(_ rule: RecurrenceRule, from start: DateParameters) {
    self.init(rule.completed(from: start))
  }

  /// The parts of a rule.
  init(_ rule: RecurrenceRule) {
    months = (0...12).map { rule.months.isEmpty || rule.months.contains($0) }
    monthDays = rule.monthDays
    yearDays = rule.yearDays
    weekNumbers = rule.weekNumbers
    weekStart = rule.weekStart
    hasWeekdays = !rule.weekdays.isEmpty
    weekdays = [Bool](repeating: false, count: 8)
    for day in rule.weekdays where day.ordinal == 0 { weekdays[day.weekday.rawValue] = true }
    ordinals = rule.weekdays.filter { $0.ordinal != 0 }
    countsInMonth = rule.frequency == .monthly || !rule.months.isEmpty
    isWeekdayOnly =
      ordinals.isEmpty && rule.months.isEmpty && rule.monthDays.isEmpty && rule.yearDays.isEmpty
      && rule.weekNumbers.isEmpty
    isAnyDay =
      !hasWeekdays && rule.monthDays.isEmpty && rule.yearDays.isEmpty && rule.weekNumbers.isEmpty
  }

  /// True if a day is allowed.
  func allows(dayNumber: Int) -> Bool {
    guard allows(weekdayOf: dayNumber) else { return false }
    if isWeekdayOnly { return true }
    guard let date = DateParameters(dayNumber: dayNumber),
      months[date.month]
    else { return false }
    return isAnyDay || allows(date.day, of: Month(year: date.year, number: date.month))
  }

  /// False if a day's weekday alone forbids it, which costs less to ask than its date.
  private func allows(weekdayOf dayNumber: Int) -> Bool {
    !hasWeekdays || !ordinals.isEmpty || weekdays[Weekday(ofDayNumber: dayNumber).rawValue]
  }

  /// Adds the days of a month that are allowed, as day numbers.
  func add(_ month: Month, to days: inout [Int]) {
    guard months[month.number] else { return }
    for day in 1...month.length where isAnyDay || allows(day, of: month) {
      days.append(month.first + day - 1)
    }
  }

  /// True if there is any such day: the calendar is that of 400 years, again and again.
  var isEverAllowed: Bool {
    var days: [Int] = []
    for year in 2000..<2400 {
      for month in 1...12 { add(Month(year: year, number: month), to: &days) }
      if !days.isEmpty { return true }
    }
    return false
  }

  private func allows(_ day: Int, of month: Month) -> Bool {
    allows(monthDays, day, of: month.length) && allowsWeekday(day, of: month)
      && (yearDays.isEmpty && weekNumbers.isEmpty
        || allowsInYear(month.first + day - 1, month.year))
  }

  private func allows(_ list: [Int], _ number: Int, of length: Int) -> Bool {
    list.isEmpty || list.contains { $0 == number || $0 == number - length - 1 }
  }

  private func allowsWeekday(_ day: Int, of month: Month) -> Bool {
    guard hasWeekdays else { return true }
    let weekday = Weekday(ofDayNumber: month.first + day - 1)
    if weekdays[weekday.rawValue] { return true }
    return !ordinals.isEmpty && allowsOrdinal(day, of: month, weekday)
  }

  /// The first, second … last of its weekday in the month, or in the year.
  private func allowsOrdinal(_ day: Int, of month: Month, _ weekday: Weekday) -> Bool {
    let yearStart = DateParameters.dayNumber(year: month.year, month: 1, day: 1)
    let length = countsInMonth ? month.length : DateParameters.isLeap(month.year) ? 366 : 365
    let position = countsInMonth ? day : month.first + day - yearStart
    let fromStart = (position - 1) / 7 + 1
    let fromEnd = -((length - position) / 7 + 1)
    return ordinals.contains {
      $0.weekday == weekday && ($0.ordinal == fromStart || $0.ordinal == fromEnd)
    }
  }

  private func allowsInYear(_ dayNumber: Int, _ year: Int) -> Bool {
    let start = DateParameters.dayNumber(year: year, month: 1, day: 1)
    let length = DateParameters.isLeap(year) ? 366 : 365
    guard allows(yearDays, dayNumber - start + 1, of: length) else { return false }
    if weekNumbers.isEmpty { return true }
    let week = RuleWeek(ofDayNumber: dayNumber, in: year, weekStart)
    return allows(weekNumbers, week.number, of: week.weeksInYear)
  }
}

/// A week by its number: week 1 is the first with four days in its year.
struct RuleWeek {
  /// The year that the week belongs to; its days may be of the one before or behind.
  let year: Int
  let number: Int
  let weeksInYear: Int

  init(ofDayNumber day: Int, in year: Int, _ weekStart: Weekday) {
    let starts = (year - 1...year + 2).map { Self.firstDay(of: $0, weekStart) }
    let index = day < starts[1] ? 0 : day < starts[2] ? 1 : 2
    self.year = year - 1 + index
    number = (day - starts[index]) / 7 + 1
    weeksInYear = (starts[index + 1] - starts[index]) / 7
  }

  /// The day number on which week 1 of a year begins.
  static func firstDay(of year: Int, _ weekStart: Weekday) -> Int {
    let fourth = DateParameters.dayNumber(year: year, month: 1, day: 4)
    return fourth - Weekday(ofDayNumber: fourth).days(since: weekStart)
  }
}

extension Weekday {
  /// The weekday of a day number.
  init(ofDayNumber day: Int) {
    let sinceMonday = (day - 4) % 7  // 1970-01-05 was a Monday
    self = Weekday(rawValue: (sinceMonday + 7) % 7 + 1) ?? .monday
  }

  /// How many days it is behind another weekday, 0 to 6.
  func days(since start: Weekday) -> Int { (rawValue - start.rawValue + 7) % 7 }
}

extension RecurrenceRule {
  /// The rule with the days that it leaves to its start.
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
