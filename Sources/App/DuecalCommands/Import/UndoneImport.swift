import CalendarImports
import Diagnostics
import DuecalConfiguration
import LineState
import TaskBridge
import TaskDates
import TaskText
import UserFiles

/// Updates the state of imports for the files that `undo` or `redo` writes, so that the next import finds the lines.
///
/// It reads all of the state before a file is written, so that an unreadable state stops the run in time.
struct UndoneImport {
  private let runEnvironment: RunEnvironment
  private let folder: StateFolder
  private let state: LineRegistry?
  /// The lock of the state folder, if there is a state.
  private let lock: FolderLock?

  /// Opens the state of imports, if there is one, for this run alone.
  ///
  /// - Throws: `StateError` if it cannot be read, `FileError` if another run has it.
  init(_ folder: StateFolder, _ runEnvironment: RunEnvironment) throws {
    self.folder = folder
    self.runEnvironment = runEnvironment
    guard FileIdentity(path: folder.database) != nil else {
      (state, lock) = (nil, nil)
      return
    }
    lock = try folder.lock()
    let state = try LineRegistry(path: folder.database)
    try TwoStepSave(state, folder).recover()
    self.state = state
  }

  /// Writes files, and saves the state of their imports.
  ///
  /// - Parameters:
  ///   - reversed: The edits of the run that is undone or redone.
  ///   - edits: The run that writes them.
  /// - Returns: False if one has changed since it was read; then nothing is saved.
  func save(
    _ files: [ChangedFile], reversing reversed: ReversedEdits, by edits: FileEdits
  ) throws -> Bool {
    guard let state else { return try edits.write(files) }
    return try TwoStepSave(state, folder).run(
      memories(state, files, reversing: reversed), at: runEnvironment.now.seconds, files: files,
      by: edits)
  }

  /// The new state of the pairs with lines in the files.
  private func memories(
    _ state: LineRegistry, _ files: [ChangedFile], reversing edits: ReversedEdits
  ) throws -> [(pair: LineRegistry.Pair, memory: ImportMemory)] {
    let reader = LineFieldReader(
      vocabulary: runEnvironment.configuration.vocabulary, isZoneKnown: { _ in nil })
    var memories: [LineRegistry.Pair: ImportMemory] = [:]
    for changed in files {
      let (file, old) = (taskFile(changed, changed.new), taskFile(changed, changed.old))
      let runs = try edits.runs(in: file.identity, state)
      for pair in Set(try state.pairs(withLinesIn: file.identity)).union(runs.keys) {
        memories[pair] = try (memories[pair] ?? state.memory(of: pair)).reversed(
          to: file, from: old, of: runs[pair] ?? edits.unrecorded, reader: reader)
      }
    }
    return memories.map { ($0, $1) }.sorted { ($0.0.file, $0.0.source) < ($1.0.file, $1.0.source) }
  }

  private func taskFile(_ file: ChangedFile, _ bytes: [UInt8]) -> TaskFile {
    TaskFile(
      name: file.path, identity: file.path, modified: runEnvironment.now,
      document: TaskDocument(
        bytes: bytes, dialect: TaskDialect(path: file.path),
        settings: runEnvironment.settings(ofFile: file.path)))
  }
}
