import ExactText
import Glibc

/// One edit of one file: by another file that takes its place, or, where that would lose something,
/// in place.
final class FileEdit {
  /// What is noted of an edit.
  struct Label {
    let run: Int?
    let time: Int
    let command: String
    let purpose: BackedUpEdit.Purpose
  }

  let entry: FolderEntry
  let realPath: String
  let old: [UInt8]
  let new: [UInt8]
  let backups: OpenBackups
  /// The number of the run, once there is one.
  private(set) var run: Int?
  private let label: Label
  /// Fails where an editor has the file open.
  let objection: () throws(FileError) -> Void
  private lazy var before = BackedUpEdit.Content(old)
  private lazy var after = BackedUpEdit.Content(new)

  init(
    entry: FolderEntry, realPath: String, old: [UInt8], new: [UInt8], backups: OpenBackups,
    label: Label, objection: @escaping () throws(FileError) -> Void
  ) {
    self.entry = entry
    self.realPath = realPath
    self.old = old
    self.new = new
    self.backups = backups
    self.label = label
    self.objection = objection
    run = label.run
  }

  /// Makes the edit.
  func make() throws(FileError) -> FileEdits.Outcome {
    let signals = BlockedSignals()
    defer { extendLifetime(signals) }
    if let outcome = try exchange() { return outcome }
    return try InPlaceEdit(self).make()
  }

  /// Replaces the file; nil where that cannot be, or something of the file would not be kept.
  private func exchange() throws(FileError) -> FileEdits.Outcome? {
    guard let file = try LockedFile.find(entry) else { return .changedMeanwhile }
    TemporaryFile.removeLeftovers(of: entry)
    guard try FileContents(old).isWhole(of: file.descriptor, entry.path) else {
      return .changedMeanwhile
    }
    try keepOld()
    try keepNew()
    guard file.status.st_nlink == 1 else { return nil }
    do throws(FileError) {
      return try FileExchange.prepare(self, file)?.make()
    } catch {
      guard error.isForbidden, error.path == entry.path else { throw error }
      return nil
    }
  }

  private func keepOld() throws(FileError) { try backups.keep(old, before) }

  /// Keeps the new bytes, to finish an edit in place that was cut off, and to compare for `undo`.
  private func keepNew() throws(FileError) { try backups.keep(new, after) }

  /// Notes the begin of the edit, under a number whose temporary file does not exist yet.
  func begin(_ way: BackedUpEdit.WriteMethod) throws(FileError) -> BackedUpEdit {
    let edit = try backups.begin { [entry] (number) throws(FileError) in
      try entry.status(FileExchange.name(ofEdit: number, entry)) == nil
    } _: { number, nextRun in
      BackedUpEdit(
        number: number, run: run ?? nextRun, time: label.time, command: label.command,
        path: realPath, before: before, after: after, purpose: label.purpose, way: way)
    }
    run = edit.run
    return edit
  }
}

extension FileContents {
  /// True if these contents are all that an open file holds.
  func isWhole(of descriptor: Int32, _ path: String) throws(FileError) -> Bool {
    var status = stat()
    try SystemCall.make(path, "read") { fstat(descriptor, &status) }
    guard Int(status.st_size) == count else { return false }
    return try isHeld(by: descriptor, path)
  }
}
