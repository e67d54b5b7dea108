import CalendarImports
import ExactText
import LineState
import UserFiles

/// Saves the state of imports together with the task files that they change.
///
/// The state keeps the number of the run until its files are written. If the run is killed, the next one asks the journal
/// of runs what became of it, so that state and files always match.
struct TwoStepSave {
  private let state: LineRegistry
  private let backups: Backups

  init(_ state: LineRegistry, _ folder: StateFolder) {
    self.state = state
    backups = folder.backups
  }

  /// Saves the state of pairs around the writing of files.
  ///
  /// - Returns: False if a file has changed since it was read; then nothing is saved.
  func run(
    _ memories: [(pair: LineRegistry.Pair, memory: ImportMemory)],
    conflicts: [ItemConflict] = [], lines: [LineChanges]? = nil, at time: Int,
    files: [ChangedFile], by edits: FileEdits
  ) throws -> Bool {
    guard !memories.isEmpty else { return try edits.write(files) }
    let writes = files.filter { $0.old != $0.new }.map(PlannedWrite.init)
    guard !writes.isEmpty else {
      try state.save(memories, conflicts: conflicts, at: time)
      return true
    }
    return try writeFiles(files, edits) { run throws(StateError) in
      try state.prepare(
        memories, conflicts: conflicts, lines: lines, at: time, run: run, writing: writes)
    }
  }

  private func writeFiles(
    _ files: [ChangedFile], _ edits: FileEdits,
    prepare: @escaping (_ run: Int) throws(StateError) -> Void
  ) throws -> Bool {
    var obstacle: StateError?
    do {
      let isWritten = try edits.write(files) { run in
        do throws(StateError) { try prepare(run) } catch { obstacle = error }
        return obstacle == nil
      }
      if let obstacle { throw obstacle }
      try isWritten ? state.confirm() : recover()
      return isWritten
    } catch {
      // The error for which nothing was written is the one to report; the next run recovers too.
      try? recover()
      throw error
    }
  }

  /// Completes or reverts the save of a killed run; the caller holds the lock of the state folder, and has recovered
  /// the edits of files.
  func recover() throws {
    guard let save = try state.preparedSave() else { return }
    if try isWritten(save) { try state.confirm() } else { try state.takeBack() }
  }

  /// The state without the save of a killed run that wrote no file; for runs that only read.
  func present() throws -> LineRegistry {
    guard let save = try state.preparedSave(), try !isWritten(save) else { return state }
    return try state.copyWithoutPreparedSave()
  }

  private func isWritten(_ save: PreparedSave) throws(FileError) -> Bool {
    switch save {
    case .byRun(let run): return try backups.wrote(run)
    case .byEarlierVersion(let writes, let lastEdit):
      for write in writes {
        let run = try backups.run(
          changing: FileName(write.file), from: write.before, to: write.after, after: lastEdit)
        if let run, try backups.wrote(run) { return true }
      }
      return false
    }
  }
}

extension PlannedWrite {
  fileprivate init(_ file: ChangedFile) {
    self.init(
      file: CanonicalPath.of(file.path), before: SHA256.digits(of: file.old),
      after: SHA256.digits(of: file.new))
  }
}
