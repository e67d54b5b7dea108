public import TaskDates

/// A span of time that is asked about, and the zone in which days and floating times are read.
public struct TimeWindow: Sendable {
  /// The instants; the end is not among them.
  public let instants: Range<Instant>
  /// Where whoever asks is.
  public let home: Zone

  private static let first = Instant(seconds: -62_135_596_800)  // 0001-01-01
  private static let end = Instant.lastStamp.advanced(by: 1)

  /// Creates a window.
  ///
  /// - Parameters:
  ///   - first: The first instant; nil for all before the end.
  ///   - end: The first instant behind it; nil for all that follows. One before `first` makes it empty.
  ///   - home: Where whoever asks is.
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
