public import ExactText
public import TaskDates

/// The alarms of an item and its occurrences.
///
/// Only the alarms within a window of time are computed, however long the series is. Each is one instant: a time that
/// clocks skip becomes the later one, and of two equal local times the first is used.
///
/// ```swift
/// let alarms = AlarmSeries(item, clock: AlarmSeries.Clock(home: berlin))
/// alarms.moments(in: before..<after).moments.map(\.instant)
/// ```
public struct AlarmSeries {
  /// The settings of the user who is notified.
  public struct Clock: Sendable {
    /// The zone for days, and for floating times.
    public var home: Zone
    /// The time of day for notifications about a date without a time and without an alarm.
    public var dayStart: TimeParameters
    /// Whether an item without an alarm gets a notification at its date.
    public var noticesDates: Bool

    /// Creates settings.
    public init(
      home: Zone, dayStart: TimeParameters = .midnight, noticesDates: Bool = false
    ) {
      self.home = home
      self.dayStart = dayStart
      self.noticesDates = noticesDates
    }
  }

  /// One notification about an item.
  public struct Moment: Sendable {
    /// The instant.
    public let instant: Instant
    /// The item, with the dates of the occurrence.
    public let item: CalendarItem
    /// The date of the occurrence in its series; nil for an alarm at a fixed instant, which belongs to the whole item.
    public let originalDate: DateTimeParameters?
  }

  /// The notifications within a window of time.
  public struct Result: Sendable {
    /// The notifications in order.
    public fileprivate(set) var moments: [Moment] = []
    /// True if the limit was reached before all dates were examined: some notifications may be missing.
    public fileprivate(set) var isCutShort = false
  }

  private let items: [CalendarItem]
  private let series: ItemSeries?
  private let instants: AlarmInstants
  /// The offsets of alarms from the dates that the series counts, in seconds.
  private let distances: [ClosedRange<Int>]
  private let bound: SeriesDates.Bound

  /// Creates the alarms of an item.
  ///
  /// - Parameters:
  ///   - item: The item; for a series the one with the rules.
  ///   - changed: The items that replace its occurrences.
  ///   - zones: The zones of these items, by name; for a missing one the user's zone is used.
  ///   - clock: The settings of the user.
  ///   - bound: The limit for the work on each window; it allows ten times as many alarms as dates.
  public init(
    _ item: CalendarItem, changed: [CalendarItem] = [], zones: ExactDictionary<Zone> = [:],
    clock: Clock,
    bound: SeriesDates.Bound = SeriesDates.Bound()
  ) {
    self.bound = bound
    items = [item] + changed
    instants = AlarmInstants(zones: zones, clock: clock)
    distances = AlarmDistances(items, clock).ranges
    let isNeeded = !distances.isEmpty
    series = isNeeded ? ItemSeries(item, changed: changed, zones: zones, bound: bound) : nil
  }

  /// The notifications within a window, including those of completed and cancelled items.
  public func moments(in window: Range<Instant>) -> Result {
    var result = Result()
    addAbsolute(window, &result)
    var work = AlarmWork(bound)
    for seconds in datesToLookAt(window) { add(seconds, window, result: &result, work: &work) }
    result.moments.sort { $0.instant < $1.instant }
    return result
  }

  /// Adds the alarms at fixed instants; a changed occurrence does not repeat such an alarm of its series.
  private func addAbsolute(_ window: Range<Instant>, _ result: inout Result) {
    var seen: Set<Instant> = []
    for item in items {
      for alarm in item.alarms {
        guard case .at(let first) = alarm.trigger else { continue }
        for instant in alarm.times(from: first, in: window) where seen.insert(instant).inserted {
          result.moments.append(Moment(instant: instant, item: item, originalDate: nil))
        }
      }
    }
  }

  /// Adds the alarms of the occurrences with dates in a range.
  private func add(
    _ seconds: Range<Int>, _ window: Range<Instant>, result: inout Result, work: inout AlarmWork
  ) {
    guard var part = series else { return }
    part.leap(
      to: DateTimeParameters(secondNumber: seconds.lowerBound),
      before: DateTimeParameters(secondNumber: seconds.upperBound))
    while let one = part.next(), work.take(one.item.alarms.count) {
      if seconds.contains(one.date.secondNumber) { add(one, window, result: &result) }
    }
    if part.isCutShort || work.isSpent { result.isCutShort = true }
  }

  private func add(
    _ one: ItemSeries.Occurrence, _ window: Range<Instant>, result: inout Result
  ) {
    var seen: Set<Instant> = []
    for instant in instants.all(of: one.item, in: window) where seen.insert(instant).inserted {
      result.moments.append(
        Moment(instant: instant, item: one.item, originalDate: one.originalDate))
    }
  }

  /// The dates of the series whose alarms may be in a window, in seconds, as ordered ranges with gaps between them.
  private func datesToLookAt(_ window: Range<Instant>) -> [Range<Int>] {
    guard !window.isEmpty, let item = items.first else { return [] }
    let zone = item.seriesDate?.isAllDay == true ? instants.clock.home : instants.zone(of: item)
    var found: [Range<Int>] = []
    for distance in distances {
      let dates = dates(of: window, distance, zone: zone)
      if let last = found.last, dates.lowerBound <= last.upperBound {
        found[found.count - 1] = last.lowerBound..<max(last.upperBound, dates.upperBound)
      } else {
        found.append(dates)
      }
    }
    return found.filter { $0.lowerBound <= Instant.lastStamp.seconds }
  }

  /// The local times of a series whose alarms may be in a window, with a margin of some hours.
  ///
  /// Clocks may change in between, and those of other zones at other times.
  private func dates(
    of window: Range<Instant>, _ distance: ClosedRange<Int>, zone: Zone
  ) -> Range<Int> {
    let first = window.lowerBound.seconds - distance.upperBound
    let end = window.upperBound.seconds - distance.lowerBound
    let isCalm = zone.isCalm(
      from: min(first, window.lowerBound.seconds) - 86_400,
      through: max(end, window.upperBound.seconds) + 86_400)
    let slack = isCalm ? 3 * 3600 : 26 * 3600
    let offsets = [first, end].map { zone.offset(at: Instant(seconds: $0)) }
    return first + offsets[0] - slack..<end + offsets[1] + slack
  }
}

/// The number of alarms that may still be examined.
private struct AlarmWork {
  private var taken = 0
  private var asked = 0
  private let bound: SeriesDates.Bound
  /// True once more were requested than allowed.
  private(set) var isSpent = false

  init(_ bound: SeriesDates.Bound) { self.bound = bound }

  /// Counts the alarms of an occurrence; false if the limit is reached, or the work was cancelled.
  mutating func take(_ alarms: Int) -> Bool {
    taken += alarms
    var isSpent = isSpent || taken / 10 > bound.steps
    if !isSpent, taken - asked >= 1000 {
      asked = taken
      isSpent = bound.isCancelled()
    }
    self.isSpent = isSpent
    return !isSpent
  }
}

extension Zone {
  /// False if clocks change by more than two hours, as in a zone that skips a day, and for more than two years, whose
  /// transitions are not examined.
  fileprivate func isCalm(from first: Int, through last: Int) -> Bool {
    guard last - first <= 2 * 366 * 86_400 else { return false }
    return transitions(after: Instant(seconds: first), through: Instant(seconds: last))
      .allSatisfy { abs($0.after.offset - $0.before.offset) <= 7200 }
  }
}
