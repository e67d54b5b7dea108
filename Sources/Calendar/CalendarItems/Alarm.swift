public import TaskDates

/// A reminder at a moment before, at or after an item's date (VALARM).
public struct Alarm: Hashable, Sendable {
  /// The date from which an alarm's offset is counted.
  public enum Anchor: String, Sendable {
    /// The item's beginning (`RELATED=START`).
    case start
    /// A reminder's due date, an event's end (`RELATED=END`).
    case due
  }

  /// The time of an alarm.
  public enum Trigger: Hashable, Sendable {
    /// At an offset from the anchor; a negative length means earlier.
    case relative(TimeSpan, from: Anchor)
    /// At an instant.
    case at(Instant)
  }

  /// The repetition of an alarm (RFC 5545, section 3.8.6.2).
  public struct Repeats: Hashable, Sendable {
    /// The number of repetitions after the first time (REPEAT).
    public let count: Int
    /// The time between two repetitions (DURATION).
    public let interval: TimeSpan

    /// Creates repeats.
    public init(count: Int, interval: TimeSpan) {
      self.count = count
      self.interval = interval
    }
  }

  /// The time of the alarm.
  public var trigger: Trigger
  /// The repetition; nil for none.
  public var repeats: Repeats?
  /// The time when it was last acknowledged (ACKNOWLEDGED of RFC 9074); nil if it never was.
  public var acknowledged: Instant?

  /// Creates an alarm that shows the item's title.
  public init(_ trigger: Trigger) {
    self.trigger = trigger
  }
}
