import CalendarImports
import ExactText
import LineState
import UserFiles

/// Saves what imports remember together with the task files that they change.
///
/// A run that is killed leaves both as they were, or both as they are to be: the next one completes
/// what it left.
struct TwoStepSave {
  private let state: LineRegistry
  private let backups: Backups

  init(_ state: LineRegistry, _ folder: StateFolder) {
    self.state = state
    backups = folder.backups
  }

  /// Saves memories around the writing of files.
  ///
  /// - Parameter write: Writes the files; false if one has changed since it was read.
  /// - Returns: False if `write` does; then nothing is saved.
  func run(
    _ memories: [(pair: LineRegistry.Pair, memory: ImportMemory)],
    conflicts: [ItemConflict] = [], at time: Int,
    _ files: [ChangedFile], _ write: ([ChangedFile]) throws(FileError) -> Bool
  ) throws -> Bool {
    guard !memories.isEmpty else { return try write(files) }
    guard !files.isEmpty else {
      try state.save(memories, conflicts: conflicts, at: time)
      return true
    }
    try state.prepare(
      memories, conflicts: conflicts, at: time, writing: files.map(PlannedWrite.init))
    do {
      guard try write(files) else {
        try state.takeBack()
        return false
      }
    } catch {
      try recover()
      throw error
    }
    try state.confirm()
    return true
  }

  /// Completes or takes back the save of a killed run; the caller holds the lock of the state folder,
  /// and has recovered the edits of files.
  func recover() throws {
    let writes = try state.plannedWrites()
    guard !writes.isEmpty else { return }
    if try writes.contains(where: isDone) {
      try state.confirm()
    } else {
      try state.takeBack()
    }
  }

  /// True if a file was written, though it may have been edited since.
  private func isDone(_ write: PlannedWrite) throws -> Bool {
    let bytes = (try? FileSnapshot.read(write.file))?.bytes ?? []
    let sum = SHA256.digits(of: bytes)
    if sum == write.after || sum == write.before { return sum == write.after }
    let name = FileName(write.file)
    let last = try backups.edits().last { $0.name == name }
    return last.map { $0.before.sum == write.before && $0.after.sum == write.after } ?? false
  }
}

extension PlannedWrite {
  fileprivate init(_ file: ChangedFile) {
    self.init(
      file: CanonicalPath.of(file.path), before: SHA256.digits(of: file.old),
      after: SHA256.digits(of: file.new))
  }
}
