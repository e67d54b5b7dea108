import Glibc

/// An edit by a new file that exchanges its name with the old one.
///
/// After the exchange the old file is checked: if another program saved it at the same moment, so that it is not what
/// was read, it is put back. Meanwhile a program that opens the old file for writing has to wait; if one does, the old
/// file is put back too.
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

  /// Writes the new file next to the old one; nil if some metadata of the file cannot be kept.
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

  /// Writes the new file and reads it again; nil if some metadata of the old one is missing.
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
      // If this run is killed here, the next one detects the misplaced file by the index.
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
    // From here on the temporary name means that the file is complete; it may be the old one.
    guard try entry.rename(new.name, toFree: name) else { return try giveUp(noted, new.name) }
    guard edit.isPrepared(noted), !isAwaited() else { return try giveUp(noted, name) }
    guard try entry.exchange(with: name) else {
      try entry.replace(with: name)
      return try end(noted)
    }
    guard isSafe(name, isAwaited) else { return try putBack(noted, name) }
    let synced = Result { () throws(FileError) in try entry.sync() }
    guard isSafe(name, isAwaited) else { return try putBack(noted, name) }
    // A file that cannot be removed is removed by the next run.
    if entry.remove(name) { edit.backups.finish(noted) }
    try synced.get()
    return .written
  }

  private func end(_ noted: BackedUpEdit) throws(FileError) -> FileEdits.Outcome {
    edit.backups.finish(noted)
    try entry.sync()
    return .written
  }

  /// True if the old file is the one that was read, and no program waits for it.
  private func isSafe(_ name: [CChar], _ isAwaited: () -> Bool) -> Bool {
    (try? isOld(name)) == true && !isAwaited()
  }

  /// True if a name has the file that was read, with its old bytes.
  private func isOld(_ name: [CChar]) throws(FileError) -> Bool {
    guard let status = try entry.status(name), FileIdentity(status) == FileIdentity(file.status)
    else { return false }
    return try FileContents(edit.old).isWhole(of: file.descriptor, entry.path)
  }

  private func isOurs(_ name: [CChar]) throws(FileError) -> Bool {
    try entry.status(name).map(FileIdentity.init) == identity
  }

  /// Removes the new file.
  private func giveUp(
    _ noted: BackedUpEdit, _ name: [CChar]
  ) throws(FileError) -> FileEdits.Outcome {
    if entry.remove(name) { edit.backups.void(noted) }
    return .changedMeanwhile
  }

  /// Puts the old file back; if another file has come meanwhile, that one stays, and the old file's bytes are kept in
  /// the backups.
  private func putBack(
    _ noted: BackedUpEdit, _ name: [CChar]
  ) throws(FileError) -> FileEdits.Outcome {
    _ = try entry.exchange(with: name)
    if try isOurs(name) { return try giveUp(noted, name) }
    _ = try entry.exchange(with: name)
    try LostSave(edit: noted, entry: entry, backups: edit.backups).keep(name)
    return .changedMeanwhile
  }

  /// The temporary name of a complete new file before its exchange.
  static func name(of edit: BackedUpEdit, _ entry: FolderEntry) -> [CChar] {
    name(ofEdit: edit.number, entry)
  }

  /// The temporary name for the edit with a number.
  static func name(ofEdit number: Int, _ entry: FolderEntry) -> [CChar] {
    TemporaryFile.name(for: entry, ending: "edit-\(number)")
  }
}

/// A file that another program saved between two others; its bytes are kept, because its name is gone.
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
        before: content, after: content, purpose: edit.purpose, method: .kept)
    }
    backups.finish(kept)
    if entry.remove(name) { backups.void(edit) }
  }
}
