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

      An item of a store is opened as a task line with its notes. When the editor ends, what you changed there \
      is written into the item, and everything else in it stays. If the line cannot be read, the text is kept \
      in a file, which the message names.

      Examples:
        duecal edit "call ann"
        duecal edit xfjt -f tasks.taskpaper
        duecal edit dentist -f caldav+https://ann@example.org/dav/
      """)

  @Argument(help: "The task.", completion: TaskCompletion.all)
  var task: String?

  @OptionGroup(title: "Which tasks") var choosing: ChoosingOptions

  @OptionGroup(title: "Which files, and how they are read") var files: FileOptions
  @OptionGroup(title: "Which files, and how they are read") var reading: ReadingOptions
  @OptionGroup(title: "Which files, and how they are read") var zones: ZoneOptions
  @OptionGroup(title: "Which files, and how they are read") var stores: StoreOptions
  @OptionGroup var verbosity: VerbosityOptions

  func validate() throws {
    if choosing.all {
      throw ValidationError("--all: an editor opens one task; expected the name of one task")
    }
  }

  func run() throws {
    let run = try changeRun()
    let runEnvironment = run.runEnvironment
    var messages = Messages(verbosity, runEnvironment)
    let paths = try DefaultSources.paths(
      files.file, naming: task.map { [$0] } ?? [], runEnvironment)
    let sources = try ChangeSources(paths, runEnvironment)
    let opened = sources.open(run, messages: &messages)
    let read = reading.read(
      sources.files.filter { $0 != "-" } + opened.files, messages: &messages,
      runEnvironment: runEnvironment)
    let draft = ChangeDraft(
      read.files, opened, run.clock, configuration: runEnvironment.configuration)
    guard !draft.files.isEmpty else { return try messages.status.throwUnlessDone() }
    let line = try line(draft, runEnvironment, messages: &messages)
    let editor = try Editor(runEnvironment.environment)
    if let list = draft.list(ofFile: line.file) {
      ItemEditing(list: list, line: line, draft: draft, run: run).edit(editor, &messages)
      return try messages.status.throwUnlessDone()
    }
    editor.open(draft.files[line.file].name, line: line.line + 1)
    messages.fail(editor.cannotRun(errno), .noInput)
    throw messages.status
  }

  /// The run that an item of a store is changed in.
  private func changeRun() throws -> ChangeRun {
    var writing = try WritingOptions.parse([])
    (writing.reading, writing.zones, writing.verbosity) = (reading, zones, verbosity)
    writing.stores = stores
    return try ChangeRun(writing, "edit")
  }

  private func line(
    _ draft: ChangeDraft, _ runEnvironment: RunEnvironment, messages: inout Messages
  ) throws -> LineRef {
    guard task != nil || choosing.query.isGiven else {
      guard draft.fileCount > 0 else { throw ValidationError("Missing an item of the store") }
      return LineRef(file: 0, line: 0)
    }
    let chooser = TaskChooser(choosing, runEnvironment)
    let lines = try chooser.lines(named: task.map { [$0] } ?? [], draft, messages: &messages)
    guard let line = lines.first else { throw ExitStatus.noInput }
    return line
  }
}
