import ArgumentParser
import Diagnostics
import ICalendar
import UserFiles

/// Which calendars a command reads, and how much of them.
struct CalendarSources: ParsableArguments {
  @Argument(
    help: "Calendar files (.ics), folders of them, or - for standard input.", completion: .file())
  var paths: [String]

  @Option(
    help: ArgumentHelp(
      "Look at more or less of a file, such as bytes=200000000 (may be repeated); "
        + "the names are in Docs/Libical.md.", valueName: "name=number"))
  var limit: [String] = []

  func validate() throws { _ = try limits() }

  /// The limits that the options set.
  func limits() throws -> InputLimits {
    var limits = InputLimits()
    for text in limit {
      let parts = text.split(separator: "=", maxSplits: 1)
      guard parts.count == 2, let number = Int(parts[1]), limits.set(String(parts[0]), to: number)
      else {
        let names = InputLimits.names.map(\.name).joined(separator: ", ")
        throw ValidationError("--limit: \(text.quoted) sets none; expected NAME=NUMBER of \(names)")
      }
    }
    return limits
  }

  /// Reads the calendars one after the other; one that cannot be read is said and left out.
  func forEach(
    _ messages: inout Messages, _ body: (String, CalendarReading, inout Messages) -> Void
  ) throws {
    let limits = try limits()
    CalendarFiles.checkZones(&messages)
    let search = FileSearch(endings: CalendarFiles.endings, subject: "calendars")
    var isIncomplete = false
    for path in paths {
      for (name, _) in search.files(at: path, &isIncomplete, &messages) {
        do throws(FileError) {
          let file = name == "-" ? try FileSnapshot.standardInput() : try FileSnapshot.read(name)
          let reading = CalendarReading(bytes: file.bytes, limits: limits)
          for diagnostic in reading.diagnostics { messages.say(diagnostic, file: name) }
          if !reading.isCalendar { messages.note(.dataError) }
          body(name, reading, &messages)
        } catch {
          messages.sayUnreadable(error)
        }
      }
    }
  }
}
