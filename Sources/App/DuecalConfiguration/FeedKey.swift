/// A key of `[feed.NAME]`: the file, the task files, or an option of `duecal export`, under its name there.
enum FeedKey: String, CaseIterable {
  case file
  case files
  case `as`
  case project
  case tag
  case `where`
  case search
  case done
  case undated
  case from
  case to
  case archive
  case imported
  case `class`
  case split
  case allowEmpty = "allow-empty"
  case name
  case calendarColor = "calendar-color"
  case refresh
  case times
  case relative
  case plain
  case recurringDue = "recurring-due"
  case doneMark = "done-mark"
  case alarms
  case zone
  case `extension`
  case dialect

  /// The form of a value.
  enum Form {
    /// The path of the file that is written.
    case output
    /// The task files, or a store.
    case sources
    /// One of some words.
    case word([String])
    /// `true` or `false`.
    case flag
    /// Any text.
    case text
    /// A text, or an array of texts.
    case texts
    /// A text that must have a meaning, or an array of such texts.
    case meaningful
  }

  /// The form of its value.
  var form: Form {
    switch self {
    case .file: .output
    case .files: .sources
    case .as: .word(["auto", "todo", "event", "both"])
    case .undated: .word(["todo", "skip"])
    case .split: .word(["project", "file"])
    case .times: .word(["zone", "utc", "floating"])
    case .recurringDue: .word(["equal", "duration"])
    case .alarms: .word(["keep", "strip"])
    case .dialect: .word(["taskpaper", "plaintasks", "markdown", "omnifocus"])
    case .archive, .imported, .allowEmpty, .relative, .plain: .flag
    case .name, .doneMark: .text
    case .project, .tag, .search, .extension: .texts
    case .where, .class, .done, .from, .to, .calendarColor, .refresh, .zone: .meaningful
    }
  }

  /// True if the value may be an array.
  var mayRepeat: Bool { [.where, .class].contains(self) }

  /// The values that it accepts, for messages.
  var expected: String {
    switch form {
    case .output: "a path, such as \"~/www/tasks.ics\""
    case .sources: "a path or a store, or an array of them"
    case .word(let words): words.map { "\"\($0)\"" }.joined(separator: ", ")
    case .flag: "true or false"
    case .text: "a text"
    case .texts: "a text, or an array of texts"
    case .meaningful: meaning
    }
  }

  private var meaning: String {
    switch self {
    case .class: "\"private\" or \"confidential\""
    case .done: "\"include\", \"exclude\", \"only\", or a span such as \"30d\""
    case .from, .to: "a date, such as \"2026-12-01\" or \"today\""
    case .calendarColor: "a CSS colour name such as \"teal\", or \"#RRGGBB\""
    case .refresh: "a span of a minute or more, such as \"1h\""
    case .zone: "the name of a zone, such as \"Europe/Berlin\""
    default: "a query, such as \"not @done\", or an array of queries"
    }
  }
}
