/// The hours, minutes or seconds that a rule counts, each with the moments in it.
///
/// They are counted on the clock of the series, as days are. Days and hours in which nothing can be
/// are leapt over, so a rule for one minute of a year is no slower than one for that day.
struct ClockPeriods {
  private let interval: Int
  private let positions: SetPositions
  private let filter: DayFilter
  /// How many seconds a period has, and a day periods.
  private let length: Int
  private let perDay: Int
  /// The first period, and the one that comes next, counted from 1970.
  private let first: Int
  private var next: Int
  /// For each period of a day the first at or behind it that may have moments; empty where all may.
  private let open: [Int32]
  /// The seconds of a period at which its moments are.
  private let offsets: [Int]
  private var rejectedDays = 0
  private var isHopeless = false

  init(_ rule: RecurrenceRule, from start: DateTimeParameters) {
    interval = rule.interval
    positions = SetPositions(rule.setPositions)
    filter = DayFilter(rule, from: start.date)
    length = rule.frequency == .hourly ? 3600 : rule.frequency == .minutely ? 60 : 1
    perDay = 86_400 / length
    first = start.date.dayNumber * perDay + start.time.secondOfDay / length
    next = first
    let ticks = ClockTicks(rule, start.time, length: length)
    offsets = ticks.offsets
    open = ticks.open(every: rule.interval, from: first)
    isHopeless = open.first == Int32(perDay)
  }

  /// Goes on to the period in which a second is, or to the first counted behind it; never back.
  mutating func skip(to second: Int) {
    let period = second.flooredDivision(by: length)
    if period > next { leap(to: period) }
  }

  /// Fills in the moments of the next period in order, as second numbers; false behind the last year, or
  /// where there can be none any more.
  mutating func next(into moments: inout [Int]) -> Bool {
    moments.removeAll(keepingCapacity: true)
    guard let period = nextOpen() else { return false }
    next = period + interval
    let (length, offsets) = (length, offsets)
    positions.choose(of: offsets.count) { moments.append(period * length + offsets[$0]) }
    return true
  }

  private mutating func nextOpen() -> Int? {
    while !isHopeless {
      let day = next.flooredDivision(by: perDay)
      guard day <= DateParameters.lastDayNumber else { return nil }
      if !filter.allows(dayNumber: day) {
        reject(day)
      } else if let period = firstOpen(on: day) {
        if period == next {
          rejectedDays = 0
          return period
        }
        leap(to: period)
      } else {
        leap(to: (day + 1) * perDay)
      }
    }
    return nil
  }

  private mutating func reject(_ day: Int) {
    rejectedDays += 1
    if rejectedDays == 1000, !filter.isEverAllowed { isHopeless = true }
    if rejectedDays > 146_097, interval * length <= 86_400 { isHopeless = true }
    leap(to: (day + 1) * perDay)
  }

  /// The first period of a day, at or behind the next one, that may have moments.
  private func firstOpen(on day: Int) -> Int? {
    if open.isEmpty { return next }
    let tick = Int(open[next - day * perDay])
    return tick < perDay ? day * perDay + tick : nil
  }

  /// Goes on to the first period that is counted at or behind another.
  private mutating func leap(to period: Int) {
    let behind = period - first
    next = first + (behind + interval - 1) / interval * interval
  }
}

/// What the parts of a rule say of the clock.
private struct ClockTicks {
  let offsets: [Int]
  private let rule: RecurrenceRule
  private let length: Int

  init(_ rule: RecurrenceRule, _ start: TimeParameters, length: Int) {
    self.rule = rule
    self.length = length
    let minutes = length < 3600 ? [0] : rule.minutes.isEmpty ? [start.minute] : rule.minutes
    let seconds = length < 60 ? [0] : rule.seconds.isEmpty ? [start.second] : rule.seconds.asSeconds
    offsets = Set(minutes.flatMap { minute in seconds.map { minute * 60 + $0 } }).sorted()
  }

  /// For each period of a day the first at or behind it that is allowed and can be met; the number of
  /// periods where none is; nothing where all are.
  func open(every interval: Int, from first: Int) -> [Int32] {
    let perDay = 86_400 / length
    let isFree = rule.hours.isEmpty && (length >= 3600 || rule.minutes.isEmpty)
    if isFree, length >= 60 || rule.seconds.isEmpty { return [] }
    let shared = Self.greatestDivisor(interval, perDay)
    let residue = ((first % shared) + shared) % shared
    var table = [Int32](repeating: Int32(perDay), count: perDay + 1)
    for tick in (0..<perDay).reversed() {
      table[tick] =
        tick % shared == residue && allows(tick * length) ? Int32(tick) : table[tick + 1]
    }
    return table
  }

  private func allows(_ second: Int) -> Bool {
    let (hour, minute) = (second / 3600, second / 60 % 60)
    return (rule.hours.isEmpty || rule.hours.contains(hour))
      && (length >= 3600 || rule.minutes.isEmpty || rule.minutes.contains(minute))
      && (length >= 60 || rule.seconds.isEmpty || rule.seconds.asSeconds.contains(second % 60))
  }

  private static func greatestDivisor(_ one: Int, _ other: Int) -> Int {
    other == 0 ? one : greatestDivisor(other, one % other)
  }
}

extension Int {
  /// The quotient, rounded down.
  func flooredDivision(by divisor: Int) -> Int {
    self >= 0 ? self / divisor : -((-self + divisor - 1) / divisor)
  }
}
