import ArgumentParser
import Diagnostics
import ExactText
import Glibc
import TaskBridge

/// `duecal edit`.
struct EditCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "edit",
    abstract: "Open a task's line in an editor.",
    discussion: """
      The editor is the one in VISUAL, or, without it, the one in EDITOR, or vi. It may have arguments, \
      separated by spaces; arguments that contain spaces need quotation marks. No shell reads them. \
      Without a task, the first file is opened.

      Examples:
        duecal edit "call ann"
        duecal edit xfjt -f tasks.taskpaper
      """)

  @Argument(help: "The task.", completion: TaskCompletion.all)
  var task: String?

  @OptionGroup(title: "Which tasks") var choosing: ChoosingOptions

  @OptionGroup(title: "Which files, and how they are read") var files: FileOptions
  @OptionGroup(title: "Which files, and how they are read") var reading: ReadingOptions
  @OptionGroup(title: "Which files, and how they are read") var zones: ZoneOptions
  @OptionGroup var verbosity: VerbosityOptions

  func validate() throws {
    if choosing.all {
      throw ValidationError("--all: an editor opens one task; expected the name of one task")
    }
  }

  func run() throws {
    let runEnvironment = try RunEnvironment.current()
    var messages = Messages(verbosity, runEnvironment)
    let clock = try RunClock(zones, runEnvironment)
    let paths = try DefaultSources.paths(files.file, runEnvironment)
    try StoreAddressCheck.refuse(paths, for: .editing, runEnvironment: runEnvironment)
    let read = reading.read(
      paths.filter { $0 != "-" }, messages: &messages, runEnvironment: runEnvironment)
    let draft = ChangeDraft(read.files, ChangedStores(), clock, configuration: runEnvironment.configuration)
    guard !draft.files.isEmpty else { return try messages.status.throwUnlessDone() }
    let line = try line(draft, runEnvironment, messages: &messages)
    let editor = try Editor(runEnvironment.environment)
    editor.open(draft.files[line.file].name, line: line.line + 1)
    messages.fail(
      "\(editor.name.quoted) cannot be run: \(String(cString: strerror(errno)))", .noInput)
    throw messages.status
  }

  private func line(
    _ draft: ChangeDraft, _ runEnvironment: RunEnvironment, messages: inout Messages
  ) throws -> LineRef {
    guard task != nil || choosing.query.isGiven else { return LineRef(file: 0, line: 0) }
    let chooser = TaskChooser(choosing, runEnvironment)
    let lines = try chooser.lines(named: task.map { [$0] } ?? [], draft, messages: &messages)
    guard let line = lines.first else { throw ExitStatus.noInput }
    return line
  }
}
