package import Agenda
package import CalendarImports
package import CalendarItems
package import CalendarSync
import ExactText
package import StoreAccess
package import TaskBridge
package import TaskDates
package import TaskFolderStore
package import TaskText

/// What a person set once for all commands: `Docs/Configuration.md`.
///
/// A value is nil if the configuration does not set it; the reader of the value then chooses the default.
package struct Configuration: Sendable {
  /// The task files of a command that names none.
  package var files: [String]?
  /// The file that new tasks are added to.
  package var inbox: String?
  /// The extensions of task files in folders, besides duecal's own.
  package var extensions: [String]?
  /// What commands leave out of folders: patterns, and absolute paths.
  package var exclude: [String]?
  /// The text that every Markdown task has; empty if all boxes are tasks.
  package var markdownFilter: String?
  /// The form of fields on Markdown lines that have none.
  package var markdownForm: TagForm?
  /// The name of the time zone that times are read in.
  package var zone: String?
  /// The time of day from which alarms of days without a time are counted.
  package var dayStart: TimeParameters?
  /// The highest number of `@priority`: 3 or 9.
  package var priorityScale: Int?
  /// The day that weeks begin on where the words of a person are read.
  package var firstWeekday: Weekday?
  /// What is set about dates that are typed at commands: their order, and names of days.
  package var conventions = DateConventions.none
  /// The dates of each name in ``conventions`` as they were written.
  package var dayTexts: [(name: String, dates: [String])] = []
  /// When output is coloured.
  package var color: MessageColor?
  /// The command that shows long texts, in the syntax of a shell; empty for none.
  package var pager: String?
  /// How repeating to-dos are anchored.
  package var recurringDue: ReminderDates.RecurringDue?
  /// Which files of a store in task files are one list.
  package var grouping: TaskFolderOptions.Grouping?
  /// What happens to lines whose items an import no longer finds.
  package var removed: ImportOptions.Removed?
  /// What happens to lines whose last occurrence is in the past.
  package var past: ImportOptions.Past?
  /// The size limit of the old versions of task files, in megabytes.
  package var backupLimit: Int?
  /// The template for a line of `list`.
  package var listFormat: AgendaTemplate?
  /// The template of ``listFormat`` as it was written.
  package var listFormatText: String?
  /// Additional names that are read for fields.
  package var aliases: [Alias] = []
  /// The stores and calendars that have names.
  package var stores: [Store] = []
  /// The syncs that have names.
  package var syncs: [Sync] = []
  /// The feeds that have names.
  package var feeds: [Feed] = []
  /// What `duecal serve` serves, and how.
  package var server = Server()

  /// A name that is read for a field.
  package struct Alias: Hashable, Sendable {
    package let name: String
    package let field: Vocabulary.Field
  }

  /// A name for a store, or for a calendar.
  package struct Store: Hashable, Sendable {
    package let name: String
    /// Its address as it was written; `~` is the home folder.
    package let address: String
    /// Where its password is found; nil where the configuration does not set it.
    package let password: StorePassword?
    /// True if it may be reached without TLS.
    package let isUnencrypted: Bool
  }

  /// Two stores that `duecal sync` keeps equal.
  package struct Sync: Sendable {
    package let name: String
    /// The stores, each an address or the name of one in `[stores]`, with `#` and a list if it is only about that.
    package internal(set) var stores = SyncSides(a: "", b: "")
    /// The store that wins if one field was changed in both; nil for the default.
    package internal(set) var preference: SyncPreference?
    /// Which lists take part.
    package internal(set) var lists = ListPairing.Options()
    /// Which lines of task files take part.
    package internal(set) var choice = SyncChoice()
  }

  /// The settings of `duecal serve`; nil for those that are not set.
  package struct Server: Sendable {
    /// Where it listens.
    package internal(set) var address: ServerSettings.Address?
    /// The path that is before all others; empty for none.
    package internal(set) var prefix: String?
    /// The name of the zone of times that name none.
    package internal(set) var zone: String?
    /// What is served if no argument names anything: a path, or the address of a store.
    package internal(set) var folder: String?
    /// The name of the person.
    package internal(set) var user: String?
    /// Whether a proxy passes requests on.
    package internal(set) var isBehindProxy = false
    /// Whether clients may remove lists.
    package internal(set) var allowsListRemoval = false
    /// The form of the log.
    package internal(set) var log: ServerLog.Form?
    /// Which lines of task files are served.
    package internal(set) var choice = SyncChoice()
  }

  /// A feed that `duecal export` writes.
  package struct Feed: Sendable {
    package let name: String
    /// The file, or with `split` the folder; nil for a feed that only a server gives out.
    package internal(set) var file: String?
    /// The task files, or the store; nil for those that commands use if none is named.
    package var sources: [String]?
    /// The options of `duecal export`.
    package var options: [Option] = []

    /// An option, without a value if it is a flag.
    package struct Option: Hashable, Sendable {
      package let name: String
      package let value: String?

      /// Creates an option.
      package init(name: String, value: String?) { (self.name, self.value) = (name, value) }
    }

    /// Creates a feed without a file and without options.
    package init(name: String) { self.name = name }

    /// True if it is written as several calendars.
    package var isSplit: Bool { options.contains { $0.name == FeedKey.split.rawValue } }

    /// The arguments of `duecal export` that write this feed to a file.
    package func arguments(writing file: String) -> [String] {
      options.map { "--\($0.name)" + ($0.value.map { "=\($0)" } ?? "") } + ["--output=\(file)"]
        + ["--"] + (sources ?? [])
    }
  }

  /// The line of each key, from 1.
  package var lines: [String: Int] = [:]
  /// The path of the file that was read; nil for none.
  package var path: String?

  /// A configuration that sets nothing.
  package init() {}

  /// ``dayStart``, or 9:00, the default of all commands.
  package var dayStartOrDefault: TimeParameters { dayStart ?? Self.nine }

  private static let nine = TimeParameters(secondOfDay: 9 * 3600) ?? .midnight

  /// The meaning of tags, with the aliases.
  package var vocabulary: Vocabulary {
    var vocabulary = Vocabulary(priorityScale: priorityScale ?? 9)
    for alias in aliases { vocabulary.add(alias: alias.name, for: alias.field) }
    return vocabulary
  }
}
