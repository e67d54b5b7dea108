/// The occurrences of a series in order, computed on demand (RFC 5545, section 3.8.5).
///
/// They are its start, the moments of its rules and the added dates, each once, without the exceptions. All are local
/// times of the series; a `Zone` converts each of them to an instant.
///
/// ```swift
/// let start = try DateTimeParameters(year: 2026, month: 12, day: 4, hour: 9, minute: 0)
/// let rule = try RecurrenceRule(rrule: "FREQ=DAILY;COUNT=4")
/// let day = try DateParameters(year: 2026, month: 12, day: 5)
/// Array(SeriesDates(from: start, rules: [rule], exceptDays: [day])).map(\.formattedDate)
/// // ["2026-12-04 09:00", "2026-12-06 09:00", "2026-12-07 09:00"]
/// ```
public struct SeriesDates: Sequence, IteratorProtocol {
  /// A limit for the work on a series.
  public struct Bound: Sendable {
    /// The highest number of moments that may be examined, including those that are left out.
    public var steps: Int
    /// Returns whether to stop; called first for each rule, then at every thousandth moment.
    public var isCancelled: @Sendable () -> Bool

    /// Creates a limit, by default of 100,000 moments.
    public init(
      steps: Int = 100_000, isCancelled: @escaping @Sendable () -> Bool = { false }
    ) {
      self.steps = steps
      self.isCancelled = isCancelled
    }
  }

  private var moments: SeriesMoments
  private var exceptions: SeriesExceptions
  private var count: StepBudget
  private var skipped: SkippedTimes
  private var end = Int.max

  /// True once the series has ended because of its limit, so that later occurrences are unknown.
  public var isCutShort: Bool { count.isSpent }

  /// The number of moments examined so far.
  var stepsTaken: Int { count.taken }

  /// Creates the occurrences of a series.
  ///
  /// - Parameters:
  ///   - start: The first occurrence, even if no rule generates it; midnight for a day.
  ///   - rules: The rules, each with its own COUNT and UNTIL. COUNT counts the start, but not the added dates, and an
  ///     exception does not increase it.
  ///   - also: The added dates (RDATE), which may be before the start.
  ///   - except: The moments that are left out (EXDATE), which may include the start.
  ///   - exceptDays: The days that are left out as a whole: an EXDATE of days in a series of times.
  ///   - exceptRules: The rules whose moments are left out (EXRULE of RFC 2445).
  ///   - isAllDay: Whether occurrences are days, whose times of day are ignored.
  ///   - zone: The zone of the series, in which an UNTIL in UTC is interpreted.
  ///   - bound: The limit for the work.
  public init(
    from start: DateTimeParameters, rules: [RecurrenceRule] = [],
    also: [DateTimeParameters] = [], except: [DateTimeParameters] = [],
    exceptDays: [DateParameters] = [], exceptRules: [RecurrenceRule] = [],
    isAllDay: Bool = false, zone: Zone? = nil, bound: Bound = Bound()
  ) {
    let start = isAllDay ? DateTimeParameters(date: start.date, time: .midnight) : start
    /// The dates of the rules; equal rules are used once, because their dates are a set.
    func dates(_ rules: [RecurrenceRule], countsStart: Bool) -> [RuleDates] {
      var seen: Set<RecurrenceRule> = []
      return rules.filter { seen.insert($0).inserted }.map {
        RuleDates($0, from: start, isAllDay: isAllDay, zone: zone, countsStart: countsStart)
      }
    }
    func seconds(_ moments: [DateTimeParameters]) -> [Int] {
      moments.map { isAllDay ? $0.date.dayNumber * 86_400 : $0.secondNumber }
    }
    let mayMeet = !isAllDay && rules.count + also.count > 1
    skipped = SkippedTimes(in: mayMeet ? zone : nil)
    count = StepBudget(bound)
    moments = SeriesMoments(
      dates(rules, countsStart: true), also: seconds([start] + also), count: &count)
    exceptions = SeriesExceptions(
      dates(exceptRules, countsStart: false), seconds: seconds(except),
      days: exceptDays.map(\.dayNumber), count: &count)
  }

  /// The next occurrence; nil after the last or if the limit is reached.
  public mutating func next() -> DateTimeParameters? {
    while !isCutShort, let second = moments.next, second < end {
      let isExcepted = exceptions.contains(second, &count)
      guard !isCutShort else { break }
      moments.advance(&count)
      guard !isExcepted, let moment = DateTimeParameters(secondNumber: second),
        !skipped.repeats(second, moment)
      else { continue }
      return moment
    }
    return nil
  }

  /// The remaining occurrences that are in a window.
  ///
  /// Moments before the window are skipped, however many they are; only rules with COUNT are counted, within the limit.
  public func occurrences(in window: Range<DateTimeParameters>) -> SeriesDates {
    occurrences(from: window.lowerBound).occurrences(before: window.upperBound)
  }

  /// The remaining occurrences that are before a moment.
  public func occurrences(before moment: DateTimeParameters) -> SeriesDates {
    var dates = self
    dates.end = Swift.min(end, moment.secondNumber)
    return dates
  }

  /// The remaining occurrences that are at or after a moment; earlier ones are skipped, as before a window.
  public func occurrences(from moment: DateTimeParameters) -> SeriesDates {
    var dates = self
    dates.moments.skip(to: moment.secondNumber, &dates.count)
    return dates
  }
}

/// The moments of a series without its exceptions, in order and each once.
private struct SeriesMoments {
  /// The rules as a heap: the next moment of each is not after those of its two children.
  private var rules: [RuleHead]
  private var dates: SortedNumbers

  init(_ rules: [RuleDates], also: [Int], count: inout StepBudget) {
    self.rules = rules.map { RuleHead($0, &count) }.sorted { $0.next < $1.next }
    dates = SortedNumbers(also)
  }

  /// The next moment; nil if there is none.
  var next: Int? {
    let next = Swift.min(dates.next, rules.first?.next ?? .max)
    return next == .max ? nil : next
  }

  /// Advances to the moment after the next one.
  mutating func advance(_ count: inout StepBudget) {
    guard let next, dates.next != next || count.take() else { return }
    dates.skip(to: next + 1)
    while let rule = rules.first?.next, rule == next, count.take() {
      rules[0].advance()
      sink()
    }
  }

  /// Skips the moments before a second.
  mutating func skip(to second: Int, _ count: inout StepBudget) {
    dates.skip(to: second)
    for place in rules.indices { rules[place].skip(to: second, &count) }
    rules.sort { $0.next < $1.next }
  }

  /// Moves the first rule down the heap to its place.
  private mutating func sink() {
    var place = 0
    while let child = [2 * place + 1, 2 * place + 2].filter({ $0 < rules.count })
      .min(by: { rules[$0].next < rules[$1].next }), rules[child].next < rules[place].next
    {
      rules.swapAt(place, child)
      place = child
    }
  }
}

/// The exceptions of a series.
private struct SeriesExceptions {
  private var rules: [RuleHead]
  private var seconds: SortedNumbers
  private var days: SortedNumbers

  init(_ rules: [RuleDates], seconds: [Int], days: [Int], count: inout StepBudget) {
    self.rules = rules.map { RuleHead($0, &count) }
    self.seconds = SortedNumbers(seconds)
    self.days = SortedNumbers(days)
  }

  /// True if a moment is left out; the moments must be passed in order.
  mutating func contains(_ second: Int, _ count: inout StepBudget) -> Bool {
    seconds.skip(to: second)
    let day = second.flooredDivision(by: 86_400)
    days.skip(to: day)
    if seconds.next == second || days.next == day { return true }
    for place in rules.indices {
      rules[place].skip(to: second, &count)
      if rules[place].next == second { return true }
    }
    return false
  }
}

/// The moments of a rule, with the next of them known.
private struct RuleHead {
  private var dates: RuleDates
  /// The next moment; the largest number after the last.
  private(set) var next: Int

  init(_ dates: RuleDates, _ count: inout StepBudget) {
    self.dates = dates
    next = count.take(isAsking: true) ? self.dates.nextMoment()?.second ?? .max : .max
  }

  mutating func advance() { next = dates.nextMoment()?.second ?? .max }

  /// Skips the moments before a second; if they must be counted, each is a step.
  mutating func skip(to second: Int, _ count: inout StepBudget) {
    if next < second, !dates.isCounted, let moment = DateTimeParameters(secondNumber: second) {
      dates.skip(to: moment)
    }
    while next < second, count.take() { advance() }
  }
}

/// Numbers in order, and the position of the next.
private struct SortedNumbers {
  private let numbers: [Int]
  private var place = 0

  init(_ numbers: [Int]) { self.numbers = numbers.sorted() }

  /// The next number; the largest number after the last.
  var next: Int { place < numbers.count ? numbers[place] : .max }

  mutating func skip(to number: Int) {
    while next < number { place += 1 }
  }
}

/// The number of moments that may still be examined.
private struct StepBudget {
  private(set) var taken = 0
  private let bound: SeriesDates.Bound
  /// True once more steps were requested than allowed.
  private(set) var isSpent = false

  init(_ bound: SeriesDates.Bound) { self.bound = bound }

  /// Takes a step; false if none is left, or the work was cancelled.
  mutating func take(isAsking: Bool = false) -> Bool {
    let isAsking = isAsking || taken % 1000 == 0
    if isSpent || taken >= bound.steps || isAsking && bound.isCancelled() {
      isSpent = true
      return false
    }
    taken += 1
    return true
  }
}
