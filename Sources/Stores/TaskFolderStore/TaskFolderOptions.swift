public import TaskBridge
public import TaskDates
public import TaskText

/// How the lines of task files become lists and items.
public struct TaskFolderOptions: Sendable {
  /// Which lists a file is.
  public enum Lists: Sendable {
    /// One list of its reminders, and one of its events.
    case separate
    /// One list of both.
    case mixed
  }

  /// Which files are one list.
  public enum Grouping: String, Sendable, CaseIterable {
    /// Each file.
    case files
    /// The files of each folder, without those of its subfolders.
    case folders
    /// All files.
    case one
  }

  /// The zone of times whose line names none.
  public var zone: Zone
  /// The zones of the system.
  public var zones = ZoneDatabase()
  /// The meaning of tags.
  public var vocabulary = Vocabulary()
  /// The time of day for alarms of dates without a time.
  public var dayStart: TimeParameters
  /// Which lists a file is.
  public var lists = Lists.separate
  /// Which files of a folder are one list.
  ///
  /// New items of a list of several files go to the one that is called `inbox`, otherwise to the first.
  public var grouping = Grouping.files
  /// The extensions of task files in a folder, in lower case and with a dot.
  public var endings = [".taskpaper", ".todo", ".md", ".markdown"]
  /// The dialect of all files; nil if their extensions decide.
  public var dialect: TaskDialect?

  /// Creates options with their defaults.
  public init(zone: Zone) {
    self.zone = zone
    dayStart = ExportOptions(zone: zone).dayStart
  }
}
