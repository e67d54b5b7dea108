/// A moment of a rule, as a number for comparison and as a local time.
struct RuleMoment {
  let second: Int
  let reading: DateTimeParameters

  init(_ day: RuleDay, _ time: TimeParameters) {
    second = day.number * 86_400 + time.secondOfDay
    reading = DateTimeParameters(date: day.date, time: time)
  }
}

/// A day, as a day number and as a date.
struct RuleDay {
  let number: Int
  let date: DateParameters
}

/// The years, months, weeks or days that a rule counts, with the moments in them.
struct CalendarPeriods {
  private enum Unit {
    case year, weekYear, month, week
  }

  private let unit: Unit
  /// The next period: the number of its year or month, or of its first day.
  private var next: Int
  private let step: Int
  private let filter: DayFilter
  private let counted: CountedDays?
  private let positions: SetPositions
  private let weekStart: Weekday
  private let times: [TimeParameters]

  /// The days of the current period, the position of the next moment among them and their times, and the choice of
  /// BYSETPOS.
  private var days: [RuleDay] = []
  private var day = 0
  private var time = 0
  private var chosen: ArraySlice<Int> = []

  /// Creates the periods of a rule; nil if no time of day remains for its moments.
  init?(_ rule: RecurrenceRule, from start: DateTimeParameters, isAllDay: Bool) {
    let all = isAllDay ? [.midnight] : rule.times(of: start.time)
    let chosen = SetPositions(rule.setPositions)
    // BYSETPOS chooses the same times on each day.
    times = rule.frequency == .daily ? chosen.chosen(of: all) : all
    positions = rule.frequency == .daily ? SetPositions([]) : chosen
    weekStart = rule.weekStart
    filter = DayFilter(rule, from: start.date)
    counted = positions.isEmpty ? CountedDays(rule, from: start.date) : nil
    unit = counted == nil ? Self.unit(of: rule) : .month
    next = Self.first(unit, start.date, weekStart: rule.weekStart)
    step = counted == nil ? rule.step * (unit == .week ? 7 : 1) : 1
    if times.isEmpty { return nil }
  }

  private static func unit(of rule: RecurrenceRule) -> Unit {
    switch rule.frequency {
    case .yearly: rule.weekNumbers.isEmpty ? .year : .weekYear
    case .weekly: .week
    default: .month
    }
  }

  /// The period that contains a day.
  private static func first(_ unit: Unit, _ day: DateParameters, weekStart: Weekday) -> Int {
    switch unit {
    case .year: day.year
    case .weekYear: RuleWeek.year(of: day, weekStart)
    case .month: day.year * 12 + day.month - 1
    case .week: day.dayNumber - day.weekday.days(since: weekStart)
    }
  }

  /// Advances to the last counted period that begins on or before a day; never moves back.
  mutating func skip(to day: DateParameters) {
    let ahead = Self.first(unit, day, weekStart: weekStart) - next
    if ahead > 0 { next += ahead / step * step }
  }

  /// The next moment; nil after the last.
  mutating func nextMoment() -> RuleMoment? {
    while true {
      if let moment = positions.isEmpty ? nextInOrder() : nextChosen() { return moment }
      guard fill() else { return nil }
    }
  }

  private mutating func nextInOrder() -> RuleMoment? {
    if time == times.count {
      time = 0
      day += 1
    }
    guard day < days.count else { return nil }
    defer { time += 1 }
    return RuleMoment(days[day], times[time])
  }

  private mutating func nextChosen() -> RuleMoment? {
    chosen.popFirst().map { RuleMoment(days[$0 / times.count], times[$0 % times.count]) }
  }

  /// Advances to the next period that has moments; false if there is none.
  private mutating func fill() -> Bool {
    (day, time) = (0, 0)
    for failures in 0...patience {
      if failures == 4800, counted?.isEverMet(by: filter) == false { return false }
      days.removeAll(keepingCapacity: true)
      if let counted, let month = counted.month(from: next) { next = month }
      guard let (month, stretch) = stretch() else { return false }
      next += step
      add(month, stretch)
      if positions.isEmpty ? !days.isEmpty : choose() { return true }
    }
    return false
  }

  private mutating func choose() -> Bool {
    chosen = positions.places(of: days.count * times.count)[...]
    return !chosen.isEmpty
  }

  /// The number of periods that may pass without any moment.
  ///
  /// After 400 years the calendar repeats.
  private var patience: Int {
    switch unit {
    case .year, .weekYear: 400
    case .month: counted?.patience ?? 4800
    case .week: 20_871
    }
  }

  /// The month in which the next period begins, and the days of the period; nil after the last year.
  private func stretch() -> (Month, Range<Int>)? {
    switch unit {
    case .year:
      return next > 9999 ? nil : (Month(year: next, number: 1), Month.daysOfYear(next))
    case .month:
      let month = Month(year: next / 12, number: next % 12 + 1)
      return month.year > 9999 ? nil : (month, month.days)
    case .weekYear:
      return next > 9999 ? nil : Self.within(RuleWeek.days(ofYear: next, weekStart))
    case .week:
      return next > DateParameters.lastDayNumber ? nil : Self.within(next..<next + 7)
    }
  }

  private static func within(_ days: Range<Int>) -> (Month, Range<Int>) {
    (Month(of: days.lowerBound), days)
  }

  /// Adds the days of a range that the filter allows.
  private mutating func add(_ first: Month, _ stretch: Range<Int>) {
    var month = first
    while month.first < stretch.upperBound {
      var allowed = counted?.days(of: month) ?? MonthDays(stretch, of: month)
      if !allowed.isEmpty { allowed.formIntersection(filter.days(of: month)) }
      for day in allowed {
        guard let date = DateParameters(checked: month.year, month.number, day) else { break }
        days.append(RuleDay(number: month.first + day - 1, date: date))
      }
      month = month.next
    }
  }
}

/// The days of an interval of days or weeks; nil for a rule that does not count days or weeks.
///
/// Without BYSETPOS it does not matter to which period a day belongs, so the days are taken by months, which are fewer.
private struct CountedDays {
  private let origin: Int
  private let run: Int
  private let cycle: Int

  init?(_ rule: RecurrenceRule, from start: DateParameters) {
    guard rule.frequency == .daily || rule.frequency == .weekly else { return nil }
    let isWeekly = rule.frequency == .weekly
    origin = start.dayNumber - (isWeekly ? start.weekday.days(since: rule.weekStart) : 0)
    run = isWeekly ? 7 : 1
    cycle = run * rule.step
  }

  /// The number of months to search: until the intervals repeat relative to the calendar, or the year 9999 is over.
  var patience: Int {
    Swift.min(4800 * (cycle / cycle.greatestDivisor(with: 146_097)), 12 * 9999)
  }

  /// False if the filter never allows one of the days, in any year.
  func isEverMet(by filter: DayFilter) -> Bool {
    let shared = cycle.greatestDivisor(with: 146_097)
    return filter.isAnyAllowed { (($0 - origin) % shared + shared) % shared < run }
  }

  /// The first month with a date, at or after a month, both counted from the year 0.
  ///
  /// It is nil if a search would cost too much.
  func month(from month: Int) -> Int? {
    guard cycle > 62, month < 120_000 else { return nil }
    let start = Month(year: month / 12, number: month % 12 + 1).first
    let first = lastRun(upTo: start)
    if first + run > start { return month }
    guard first + cycle <= DateParameters.lastDayNumber else { return 120_000 }
    let found = Month(of: first + cycle)
    return found.year * 12 + found.number - 1
  }

  /// The first day of the last run that begins on or before a day.
  private func lastRun(upTo day: Int) -> Int {
    day - ((day - origin) % cycle + cycle) % cycle
  }

  /// The days in a month.
  func days(of month: Month) -> MonthDays {
    if run == cycle { return MonthDays(all: month) }
    var days = MonthDays()
    var first = lastRun(upTo: month.first)
    while first < month.days.upperBound {
      days.insert(first..<first + run, of: month)
      first += cycle
    }
    return days
  }
}

extension DateParameters {
  /// The day number of 9999-12-31.
  static let lastDayNumber = 2_932_896
}

extension RecurrenceRule {
  /// The times of day of the moments of a rule that counts days.
  fileprivate func times(of start: TimeParameters) -> [TimeParameters] {
    if hours.isEmpty && minutes.isEmpty && seconds.isEmpty { return [start] }
    let minutes = minutes.isEmpty ? [start.minute] : Set(minutes).sorted()
    let seconds = seconds.isEmpty ? [start.second] : Set(seconds.asSeconds).sorted()
    var times: [TimeParameters] = []
    for hour in hours.isEmpty ? [start.hour] : Set(hours).sorted() {
      for minute in minutes {
        for second in seconds {
          guard let time = try? TimeParameters(hour: hour, minute: minute, second: second)
          else { continue }
          times.append(time)
        }
      }
    }
    return times
  }
}

/// The choice of BYSETPOS among the moments of a period.
struct SetPositions {
  private let positions: [Int]

  init(_ positions: [Int]) { self.positions = positions }

  /// True without BYSETPOS: all are chosen.
  var isEmpty: Bool { positions.isEmpty }

  /// The chosen items, in order.
  func chosen<Item>(of items: [Item]) -> [Item] {
    isEmpty ? items : places(of: items.count).map { items[$0] }
  }

  /// The positions of the chosen items out of a number of items, from 0 and in order.
  func places(of count: Int) -> [Int] {
    let places = positions.compactMap { $0.place(of: count) }
    return places.count < 2 ? places : Set(places).sorted()
  }
}

extension [Int] {
  /// Seconds of a minute; 60, a leap second, is 59 (RFC 5545, section 3.3.12).
  var asSeconds: [Int] { map { Swift.min($0, 59) } }
}
