import Agenda
import CalendarItems
import TaskDates

/// The values of a reminder for a command: placeholders in its words, and environment variables.
struct ReminderWords {
  /// The placeholders and their values.
  private let values: [(name: String, value: String)]

  /// The names of placeholders, which are in braces in a command.
  static let names = [
    "title", "due", "at", "late", "notes", "project", "location", "url", "uid", "file", "line",
  ]

  init(_ reminder: FoundReminder, _ now: Instant) {
    let item = reminder.item
    let texts = [
      reminder.title, reminder.due ?? "", reminder.candidate.key.reading.formattedDate,
      String(reminder.lateness(now)), item.notes ?? "", reminder.project.joined(separator: " / "),
      item.location ?? "", item.url ?? "", item.uid, reminder.source.file,
      String(reminder.source.line),
    ]
    values = zip(Self.names, texts).map { ($0, $1.asArgument) }
  }

  /// A word of a command with its placeholders replaced once: other braces stay, also those in values.
  func filled(_ word: String) -> String {
    var text = ""
    var rest = word[...]
    while let brace = rest.firstIndex(of: "{") {
      text += rest[..<brace]
      rest = rest[brace...]
      guard let (name, value) = values.first(where: { rest.hasPrefix("{\($0.name)}") }) else {
        text.append(rest.removeFirst())
        continue
      }
      text += value
      rest = rest.dropFirst(name.count + 2)
    }
    return text + rest
  }

  /// `DUECAL_TITLE` and the others.
  var variables: [String: String] {
    Dictionary(
      values.map { ("DUECAL_\($0.name.uppercased())", $0.value) }, uniquingKeysWith: { $1 })
  }
}

extension String {
  /// The maximum number of bytes in a value; the system accepts 128 KiB for an argument.
  private static let longest = 1 << 15

  /// The text as a valid argument: without NUL, which would end it, and not too long.
  fileprivate var asArgument: String {
    let scalars = unicodeScalars.filter { $0 != "\0" }
    let text = String(String.UnicodeScalarView(scalars))
    guard text.utf8.count > Self.longest else { return text }
    return String(decoding: text.utf8.prefix(Self.longest), as: UTF8.self) + "…"
  }
}
