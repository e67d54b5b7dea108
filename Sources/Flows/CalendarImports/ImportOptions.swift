public import CalendarItems
public import LineCodec
public import LineState
public import TaskBridge
public import TaskDates

/// Options of an import.
public struct ImportOptions: Sendable {
  /// What to do with the line of an item that its calendar no longer has.
  public enum Removed: String, Sendable, CaseIterable {
    /// Keep it.
    case keep
    /// Move it into the project `Archive`.
    case archive
    /// Remove it, unless a person edited it.
    case delete
  }

  /// What to do with the line of an event or a closed to-do whose last occurrence is over.
  public enum Past: String, Sendable, CaseIterable {
    /// Keep it, even if the calendar no longer has the item.
    case keep
    /// Move it into the project `Archive`.
    case archive
    /// Remove it unless a person edited it, and give the item no new line.
    case delete
  }

  /// How items are mapped to lines.
  public var mapping: LineMapping.Options
  /// Reads the tags of lines.
  public var reader: LineFieldReader
  /// Returns a system zone by its name; nil if there is none.
  public var zone: @Sendable (String) -> Zone?
  /// The path of the project for new lines; empty for none.
  public var project: [String] = []
  /// What to do with lines of items that the calendars no longer have.
  public var removed = Removed.delete
  /// Whether to remove or archive lines that an earlier import kept.
  public var removesKept = false
  /// What to do with lines whose last occurrence is over; takes precedence over `removed`.
  public var past = Past.keep
  /// The time of the import; if nil, no item is over.
  public var now: Instant?
  /// Items of other calendars in the same run; they do not count as gone.
  public var arriving: Set<ItemName> = []
  /// Whether to report which lines are kept; each is reported once.
  public var reports = true
  /// Whether the plan lists added and adopted lines, and what lines do not contain; without them it needs less memory.
  public var explains = true
  /// Whether the plan has the new state, which printed tasks do not need.
  public var remembers = true
  /// The maximum number of lines that may be removed at once; nil for 10 or a fifth, whichever is larger.
  public var allowedRemovals: Int?
  /// The days whose occurrences are imported as separate items instead of a series; nil for none.
  public var window: ExpandedWindow?
  /// Lines that belong to other calendars in the files; no item is matched with them by similarity.
  public var foreign: Set<LineRef> = []
  /// Returns whether an item gets a new line.
  public var isWanted: @Sendable (CalendarItem) -> Bool = { _ in true }

  /// The maximum number of threads; the result is the same for any number.
  public var threads = 1

  /// Creates options with their defaults.
  public init(
    zone: Zone, reader: LineFieldReader, zoneNamed: @escaping @Sendable (String) -> Zone?
  ) {
    mapping = LineMapping.Options(zone: zone)
    self.reader = reader
    self.zone = zoneNamed
  }

  /// The projects of a path such as `A / B`.
  public static func path(_ text: String) -> [String] {
    var names: [String] = []
    var rest = text[...]
    while let slash = rest.firstRange(of: " / ") {
      names.append(String(rest[..<slash.lowerBound]))
      rest = rest[slash.upperBound...]
    }
    return names + [String(rest)]
  }
}
