/// A moment in time, the same everywhere: whole seconds since 1970-01-01 00:00 UTC.
public struct Instant: Hashable, Comparable, Sendable {
  /// Seconds since 1970-01-01 00:00 UTC, without leap seconds.
  public let seconds: Int

  /// Creates an instant.
  public init(seconds: Int) {
    self.seconds = seconds
  }

  /// The start of 1970 in UTC.
  public static let epoch = Instant(seconds: 0)
  /// The last second of the year 9999 in UTC, the last that a calendar can express.
  public static let lastStamp = Instant(seconds: 253_402_300_799)

  public static func < (left: Instant, right: Instant) -> Bool {
    left.seconds < right.seconds
  }

  /// The instant that is a number of seconds later.
  public func advanced(by seconds: Int) -> Instant {
    Instant(seconds: self.seconds + seconds)
  }

  /// The date and time in UTC; nil outside of the years 1 to 9999.
  public var utc: DateTimeParameters? { DateTimeParameters(secondNumber: seconds) }
}
