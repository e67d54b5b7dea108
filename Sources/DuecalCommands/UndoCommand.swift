import ArgumentParser
import Diagnostics
import ExactText
import TaskDates
import TaskText
import UserFiles

/// `duecal undo`.
struct UndoCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "undo",
    abstract: "Take back what duecal wrote into task files.",
    discussion: """
      Takes back the last run that edited task files, in all of them, or with FILE the last edit of \
      that file. A file goes back only if it still holds what duecal wrote; of a run either all files \
      do or none. To take something back is an edit too: a second undo brings it again. The last 20 \
      versions of each file are kept.

      Examples:
        duecal undo --list
        duecal undo --dry-run
        duecal undo home.taskpaper
        duecal undo home.taskpaper --to old.taskpaper
      """)

  @Argument(help: "The task file; without one, all that the run edited.", completion: .file())
  var file: String?

  @Option(
    name: .customLong("run"),
    help: ArgumentHelp("This run, as --list numbers it, and not the last.", valueName: "number"))
  var number: Int?

  @Flag(help: "List what was edited, the last at the end, and write nothing.")
  var list = false

  @Flag(help: "Show what would change, as a unified diff, and write nothing.")
  var dryRun = false

  @Option(
    help: ArgumentHelp(
      "Write what FILE held before into another file, or to - for standard output; FILE stays.",
      valueName: "file"),
    completion: .file())
  var to: String?

  @Flag(help: "Write also where an editor has the file open.")
  var forceEditing = false

  @OptionGroup var speech: SpeechOptions

  func validate() throws {
    if to != nil, file == nil { throw ValidationError("--to needs FILE, whose version it is") }
    if to != nil, dryRun { throw ValidationError("--to and --dry-run do not go together") }
    if list, to != nil || dryRun || number != nil {
      throw ValidationError("--list goes with FILE alone")
    }
  }

  func run() throws {
    let surroundings = try Surroundings.current()
    let state = try StateFolder(surroundings)
    var messages = Messages(speech, surroundings)
    let edits = FileEdits(
      keepingIn: state.backups, command: "undo", time: surroundings.now.seconds,
      care: forceEditing ? .none : .open, swapFolders: state.swapFolders)
    do {
      try act(edits, &messages)
    } catch {
      messages.sayUnwritable(error)
    }
    try messages.status.throwUnlessDone()
  }

  private func act(_ edits: FileEdits, _ messages: inout Messages) throws(FileError) {
    if !list, !dryRun, to == nil { messages.say(try edits.recover(), edits.backups) }
    let found = try chosen(edits.backups)
    if list { return UndoList(found).print() }
    let undoings = UndoSelection.undoings(found, run: number)
    guard !undoings.isEmpty else {
      return messages.fail("nothing to undo\(file.map { " in \($0)" } ?? "")", .noInput)
    }
    if let to { return try print(undoings[0], to, edits.backups, &messages) }
    let ready = try readied(undoings, edits.backups, &messages)
    if messages.status != .done { return }
    for (undoing, file) in ready {
      let bytes = try edits.backups.bytes(of: undoing.before)
      if dryRun {
        Output.standard.write(
          difference: UnifiedDiff(file.bytes, bytes).printed(path: undoing.path))
      } else {
        try write(bytes, undoing, file, edits, &messages)
      }
    }
  }

  /// The edits that the arguments speak of.
  private func chosen(_ backups: Backups) throws(FileError) -> [BackedUpEdit] {
    let edits = try backups.edits()
    guard let file else { return edits }
    let real = FileTree.realPath(file) ?? file
    return edits.filter { $0.path == real }
  }

  /// The files that hold what was written; of the others it is said, and then none is written.
  private func readied(
    _ undoings: [Undoing], _ backups: Backups, _ messages: inout Messages
  ) throws(FileError) -> [(Undoing, FileSnapshot)] {
    var ready: [(Undoing, FileSnapshot)] = []
    for undoing in undoings {
      switch try undoing.file() {
      case .success(let file?): ready.append((undoing, file))
      case .success(nil): messages.warn("\(undoing.path): it is what it was before already")
      case .failure(let objection):
        let reason = objection == .missing ? "it is gone" : "it was changed since"
        messages.fail(
          "\(undoing.path): \(reason); what it held before is \(backups.path(of: undoing.before))",
          .refused)
      }
    }
    return ready
  }

  private func write(
    _ bytes: [UInt8], _ undoing: Undoing, _ file: FileSnapshot, _ edits: FileEdits,
    _ messages: inout Messages
  ) throws(FileError) {
    if try edits.write(bytes, to: undoing.path, over: file) == .changedMeanwhile {
      return messages.fail(
        "\(undoing.path): something else has changed it; again later", .tryAgain)
    }
    UndoneImport.forget(bytes, undoing.path, &messages)
    if !speech.loudness.quiet {
      Output.standard.print("\(shown(undoing.path)): taken back: \(undoing.commands)".visible)
    }
    let diff = UnifiedDiff(file.bytes, bytes)
    messages.tell("\(undoing.path): +\(diff.addedCount) -\(diff.removedCount) lines")
  }

  /// The file as the person names it, else from the folder that they are in.
  private func shown(_ path: String) -> String {
    if let file { return file }
    guard let here = FileTree.realPath("."), path.hasPrefix(here + "/") else { return path }
    return String(path.dropFirst(here.count + 1))
  }

  private func print(
    _ undoing: Undoing, _ path: String, _ backups: Backups, _ messages: inout Messages
  ) throws(FileError) {
    let bytes = try backups.bytes(of: undoing.before)
    if path == "-" { return Output.standard.write(bytes) }
    if let target = FileTree.realPath(path), target == undoing.path {
      return messages.fail(
        "\(path): this is the file itself; leave --to out to take the edit back", .refused)
    }
    _ = try FileReplacement.write(bytes, to: path)
  }
}

/// Which edits are taken back.
enum UndoSelection {
  /// The edits of a run, those of each file together; without a number, of the last one.
  static func undoings(_ edits: [BackedUpEdit], run: Int?) -> [Undoing] {
    let edits = edits.filter { !$0.isKept }
    guard let run = run ?? edits.last?.run else { return [] }
    let files = Dictionary(grouping: edits.filter { $0.run == run }) { $0.path }
    return files.values.compactMap { Undoing($0) }.sorted { $0.path < $1.path }
  }
}

extension Undoing {
  /// The commands that edited the file, the last one first.
  fileprivate var commands: String {
    var seen: Set<String> = []
    return edits.reversed().map(\.command).filter { seen.insert($0).inserted }
      .joined(separator: ", ")
  }
}

/// What `duecal undo --list` prints.
struct UndoList {
  private let edits: [BackedUpEdit]

  init(_ edits: [BackedUpEdit]) { self.edits = edits }

  /// Prints a line for each file of each run: run, time, file, what edited it, and whether it can be
  /// taken back.
  func print() {
    var groups: [[BackedUpEdit]] = []
    for edit in edits {
      let isMore = groups.last?.last.map { $0.run == edit.run && $0.path == edit.path } ?? false
      if isMore, !edit.isKept {
        groups[groups.count - 1].append(edit)
      } else {
        groups.append([edit])
      }
    }
    for group in groups { if let undoing = Undoing(group) { print(undoing, group[0]) } }
  }

  private func print(_ undoing: Undoing, _ edit: BackedUpEdit) {
    let fields = [
      "\(edit.run)", Instant(seconds: edit.time).utc.map { "\($0.iso)Z" } ?? "", edit.path,
      edit.command, edit.isKept ? "kept as \(edit.before.sum)" : state(undoing),
    ]
    Output.standard.print(fields.map(\.visible).joined(separator: "\t"))
  }

  private func state(_ undoing: Undoing) -> String {
    guard case .success(let file)? = try? undoing.file() else { return "changed since" }
    return file == nil ? "taken back" : "can be undone"
  }
}

extension Messages {
  /// Says what a killed run left, and what was done with it.
  mutating func say(_ recovered: [FileEdits.Recovery], _ backups: Backups) {
    for recovery in recovered where recovery.kind == .doubtful {
      warn(
        "\(recovery.edit.path): a run was killed while it wrote, and the file was changed since; what "
          + "it held before is \(backups.path(of: recovery.edit.before))")
    }
  }
}
