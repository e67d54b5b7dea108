public import CalendarItems
public import LineState
public import TaskBridge
public import TaskDates

/// How calendars become tasks.
public struct ImportOptions: Sendable {
  /// What becomes of the line of an item that its calendar has no more.
  public enum Removed: String, Sendable, CaseIterable {
    /// It stays.
    case keep
    /// It moves into the project `Archive`.
    case archive
    /// It goes, unless a person has written in it.
    case delete
  }

  /// What happens to the line of an event or a closed to-do whose last occurrence is over.
  public enum Past: String, Sendable, CaseIterable {
    /// It stays, even if the calendar no longer has the item.
    case keep
    /// It moves into the project `Archive`.
    case archive
    /// It goes unless a person edited it, and the item gets no new line.
    case delete
  }

  /// How items become lines.
  public var mapping: LineMapping.Options
  /// What tags of lines mean.
  public var reader: LineFieldReader
  /// A zone by its name, nil for none that the system has.
  public var zone: @Sendable (String) -> Zone?
  /// The project that new lines are put in; nil for none.
  public var project: [String] = []
  /// What becomes of lines of items that are gone.
  public var removed = Removed.delete
  /// Whether that also holds for lines that an earlier import kept.
  public var removesKept = false
  /// What happens instead to lines whose last occurrence is over.
  public var past = Past.keep
  /// The time of the import; without one nothing is over.
  public var now: Instant?
  /// Items of other calendars in the same run, by UID; they are not gone.
  public var arriving: Set<ItemName> = []
  /// Whether to report which lines stay; each is reported once.
  public var reports = true
  /// How many lines may go at once; nil for the larger of 10 and a fifth.
  public var allowedRemovals: Int?
  /// The days whose occurrences are items of their own, instead of a series; nil for none.
  public var window: ExpandedWindow?
  /// Lines that other calendars keep in the files: no item takes one for being much like it.
  public var foreign: Set<LineRef> = []
  /// Which items get new lines.
  public var isWanted: @Sendable (CalendarItem) -> Bool = { _ in true }

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
