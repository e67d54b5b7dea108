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
  @OptionGroup var speech: MessageOptions

  @Flag(help: "Print the messages as one JSON document.")
  var json = false

  func run() throws {
    let surroundings = Surroundings.current()
    var messages = Messages(speech, surroundings)
    let zone = try zones.zone.map { _ in try zones.resolved(surroundings) }
    let files = sources.files(&messages, surroundings)
    let named = NamedZones(files)
    let reader = LineFieldReader(relativeDates: .warn, isZoneKnown: named.error)
    let checks = LineChecks(reader, zone: zone, zones: named.zones)
    var found: [MessageJSON] = []
    for file in files {
      for diagnostic in checks.diagnostics(of: file) {
        if json { found.append(MessageJSON(diagnostic, file: file.name)) }
        report(diagnostic, file.name, &messages)
      }
    }
    if json { Output.standard.write(try JSONText.document(CheckJSON(messages: found))) }
    try messages.status.throwUnlessDone()
  }

  /// Messages are what was asked for, so they go to standard output..
  private func report(_ diagnostic: Diagnostic, _ file: String, _ messages: inout Messages) {
    if diagnostic.severity == .error { messages.note(.partial) }
    guard !json, !speech.quiet || diagnostic.severity == .error else { return }
    Output.standard.print(messages.line(diagnostic, file: file))
  }
}

/// What `check --json` prints.
struct CheckJSON: Encodable {
  let messages: [MessageJSON]
}
