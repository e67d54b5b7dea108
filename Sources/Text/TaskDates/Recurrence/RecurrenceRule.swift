/// A recurrence rule (RFC 5545, section 3.3.10), over civil values.
public struct RecurrenceRule: Hashable, Sendable {
  /// The unit in which the rule counts, the shortest first.
  public enum Frequency: String, Sendable, CaseIterable {
    /// Every second.
    case secondly = "SECONDLY"
    /// Every minute.
    case minutely = "MINUTELY"
    /// Every hour.
    case hourly = "HOURLY"
    /// Every day.
    case daily = "DAILY"
    /// Every week.
    case weekly = "WEEKLY"
    /// Every month.
    case monthly = "MONTHLY"
    /// Every year.
    case yearly = "YEARLY"
  }

  /// When the rule ends.
  public enum End: Hashable, Sendable {
    /// Never.
    case never
    /// After a number of occurrences, including the first.
    case count(Int)
    /// With the last occurrence on this day.
    case onDay(DateParameters)
    /// With the last occurrence at this moment, in the series' own zone or in UTC.
    case at(DateTimeParameters, isUTC: Bool)
  }

  /// A weekday, either every one, or the first, second … last of its month or year.
  public struct WeekdayNumber: Hashable, Sendable {
    /// 1 for the first, -1 for the last; 0 for every one.
    public let ordinal: Int
    /// The weekday.
    public let weekday: Weekday

    /// Creates a weekday; `ordinal` is 0 for every one.
    public init(_ weekday: Weekday, ordinal: Int = 0) {
      self.ordinal = ordinal
      self.weekday = weekday
    }
  }

  /// The unit in which the rule counts.
  public var frequency: Frequency
  /// The interval, 1 for every unit; a trillion represents every larger number.
  ///
  /// With such an interval there is no second occurrence before the year 9999.
  public var interval = 1 {
    didSet { largeInterval = nil }
  }
  /// The digits of an interval that is too large for calculation.
  private var largeInterval: String?
  /// When the rule ends.
  public var end = End.never
  /// BYSECOND, 0 to 60.
  public var seconds: [Int] = []
  /// BYMINUTE, 0 to 59.
  public var minutes: [Int] = []
  /// BYHOUR, 0 to 23.
  public var hours: [Int] = []
  /// BYDAY.
  public var weekdays: [WeekdayNumber] = []
  /// BYMONTHDAY, 1 to 31 and from the end -1 to -31.
  public var monthDays: [Int] = []
  /// BYYEARDAY, 1 to 366 and from the end -1 to -366.
  public var yearDays: [Int] = []
  /// BYWEEKNO, 1 to 53 and from the end -1 to -53.
  public var weekNumbers: [Int] = []
  /// BYMONTH, 1 to 12.
  public var months: [Int] = []
  /// BYSETPOS, 1 to 366 and from the end -1 to -366.
  public var setPositions: [Int] = []
  /// WKST, the first day of the rule's weeks.
  public var weekStart = Weekday.monday
  /// Parts that are kept unchanged and not interpreted, of RFC 7529 and others: `RSCALE`, `SKIP`.
  public var otherParts: [String] = []

  /// Creates a rule without BY parts that never ends.
  public init(_ frequency: Frequency, interval: Int = 1) {
    self.frequency = frequency
    self.interval = interval
  }

  /// The largest interval for calculation, which exceeds the seconds of all years.
  static let mostInterval = 1_000_000_000_000

  /// The interval for calculation: at least 1, and small enough for sums.
  var step: Int { min(max(1, interval), Self.mostInterval) }

  /// The interval's digits.
  var intervalText: String { largeInterval ?? String(interval) }

  /// Sets the interval from digits, which may be too large for calculation.
  mutating func setInterval(_ number: Int, written digits: String) {
    interval = number
    if digits != String(number) { largeInterval = digits }
  }

  /// The day of the last possible occurrence, as far as UNTIL says it; nil for a rule without UNTIL.
  package var lastDay: DateParameters? {
    switch end {
    case .onDay(let day): day
    case .at(let moment, _): moment.date
    case .never, .count: nil
    }
  }

  /// True if the rule has a BY part.
  public var hasByParts: Bool { hasSetParts || !setPositions.isEmpty }

  /// True if the rule has a BY part that BYSETPOS can choose from.
  var hasSetParts: Bool {
    !(seconds.isEmpty && minutes.isEmpty && hours.isEmpty && weekdays.isEmpty && monthDays.isEmpty
      && yearDays.isEmpty && weekNumbers.isEmpty && months.isEmpty)
  }

  /// True if the rule counts in units shorter than a day.
  public var isSubDaily: Bool {
    frequency == .secondly || frequency == .minutely || frequency == .hourly
  }
}
