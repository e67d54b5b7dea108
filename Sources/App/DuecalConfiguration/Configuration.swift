package import Agenda
package import CalendarImports
package import CalendarItems
import ExactText
package import StoreAccess
package import TaskBridge
package import TaskDates

/// What a person set once for all commands: `Docs/Configuration.md`.
///
/// A value is nil where the configuration says nothing of it; what holds then is said by who asks.
package struct Configuration: Sendable {
  /// The task files of a command that is given none.
  package var files: [String]?
  /// The file that new tasks go to.
  package var inbox: String?
  /// The name of the zone that times are read in.
  package var zone: String?
  /// The time of day from which alarms of days without a time are counted.
  package var dayStart: TimeParameters?
  /// How far the numbers of `@priority` reach: 3 or 9.
  package var priorityScale: Int?
  /// The day that weeks begin with where a person's words are read.
  package var firstWeekday: Weekday?
  /// When what is printed is coloured.
  package var color: MessageColor?
  /// The command that long texts are shown with, as a shell reads it; empty for none.
  package var pager: String?
  /// How repeating to-dos are anchored.
  package var recurringDue: ReminderDates.RecurringDue?
  /// What happens to lines whose items an import no longer finds.
  package var removed: ImportOptions.Removed?
  /// What happens to lines whose last occurrence is over.
  package var past: ImportOptions.Past?
  /// The size limit of old versions of task files, in megabytes.
  package var backupLimit: Int?
  /// What a line of `list` shows.
  package var listFormat: AgendaTemplate?
  /// The same as it was written.
  package var listFormatText: String?
  /// The names that are read for fields besides their own.
  package var aliases: [Alias] = []
  /// Stores and calendars by names.
  package var stores: [Store] = []

  /// A name that is read for a field.
  package struct Alias: Hashable, Sendable {
    package let name: String
    package let field: Vocabulary.Field
  }

  /// A name for a store, or for a calendar.
  package struct Store: Hashable, Sendable {
    package let name: String
    /// Its address as it was written; `~` in it is the person's folder.
    package let address: String
    /// Where its password is found; nil where the configuration does not say it.
    package let password: StorePassword?
    /// True if it may be asked without TLS.
    package let isUnencrypted: Bool
  }

  /// The line that each key stands on, from 1.
  package var lines: [String: Int] = [:]
  /// The file that it was read from; nil for none.
  package var path: String?

  /// A configuration that sets nothing.
  package init() {}

  /// The time of day from which alarms of days without a time are counted, as all commands take it.
  package var dayStartOrDefault: TimeParameters { dayStart ?? Self.nine }

  private static let nine = TimeParameters(secondOfDay: 9 * 3600) ?? .midnight

  /// What tags mean.
  package var vocabulary: Vocabulary {
    var vocabulary = Vocabulary(priorityScale: priorityScale ?? 9)
    for alias in aliases { vocabulary.add(alias: alias.name, for: alias.field) }
    return vocabulary
  }
}
