public import ExactText
public import TaskBridge
public import TaskDates

/// Which lines become items, and how.
public struct ExportOptions: Sendable {
  /// What a dated task becomes.
  public enum Profile: String, Sendable, CaseIterable {
    /// An event if it is due over a range or has `@event`, otherwise a to-do.
    case auto
    /// A to-do.
    case todo
    /// An event.
    case event
    /// Both, linked to each other.
    case both
  }

  /// The zone of exported times.
  public enum Times: String, Sendable, CaseIterable {
    /// The run's zone, or the line's own.
    case zone
    /// UTC.
    case utc
    /// No zone: floating times.
    case floating
  }

  /// Which completed and cancelled lines become items.
  public enum Done: Hashable, Sendable {
    /// All.
    case include
    /// None.
    case exclude
    /// Only these.
    case only
    /// Those completed on this day or later.
    case since(DateParameters)
  }

  /// What lines without a date become.
  public enum Undated: String, Sendable, CaseIterable {
    /// To-dos.
    case todo
    /// Nothing: they are left out.
    case skip
  }

  /// What a dated task becomes.
  public var profile = Profile.auto
  /// The zone of exported times.
  public var times = Times.zone
  /// Which completed and cancelled lines become items; nil for all to-dos and no events.
  public var done: Done?
  /// What lines without a date become; nil leaves them out if all items are events, and otherwise makes to-dos.
  public var undated: Undated?
  /// The first day of the window in which an item must have a day; nil for no limit.
  public var from: DateParameters?
  /// The last day of that window; nil for no limit.
  public var to: DateParameters?
  /// Names of projects, one of which must be on an item's path; empty for any.
  public var projects: [String] = []
  /// Tags, one of which must be on an item's line; empty for any.
  public var tags: [String] = []
  /// The lines that match queries; nil for any.
  public var lines: QueryMatches?
  /// True to export lines that an import keeps in the files, although they come from a calendar.
  public var takesImported = false
  /// The classes that are exported.
  public var classes: Set<String> = ["PUBLIC"]
  /// True to write only standard properties.
  public var isPlain = false
  /// The text before the title of an event whose task is completed.
  public var doneMark = "\u{2713} "
  /// Whether alarms are exported; nil exports those of to-dos but not of events.
  public var keepsAlarms: Bool?
  /// The time of day for alarms of dates without a time.
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

extension ExportOptions {
  /// Options that keep everything, for people and stores that see all of their own lines: private items, imported lines,
  /// alarms.
  ///
  /// - Parameters:
  ///   - zone: The zone of times whose line names none.
  ///   - zones: The zones that lines name themselves, by name.
  ///   - dayStart: The time of day for alarms of dates without a time.
  package init(keepingAllIn zone: Zone, zones: ExactDictionary<Zone>, dayStart: TimeParameters) {
    self.init(zone: zone)
    self.zones = zones
    self.dayStart = dayStart
    done = .include
    takesImported = true
    classes = Set(Vocabulary.classes)
    keepsAlarms = true
    doneMark = ""
  }
}
