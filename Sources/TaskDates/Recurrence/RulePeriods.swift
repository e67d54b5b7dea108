/// The years, months, weeks or days that a rule counts, each with the moments in it.
struct CalendarPeriods {
  private let frequency: RecurrenceRule.Frequency
  private let interval: Int
  private let countsWeekYears: Bool
  private let firstWeekday: Weekday
  private let positions: SetPositions
  private let filter: DayFilter
  private let times: [Int]
  private let start: DateTimeParameters
  private let weekStart: Int
  private let weekYear: Int
  private var count = 0
  private var days: [Int] = []

  init(_ rule: RecurrenceRule, from start: DateTimeParameters, isAllDay: Bool) {
    frequency = rule.frequency
    interval = rule.interval
    countsWeekYears = !rule.weekNumbers.isEmpty
    firstWeekday = rule.weekStart
    positions = SetPositions(rule.setPositions)
    self.start = start
    filter = DayFilter(rule, from: start.date)
    times = isAllDay ? [0] : rule.times(of: start.time)
    let day = start.date.dayNumber
    weekStart = day - start.date.weekday.days(since: rule.weekStart)
    weekYear = RuleWeek(ofDayNumber: day, in: start.date.year, rule.weekStart).year
  }

  /// How many batches may go by without any moment: after 400 years the calendar begins anew.
  var patience: Int {
    switch frequency {
    case .yearly: 400
    case .monthly: 4800
    case .weekly: 20_871 / batch + 1
    default: 146_097 / batch + 1
    }
  }

  /// Short periods are taken several at once, where BYSETPOS does not ask for each.
  private var batch: Int {
    guard positions.isEmpty else { return 1 }
    return frequency == .daily ? 32 : frequency == .weekly ? 8 : 1
  }

  /// Goes on to a period that ends before a second, or begins with it; never back.
  ///
  /// A year of weeks and one of the calendar differ by one at most at either end: so it is two early.
  mutating func skip(to second: Int) {
    guard let date = DateTimeParameters(secondNumber: second)?.date else { return }
    let periods =
      switch frequency {
      case .yearly: date.year - start.date.year - 2
      case .monthly: (date.year - start.date.year) * 12 + date.month - start.date.month
      case .weekly: (date.dayNumber - weekStart) / 7
      default: date.dayNumber - start.date.dayNumber
      }
    count = max(count, periods / interval)
  }

  /// Fills in the moments of the next periods in order, as second numbers; false behind the last year.
  mutating func next(into moments: inout [Int]) -> Bool {
    days.removeAll(keepingCapacity: true)
    moments.removeAll(keepingCapacity: true)
    var isMore = false
    for _ in 0..<batch {
      guard addDays() else { break }
      isMore = true
      count += 1
    }
    fill(&moments)
    return isMore
  }

  private func fill(_ moments: inout [Int]) {
    if positions.isEmpty {
      for day in days { for time in times { moments.append(day * 86_400 + time) } }
    } else {
      positions.choose(of: days.count * times.count) { place in
        moments.append(days[place / times.count] * 86_400 + times[place % times.count])
      }
    }
  }

  private mutating func addDays() -> Bool {
    let step = count * interval
    switch frequency {
    case .yearly:
      return countsWeekYears
        ? addWeeks(ofYear: weekYear + step) : addYear(start.date.year + step)
    case .monthly: return addMonth(start.date.year * 12 + start.date.month - 1 + step)
    case .weekly: return add(weekStart + 7 * step, count: 7)
    default: return addDay(start.date.dayNumber + step)
    }
  }

  private mutating func addYear(_ year: Int) -> Bool {
    guard year <= 9999 else { return false }
    for month in 1...12 { filter.add(Month(year: year, number: month), to: &days) }
    return true
  }

  /// The days of the weeks of a year: a rule with week numbers counts the years that weeks belong to.
  private mutating func addWeeks(ofYear year: Int) -> Bool {
    guard year <= 9999 else { return false }
    let first = RuleWeek.firstDay(of: year, firstWeekday)
    let end = RuleWeek.firstDay(of: year + 1, firstWeekday)
    return add(first, count: end - first)
  }

  private mutating func addMonth(_ month: Int) -> Bool {
    guard month / 12 <= 9999 else { return false }
    filter.add(Month(year: month / 12, number: month % 12 + 1), to: &days)
    return true
  }

  private mutating func addDay(_ day: Int) -> Bool {
    guard day <= DateParameters.lastDayNumber else { return false }
    if filter.allows(dayNumber: day) { days.append(day) }
    return true
  }

  private mutating func add(_ first: Int, count: Int) -> Bool {
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
}

/// Which of a period's moments BYSETPOS chooses.
struct SetPositions {
  private let positions: [Int]

  init(_ positions: [Int]) { self.positions = positions }

  /// True without BYSETPOS: all are chosen.
  var isEmpty: Bool { positions.isEmpty }

  /// Calls `body` with the places of those that are chosen, in order; with all without BYSETPOS.
  func choose(of count: Int, _ body: (Int) -> Void) {
    if positions.isEmpty {
      for place in 0..<count { body(place) }
    } else {
      let places = positions.map { $0 > 0 ? $0 - 1 : count + $0 }
      Set(places.filter { (0..<count).contains($0) }).sorted().forEach(body)
    }
  }
}

extension [Int] {
  /// Seconds of a minute; 60, a leap second, is 59 (RFC 5545, section 3.3.12).
  var asSeconds: [Int] { map { Swift.min($0, 59) } }
}
