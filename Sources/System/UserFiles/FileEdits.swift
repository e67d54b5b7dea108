import ExactText
import Glibc

/// The edits that one run makes of a person's files.
///
/// A person, an editor and other programs write these files too. So a file is edited only where it
/// still is what was read; the bytes before are kept first (`Backups`); and an editor that has the file
/// open is waited for. A file that has the bytes already is not touched.
///
/// ```swift
/// let edits = FileEdits(
///   keepingIn: Backups(folder: folder), command: "import home.ics", time: now)
/// let outcome = try edits.edit("home.taskpaper") { file in planned(file.bytes) }
/// ```
public final class FileEdits {
  /// What became of a file.
  public enum Outcome: Hashable, Sendable {
    /// It has the new bytes.
    case written
    /// It had them before, or nothing was to be done.
    case unchanged
    /// It is not what was read any more, and has not been touched.
    case changedMeanwhile
  }

  /// Which editors are waited for.
  public enum OpenEditorPolicy: Sendable {
    /// Each that has the file open.
    case open
    /// Each in which something of the file is not saved.
    case unsaved
    /// None.
    case none
  }

  /// Something that a run before left, and what was done with it.
  public struct Recovery: Hashable, Sendable {
    /// What was done.
    public enum Kind: Hashable, Sendable {
      /// The file had been written, or is now.
      case completed
      /// The file was as it had been, or is again.
      case reverted
      /// The file was written in part, and then changed by something else: it is left as it is.
      case doubtful
      /// The file may be written in part, and its backups are gone; it stays as it is.
      case unrecoverable
    }

    /// The edit.
    public let edit: BackedUpEdit
    /// What was done.
    public let kind: Kind
  }

  /// Where old versions are kept.
  public let backups: Backups
  /// What the run is called in the list of edits.
  public let command: String
  /// When it is, in seconds since 1970.
  public let time: Int
  /// The purpose of the run's edits.
  public let purpose: BackedUpEdit.Purpose
  /// The lines of the index that the run could not read, from 1.
  public private(set) var damagedLines: [Int] = []
  /// Its number, which it gets with its first edit.
  public private(set) var run: Int?
  /// What a run before left, found by the first edit or by `recover`.
  public private(set) var recovered: [Recovery] = []
  private let care: OpenEditorPolicy
  private let swapFolders: [String]

  /// Begins a run; nothing is written before there is something to edit.
  ///
  /// - Parameters:
  ///   - purpose: The purpose of the run's edits.
  ///   - swapFolders: Where Neovim keeps its swap files.
  public init(
    keepingIn backups: Backups, command: String, time: Int,
    purpose: BackedUpEdit.Purpose = .change, care: OpenEditorPolicy = .open,
    swapFolders: [String] = []
  ) {
    self.backups = backups
    self.command = command
    self.time = time
    self.purpose = purpose
    self.care = care
    self.swapFolders = swapFolders
  }

  /// Continues the run of an edit, which was killed before it made others.
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

  /// Reads a file and edits it, anew where something else changes it meanwhile.
  ///
  /// - Parameters:
  ///   - attempts: How often that is tried.
  ///   - plan: What the file is to hold, nil where nothing is to be done.
  /// - Throws: An error that `isPassing` if an editor has the file open, or it changed each time.
  public func edit(
    _ path: String, attempts: Int = 5,
    plan: (FileSnapshot) throws(FileError) -> [UInt8]?
  ) throws(FileError) -> Outcome {
    for attempt in 0..<max(1, attempts) {
      if attempt > 0 { usleep(UInt32.random(in: 1...10) * 1000 << UInt32(min(attempt, 4))) }
      try recover()
      let file = try FileSnapshot.read(path)
      guard let bytes = try plan(file) else { return .unchanged }
      let outcome = try write(bytes, to: path, over: file)
      if outcome != .changedMeanwhile { return outcome }
    }
    throw FileError.changed(path)
  }

  /// Gives a file new bytes if it still holds what was read.
  ///
  /// - Throws: An error that `isPassing` if an editor has the file open, or another run is at it.
  public func write(
    _ bytes: [UInt8], to path: String, over file: FileSnapshot
  ) throws(FileError) -> Outcome {
    guard bytes != file.bytes else { return .unchanged }
    guard let real = RealPath.find(path), let entry = try FolderEntry.find(path) else {
      throw FileError(path, "write", reason: "it is no file, or its name is not UTF-8")
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

  /// Makes a file that is not there yet: an empty one, which is then edited, so that it can be undone.
  ///
  /// - Throws: Also where something stands there by now.
  public func make(_ path: String, _ bytes: [UInt8]) throws(FileError) -> Outcome {
    _ = try FileReplacement.write(FileContents([]), to: path, replacing: nil)
    let empty = try FileSnapshot.read(path)
    return empty.bytes.isEmpty ? try write(bytes, to: path, over: empty) : .changedMeanwhile
  }

  /// Brings to an end what a killed run left; an edit does this too.
  ///
  /// What cannot be, because an editor has the file open or its disk is not there, waits for the next
  /// run.
  @discardableResult
  public func recover() throws(FileError) -> [Recovery] {
    let index = try backups.index()
    damagedLines = index.damaged
    guard !index.begun.isEmpty else { return recovered }
    _ = recover(try OpenBackups(backups, now: time))
    return recovered
  }

  /// Recovers all edits that were begun, and gives the files of those that could not be.
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
