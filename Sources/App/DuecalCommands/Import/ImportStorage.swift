import CalendarImports
import CompactDictionary
import Diagnostics
import DuecalConfiguration
import ExactText
import LineState
import TaskBridge
import TaskDates
import TaskText
import UserFiles

/// Reads and writes the data of an import: task files, and the state.
struct ImportStorage {
  /// The name of imports in the history of edits.
  static let name = "import"
  /// The extensions of the other files in folders that may contain lines.
  static let endings = [".taskpaper", ".todo"]
  /// The file that gets new lines, as it was named.
  let path: String
  private let identity: String
  private let command: ImportCommand
  private let runEnvironment: RunEnvironment
  /// The state of imports.
  private(set) var state: LineRegistry
  private let edits: FileEdits
  private let folder: StateFolder
  private var lock: FolderLock?
  /// The components that were read, by UID; most of them are the same in the state.
  var components: ItemComponents = [:]

  /// Opens the state, and locks it for this run.
  init(
    _ path: String, _ command: ImportCommand, runEnvironment: RunEnvironment,
    messages: inout Messages
  ) throws {
    self.path = path
    self.command = command
    self.runEnvironment = runEnvironment
    identity = CanonicalPath.of(path)
    folder = try StateFolder(runEnvironment)
    edits = folder.edits(
      by: Self.name, .of(command.verbosity, runEnvironment), runEnvironment)
    do {
      if !command.writes, FileIdentity(path: folder.database) == nil {
        state = try LineRegistry()
        return
      }
      try folder.make()
      let state = try LineRegistry(path: folder.database)
      self.state = command.writes ? state : try TwoStepSave(state, folder).present()
    } catch let error as FileError {
      messages.reportUnwritable(error)
      throw messages.status
    } catch let error as StateError {
      throw messages.status(of: error)
    }
  }

  /// Locks the task files for this run; waits some seconds for another run.
  mutating func begin(_ messages: inout Messages) throws {
    do {
      if command.writes {
        try folder.adoptPendingWrites(edits)
        lock = try folder.lock()
        messages.report(try edits.recover(), edits)
        try TwoStepSave(state, folder).recover()
      }
      try followRenaming()
    } catch let error as FileError {
      messages.reportUnwritable(error)
      throw messages.status
    } catch let error as StateError {
      throw messages.status(of: error)
    }
  }

  /// Moves the state of a missing file to this one, if this one has most of its lines and no import yet.
  private mutating func followRenaming() throws {
    guard try state.pairs(of: identity).isEmpty,
      let bytes = (try? FileSnapshot.regular(path))?.bytes
    else { return }
    let file = TaskFile(
      name: path, identity: identity, modified: .epoch,
      document: TaskDocument(
        bytes: bytes, dialect: TaskDialect(path: path),
        settings: runEnvironment.settings(ofFile: path)))
    // Pairs that know this file already find their lines by their text.
    let here = Set(try state.pairs(withLinesIn: identity))
    let lost = try state.filesWithLines().filter { old in
      try FileIdentity(path: old) == nil
        && here.isDisjoint(with: try state.pairs(withLinesIn: old))
    }
    let alike = try lost.filter { try state.keptLines(in: $0).contains { $0.isMostly(file) } }
    guard alike.count == 1, let old = alike.first else { return }
    if !command.writes { state = try state.copyWithoutPreparedSave() }
    try state.renameFile(old, to: identity)
  }

  func pair(_ source: ImportSource) -> LineRegistry.Pair {
    LineRegistry.Pair(file: identity, source: source.identity)
  }

  func memory(of source: ImportSource) throws -> ImportMemory {
    try state.memory(of: pair(source), sharing: components)
  }

  // MARK: Reading

  /// Reads the task files again.
  func read(_ messages: inout Messages) throws -> ImportState {
    var files: [TaskFile] = []
    var snapshots: [FileSnapshot?] = []
    for name in [path] + others {
      let snapshot = try snapshot(name, mayBeMissing: name == path, messages: &messages)
      files.append(try file(name, snapshot, messages: &messages))
      snapshots.append(snapshot)
    }
    let pairs = try files.flatMap { try state.pairs(withLinesIn: $0.identity) }
    var seen: Set<LineRegistry.Pair> = []
    let texts = ExactDictionary(files.map { ($0.identity, $0.document.bytes) }) { first, _ in first
    }
    let known = try pairs.filter { seen.insert($0).inserted }
      .map { ($0, try state.memory(of: $0, sharing: components, texts: texts)) }
    state.releaseMemory()
    return ImportState(files: files, snapshots: snapshots, others: known)
  }

  /// The other files that may contain lines.
  private var others: [String] {
    let search = FileSearch(
      endings: Self.endings, subject: "task files",
      rules: runEnvironment.configuration.folderRules)
    var isIncomplete = false
    var ignored = Messages(command.verbosity, runEnvironment, to: nil)
    let found = command.target.among.flatMap {
      search.files(at: $0, &isIncomplete, messages: &ignored)
    }
    var seen: ExactSet = [identity]
    return found.map(\.name).filter { seen.insert(CanonicalPath.of($0)).inserted }
  }

  private func snapshot(
    _ name: String, mayBeMissing: Bool, messages: inout Messages
  ) throws -> FileSnapshot? {
    do {
      return try FileSnapshot.regular(name)
    } catch {
      if error.isMissing, mayBeMissing { return nil }
      messages.reportUnreadable(error)
      throw messages.status
    }
  }

  private func file(
    _ name: String, _ snapshot: FileSnapshot?, messages: inout Messages
  ) throws -> TaskFile {
    if let bytes = snapshot?.bytes, CalendarFiles.isOne(bytes, name) {
      messages.fail("\(name): this is a calendar; expected a task file to import into", .refused)
      throw messages.status
    }
    let document = TaskDocument(
      bytes: snapshot?.bytes ?? [], dialect: TaskDialect(path: name),
      settings: runEnvironment.settings(ofFile: name))
    if let fault = document.firstInvalidByte {
      messages.report(
        Diagnostic(
          .error, at: document.place(ofByte: fault),
          message: "this is not UTF-8, so nothing is written; expected text in UTF-8"), file: name)
      messages.note(.dataError)
      throw messages.status
    }
    return TaskFile(
      name: name, identity: CanonicalPath.of(name),
      modified: Instant(stamp: snapshot?.modified ?? 0), document: document)
  }

  // MARK: Writing

  /// Writes the files and the state, or shows what would be written; false if a file has changed since it was read.
  func finish(_ state: ImportState, messages: inout Messages) throws -> Bool {
    if command.dry.dryRun {
      show(state, &messages)
      return true
    }
    do {
      return try save(state, &messages)
    } catch let error as FileError {
      messages.reportUnwritable(error)
    } catch let error as StateError {
      messages.note(messages.status(of: error))
    }
    return true
  }

  private func save(_ state: ImportState, _ messages: inout Messages) throws -> Bool {
    let save = TwoStepSave(self.state, folder)
    return try save.run(
      state.toSave, conflicts: state.conflicts, lines: state.lineChanges,
      at: runEnvironment.now.seconds, files: state.changedFiles, by: edits)
  }

  /// Prints the recorded conflicts, a line each.
  func printConflicts(in zone: Zone) throws {
    for conflict in try state.conflicts(in: identity) {
      let time = zone.civil(at: Instant(seconds: conflict.time)).map(\.formattedDate) ?? ""
      Output.standard.print(
        ("\(time) \(conflict.line.quoted): \(conflict.field): the line \(conflict.mine.quoted), "
          + "the calendar \(conflict.theirs.quoted)").visible)
    }
  }

  private func show(_ state: ImportState, _ messages: inout Messages) {
    let files = state.changedFiles
    if !command.target.json {
      for file in files {
        Output.standard.write(
          difference: UnifiedDiff(file.old, file.new).printed(path: file.path))
      }
    }
    if !files.isEmpty, command.dry.exitCode { messages.note(.wouldChange) }
  }
}

extension ImportCommand {
  /// True if the run may write anything.
  var writes: Bool { !dry.dryRun && !target.conflicts }
}

extension Messages {
  /// Reports why the state cannot be used, and returns the exit status.
  mutating func status(of error: StateError) -> ExitStatus {
    fail("\(error)", error.status)
    return status
  }
}

extension StateError {
  /// The exit status of a run that cannot use the state.
  var status: ExitStatus {
    switch self {
    case .busy: .tryAgain
    case .newer: .configuration
    case .damaged, .failed: .inputOutput
    }
  }
}

extension StateFolder {
  /// The path of the database with the state of imports.
  var database: String { "\(path)/state.sqlite" }

  /// Creates the folder, accessible to this person alone.
  func make() throws(FileError) { try PrivateFolder.make(path) }
}
