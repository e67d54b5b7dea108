public import TaskDates

/// A window of time for a query, and the zone in which days and floating times are interpreted.
public struct TimeWindow: Sendable {
  /// The instants; the end is exclusive.
  public let instants: Range<Instant>
  /// The zone of the user.
  public let home: Zone

  private static let first = Instant(seconds: -62_135_596_800)  // 0001-01-01
  private static let end = Instant.lastStamp.advanced(by: 1)

  /// Creates a window.
  ///
  /// - Parameters:
  ///   - first: The first instant; nil for no beginning.
  ///   - end: The first instant after the window; nil for no end. One before `first` makes it empty.
  ///   - home: The zone of the user.
  public init(from first: Instant? = nil, to end: Instant? = nil, home: Zone) {
    let lower = min(max(first ?? Self.first, Self.first), Self.end)
    instants = lower..<max(lower, min(end ?? Self.end, Self.end))
    self.home = home
  }

  /// Creates a window of whole days.
  public init(_ days: ClosedRange<DateParameters>, home: Zone) {
    let begin = DateTimeParameters(date: days.lowerBound, time: .midnight)
    let end = days.upperBound.advanced(byDays: 1)
      .map { home.instant(of: DateTimeParameters(date: $0, time: .midnight)) }
    self.init(from: home.instant(of: begin), to: end, home: home)
  }
}
