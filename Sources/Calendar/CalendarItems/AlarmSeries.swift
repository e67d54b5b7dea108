public import ExactText
public import TaskDates

/// The moments at which an item and its occurrences want to be noticed.
///
/// Only what a window of time needs is made, however long the series is. Each moment is one instant: a
/// time that clocks skip is the later one that it becomes, of two the first is meant.
///
/// ```swift
/// let alarms = AlarmSeries(item, clock: AlarmSeries.Clock(home: berlin))
/// alarms.moments(in: before..<after).moments.map(\.instant)
/// ```
public struct AlarmSeries {
  /// The clock of the person who is told.
  public struct Clock: Sendable {
    /// The zone of days, and of times that float.
    public var home: Zone
    /// The time of day at which a day's date is noticed where no alarm says when.
    public var dayStart: TimeParameters
    /// Whether an item without an alarm is noticed at its date.
    public var noticesDates: Bool

    /// Creates a clock.
    public init(
      home: Zone, dayStart: TimeParameters = .midnight, noticesDates: Bool = false
    ) {
      self.home = home
      self.dayStart = dayStart
      self.noticesDates = noticesDates
    }
  }

  /// One time that an item is noticed.
  public struct Moment: Sendable {
    /// When.
    public let instant: Instant
    /// The item, its dates those of the occurrence.
    public let item: CalendarItem
    /// The date that the series has for the occurrence; nil for an alarm at an instant, which is of the
    /// item as it stands.
    public let originalDate: DateTimeParameters?
  }

  /// What a window of time holds.
  public struct Answer: Sendable {
    /// The moments in order.
    public fileprivate(set) var moments: [Moment] = []
    /// True if the series has more dates than were looked at: some moments may be missing.
    public fileprivate(set) var isCutShort = false
  }

  private let items: [CalendarItem]
  private let series: ItemSeries?
  private let instants: AlarmInstants
  /// How far alarms are from the dates that the series counts, in seconds.
  private let distances: [ClosedRange<Int>]
  private let bound: SeriesDates.Bound

  /// Creates the moments of an item.
  ///
  /// - Parameters:
  ///   - item: The item; of a series the one with the rules.
  ///   - changed: The items that replace occurrences of it.
  ///   - zones: The zones that these are anchored in, by name; a name that is not there is read at home.
  ///   - clock: The clock of the person who is told.
  ///   - bound: How much work each window may be; of alarms ten times as many are looked at as of dates.
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

  /// The moments within a window, also those of items that are done or off.
  public func moments(in window: Range<Instant>) -> Answer {
    var answer = Answer()
    addAbsolute(window, &answer)
    var work = AlarmWork(bound)
    for seconds in datesToLookAt(window) { add(seconds, window, answer: &answer, work: &work) }
    answer.moments.sort { $0.instant < $1.instant }
    return answer
  }

  /// The alarms at an instant; a changed occurrence that has the alarm of its series does not repeat it.
  private func addAbsolute(_ window: Range<Instant>, _ answer: inout Answer) {
    var seen: Set<Instant> = []
    for item in items {
      for alarm in item.alarms {
        guard case .at(let first) = alarm.trigger else { continue }
        for instant in alarm.times(from: first, in: window) where seen.insert(instant).inserted {
          answer.moments.append(Moment(instant: instant, item: item, originalDate: nil))
        }
      }
    }
  }

  /// The alarms of the occurrences with dates in a stretch.
  private func add(
    _ seconds: Range<Int>, _ window: Range<Instant>, answer: inout Answer, work: inout AlarmWork
  ) {
    guard var part = series else { return }
    part.leap(
      to: DateTimeParameters(secondNumber: seconds.lowerBound),
      before: DateTimeParameters(secondNumber: seconds.upperBound))
    while let one = part.next(), work.take(one.item.alarms.count) {
      if seconds.contains(one.date.secondNumber) { add(one, window, answer: &answer) }
    }
    if part.isCutShort || work.isSpent { answer.isCutShort = true }
  }

  private func add(
    _ one: ItemSeries.Occurrence, _ window: Range<Instant>, answer: inout Answer
  ) {
    var seen: Set<Instant> = []
    for instant in instants.all(of: one.item, in: window) where seen.insert(instant).inserted {
      answer.moments.append(
        Moment(instant: instant, item: one.item, originalDate: one.originalDate))
    }
  }

  /// The dates of the series whose alarms may be in a window, as seconds, in order and apart from each
  /// other.
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

  /// What the clock of the series shows so long before a window, and some hours around it: clocks may
  /// change in between, and those of other zones at other times.
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

/// How many alarms of occurrences may still be looked at.
private struct AlarmWork {
  private var taken = 0
  private var asked = 0
  private let bound: SeriesDates.Bound
  /// True once more were asked for than there may be.
  private(set) var isSpent = false

  init(_ bound: SeriesDates.Bound) { self.bound = bound }

  /// Takes the alarms of an occurrence; false where there may be no more, or nobody wants them any longer.
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
  /// False where clocks change by more than two hours, as where a day is left out, and for more than two
  /// years, whose changes are not looked through.
  fileprivate func isCalm(from first: Int, through last: Int) -> Bool {
    guard last - first <= 2 * 366 * 86_400 else { return false }
    return transitions(after: Instant(seconds: first), through: Instant(seconds: last))
      .allSatisfy { abs($0.after.offset - $0.before.offset) <= 7200 }
  }
}
