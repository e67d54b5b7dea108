import Glibc

/// An edit by a new file that exchanges its name with the old one.
///
/// What comes out is looked at: where it is not what was read, because another program has saved in
/// this very moment, it is put back. While this goes on, who opens the old file to write it waits; if
/// somebody does, the old file is put back for them.
struct FileExchange: ~Copyable {
  private let edit: FileEdit
  private let entry: FolderEntry
  private let file: LockedFile
  private let new: TemporaryFile
  private let identity: FileIdentity

  private init(_ edit: FileEdit, _ file: LockedFile, new: consuming TemporaryFile, status: stat) {
    self.edit = edit
    self.file = file
    self.new = new
    entry = edit.entry
    identity = FileIdentity(status)
  }

  /// Writes the new file beside the old one; nil where not all that the file is can be kept.
  static func prepare(_ edit: FileEdit, _ file: LockedFile) throws(FileError) -> FileExchange? {
    let new = try TemporaryFile.make(for: edit.entry, mode: 0o600)
    let status: stat?
    do throws(FileError) {
      status = try fill(new, edit, file: file)
    } catch {
      edit.entry.remove(new.name)
      throw error
    }
    if let status { return FileExchange(edit, file, new: new, status: status) }
    edit.entry.remove(new.name)
    return nil
  }

  /// Writes the new file and reads it again; nil where it is not all that the old one is.
  private static func fill(
    _ new: borrowing TemporaryFile, _ edit: FileEdit, file: LockedFile
  ) throws(FileError) -> stat? {
    let path = edit.entry.path
    let contents = FileContents(edit.new)
    let kept = try new.fill(with: contents, like: file, entry: edit.entry)
    guard try contents.isWhole(of: new.file.descriptor, path) else {
      throw FileError(path, "write", code: EIO)
    }
    return kept.whole ? try new.file.status(path, "write") : nil
  }

  /// Exchanges the files.
  func make() throws(FileError) -> FileEdits.Outcome {
    let name: [CChar]
    let noted: BackedUpEdit
    do throws(FileError) {
      try edit.objection()
      noted = try edit.begin(.exchanged)
      name = Self.name(of: noted, entry)
    } catch {
      entry.remove(new.name)
      throw error
    }
    do throws(FileError) {
      return try exchange(noted, name)
    } catch {
      // A file that is where it should not be is seen by the next run, by what was noted.
      if try entry.status().map(FileIdentity.init) != identity {
        entry.remove(new.name)
        if try isOurs(name) { entry.remove(name) }
        if try entry.status(name) == nil { edit.backups.void(noted) }
      }
      throw error
    }
  }

  private func exchange(
    _ noted: BackedUpEdit, _ name: [CChar]
  ) throws(FileError) -> FileEdits.Outcome {
    switch try FileLease.ask(for: file.descriptor, entry.path) {
    case .refused: return try giveUp(noted, new.name)
    case .unsupported: return try exchange(noted, name) { false }
    case .given(let lease): return try exchange(noted, name) { lease.isAwaited }
    }
  }

  private func exchange(
    _ noted: BackedUpEdit, _ name: [CChar], isAwaited: () -> Bool
  ) throws(FileError) -> FileEdits.Outcome {
    guard try isOld(entry.name), !isAwaited() else { return try giveUp(noted, new.name) }
    // From here on the name says that the file is whole, and may be the old one.
    guard try entry.rename(new.name, toFree: name) else { return try giveUp(noted, new.name) }
    guard try entry.exchange(with: name) else {
      try entry.replace(with: name)
      return try end(noted)
    }
    guard isSafe(name, isAwaited) else { return try putBack(noted, name) }
    let synced = Result { () throws(FileError) in try entry.sync() }
    guard isSafe(name, isAwaited) else { return try putBack(noted, name) }
    // What cannot be removed is by the next run.
    if entry.remove(name) { edit.backups.finish(noted) }
    try synced.get()
    return .written
  }

  private func end(_ noted: BackedUpEdit) throws(FileError) -> FileEdits.Outcome {
    edit.backups.finish(noted)
    try entry.sync()
    return .written
  }

  /// True if what came out is what was read, and nobody waits for it.
  private func isSafe(_ name: [CChar], _ isAwaited: () -> Bool) -> Bool {
    (try? isOld(name)) == true && !isAwaited()
  }

  /// True if a name has the file that was read, with these bytes.
  private func isOld(_ name: [CChar]) throws(FileError) -> Bool {
    guard let status = try entry.status(name), FileIdentity(status) == FileIdentity(file.status)
    else { return false }
    return try FileContents(edit.old).isWhole(of: file.descriptor, entry.path)
  }

  private func isOurs(_ name: [CChar]) throws(FileError) -> Bool {
    try entry.status(name).map(FileIdentity.init) == identity
  }

  /// Takes the new file away.
  private func giveUp(
    _ noted: BackedUpEdit, _ name: [CChar]
  ) throws(FileError) -> FileEdits.Outcome {
    if entry.remove(name) { edit.backups.void(noted) }
    return .changedMeanwhile
  }

  /// Puts back what came out; where another file has come meanwhile, that stays, and the one that came
  /// out before is kept.
  private func putBack(
    _ noted: BackedUpEdit, _ name: [CChar]
  ) throws(FileError) -> FileEdits.Outcome {
    _ = try entry.exchange(with: name)
    if try isOurs(name) { return try giveUp(noted, name) }
    _ = try entry.exchange(with: name)
    try LostSave(edit: noted, entry: entry, backups: edit.backups).keep(name)
    return .changedMeanwhile
  }

  /// The name under which a whole file waits for its exchange.
  static func name(of edit: BackedUpEdit, _ entry: FolderEntry) -> [CChar] {
    name(ofEdit: edit.number, entry)
  }

  /// Creates an exchange for the edit with a number.
  static func name(ofEdit number: Int, _ entry: FolderEntry) -> [CChar] {
    TemporaryFile.name(for: entry, ending: "edit-\(number)")
  }
}

/// A file that another program saved between two others: its bytes are kept, for its name is gone.
struct LostSave {
  let edit: BackedUpEdit
  let entry: FolderEntry
  let backups: OpenBackups

  /// Keeps a file of the folder as a version of its own, and removes it.
  func keep(_ name: [CChar]) throws(FileError) {
    let file = try entry.open(name, O_RDONLY)
    let bytes = try FileSnapshot.bytes(of: file.descriptor, entry.path, expecting: 0)
    let content = BackedUpEdit.Content(bytes)
    try backups.keep(bytes, content)
    let kept = try backups.begin { [edit] number, _ in
      BackedUpEdit(
        number: number, run: edit.run, time: edit.time, command: edit.command, path: edit.path,
        before: content, after: content, purpose: edit.purpose, way: .kept)
    }
    backups.finish(kept)
    if entry.remove(name) { backups.void(edit) }
  }
}
