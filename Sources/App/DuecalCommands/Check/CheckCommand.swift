import ArgumentParser
import CalendarStores
import Diagnostics
import DuecalConfiguration
import ExactText
import ICalendar
import LineCodec
import TaskBridge
import TaskDates
import WebAddresses

/// `duecal check`.
struct CheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Report what is wrong or doubtful in task files and in .ics files.",
    discussion: """
      Each message is a line, file:line:column: severity: sentence, and names what to write instead if \
      there is only one answer. The exit status is 1 if one of the messages is an error.

      A calendar file (.ics, .ical, .ifb, .icalendar, or one that begins with BEGIN:VCALENDAR) is \
      checked against RFC 5545 and its successors, and each message names the section. An error breaks \
      a rule; a warning reports what a standard advises against, or what contradicts itself. Give calendar \
      files by name: of a folder, only the task files are read. --where and --search choose lines of task \
      files; a calendar is always checked as a whole. If a file has the name of a calendar and contains \
      none, the exit status is 65. An address, such as https://example.org/feed.ics, works too.

      Examples:
        duecal check ~/notes
        duecal check home.taskpaper --zone Europe/Berlin
        duecal check ~/notes --where '@due and not @done'
        duecal check calendar.ics
      """)

  @OptionGroup(title: "Which tasks") var condition: WhereOptions
  @OptionGroup var sources: SourceOptions
  @OptionGroup(title: "Which files, and how they are read") var zones: ZoneOptions
  @OptionGroup(title: "Which files, and how they are read") var limits: LimitOptions
  @OptionGroup(title: "Which files, and how they are read") var network: NetworkOptions
  @OptionGroup var verbosity: VerbosityOptions

  @Flag(help: .json)
  var json = false

  func run() throws {
    let runEnvironment = try RunEnvironment.current()
    let given = try sources.orUsual(runEnvironment)
    let sources = try SourcePaths(given.paths, runEnvironment)
    // Messages are the result of this command, so they go to standard output.
    var messages = Messages(verbosity, runEnvironment, to: json ? nil : .standard)
    let zone =
      zones.zoneName(runEnvironment) == nil
      ? zones.environmentZone(runEnvironment) : try zones.resolvedZone(runEnvironment)
    var (files, count) = (0, 0)
    let calendars = CalendarChecks(try limits.limits())
    func check(_ bytes: [UInt8], _ name: String, messages: inout Messages) {
      if files == 0 { CalendarFiles.checkZones(&messages) }
      files += 1
      count += calendars.check(bytes, name, messages: &messages)
    }
    let tasks = given.reading.read(
      sources.files, besides: sources.all.count - sources.files.count, messages: &messages,
      runEnvironment: runEnvironment,
      calendar: { bytes, name, _, messages in check(bytes, name, messages: &messages) })
    for address in sources.addresses {
      let bytes = CalendarNetwork.bytes(
        at: address, limit: calendars.limits.bytes, time: network.time, messages: &messages)
      if let bytes { check(bytes, CalendarAddress.shown(address), messages: &messages) }
    }
    let stores = StoreTexts(runEnvironment, network.time)
    for text in sources.stores.flatMap({ stores.lists(of: $0, &messages) }).flatMap(\.elements) {
      check(text.bytes, text.name, messages: &messages)
    }
    files += tasks.files.count
    let lines = try lines(
      of: tasks.files, zone, runEnvironment: runEnvironment, messages: &messages)
    count += self.check(
      tasks.files, zone, runEnvironment: runEnvironment, lines: lines, messages: &messages)
    if json { JSONWriter.print(CheckJSON(messages: messages.reported)) }
    messages.log("\(files) \(files == 1 ? "file" : "files") checked, \(count) messages")
    try messages.status.throwUnlessDone()
  }

  /// The lines to check; without a configured zone, the clock of a query is UTC.
  private func lines(
    of files: [TaskFile], _ zone: Zone?, runEnvironment: RunEnvironment, messages: inout Messages
  ) throws(ExitStatus) -> QueryMatches? {
    guard let now = (zone ?? .utc).civil(at: runEnvironment.now) else { return nil }
    return try condition.lines(
      of: files, now: now, vocabulary: runEnvironment.configuration.vocabulary, messages: &messages)
  }

  private func check(
    _ files: [TaskFile], _ zone: Zone?, runEnvironment: RunEnvironment, lines: QueryMatches?,
    messages: inout Messages
  ) -> Int {
    let vocabulary = runEnvironment.configuration.vocabulary
    let named = NamedZones(files, vocabulary)
    let reader = LineFieldReader(
      vocabulary: vocabulary, relativeDates: .warn, pinned: runEnvironment.pinned(in: zone ?? .utc),
      isZoneKnown: named.error)
    var found = LineChecks(reader, zone: zone, zones: named.zones).diagnostics(of: files)
    if let lines {
      for file in found.indices {
        found[file].removeAll { !lines.mayContain(LineRef(file: file, line: $0.place.line - 1)) }
      }
    }
    for (file, diagnostics) in zip(files, found) {
      for diagnostic in diagnostics { messages.report(diagnostic, file: file.name) }
    }
    return found.joined().count
  }
}

/// The document of `check --json`.
struct CheckJSON: JSONValue {
  let messages: [MessageJSON]

  func write(to json: inout JSONWriter) {
    json.object { $0.member("messages", messages) }
  }
}
