import ArgumentParser
import ExactText
import UserFiles

/// `duecal undo`.
struct UndoCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "undo",
    abstract: "Undo what duecal wrote into task files, one run at a time.",
    discussion: """
      Undoes the last run that edited task files, in all of its files, or with FILE only in that file. Each \
      further undo goes one run back. Later edits elsewhere in a file stay. If the words that the run wrote \
      have been edited since, nothing is written, and the exit status is 4. Runs with -q, and those of a \
      service, are undone only with --run. duecal redo goes forward again.

      A sync is also undone in the stores; an item that was changed there since stays as it is. The next sync \
      takes back on the other side what the sync had brought into the files, and does not send again what it \
      had sent.

      Examples:
        duecal undo --list
        duecal undo --dry-run
        duecal undo home.taskpaper
        duecal undo --run 1
        duecal undo home.taskpaper --to old.taskpaper
      """)

  @OptionGroup(title: "What is taken back") var target: ReversalTarget

  @Flag(help: "List the runs that edited files, the last one at the end, and write nothing.")
  var list = false

  @Option(
    help: ArgumentHelp(
      "Write the earlier text of FILE to another file, or to standard output with -; FILE stays as it is.",
      valueName: "file"),
    completion: .file())
  var to: String?

  @OptionGroup var writing: ReversalWriting
  @OptionGroup var zones: ZoneOptions
  @OptionGroup var verbosity: VerbosityOptions

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
    let reversal = try Reversal(.undo, target, writing: writing, verbosity: verbosity)
    try StoreAddressCheck.refuse(
      [to].compactMap(\.self), for: .undoing, runEnvironment: reversal.runEnvironment)
    if list {
      let zone = try zones.resolvedZone(reversal.runEnvironment)
      return try reversal.reading { edits, _ in
        let history = try RunHistory(
          edits, reversal.runEnvironment, withStores: target.file == nil)
        let usual = DefaultSources.usual(reversal.runEnvironment)
        UndoList(history, target, zone: zone, usual: usual).print(reversal.backups)
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
    abstract: "Redo what duecal undo took back.",
    discussion: """
      Redoes the undone runs, one at a time, until duecal edits a task file again; after that, only --run \
      redoes a run. Otherwise it works like duecal undo.

      Examples:
        duecal redo
        duecal redo --dry-run
        duecal redo home.taskpaper
      """)

  @OptionGroup(title: "What is taken back") var target: ReversalTarget
  @OptionGroup var writing: ReversalWriting
  @OptionGroup var verbosity: VerbosityOptions

  func run() throws { try Reversal(.redo, target, writing: writing, verbosity: verbosity).run() }
}

/// The options for the run to undo or redo, and for the files.
struct ReversalTarget: ParsableArguments {
  @Argument(
    help: ArgumentHelp(
      "The task file; by default all files that the run edited.", valueName: "file"),
    completion: .file())
  var path: String?

  @OptionGroup var named: FileOptions

  @Option(
    name: .customLong("run"),
    help: ArgumentHelp(
      "The run with this number in duecal undo --list, instead of the last.", valueName: "number"))
  var number: Int?

  /// The file, as an argument or as an option.
  var file: String? { path ?? named.file.first }

  func validate() throws {
    if named.file.count + (path == nil ? 0 : 1) > 1 {
      throw ValidationError("expected one file, as FILE or with -f")
    }
  }

  /// The file, by its name in the index.
  var name: FileName? { file.map { FileName(CanonicalPath.of($0)) } }

  /// The history of the chosen files.
  func history(_ backups: Backups) throws(FileError) -> EditHistory {
    let history = try backups.history()
    return name.map(history.of) ?? history
  }

  /// The name of a file as the person gave it, or as other commands print it.
  ///
  /// - Parameter usual: The default files and folders.
  func shown(_ name: FileName, among usual: [String]) -> String {
    if let file { return file }
    return RelativePath.shown(name.text, among: usual)
  }
}

/// The options for how to undo or redo.
struct ReversalWriting: ParsableArguments {
  @OptionGroup var dry: DryRunOptions

  @Flag(help: "Write even if an editor has the file open.")
  var forceEditing = false

  var dryRun: Bool { dry.dryRun }
  var exitCode: Bool { dry.exitCode }
}
