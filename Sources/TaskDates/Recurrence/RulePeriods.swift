/// The years, months, weeks or days that a rule counts, each with the moments in it.
struct CalendarPeriods {
  private let rule: RecurrenceRule
  private let filter: DayFilter
  private let times: [Int]
  private let start: DateTimeParameters
  private let weekStart: Int
  private let weekYear: Int
  private var count = 0

  init(_ rule: RecurrenceRule, from start: DateTimeParameters, isAllDay: Bool) {
    self.rule = rule
    self.start = start
    filter = DayFilter(rule, from: start.date)
    times = isAllDay ? [0] : rule.times(of: start.time)
    let day = start.date.dayNumber
    weekStart = day - start.date.weekday.days(since: rule.weekStart)
    weekYear = RuleWeek(ofDayNumber: day, in: start.date.year, rule.weekStart).year
  }

  /// How many periods may go by without any moment: after so many the calendar begins anew.
  var patience: Int {
    switch rule.frequency {
    case .yearly: 400
    case .monthly: 4800
    case .weekly: 20_871
    default: 146_097
    }
  }

  /// Gives the moments of the next period in order, as second numbers; nil behind the last year.
  mutating func next() -> [Int]? {
    var days: [Int] = []
    guard addDays(to: &days) else { return nil }
    count += 1
    if days.isEmpty { return [] }
    return rule.chosen(of: days.count * times.count) { place in
      days[place / times.count] * 86_400 + times[place % times.count]
    }
  }

  private func addDays(to days: inout [Int]) -> Bool {
    let step = count * rule.interval
    switch rule.frequency {
    case .yearly:
      return rule.weekNumbers.isEmpty
        ? addYear(start.date.year + step, to: &days) : addWeeks(ofYear: weekYear + step, to: &days)
    case .monthly: return addMonth(start.date.year * 12 + start.date.month - 1 + step, to: &days)
    case .weekly: return add(weekStart + 7 * step, count: 7, to: &days)
    default: return addDay(start.date.dayNumber + step, to: &days)
    }
  }

  private func addYear(_ year: Int, to days: inout [Int]) -> Bool {
    guard year <= 9999 else { return false }
    for month in 1...12 { filter.add(Month(year: year, number: month), to: &days) }
    return true
  }

  /// The days of the weeks of a year: a rule with week numbers counts the years that weeks belong to.
  private func addWeeks(ofYear year: Int, to days: inout [Int]) -> Bool {
    guard year <= 9999 else { return false }
    let first = RuleWeek.firstDay(of: year, rule.weekStart)
    let end = RuleWeek.firstDay(of: year + 1, rule.weekStart)
    return add(first, count: end - first, to: &days)
  }

  private func addMonth(_ month: Int, to days: inout [Int]) -> Bool {
    guard month / 12 <= 9999 else { return false }
    filter.add(Month(year: month / 12, number: month % 12 + 1), to: &days)
    return true
  }

  private func addDay(_ day: Int, to days: inout [Int]) -> Bool {
    guard day <= DateParameters.lastDayNumber else { return false }
    if filter.allows(dayNumber: day) { days.append(day) }
    return true
  }

  private func add(_ first: Int, count: Int, to days: inout [Int]) -> Bool {
    guard first <= DateParameters.lastDayNumber else { return false }
    for day in first..<first + count where filter.allows(dayNumber: day) { days.append(day) }
    return true
  }
}

extension DateParameters {
  /// The day number of 9999-12-31.
  static let lastDayNumber = 2_932_896
}

extension RecurrenceRule {
  /// The seconds of the day at which a rule that counts days has its moments.
  fileprivate func times(of start: TimeParameters) -> [Int] {
    let seconds = seconds.isEmpty ? [start.second] : seconds.asSeconds
    var times: Set<Int> = []
    for hour in hours.isEmpty ? [start.hour] : hours {
      for minute in minutes.isEmpty ? [start.minute] : minutes {
        for second in seconds { times.insert((hour * 60 + minute) * 60 + second) }
      }
    }
    return times.sorted()
  }

  /// Those of a period's moments that BYSETPOS chooses, all without one.
  func chosen(of count: Int, _ moment: (Int) -> Int) -> [Int] {
    guard !setPositions.isEmpty else { return (0..<count).map(moment) }
    let places = setPositions.map { $0 > 0 ? $0 - 1 : count + $0 }
    return Set(places.filter { (0..<count).contains($0) }).sorted().map(moment)
  }
}

extension [Int] {
  /// Seconds of a minute; 60, a leap second, is 59 (RFC 5545, section 3.3.12).
  var asSeconds: [Int] { map { Swift.min($0, 59) } }
}
