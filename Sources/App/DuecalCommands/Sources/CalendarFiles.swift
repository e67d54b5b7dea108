import CalendarStores
import Diagnostics
import DuecalConfiguration
import ExactText
import ICalendar
import TaskDates
import UserFiles
import WebAddresses

/// The iCalendar files among the sources of a command.
struct CalendarFiles {
  /// Files, folders of them, addresses, stores, or `-` for standard input.
  let sources: SourcePaths
  /// The size limits of each.
  let limits: InputLimits
  /// The time limits for servers.
  let time: NetworkTime
  let runEnvironment: RunEnvironment

  /// The extensions of their names.
  static let endings = [".ics", ".ical", ".icalendar", ".ifb"]

  /// True if the name, or else the beginning, is that of an iCalendar file.
  static func isOne(_ bytes: [UInt8], _ name: String) -> Bool {
    hasEnding(name) || begins(bytes, with: "BEGIN:VCALENDAR")
  }

  /// True if a file contains a calendar, whatever its name.
  ///
  /// For a file that is named like a calendar, a shorter beginning is enough.
  static func holdsOne(_ bytes: [UInt8], _ name: String) -> Bool {
    begins(bytes, with: hasEnding(name) ? "BEGIN:V" : "BEGIN:VCALENDAR")
  }

  private static func hasEnding(_ name: String) -> Bool {
    endings.contains { name.lowercased().hasSuffix($0) }
  }

  /// True if a text begins with a word, in upper or lower case, after blank lines.
  private static func begins(_ bytes: [UInt8], with beginning: String) -> Bool {
    let text = (bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes[3...] : bytes[...])
      .drop { [0x20, 0x09, 0x0A, 0x0D].contains($0) }
    let wanted = Array(beginning.utf8)
    return text.count >= wanted.count && zip(text, wanted).allSatisfy { $0 & 0xDF == $1 & 0xDF }
  }

  /// The error for a file that is not a calendar but contains tasks; nil for any other file.
  static func taskFault(_ bytes: [UInt8], _ name: String) -> Diagnostic? {
    let lines = bytes.split(separator: UInt8(ascii: "\n"), maxSplits: 100)
    let hasTask = lines.prefix(100).contains {
      $0.drop { [0x20, 0x09].contains($0) }.starts(with: "- ".utf8)
    }
    // A web page or a JSON document is not a task file, whatever its lines begin with.
    let first = bytes.first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }
    if first == UInt8(ascii: "<") || first == UInt8(ascii: "{") { return nil }
    let isNamed = [".taskpaper", ".todo"].contains { name.lowercased().hasSuffix($0) }
    guard isNamed || hasTask else { return nil }
    let remedy =
      hasEnding(name)
      ? "expected a name such as home.taskpaper" : "use `duecal list` or `duecal outline`"
    return Diagnostic(
      .error, at: Place(line: 1, column: 1),
      message: "this is a task file, not a calendar; \(remedy)")
  }

  /// Reports a system without time zones, on which the times of a calendar mean little.
  static func checkZones(_ messages: inout Messages) {
    do throws(ZoneError) {
      try ZoneDatabase().check()
    } catch {
      messages.fail("\(error)", .configuration)
    }
  }

  /// Reads the calendars one after the other; reports and skips those that cannot be read.
  func forEach(
    _ messages: inout Messages, _ body: (String, CalendarReading, inout Messages) -> Void
  ) {
    Self.checkZones(&messages)
    forEachText(&messages) { bytes, name, messages in
      body(name, Self.reading(bytes, name, limits: limits, messages: &messages), &messages)
    }
  }

  /// A calendar with the name of its file.
  struct File {
    let name: String
    let reading: CalendarReading
    /// Its source: a path that was given, or the store's list.
    let source: String
  }

  /// Reads all calendars, with their sources.
  func all(_ messages: inout Messages) -> [File] {
    Self.checkZones(&messages)
    let stores = StoreTexts(runEnvironment, time)
    var files: [File] = []
    func add(_ bytes: [UInt8], _ name: String, of source: String, _ messages: inout Messages) {
      let reading = Self.reading(bytes, name, limits: limits, messages: &messages)
      files.append(File(name: name, reading: reading, source: source))
    }
    for source in sources.all {
      switch source {
      case .path(let path):
        forEachText(at: path, &messages) { add($0, $1, of: path, &$2) }
      case .store(let place):
        for list in stores.lists(of: place, &messages) {
          for text in list.elements { add(text.bytes, text.name, of: list.identity, &messages) }
        }
      }
    }
    return files
  }

  /// Calls `body` with the bytes and the name of each calendar.
  private func forEachText(
    _ messages: inout Messages, _ body: ([UInt8], String, inout Messages) -> Void
  ) {
    let stores = StoreTexts(runEnvironment, time)
    for source in sources.all {
      switch source {
      case .path(let path): forEachText(at: path, &messages, body: body)
      case .store(let place):
        for text in stores.lists(of: place, &messages).flatMap(\.elements) {
          body(text.bytes, text.name, &messages)
        }
      }
    }
  }

  private func forEachText(
    at path: String, _ messages: inout Messages,
    body: ([UInt8], String, inout Messages) -> Void
  ) {
    let search = FileSearch(
      endings: Self.endings, subject: "calendars", rules: runEnvironment.configuration.folderRules)
    var isIncomplete = false
    for (name, _) in search.files(at: path, &isIncomplete, messages: &messages) {
      guard let bytes = bytes(of: name, &messages) else { continue }
      body(bytes, CalendarAddress.isOne(name) ? CalendarAddress.shown(name) : name, &messages)
    }
  }

  /// Reads a calendar, and reports what is wrong with it.
  ///
  /// - Parameter notes: Whether notes are reported, too.
  static func reading(
    _ bytes: [UInt8], _ name: String, limits: InputLimits, notes: Bool = true,
    messages: inout Messages
  ) -> CalendarReading {
    let reading = CalendarReading(
      bytes: bytes, limits: limits, threads: Processors.count)
    if !reading.isCalendar {
      messages.note(.dataError)
      if let fault = taskFault(bytes, name) {
        messages.report(fault, file: name)
        return reading
      }
    }
    for diagnostic in reading.diagnostics where notes || diagnostic.severity != .note {
      messages.report(diagnostic, file: name)
    }
    return reading
  }

  private func bytes(of name: String, _ messages: inout Messages) -> [UInt8]? {
    if CalendarAddress.isOne(name) {
      return CalendarNetwork.bytes(
        at: name, limit: limits.bytes, time: time, messages: &messages)
    }
    do throws(FileError) {
      return try (name == "-" ? FileSnapshot.standardInput() : FileSnapshot.read(name)).bytes
    } catch {
      messages.reportUnreadable(error)
      return nil
    }
  }
}
