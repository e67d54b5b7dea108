import Agenda
import CalendarImports
import CalendarItems
import ExactText
import TaskBridge
import TaskDates

/// What a person set once for all commands: `Docs/Configuration.md`.
///
/// A value is nil where the configuration says nothing of it; what holds then is said by who asks.
struct Configuration: Sendable {
  /// The task files of a command that is given none.
  var files: [String]?
  /// The file that new tasks go to.
  var inbox: String?
  /// The name of the zone that times are read in.
  var zone: String?
  /// The time of day from which alarms of days without a time are counted.
  var dayStart: TimeParameters?
  /// How far the numbers of `@priority` reach: 3 or 9.
  var priorityScale: Int?
  /// The day that weeks begin with where a person's words are read.
  var firstWeekday: Weekday?
  /// When what is printed is coloured.
  var color: MessageColor?
  /// The command that long texts are shown with, as a shell reads it; empty for none.
  var pager: String?
  /// How repeating to-dos are anchored.
  var recurringDue: ReminderDates.RecurringDue?
  /// What happens to lines whose items an import no longer finds.
  var removed: ImportOptions.Removed?
  /// What happens to lines whose last occurrence is over.
  var past: ImportOptions.Past?
  /// The size limit of old versions of task files, in megabytes.
  var backupLimit: Int?
  /// What a line of `list` shows.
  var listFormat: AgendaTemplate?
  /// The same as it was written.
  var listFormatText: String?
  /// The names that are read for fields besides their own.
  var aliases: [Alias] = []
  /// Stores and calendars by names.
  var stores: [Store] = []

  /// A name that is read for a field.
  struct Alias: Hashable, Sendable {
    let name: String
    let field: Vocabulary.Field
  }

  /// A name for a store, or for a calendar.
  struct Store: Hashable, Sendable {
    let name: String
    /// Its address as it was written; `~` in it is the person's folder.
    let address: String
    /// Where its password is found; nil where the configuration does not say it.
    let password: StorePassword?
    /// True if it may be asked without TLS.
    let isUnencrypted: Bool
  }

  /// The line that each key stands on, from 1.
  var lines: [String: Int] = [:]
  /// The file that it was read from; nil for none.
  var path: String?

  /// The time of day from which alarms of days without a time are counted, as all commands take it.
  var dayStartOrDefault: TimeParameters { dayStart ?? Self.nine }

  private static let nine = TimeParameters(secondOfDay: 9 * 3600) ?? .midnight

  /// What tags mean.
  var vocabulary: Vocabulary {
    var vocabulary = Vocabulary(priorityScale: priorityScale ?? 9)
    for alias in aliases { vocabulary.add(alias: alias.name, for: alias.field) }
    return vocabulary
  }
}
