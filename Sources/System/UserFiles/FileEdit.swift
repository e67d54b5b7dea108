import ExactText
import Glibc

/// One edit of one file, by exchange with a new file, or in place if an exchange would lose something.
final class FileEdit {
  /// What the index records about an edit.
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
  /// The number of the run, once it has one.
  private(set) var run: Int?
  private let label: Label
  /// Throws if an editor has the file open.
  let objection: () throws(FileError) -> Void
  /// Called once with the number of the run, when the edit can be recovered and the file is not yet written; false if it is
  /// not to be written after all.
  private let prepare: (_ run: Int) -> Bool
  private var isPrepared = false
  private lazy var before = BackedUpEdit.Content(old)
  private lazy var after = BackedUpEdit.Content(new)

  init(
    entry: FolderEntry, realPath: String, old: [UInt8], new: [UInt8], backups: OpenBackups,
    label: Label, objection: @escaping () throws(FileError) -> Void,
    prepare: @escaping (_ run: Int) -> Bool
  ) {
    self.entry = entry
    self.realPath = realPath
    self.old = old
    self.new = new
    self.backups = backups
    self.label = label
    self.objection = objection
    self.prepare = prepare
    run = label.run
  }

  /// Makes the edit.
  func make() throws(FileError) -> FileEdits.Outcome {
    let signals = BlockedSignals()
    defer { extendLifetime(signals) }
    if let outcome = try exchange() { return outcome }
    return try InPlaceEdit(self).make()
  }

  /// Replaces the file; nil if that is impossible or would lose some of the file's metadata.
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

  /// Keeps the new bytes, to complete an interrupted edit in place, and for `undo` to compare.
  private func keepNew() throws(FileError) { try backups.keep(new, after) }

  /// Notes the beginning of the edit, under a number whose temporary file does not exist yet.
  func begin(_ method: BackedUpEdit.WriteMethod) throws(FileError) -> BackedUpEdit {
    let edit = try backups.begin { [entry] (number) throws(FileError) in
      try entry.status(FileExchange.name(ofEdit: number, entry)) == nil
    } _: { number, nextRun in
      BackedUpEdit(
        number: number, run: run ?? nextRun, time: label.time, command: label.command,
        path: realPath, before: before, after: after, purpose: label.purpose, method: method)
    }
    run = edit.run
    return edit
  }

  /// Saves what belongs to the edit; false if the file is not to be written after all.
  func isPrepared(_ edit: BackedUpEdit) -> Bool {
    if !isPrepared { isPrepared = prepare(edit.run) }
    return isPrepared
  }
}

extension FileContents {
  /// True if an open file has exactly these contents.
  func isWhole(of descriptor: Int32, _ path: String) throws(FileError) -> Bool {
    var status = stat()
    try SystemCall.make(path, "read") { fstat(descriptor, &status) }
    guard Int(status.st_size) == count else { return false }
    return try isHeld(by: descriptor, path)
  }
}
