import ArgumentParser
import Diagnostics
import DuecalConfiguration
import ExactText
import ICalendar
import TaskBridge
import TaskDates
import WebAddresses

/// `duecal check`.
struct CheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Say what is wrong or doubtful in task files and in .ics files.",
    discussion: """
      Each message is a line, file:line:column: severity: sentence, with what to write instead where \
      there is one answer. The exit status is 1 if there is an error among them.

      A file of iCalendar (.ics, .ical, .ifb, .icalendar, or one that begins with BEGIN:VCALENDAR) is \
      held against RFC 5545 and its successors, and each message names the section. An error breaks \
      a rule, a warning goes against what a standard advises or contradicts itself. Of a folder only \
      the task files are read. With --where and --search a task file's other lines are passed over; a \
      calendar is checked whole. A file named as a calendar that holds none ends with 65. A calendar may be \
      named by its address too, such as https://example.org/feed.ics.

      Examples:
        duecal check ~/notes
        duecal check home.taskpaper --zone Europe/Berlin
        duecal check ~/notes --where '@due and not @done'
        duecal check calendar.ics
      """)

  @OptionGroup var sources: SourceOptions
  @OptionGroup var zones: ZoneOptions
  @OptionGroup var condition: WhereOptions
  @OptionGroup var limits: LimitOptions
  @OptionGroup var network: NetworkOptions
  @OptionGroup var speech: VerbosityOptions

  @Flag(help: "Print the messages as one JSON document.")
  var json = false

  func run() throws {
    let runEnvironment = try RunEnvironment.current()
    let given = try sources.orUsual(runEnvironment)
    let sources = try SourcePaths(given.paths, runEnvironment)
    // Messages are what was asked for, so they go to standard output.
    var messages = Messages(speech, runEnvironment, to: json ? nil : .standard)
    let zone =
      zones.name(runEnvironment) == nil
      ? zones.found(runEnvironment) : try zones.resolved(runEnvironment)
    var (files, count) = (0, 0)
    let calendars = CalendarChecks(try limits.limits())
    func check(_ bytes: [UInt8], _ name: String, messages: inout Messages) {
      if files == 0 { CalendarFiles.checkZones(&messages) }
      files += 1
      count += calendars.check(bytes, name, messages: &messages)
    }
    let tasks = given.reading.read(
      sources.files, besides: sources.all.count - sources.files.count, messages: &messages,
      runEnvironment: runEnvironment, calendar: check)
    for address in sources.addresses {
      let bytes = network.bytes(at: address, limit: calendars.limits.bytes, messages: &messages)
      if let bytes { check(bytes, CalendarAddress.shown(address), messages: &messages) }
    }
    let stores = StoreTexts(runEnvironment, network)
    for text in sources.stores.flatMap({ stores.lists(of: $0, &messages) }).flatMap(\.texts) {
      check(text.bytes, text.name, messages: &messages)
    }
    files += tasks.files.count
    let lines = try lines(
      of: tasks.files, zone, runEnvironment: runEnvironment, messages: &messages)
    count += self.check(
      tasks.files, zone, runEnvironment: runEnvironment, lines: lines, messages: &messages)
    if json { JSONWriter.print(CheckJSON(messages: messages.said)) }
    messages.tell("\(files) \(files == 1 ? "file" : "files") checked, \(count) messages")
    try messages.status.throwUnlessDone()
  }

  /// The lines that are asked for; without a zone of its own a query's clock is that of UTC.
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
      for diagnostic in diagnostics { messages.say(diagnostic, file: file.name) }
    }
    return found.joined().count
  }
}

/// What `check --json` prints.
struct CheckJSON: JSONValue {
  let messages: [MessageJSON]

  func write(to json: inout JSONWriter) {
    json.object { $0.member("messages", messages) }
  }
}
