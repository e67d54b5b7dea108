import LineCodec
public import TaskBridge
public import TaskDates
public import TaskText
public import UserFiles

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

  /// The extensions of task files in all dialects that have one.
  public static let usualEndings = [".taskpaper", ".todo", ".md", ".markdown"]

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
  public var endings = Self.usualEndings
  /// The dialect of all files; nil if their extensions decide.
  public var dialect: TaskDialect?
  /// How Markdown is read and written in the file at a path.
  public var markdown: @Sendable (String) -> MarkdownSettings = { _ in .standard }
  /// What is left out of the folder.
  public var rules = FolderRules.none
  /// Whether files that are left out now, and were in lists before, stay in them, so that a sync can let their items go.
  public var keepsLeftOut = false
  /// The path of the file that gets new items of a list of several files; nil for the one that is called `inbox`.
  public var inbox: String?

  /// Creates options with their defaults.
  public init(zone: Zone) {
    self.zone = zone
    dayStart = ExportOptions(zone: zone).dayStart
  }

  /// How lines and items correspond.
  var codec: LineCodecOptions {
    LineCodecOptions(zone: zone, zones: zones, vocabulary: vocabulary, dayStart: dayStart)
  }
}
