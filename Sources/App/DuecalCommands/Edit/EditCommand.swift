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
      The editor is that of VISUAL, else of EDITOR, else vi. It may have arguments of its own, parted by \
      blanks and in quotation marks where they hold some; no shell reads them. Without a task the first \
      file is opened.

      Examples:
        duecal edit "call ann"
        duecal edit xfjt -f tasks.taskpaper
      """)

  @Argument(help: "The task.", completion: TaskCompletion.all)
  var task: String?

  @OptionGroup var choosing: ChoosingOptions

  @OptionGroup var files: TaskFileOptions
  @OptionGroup(title: "How files are read") var reading: ReadingOptions
  @OptionGroup var zones: ZoneOptions
  @OptionGroup var speech: VerbosityOptions

  func validate() throws {
    if choosing.all { throw ValidationError("--all: an editor is opened at one task") }
  }

  func run() throws {
    let runEnvironment = try RunEnvironment.current()
    var messages = Messages(speech, runEnvironment)
    let clock = try RunClock(zones, runEnvironment)
    let paths = try DefaultSources.paths(files.file, runEnvironment)
    try StoreAddressCheck.refuse(paths, for: .editing, runEnvironment: runEnvironment)
    let read = reading.read(
      paths.filter { $0 != "-" }, messages: &messages, runEnvironment: runEnvironment)
    let draft = ChangeDraft(read.files, clock, configuration: runEnvironment.configuration)
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
