import CalendarItems
import Glibc
import TaskDates
import UserFiles

/// A reminder as a desktop notification, shown with `notify-send`.
struct Notification {
  /// The program and its arguments.
  let words: [String]

  init(_ reminder: FoundReminder, late: String?) {
    words = [
      "notify-send", "--app-name=duecal", "--icon=appointment-soon", "--category=calendar", "--",
      reminder.title.oneLine, Self.body(reminder, late),
    ]
  }

  /// The maximum number of lines of notes that it shows.
  private static let noteLines = 5

  /// The text below the title; `<`, `>` and `&` are markup there.
  private static func body(_ reminder: FoundReminder, _ late: String?) -> String {
    var lines: [String] = []
    if let due = reminder.due {
      lines.append("due \(due)" + (late.map { ", shown \($0) late" } ?? ""))
    }
    if !reminder.project.isEmpty { lines.append(reminder.project.joined(separator: " / ")) }
    if let location = reminder.item.location { lines.append(location) }
    lines += (reminder.item.notes ?? "").split(separator: "\n").prefix(noteLines).map(String.init)
    return lines.map { $0.oneLine.escapedMarkup }.joined(separator: "\n")
  }

  /// The variables with which a program finds the desktop's bus; a cron job has none of them.
  static func environment(_ runEnvironment: RunEnvironment) -> [String: String] {
    var environment = runEnvironment.environment
    let address = "DBUS_SESSION_BUS_ADDRESS"
    guard environment[address, default: ""].isEmpty else { return environment }
    let folder = environment["XDG_RUNTIME_DIR"].flatMap { $0.isEmpty ? nil : $0 }
    let bus = "\(folder ?? "/run/user/\(getuid())")/bus"
    if FileIdentity(path: bus) != nil { environment[address] = "unix:path=\(bus)" }
    return environment
  }
}

extension String {
  /// The text on one line, with spaces in place of control characters.
  ///
  /// A leading dash is not an option, since the text comes after a `--`.
  fileprivate var oneLine: String {
    let scalars = unicodeScalars.map { scalar -> Unicode.Scalar in
      switch scalar.value {
      case 0..<0x20, 0x7F...0x9F, 0x2028, 0x2029, 0x202A...0x202E, 0x2066...0x2069: " "
      default: scalar
      }
    }
    return String(String.UnicodeScalarView(scalars.prefix(1000)))
  }

  fileprivate var escapedMarkup: String {
    replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
  }
}
