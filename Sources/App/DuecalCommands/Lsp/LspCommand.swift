import ArgumentParser
import DuecalConfiguration
import EditorAnswers
import EditorServer
import ExactText
import Glibc
import TaskBridge
import TaskDates

/// `duecal lsp`.
struct LspCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "lsp",
    abstract: "Help an editor with task files, by the Language Server Protocol.",
    discussion: """
      An editor starts this command and talks to it on standard input and output. It offers dates and tags as \
      you type, shows what is wrong or doubtful, explains a date or a task, and changes tasks as duecal done, \
      snooze and others do. The command itself writes no file: the editor applies each change, and you can undo it \
      there.

      Tags are offered by how often the files of DUECAL_FILES or the configuration, and those in the folder of \
      the editor, have them. Docs/Editors.md has the settings of editors. Without any input, the command ends at once.

      Examples:
        duecal lsp --zone Europe/Berlin </dev/null
      """)

  @OptionGroup(title: "Which files, and how they are read") var zones: ZoneOptions

  // Editors pass it to every server.
  @Flag(help: "Talk on standard input and output, as it does without this flag.")
  var stdio = false

  func run() throws {
    let runEnvironment = try RunEnvironment.current()
    let time = RunningTime(runEnvironment)
    let zone = try zones.resolvedZone(runEnvironment)
    let conventions = runEnvironment.configuration.conventions
    var settings = ServerSettings { [zones] in
      // The zone of the system may change while an editor runs.
      let present =
        zones.zoneName(runEnvironment) == nil ? zones.environmentZone(runEnvironment) : nil
      return EditorClock(at: time.now, in: present ?? zone, conventions: conventions)
    }
    settings.vocabulary = runEnvironment.configuration.vocabulary
    settings.dayStart = runEnvironment.configuration.dayStartOrDefault
    settings.paths = DefaultSources.usual(runEnvironment)
    settings.endings = ReadingOptions.endings(runEnvironment)
    settings.rules = runEnvironment.configuration.folderRules
    settings.markdown = { runEnvironment.settings(ofFile: $0) }
    settings.threads = Processors.count
    let named = SharedZones(limit: 2000)
    settings.zone = { named.zone(named: $0) }
    if let origins = SavedOrigins(runEnvironment) {
      settings.origins = { origins.origins($0, $1) }
    }
    settings.home = runEnvironment.environment["HOME"]
    settings.version = DuecalVersion.number
    var server = EditorServer(settings)
    if !server.run() { throw ExitStatus.partial }
  }
}
