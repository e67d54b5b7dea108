/// The keys of a configuration.
package enum ConfigurationKey: String, CaseIterable, Sendable {
  case files
  case inbox
  case extensions
  case exclude
  case zone
  case dayStarts = "day-starts"
  case priorityScale = "priority-scale"
  case firstWeekday = "first-weekday"
  case dates
  case color
  case pager
  case recurringDue = "recurring-due"
  case backupLimit = "backup-limit"
  case lists
  case listFormat = "list.format"
  case removed = "import.removed"
  case past = "import.past"
  case markdownFilter = "markdown.filter"
  case markdownFields = "markdown.fields"
  case days
  case aliases
  case stores
  case sync
  case feed
  case serve

  /// True for a table whose keys are names that a person chooses.
  var isTable: Bool { [.aliases, .days, .stores, .sync, .feed, .serve].contains(self) }

  /// The values that it accepts, for messages.
  package var expected: String {
    switch self {
    case .files: "a list of paths, such as [\"~/notes\"]"
    case .inbox: "a path, such as \"~/notes/inbox.taskpaper\""
    case .extensions: "a list of extensions, such as [\"md\"]"
    case .exclude: "a list of names, patterns and paths, such as [\"Templates\"]"
    case .markdownFilter: "a text on one line, such as \"#task\""
    case .markdownFields: "\"signs\", \"dataview\" or \"tags\""
    case .zone: "the name of a zone, such as \"Europe/Berlin\""
    case .dayStarts: "a time, such as \"09:00\""
    case .priorityScale: "3 or 9"
    case .firstWeekday: "a day of the week, such as \"monday\""
    case .dates: "\"dmy\" or \"mdy\""
    case .days: "a day such as \"31 dec\", or a list of dates such as [\"2027-03-28\"]"
    case .color: "\"auto\", \"always\" or \"never\""
    case .pager: "a command, such as \"less -FRX\""
    case .recurringDue: "\"equal\" or \"duration\""
    case .removed, .past: "\"keep\", \"archive\" or \"delete\""
    case .lists: "\"files\", \"folders\" or \"one\""
    case .backupLimit: "a number of megabytes from 0 to 1000000, such as 64"
    case .listFormat: "a text with fields, such as '{due} {title}'"
    case .aliases: "a list of tags, such as due = [\"deadline\"]"
    case .stores: "an address, such as \"vdir:~/calendars\" or \"https://example.org/feed.ics\""
    case .sync: "a table, such as [sync.phone], with the keys a and b"
    case .feed: "a table, such as [feed.home]"
    case .serve: "a table, such as [serve], with the key folder"
    }
  }
}
