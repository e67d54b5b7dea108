import CLinuxFiles
import Glibc

/// An edit that writes into the file itself, so that its other names, its owner and the like stay.
///
/// Old and new bytes are on the disk before the first is written, and the edit is noted: one that was
/// cut off is brought to its end by the next run.
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
    do throws(FileError) {
      guard try place.write(edit.new, over: edit.old) else {
        edit.backups.void(noted)
        return .changedMeanwhile
      }
      edit.backups.finish(noted)
      return .written
    } catch {
      // The old bytes back; where that fails too, the next run has them.
      if (try? place.restore(edit.old, insteadOf: edit.new)) == true { edit.backups.void(noted) }
      throw error
    }
  }
}

/// A file that is open to be written into, and locked.
struct FilePlace: ~Copyable {
  private let file: OpenFile
  private let path: String

  private init(_ file: consuming OpenFile, _ path: String) {
    self.file = file
    self.path = path
  }

  /// Opens and locks what stands at a place.
  static func open(_ entry: FolderEntry) throws(FileError) -> FilePlace {
    let file = try entry.open(entry.name, O_RDWR)
    guard try file.lock(entry.path) != .refused else { throw FileError.locked(entry.path) }
    guard let status = try entry.status(),
      FileIdentity(status) == FileIdentity(try file.status(entry.path, "write"))
    else { throw FileError.changed(entry.path) }
    return FilePlace(file, entry.path)
  }

  /// All bytes as they are now.
  func bytes() throws(FileError) -> [UInt8] {
    guard lseek(file.descriptor, 0, SEEK_SET) == 0 else { throw FileError(path, "read") }
    return try FileSnapshot.bytes(of: file.descriptor, path, expecting: 0)
  }

  /// True if the file has these bytes and no others.
  func holds(_ bytes: [UInt8]) throws(FileError) -> Bool {
    try FileContents(bytes).isWhole(of: file.descriptor, path)
  }

  /// Writes what differs, while who opens the file waits; false if somebody has it open already, or it
  /// does not hold the old bytes.
  func write(_ new: [UInt8], over old: [UInt8]) throws(FileError) -> Bool {
    try setRoomAside(from: old.count, to: new.count)
    switch try FileLease.ask(for: file.descriptor, path, toWrite: true) {
    // Whether to read or to write it nobody tells.
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

  /// Gives the file its old bytes back where new ones came in part; true if it has them.
  func restore(_ old: [UInt8], insteadOf new: [UInt8]) throws(FileError) -> Bool {
    let present = try bytes()
    if present == old { return true }
    guard PartialWrite(present, old: old, new: new).addition?.isEmpty == true else { return false }
    try put(old, from: 0)
    return try holds(old)
  }

  /// Writes from one byte on, ends the file there, and brings it to the disk.
  private func put(_ bytes: [UInt8], from start: Int) throws(FileError) {
    let descriptor = file.descriptor
    try ByteWriting.write(bytes, from: start, into: descriptor, called: path)
    if try file.status(path, "write").st_size > bytes.count {
      try SystemCall.make(path, "write") { ftruncate(descriptor, off_t(bytes.count)) }
    }
    try file.sync(path)
  }

  /// Asks for the room that a longer file needs: a full disk is found out before the first byte.
  private func setRoomAside(from old: Int, to new: Int) throws(FileError) {
    guard new > old else { return }
    let descriptor = file.descriptor
    _ = try SystemCall.isPossible(path, "write") {
      fallocate(descriptor, duecal_keep_size, off_t(old), off_t(new - old))
    }
  }
}
