public import TaskDates

/// A moment at which an item wants to be noticed (VALARM).
public struct Alarm: Hashable, Sendable {
  /// What an alarm's distance is counted from.
  public enum Anchor: String, Sendable {
    /// The item's beginning (`RELATED=START`).
    case start
    /// A reminder's due date, an event's end (`RELATED=END`).
    case due
  }

  /// When the alarm goes off.
  public enum Trigger: Hashable, Sendable {
    /// So much later than the anchor; earlier where the length is negative.
    case relative(TimeSpan, from: Anchor)
    /// At an instant.
    case at(Instant)
  }

  /// How an alarm goes off again (RFC 5545, section 3.8.6.2).
  public struct Repeats: Hashable, Sendable {
    /// How often it goes off besides the first time (REPEAT).
    public let count: Int
    /// How long after each time (DURATION).
    public let interval: TimeSpan

    /// Creates repeats.
    public init(count: Int, interval: TimeSpan) {
      self.count = count
      self.interval = interval
    }
  }

  /// When the alarm goes off.
  public var trigger: Trigger
  /// How it goes off again, nil for once.
  public var repeats: Repeats?
  /// When it was last seen to (ACKNOWLEDGED of RFC 9074), nil for never.
  public var acknowledged: Instant?

  /// Creates an alarm that shows the item's title.
  public init(_ trigger: Trigger) {
    self.trigger = trigger
  }
}
