import ArgumentParser
import Diagnostics
import TaskBridge
import TaskDates

/// `duecal check`.
struct CheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Say what is wrong or doubtful in task files.",
    discussion: """
      Each message is a line, file:line:column: severity: sentence, with what to write instead where \
      there is one answer. The exit status is 1 if there is an error among them.

      Examples:
        duecal check ~/notes
        duecal check home.taskpaper --zone Europe/Berlin
      """)

  @OptionGroup var sources: SourceOptions
  @OptionGroup var zones: ZoneOptions
  @OptionGroup var speech: SpeechOptions

  @Flag(help: "Print the messages as one JSON document.")
  var json = false

  func run() throws {
    let surroundings = try Surroundings.current()
    // Messages are what was asked for, so they go to standard output.
    var messages = Messages(speech, surroundings, to: json ? nil : .standard)
    let zone = zones.zone == nil ? zones.found(surroundings) : try zones.resolved(surroundings)
    let files = sources.read(&messages, surroundings).files
    let named = NamedZones(files)
    let reader = LineFieldReader(relativeDates: .warn, isZoneKnown: named.error)
    let checks = LineChecks(reader, zone: zone, zones: named.zones)
    let found = checks.diagnostics(of: files)
    for (file, diagnostics) in zip(files, found) {
      for diagnostic in diagnostics { messages.say(diagnostic, file: file.name) }
    }
    if json { JSONWriter.print(CheckJSON(messages: messages.said)) }
    messages.tell(
      "\(files.count) \(files.count == 1 ? "file" : "files") checked, "
        + "\(found.joined().count) messages")
    try messages.status.throwUnlessDone()
  }
}

/// What `check --json` prints.
struct CheckJSON: JSONValue {
  let messages: [MessageJSON]

  func write(to json: inout JSONWriter) {
    json.object { $0.member("messages", messages) }
  }
}
