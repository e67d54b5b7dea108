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

  /// An edit that an earlier run left unfinished, and what recovery did with it.
  public struct Recovery: Hashable, Sendable {
    /// The result of the recovery.
    public enum Kind: Hashable, Sendable {
      /// The file had been written completely, or is now.
      case completed
      /// The file had not been written, or has its old content again.
      case reverted
      /// The file was written in part, and then changed by another program: it is left as it is.
      case doubtful
      /// The file may be written in part, and its backups are missing; it is left as it is.
      case unrecoverable
    }

    /// The edit.
    public let edit: BackedUpEdit
    /// The result.
    public let kind: Kind
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
  public private(set) var damagedLines: [Int] = []
  /// The number of the run, which it gets with its first edit.
  public private(set) var run: Int?
  /// The unfinished edits of earlier runs, found by the first edit or by `recover`.
  public private(set) var recovered: [Recovery] = []
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

  /// Continues the run of an edit that was killed before it made other edits.
  ///
  /// - Parameter other: The run that continues it.
  public init(continuing edit: BackedUpEdit, _ other: FileEdits) {
    backups = other.backups
    command = edit.command
    time = other.time
    purpose = edit.purpose
    care = other.care
    swapFolders = other.swapFolders
    run = edit.run
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
    guard bytes != file.bytes else { return .unchanged }
    guard let real = RealPath.find(path), let entry = try FolderEntry.find(path) else {
      throw FileError(path, "write", reason: "it is not a file, or its name is not UTF-8")
    }
    try objectToEditor(of: entry)
    let open = try OpenBackups(backups, now: time)
    if let obstacle = recover(open)[FileName(real)] { throw obstacle }
    let edit = FileEdit(
      entry: entry, realPath: real, old: file.bytes, new: bytes, backups: open,
      label: FileEdit.Label(run: run, time: time, command: command, purpose: purpose),
      objection: { [self] () throws(FileError) in try objectToEditor(of: entry) })
    let outcome = try edit.make()
    run = edit.run ?? run
    return outcome
  }

  /// Creates a file: first an empty one, which is then edited, so that the creation can be undone.
  ///
  /// - Throws: Also an error if the path exists by now.
  public func make(_ path: String, _ bytes: [UInt8]) throws(FileError) -> Outcome {
    _ = try FileReplacement.write(FileContents([]), to: path, replacing: nil)
    let empty = try FileSnapshot.regular(path)
    return empty.bytes.isEmpty ? try write(bytes, to: path, over: empty) : .changedMeanwhile
  }

  /// Completes or reverts what a killed run left unfinished; the first edit does this too.
  ///
  /// An edit that cannot be recovered now, because an editor has the file open or its disk is not mounted, waits for
  /// the next run.
  @discardableResult
  public func recover() throws(FileError) -> [Recovery] {
    let index = try backups.index()
    damagedLines = index.damaged
    guard !index.begun.isEmpty else { return recovered }
    _ = recover(try OpenBackups(backups, now: time))
    return recovered
  }

  /// Recovers all unfinished edits, and returns the files for which that failed.
  private func recover(_ open: OpenBackups) -> [FileName: FileError] {
    var obstacles: [FileName: FileError] = [:]
    for edit in open.index.begun {
      do throws(FileError) {
        guard let entry = try FolderEntry.find(edit.path) else { continue }
        try objectToEditor(of: entry)
        let kind = try EditRecovery(edit: edit, entry: entry, backups: open).run()
        recovered.append(Recovery(edit: edit, kind: kind))
      } catch {
        obstacles[edit.name] = error
      }
    }
    return obstacles
  }

  private func objectToEditor(of entry: FolderEntry) throws(FileError) {
    guard care != .none, let mark = try EditorMark.find(entry, swapFolders: swapFolders),
      care == .open || mark.hasUnsaved
    else { return }
    throw FileError.beingEdited(entry.path, mark)
  }
}
