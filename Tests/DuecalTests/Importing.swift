import Foundation
import Testing

/// A home folder with a calendar and the task file that it is imported into.
struct ImportHome {
  let scratch: Scratch

  init(_ items: String...) throws {
    scratch = try Scratch()
    try setCalendar(items)
  }

  /// Replaces the items of the calendar.
  func setCalendar(_ items: [String], _ name: String = "calendar.ics") throws {
    try scratch.write(name, calendar(items))
  }

  /// Runs the command in the home folder.
  func run(_ arguments: [String], input: String = "", zone: String = "Europe/Berlin") throws -> Run
  {
    try duecal(
      arguments, input: input, in: scratch.url,
      environment: ["HOME": scratch.url.path, "TZ": zone])
  }

  /// Imports the calendar into the file.
  @discardableResult
  func pull(_ more: String..., zone: String = "Europe/Berlin") throws -> Run {
    try run(["import", "calendar.ics", "--into", "tasks.taskpaper"] + more, zone: zone)
  }

  /// Prints the tasks of the calendar, and returns their lines.
  func printed(_ more: String...) throws -> [String] {
    let run = try run(["import", "calendar.ics", "-q"] + more)
    #expect(run.status == 0 && run.error.isEmpty, "\(run.error)")
    return run.output.split(separator: "\n").map(String.init)
  }

  /// All files with their bytes and times, without the folders.
  func files() throws -> [String: String] {
    try scratch.contents().filter { name, _ in
      var isFolder: ObjCBool = false
      _ = FileManager.default.fileExists(atPath: scratch.path(name), isDirectory: &isFolder)
      return !isFolder.boolValue
    }
  }

  var tasks: String {
    get throws { try scratch.text("tasks.taskpaper") }
  }

  /// Edits the file as a person would.
  func write(_ tasks: String) throws { try scratch.write("tasks.taskpaper", tasks) }

  /// Replaces a text of the file, as a person would.
  func replace(_ old: String, _ new: String) throws {
    let tasks = try tasks
    #expect(tasks.contains(old))
    try write(tasks.replacingOccurrences(of: old, with: new))
  }
}

/// A calendar of some components.
func calendar(_ items: [String]) -> String {
  let lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Example//Test//EN"]
  return (lines + items + ["END:VCALENDAR", ""]).joined(separator: "\r\n")
}

/// A to-do.
func todo(_ uid: String, _ title: String, _ lines: String...) -> String {
  component("VTODO", uid, title, lines)
}

/// An event.
func event(_ uid: String, _ title: String, _ lines: String...) -> String {
  component("VEVENT", uid, title, lines)
}

private func component(
  _ name: String, _ uid: String, _ title: String, _ lines: [String]
) -> String {
  let first = ["BEGIN:\(name)", "UID:\(uid)", "DTSTAMP:20261101T000000Z", "SUMMARY:\(title)"]
  return (first + lines + ["END:\(name)"]).joined(separator: "\r\n")
}
