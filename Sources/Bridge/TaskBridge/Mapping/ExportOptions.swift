public import ExactText
public import TaskDates

/// Which items lines become, and which lines become any.
public struct ExportOptions: Sendable {
  /// What a dated task becomes.
  public enum Profile: String, Sendable, CaseIterable {
    /// An event where it is due over a range or says `@event`, else a to-do.
    case auto
    /// A to-do.
    case todo
    /// An event.
    case event
    /// Both, tied to each other.
    case both
  }

  /// How times are pinned.
  public enum Times: String, Sendable, CaseIterable {
    /// To the run's zone, or the line's own.
    case zone
    /// To UTC.
    case utc
    /// To no zone.
    case floating
  }

  /// Which lines that are done or off become items.
  public enum Done: Hashable, Sendable {
    /// All.
    case include
    /// None.
    case exclude
    /// These alone.
    case only
    /// Those done on this day or later.
    case since(DateParameters)
  }

  /// What becomes of lines without a date.
  public enum Undated: String, Sendable, CaseIterable {
    /// They become to-dos.
    case todo
    /// They are left out.
    case skip
  }

  /// What a dated task becomes.
  public var profile = Profile.auto
  /// How times are pinned.
  public var times = Times.zone
  /// Which lines that are done or off become items; nil: all to-dos, no events.
  public var done: Done?
  /// What becomes of lines without a date; nil: left out where all are events, else to-dos.
  public var undated: Undated?
  /// The days of which one must be an item's, both ends optional.
  public var from: DateParameters?
  /// The last such day.
  public var to: DateParameters?
  /// Names of projects of which one must be on an item's path; empty for any.
  public var projects: [String] = []
  /// Tags of which one must stand on an item's line; empty for any.
  public var tags: [String] = []
  /// The lines that queries find; nil for any.
  public var lines: QueryMatches?
  /// True to let lines go out that an import keeps in the files: they are a calendar's already.
  public var takesImported = false
  /// The classes that go out.
  public var classes: Set<String> = ["PUBLIC"]
  /// True to leave out everything that is not of the standard.
  public var isPlain = false
  /// What stands before the title of an event whose task is done.
  public var doneMark = "\u{2713} "
  /// Whether alarms go out; nil: with to-dos, not with events.
  public var keepsAlarms: Bool?
  /// The time of day from which alarms of days without a time are counted.
  public var dayStart = TimeParameters(secondOfDay: 9 * 3600) ?? .midnight

  /// The run's zone.
  public var zone: Zone
  /// The zones that lines name themselves, by name.
  public var zones: ExactDictionary<Zone> = [:]

  /// Creates options with their defaults.
  public init(zone: Zone) {
    self.zone = zone
  }
}
