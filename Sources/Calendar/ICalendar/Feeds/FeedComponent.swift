public import TaskDates

/// A to-do or event of a calendar that duecal wrote, as ranges of its bytes, without decoding.
public struct FeedComponent: Sendable {
  /// The whole component, `BEGIN` to `END` with its line end.
  @PackedRange public internal(set) var range: Range<Int>
  /// True for a VEVENT.
  public let isEvent: Bool
  /// The value of UID.
  @PackedRange public internal(set) var uid = 0..<0
  /// SEQUENCE; 0 if it is missing.
  public internal(set) var sequence = 0
  /// The later of DTSTAMP and LAST-MODIFIED.
  public internal(set) var modified = Instant.epoch
  /// The value of SUMMARY.
  @PackedRange public internal(set) var summary = 0..<0
  /// The value of RELATED-TO without a RELTYPE.
  @PackedRange public internal(set) var parent = 0..<0
  /// The value of CATEGORIES.
  @PackedRange public internal(set) var categories = 0..<0
  /// The value of the hint with its line.
  @PackedRange public internal(set) var line = 0..<0
  /// The value of the hint with its project path.
  @PackedRange public internal(set) var path = 0..<0
  /// The whole line of the hint with its key.
  @PackedRange public internal(set) var keyLine = 0..<0
  /// The value of the hint with its key.
  @PackedRange public internal(set) var key = 0..<0
  /// The lines of the stamps and of SEQUENCE.
  @PackedRange public internal(set) var revisionLines = 0..<0
  /// True if it repeats.
  public internal(set) var repeats = false
  /// The lines with dates in a zone, as indices into `FeedReader.zonedLines`.
  @PackedRange public internal(set) var zonedLines = 0..<0
}

/// A range within 4 GiB in eight bytes, for values that occur a hundred thousand times.
@propertyWrapper
public struct PackedRange: Hashable, Sendable {
  private let start: UInt32
  private let end: UInt32

  /// Packs a range; a range beyond 4 GiB becomes empty.
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
