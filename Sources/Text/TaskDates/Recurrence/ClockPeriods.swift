/// The hours, minutes or seconds that a rule counts, with the moments in them.
///
/// They are counted in the local time of the series, as days are. Days and hours without any moment are skipped, so a
/// rule for one minute of a year is as fast as one for that day.
struct ClockPeriods {
  private let interval: Int
  /// The number of seconds in a period, and the number of periods in a day.
  private let length: Int
  private let perDay: Int
  /// The first period, the next one, and the current one, counted from 1970.
  private let first: Int
  private var next: Int
  private var period = 0
  private let ticks: ClockTicks
  /// The position of the next moment among those of the current period.
  private var place: Int
  private var days: AllowedDays
  /// The number of consecutive searches that found nothing.
  private var failures = 0
  private var isHopeless: Bool

  init(_ rule: RecurrenceRule, from start: DateTimeParameters) {
    interval = rule.step
    days = AllowedDays(DayFilter(rule, from: start.date), from: start.date)
    length = rule.frequency == .hourly ? 3600 : rule.frequency == .minutely ? 60 : 1
    perDay = 86_400 / length
    first = start.date.dayNumber * perDay + start.time.secondOfDay / length
    next = first
    ticks = ClockTicks(rule, start.time, length: length)
    place = ticks.offsets.count
    isHopeless = ticks.isEmpty
  }

  /// Advances to the period that contains a second, or to the first counted one after it; never moves back.
  mutating func skip(to second: Int) {
    let period = second.flooredDivision(by: length)
    if period > next { leap(to: period) }
  }

  /// The next moment; nil after the last year, or if there cannot be any more.
  mutating func nextMoment() -> RuleMoment? {
    if place == ticks.offsets.count {
      guard let open = nextOpen() else { return nil }
      (period, place) = (open, 0)
      next = open + interval
    }
    guard let today = days.today else { return nil }
    defer { place += 1 }
    let second = period * length + ticks.offsets[place]
    return TimeParameters(secondOfDay: second - today.number * 86_400).map { RuleMoment(today, $0) }
  }

  /// The next period that may have moments; its day is in `days.today`.
  private mutating func nextOpen() -> Int? {
    while !isHopeless, let day = days.first(from: next.flooredDivision(by: perDay)) {
      let midnight = day.number * perDay
      let open = ticks.first(from: max(0, next - midnight)).map { midnight + $0 }
      if open == next {
        failures = 0
        return next
      }
      leap(to: open ?? midnight + perDay)
      failures += 1
      if failures == 1000, !isEverMet { isHopeless = true }
    }
    return nil
  }

  /// Advances to the first counted period that is at or after another.
  private mutating func leap(to period: Int) {
    let distance = period - first
    next = first + (distance + interval - 1) / interval * interval
  }

  /// False if no counted period is ever open on an allowed day.
  ///
  /// Days and periods coincide in the same way again after 400 years, except for the part of the interval that does not
  /// divide those years.
  private var isEverMet: Bool {
    let shared = interval.greatestDivisor(with: 146_097 * perDay)
    if shared > 1_000_000 { return true }  // few periods are left to examine
    let residues = ticks.residues(of: shared)
    return days.filter.isAnyAllowed { day in
      let residue = (first - day * perDay) % shared
      return residues[residue < 0 ? residue + shared : residue]
    }
  }
}

/// The days that a filter allows, in order.
private struct AllowedDays {
  let filter: DayFilter
  /// The current day.
  private(set) var today: RuleDay?
  private var month: Month
  private var days: MonthDays

  init(_ filter: DayFilter, from start: DateParameters) {
    self.filter = filter
    month = Month(year: start.year, number: start.month)
    days = filter.days(of: month)
  }

  /// Advances to the first allowed day on or after a day; nil after the last year, or if there is none within 400
  /// years.
  mutating func first(from day: Int) -> RuleDay? {
    if let today, today.number == day { return today }
    guard day <= DateParameters.lastDayNumber else { return nil }
    if !month.days.contains(day) { enter(Month(of: day)) }
    for _ in 0...4800 {
      if let first = days.first(from: day - month.first + 1) {
        today = DateParameters(checked: month.year, month.number, first).map {
          RuleDay(number: month.first + first - 1, date: $0)
        }
        return today
      }
      enter(month.next)
    }
    return nil
  }

  private mutating func enter(_ month: Month) {
    self.month = month
    days = filter.days(of: month)
  }
}

/// The parts of a rule that concern the time of day.
private struct ClockTicks {
  /// The offsets of the moments in a period, in seconds.
  let offsets: [Int]
  /// The number of seconds in a period.
  private let length: Int
  /// The hours, minutes and seconds at which periods may begin.
  private let hours: ClockMarks
  private let minutes: ClockMarks
  private let seconds: ClockMarks

  /// True if there cannot be any moment.
  var isEmpty: Bool {
    offsets.isEmpty || [hours, minutes, seconds].contains { $0.first(from: 0) == nil }
  }

  init(_ rule: RecurrenceRule, _ start: TimeParameters, length: Int) {
    self.length = length
    hours = ClockMarks(rule.hours, of: 24)
    minutes = length < 3600 ? ClockMarks(rule.minutes, of: 60) : ClockMarks([0], of: 1)
    seconds = length < 60 ? ClockMarks(rule.seconds.asSeconds, of: 60) : ClockMarks([0], of: 1)
    let ownMinutes = rule.minutes.isEmpty ? [start.minute] : rule.minutes
    let ownSeconds = rule.seconds.isEmpty ? [start.second] : rule.seconds.asSeconds
    let offsets = Set(
      (length < 3600 ? [0] : ownMinutes).flatMap { minute in
        (length < 60 ? [0] : ownSeconds).map { minute * 60 + $0 }
      }
    ).filter { (0..<length).contains($0) }.sorted()
    self.offsets = SetPositions(rule.setPositions).chosen(of: offsets)
  }

  /// The first open period of a day at or after a period.
  func first(from tick: Int) -> Int? {
    let (hour, minute, second) = (tick * length / 3600, tick * length / 60 % 60, tick * length % 60)
    if hours.first(from: hour) == hour {
      if minutes.first(from: minute) == minute, let second = seconds.first(from: second) {
        return self.tick(hour, minute, second)
      }
      if let minute = minutes.first(from: minute + 1) { return first(hour, minute) }
    }
    return hours.first(from: hour + 1).flatMap { hour in
      minutes.first(from: 0).flatMap { first(hour, $0) }
    }
  }

  private func first(_ hour: Int, _ minute: Int) -> Int? {
    seconds.first(from: 0).map { tick(hour, minute, $0) }
  }

  private func tick(_ hour: Int, _ minute: Int, _ second: Int) -> Int {
    ((hour * 60 + minute) * 60 + second) / length
  }

  /// The remainders of open periods on division by a number.
  func residues(of number: Int) -> [Bool] {
    var residues = [Bool](repeating: false, count: number)
    var next = first(from: 0)
    while let tick = next {
      residues[tick % number] = true
      next = first(from: tick + 1)
    }
    return residues
  }
}

/// A set of hours of a day, minutes of an hour or seconds of a minute, with a bit for each.
private struct ClockMarks {
  private var bits: UInt64 = 0

  /// Creates the set of the given numbers, or of all numbers below `count` if none is given.
  init(_ numbers: [Int], of count: Int) {
    for number in numbers where (0..<count).contains(number) { bits |= 1 << number }
    if numbers.isEmpty { bits = 1 << count - 1 }
  }

  /// The first element that is at least a number.
  func first(from number: Int) -> Int? {
    let rest = bits & (UInt64.max << number)
    return rest == 0 ? nil : rest.trailingZeroBitCount
  }
}

extension Int {
  /// The greatest common divisor, at least 1.
  func greatestDivisor(with other: Int) -> Int {
    other == 0 ? Swift.max(1, self) : other.greatestDivisor(with: self % other)
  }

  /// The quotient, rounded down.
  func flooredDivision(by divisor: Int) -> Int {
    self >= 0 ? self / divisor : -((-self + divisor - 1) / divisor)
  }
}
