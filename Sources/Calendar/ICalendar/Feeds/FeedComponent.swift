public import TaskDates

/// A to-do or event of a calendar that duecal wrote, as ranges of its bytes; nothing is decoded.
public struct FeedComponent: Sendable {
  /// The whole component, `BEGIN` to `END` with its line end.
  @PackedRange public internal(set) var range: Range<Int>
  /// True for a VEVENT.
  public let isEvent: Bool
  /// The value of UID.
  @PackedRange public internal(set) var uid = 0..<0
  /// SEQUENCE, 0 where it has none.
  public internal(set) var sequence = 0
  /// The later of DTSTAMP and LAST-MODIFIED.
  public internal(set) var modified = Instant.epoch
  /// The value of SUMMARY.
  @PackedRange public internal(set) var summary = 0..<0
  /// The value of RELATED-TO without a RELTYPE.
  @PackedRange public internal(set) var parent = 0..<0
  /// The value of CATEGORIES.
  @PackedRange public internal(set) var categories = 0..<0
  /// The hint of its line.
  @PackedRange public internal(set) var line = 0..<0
  /// The hint of its project path.
  @PackedRange public internal(set) var path = 0..<0
  /// The whole line of its key.
  @PackedRange public internal(set) var keyLine = 0..<0
  /// The value of its key.
  @PackedRange public internal(set) var key = 0..<0
  /// The lines that say when it was written and which version it is.
  @PackedRange public internal(set) var revisionLines = 0..<0
  /// True if it repeats.
  public internal(set) var repeats = false
  /// The lines with dates in a zone, as indices into `FeedReader.zonedLines`.
  @PackedRange public internal(set) var zonedLines = 0..<0
}

/// A range within 4 GiB in eight bytes, for what there are a hundred thousand of.
@propertyWrapper
public struct PackedRange: Hashable, Sendable {
  private let start: UInt32
  private let end: UInt32

  /// Packs a range; what lies beyond 4 GiB is empty.
  public init(wrappedValue range: Range<Int>) {
    start = UInt32(exactly: range.lowerBound) ?? 0
    end = UInt32(exactly: range.upperBound) ?? start
  }

  /// The range.
  public var wrappedValue: Range<Int> {
    get { Int(start)..<Int(end) }
    set { self = PackedRange(wrappedValue: newValue) }
  }
}
