import CalendarImports
import ExactText
import LineState
import UserFiles

/// Saves the state of imports together with the task files that they change.
///
/// If a run is killed, the next one completes or reverts its changes, so that state and files always match.
struct TwoStepSave {
  private let state: LineRegistry
  private let backups: Backups

  init(_ state: LineRegistry, _ folder: StateFolder) {
    self.state = state
    backups = folder.backups
  }

  /// Saves the state of pairs around the writing of files.
  ///
  /// - Parameter write: Writes the files; false if one has changed since it was read.
  /// - Returns: False if `write` does; then nothing is saved.
  func run(
    _ memories: [(pair: LineRegistry.Pair, memory: ImportMemory)],
    conflicts: [ItemConflict] = [], lines: [LineChanges]? = nil, at time: Int,
    files: [ChangedFile], write: ([ChangedFile]) throws(FileError) -> Bool
  ) throws -> Bool {
    guard !memories.isEmpty else { return try write(files) }
    guard !files.isEmpty else {
      try state.save(memories, conflicts: conflicts, at: time)
      return true
    }
    try state.prepare(
      memories, conflicts: conflicts, lines: lines, at: time, writing: try planned(files))
    do {
      guard try write(files) else {
        try state.takeBack()
        return false
      }
    } catch {
      // The error for which nothing was written is the one to report; the next run recovers too.
      try? recover()
      throw error
    }
    try state.confirm()
    return true
  }

  /// Completes or reverts the save of a killed run; the caller holds the lock of the state folder, and has recovered
  /// the edits of files.
  func recover() throws {
    switch try outcome() {
    case .none: break
    case .written: try state.confirm()
    case .notWritten: try state.takeBack()
    }
  }

  /// The state without the save of a killed run that wrote no file; for runs that only read.
  func present() throws -> LineRegistry {
    try outcome() == .notWritten ? state.copyWithoutPreparedSave() : state
  }

  private enum Outcome {
    case none, written, notWritten
  }

  /// The outcome of a save that is neither confirmed nor reverted.
  private func outcome() throws -> Outcome {
    let writes = try state.plannedWrites()
    guard !writes.isEmpty else { return .none }
    return try writes.contains(where: isDone) ? .written : .notWritten
  }

  private func planned(_ files: [ChangedFile]) throws(FileError) -> [PlannedWrite] {
    let last = try backups.edits().last?.number ?? 0
    return files.map { PlannedWrite($0, lastEdit: last) }
  }

  /// True if a file was written, though it may have been edited since.
  private func isDone(_ write: PlannedWrite) throws -> Bool {
    if let bytes = (try? FileSnapshot.regular(write.file))?.bytes {
      let sum = SHA256.digits(of: bytes)
      if sum == write.after || sum == write.before { return sum == write.after }
    }
    let name = FileName(write.file)
    let later = try backups.edits().filter { $0.name == name && $0.number > write.lastEdit }
    guard
      let made = later.first(where: {
        $0.before.sum == write.before && $0.after.sum == write.after
      })
    else { return false }
    // A run that could not write all of its files restores the others.
    return later.last { $0.run == made.run }?.after.sum == write.after
  }
}

extension PlannedWrite {
  fileprivate init(_ file: ChangedFile, lastEdit: Int) {
    self.init(
      file: CanonicalPath.of(file.path), before: SHA256.digits(of: file.old),
      after: SHA256.digits(of: file.new), lastEdit: lastEdit)
  }
}
