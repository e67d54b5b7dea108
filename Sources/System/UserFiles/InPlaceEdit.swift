import CLinuxFiles
import Glibc

/// An edit that writes into the file itself, so that its hard links, owner and other metadata are kept.
///
/// Old and new bytes are synced, and the edit is noted, before the first byte is written: the next run completes an
/// interrupted edit.
struct InPlaceEdit {
  private let edit: FileEdit
  private let path: String

  init(_ edit: FileEdit) {
    self.edit = edit
    path = edit.entry.path
  }

  /// Makes the edit.
  func make() throws(FileError) -> FileEdits.Outcome {
    let place = try FilePlace.open(edit.entry)
    guard try place.holds(edit.old) else { return .changedMeanwhile }
    try edit.objection()
    let noted = try edit.begin(.inPlace)
    guard edit.isPrepared(noted) else {
      edit.backups.void(noted)
      return .changedMeanwhile
    }
    do throws(FileError) {
      guard try place.write(edit.new, over: edit.old) else {
        edit.backups.void(noted)
        return .changedMeanwhile
      }
      edit.backups.finish(noted)
      return .written
    } catch {
      // Restores the old bytes; if that fails too, the next run does it.
      if (try? place.restore(edit.old, insteadOf: edit.new)) == true { edit.backups.void(noted) }
      throw error
    }
  }
}

/// A file that is open for writing, and locked.
struct FilePlace: ~Copyable {
  private let file: OpenFile
  private let path: String

  private init(_ file: consuming OpenFile, _ path: String) {
    self.file = file
    self.path = path
  }

  /// Opens and locks the file of an entry.
  static func open(_ entry: FolderEntry) throws(FileError) -> FilePlace {
    let file = try entry.open(entry.name, O_RDWR)
    guard try file.lock(entry.path) != .refused else { throw FileError.locked(entry.path) }
    guard let status = try entry.status(),
      FileIdentity(status) == FileIdentity(try file.status(entry.path, "write"))
    else { throw FileError.changed(entry.path) }
    return FilePlace(file, entry.path)
  }

  /// The current bytes of the file.
  func bytes() throws(FileError) -> [UInt8] {
    guard lseek(file.descriptor, 0, SEEK_SET) == 0 else { throw FileError(path, "read") }
    return try FileSnapshot.bytes(of: file.descriptor, path, expecting: 0)
  }

  /// True if the file has exactly these bytes.
  func holds(_ bytes: [UInt8]) throws(FileError) -> Bool {
    try FileContents(bytes).isWhole(of: file.descriptor, path)
  }

  /// Writes the bytes that differ, under a lease; false if another program has the file open, or it does not have the
  /// old bytes.
  func write(_ new: [UInt8], over old: [UInt8]) throws(FileError) -> Bool {
    try setRoomAside(from: old.count, to: new.count)
    switch try FileLease.ask(for: file.descriptor, path, toWrite: true) {
    // The system does not tell whether the other program reads or writes.
    case .refused: return false
    case .unsupported: return try writeAtOnce(new, over: old)
    case .given(let lease):
      defer { extendLifetime(lease) }
      return try writeAtOnce(new, over: old)
    }
  }

  private func writeAtOnce(_ new: [UInt8], over old: [UInt8]) throws(FileError) -> Bool {
    guard try holds(old) else { return false }
    try put(new, from: zip(old, new).prefix { $0 == $1 }.count)
    guard try holds(new) else { throw FileError(path, "write", code: EIO) }
    return true
  }

  /// Restores the old bytes of a file that was written in part; true if the file has them.
  func restore(_ old: [UInt8], insteadOf new: [UInt8]) throws(FileError) -> Bool {
    let present = try bytes()
    if present == old { return true }
    guard PartialWrite(present, old: old, new: new).addition?.isEmpty == true else { return false }
    try put(old, from: 0)
    return try holds(old)
  }

  /// Writes bytes from an offset on, ends the file after them, and syncs it.
  private func put(_ bytes: [UInt8], from start: Int) throws(FileError) {
    let descriptor = file.descriptor
    try ByteWriting.write(bytes, from: start, into: descriptor, called: path)
    if try file.status(path, "write").st_size > bytes.count {
      try SystemCall.make(path, "write") { ftruncate(descriptor, off_t(bytes.count)) }
    }
    try file.sync(path)
  }

  /// Reserves space for a longer file, so that a full disk is detected before the first byte is written.
  private func setRoomAside(from old: Int, to new: Int) throws(FileError) {
    guard new > old else { return }
    let descriptor = file.descriptor
    _ = try SystemCall.isPossible(path, "write") {
      fallocate(descriptor, duecal_keep_size, off_t(old), off_t(new - old))
    }
  }
}
