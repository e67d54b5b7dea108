import ArgumentParser
import ExactText
import UserFiles

/// `duecal undo`.
struct UndoCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "undo",
    abstract: "Undo what duecal wrote into task files, one run further back each time.",
    discussion: """
      Undoes the last run that edited task files, in all of them, or with FILE the last edit of that \
      file. What was edited elsewhere in a file since stays. If the words that the run wrote were edited \
      themselves, nothing is written, and the exit status is 4. Runs with -q, and those of a service, are \
      undone only by --run. duecal redo goes forward again.

      Examples:
        duecal undo --list
        duecal undo --dry-run
        duecal undo home.taskpaper
        duecal undo --run 1
        duecal undo home.taskpaper --to old.taskpaper
      """)

  @OptionGroup var target: ReversalTarget

  @Flag(help: "List what was edited, the last at the end, and write nothing.")
  var list = false

  @Option(
    help: ArgumentHelp(
      "Write what FILE held before into another file, or to - for standard output; FILE stays.",
      valueName: "file"),
    completion: .file())
  var to: String?

  @OptionGroup var writing: ReversalWriting
  @OptionGroup var zones: ZoneOptions
  @OptionGroup var speech: VerbosityOptions

  func validate() throws {
    if to != nil, target.file == nil {
      throw ValidationError("--to needs FILE, whose version it is")
    }
    if to != nil, writing.dryRun {
      throw ValidationError("--to and --dry-run do not go together")
    }
    if list, to != nil || writing.dryRun || target.number != nil {
      throw ValidationError("--list goes with FILE alone")
    }
  }

  func run() throws {
    let reversal = try Reversal(.undo, target, writing: writing, speech: speech)
    try StoreAddressCheck.refuse(
      [to].compactMap(\.self), for: .undoing, runEnvironment: reversal.runEnvironment)
    if list {
      let zone = try zones.resolved(reversal.runEnvironment)
      return try reversal.reading { history, _ in
        UndoList(history, target, zone: zone).print(reversal.backups)
      }
    }
    guard let to else { return try reversal.run() }
    try reversal.reading { history, messages in
      try OldVersion(history, target).write(to: to, reversal.backups, messages: &messages)
    }
  }
}

/// `duecal redo`.
struct RedoCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "redo",
    abstract: "Make again what duecal undo took back.",
    discussion: """
      Goes forward through what was undone, one run each time, until the next edit by duecal: after that \
      only --run redoes a run. The same holds as for duecal undo.

      Examples:
        duecal redo
        duecal redo --dry-run
        duecal redo home.taskpaper
      """)

  @OptionGroup var target: ReversalTarget
  @OptionGroup var writing: ReversalWriting
  @OptionGroup var speech: VerbosityOptions

  func run() throws { try Reversal(.redo, target, writing: writing, speech: speech).run() }
}

/// Which run to undo or redo, and in which files.
struct ReversalTarget: ParsableArguments {
  @Argument(help: "The task file; without one, all that the run edited.", completion: .file())
  var file: String?

  @Option(
    name: .customLong("run"),
    help: ArgumentHelp(
      "This run, as duecal undo --list numbers it, and not the last.", valueName: "number"))
  var number: Int?

  /// The file, by its name in the index.
  var name: FileName? { file.map { FileName(CanonicalPath.of($0)) } }

  /// The history of the chosen files.
  func history(_ backups: Backups) throws(FileError) -> EditHistory {
    let history = try backups.history()
    return name.map(history.of) ?? history
  }

  /// A file by the name that the person gave, else relative to the current folder.
  func shown(_ name: FileName) -> String {
    if let file { return file }
    guard let here = FileTree.realPath(".") else { return name.text }
    let start = here == "/" ? here : "\(here)/"
    guard name.text.utf8.starts(with: start.utf8) else { return name.text }
    return String(decoding: name.text.utf8.dropFirst(start.utf8.count), as: UTF8.self)
  }
}

/// How to undo or redo.
struct ReversalWriting: ParsableArguments {
  @Flag(help: "Show what would change, as a unified diff, and write nothing.")
  var dryRun = false

  @Flag(help: "With --dry-run: end with 3 if something would change.")
  var exitCode = false

  @Flag(help: "Write also where an editor has the file open.")
  var forceEditing = false

  func validate() throws {
    if exitCode, !dryRun { throw ValidationError("--exit-code goes with --dry-run") }
  }
}
