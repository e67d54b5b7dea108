import ExactText
import Glibc

/// The edits that one run makes of a person's files.
///
/// A person, an editor and other programs write these files too. So a file is edited only if it has not changed since
/// it was read, and its old bytes are kept first in `Backups`. If an editor has the file open, the edit waits. A file
/// that already has the new bytes is not touched.
///
/// ```swift
/// let edits = FileEdits(
///   keepingIn: Backups(folder: folder), command: "import home.ics", time: now)
/// let outcome = try edits.edit("home.taskpaper") { file in planned(file.bytes) }
/// ```
public final class FileEdits {
  /// The outcome of an edit.
  public enum Outcome: Hashable, Sendable {
    /// The file has the new bytes.
    case written
    /// The file had these bytes already, or no change was needed.
    case unchanged
    /// The file has changed since it was read, and was not touched.
    case changedMeanwhile
  }

  /// Which editors make an edit wait.
  public enum OpenEditorPolicy: Sendable {
    /// Each editor that has the file open.
    case open
    /// Each editor with unsaved text of the file.
    case unsaved
    /// No editor.
    case none
  }

  /// The backups with old versions.
  public let backups: Backups
  /// The name of the command, for the list of edits.
  public let command: String
  /// The time of the run, in seconds since 1970.
  public let time: Int
  /// The purpose of the run's edits.
  public let purpose: BackedUpEdit.Purpose
  /// The lines of the index that the run could not read, from 1.
  public internal(set) var damagedLines: [Int] = []
  /// The number of the run, which it gets with its first edit.
  public internal(set) var run: Int?
  /// What earlier runs left unfinished, found by the first edit or by `recover`.
  public internal(set) var recovered: [Recovery] = []
  private let care: OpenEditorPolicy
  private let swapFolders: [String]

  /// Begins a run; nothing is written before the first edit.
  ///
  /// - Parameters:
  ///   - purpose: The purpose of the run's edits.
  ///   - swapFolders: The folders in which Neovim keeps its swap files.
  ///   - run: The number of the run, if it was noted before.
  public init(
    keepingIn backups: Backups, command: String, time: Int,
    purpose: BackedUpEdit.Purpose = .change, care: OpenEditorPolicy = .open,
    swapFolders: [String] = [], run: Int? = nil
  ) {
    self.run = run
    self.backups = backups
    self.command = command
    self.time = time
    self.purpose = purpose
    self.care = care
    self.swapFolders = swapFolders
  }

  /// Reads a file and edits it, and retries if it changes meanwhile.
  ///
  /// - Parameters:
  ///   - attempts: The highest number of attempts.
  ///   - plan: Returns the new content of the file; nil if no change is needed.
  /// - Throws: An error that `isPassing` if an editor has the file open, or it changed during each attempt.
  public func edit(
    _ path: String, attempts: Int = 5,
    plan: (FileSnapshot) throws(FileError) -> [UInt8]?
  ) throws(FileError) -> Outcome {
    for attempt in 0..<max(1, attempts) {
      if attempt > 0 { usleep(UInt32.random(in: 1...10) * 1000 << UInt32(min(attempt, 4))) }
      try recover()
      let file = try FileSnapshot.regular(path)
      guard let bytes = try plan(file) else { return .unchanged }
      let outcome = try write(bytes, to: path, over: file)
      if outcome != .changedMeanwhile { return outcome }
    }
    throw FileError.changed(path)
  }

  /// Writes new bytes to a file if it has not changed since it was read.
  ///
  /// - Throws: An error that `isPassing` if an editor has the file open, or another run is writing it.
  public func write(
    _ bytes: [UInt8], to path: String, over file: FileSnapshot
  ) throws(FileError) -> Outcome {
    try write(bytes, to: path, over: file) { _ in true }
  }

  /// Writes new bytes to a file if it has not changed since it was read.
  ///
  /// - Parameter prepare: Called with the number of the run once the edit is noted, before the file is written; false if
  ///   it is not to be written after all.
  package func write(
    _ bytes: [UInt8], to path: String, over file: FileSnapshot,
    prepare: @escaping (_ run: Int) -> Bool
  ) throws(FileError) -> Outcome {
    guard bytes != file.bytes else { return .unchanged }
    try objectToEditor(of: try entry(path))
    let change = ChangedFile(path: path, old: file.bytes, new: bytes)
    return try make(change, label(run), try open(for: [change]), prepare: prepare)
  }

  // MARK: One file

  /// Makes an edit, and gives the run its number, unless it is an edit of a killed run.
  ///
  /// - Parameter prepare: Called with this number once the edit is noted, before the file is written; see `write`.
  func make(
    _ file: ChangedFile, _ label: FileEdit.Label, _ open: OpenBackups,
    prepare: @escaping (_ run: Int) -> Bool = { _ in true }
  ) throws(FileError) -> Outcome {
    let entry = try entry(file.path)
    guard let real = RealPath.find(file.path) else { throw noFile(file.path) }
    let edit = FileEdit(
      entry: entry, realPath: real, old: file.old, new: file.new, backups: open, label: label,
      objection: { [self] () throws(FileError) in try objectToEditor(of: entry) },
      prepare: prepare)
    let outcome = try edit.make()
    if label.run == run { run = edit.run }
    return outcome
  }

  /// What the index records about the edits of a run with a number.
  func label(_ run: Int?) -> FileEdit.Label {
    FileEdit.Label(run: run, time: time, command: command, purpose: purpose)
  }

  /// Locks the backups, and recovers what killed runs left.
  ///
  /// - Throws: Also the reason why one of the files cannot be recovered.
  func open(for files: [ChangedFile]) throws(FileError) -> OpenBackups {
    let open = try OpenBackups(backups, now: time)
    let obstacles = recover(open)
    guard !obstacles.isEmpty else { return open }
    for file in files {
      if let obstacle = obstacles[file.name] { throw obstacle }
    }
    return open
  }

  func objectToEditor(of entry: FolderEntry) throws(FileError) {
    guard care != .none, let mark = try EditorMark.find(entry, swapFolders: swapFolders),
      care == .open || mark.hasUnsaved
    else { return }
    throw FileError.beingEdited(entry.path, mark)
  }

  func entry(_ path: String) throws(FileError) -> FolderEntry {
    guard let entry = try FolderEntry.find(path) else { throw noFile(path) }
    return entry
  }

  private func noFile(_ path: String) -> FileError {
    FileError(path, "write", reason: "it is not a file, or its name is not UTF-8")
  }
}
