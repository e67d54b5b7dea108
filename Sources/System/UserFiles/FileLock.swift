import Glibc

/// The right to write a file, which one run has at a time.
///
/// The lock is `flock` on the file itself: nothing is left in the folder, an unchanged run writes
/// nothing, the lock goes with a run that is killed, and whoever may read the file can take it,
/// whether from a terminal, from cron or as another user. Each run replaces the file, so the new one
/// is locked before it gets its name, and whoever has locked a file that was replaced takes the one
/// that stands there now. A file that is not there cannot be locked; of two runs that make it, the
/// one that is first wins, and the other is told so as if it had been locked.
///
/// A pipe or a terminal is not locked, nor a file on a file system that has no locks.
public final class FileLock {
  /// The path that was asked for.
  public let path: String
  /// Where the file stands, nil for what cannot be replaced.
  let entry: FolderEntry?
  /// The file that is locked, nil where there was none.
  let file: LockedFile?

  /// Takes the lock of a file, without waiting.
  ///
  /// - Throws: An error that `isPassing` if another run has it.
  public init(for path: String) throws(FileError) {
    self.path = path
    entry = try FolderEntry.find(path)
    file = if let entry { try LockedFile.find(entry) } else { nil }
  }

  /// The file as it stands, nil where there is none.
  ///
  /// - Parameter start: How the file has to begin; of one that does not, only the beginning is read.
  public func snapshot(startingWith start: [UInt8] = []) throws(FileError) -> FileSnapshot? {
    try file?.snapshot(path, startingWith: start)
  }

  /// The file that is locked, nil where there was none.
  public var stamp: FileStamp? { file.map { FileStamp($0.status) } }

  /// True if the file has these contents already.
  public func holds(_ contents: FileContents) throws(FileError) -> Bool {
    try file?.holds(contents, path) ?? false
  }

  /// Looks whether the file is the one that was locked.
  func check() throws(FileError) {
    guard let entry, let file else { return }
    guard let status = try entry.status(), file.isSame(status) else {
      throw FileError.changed(path)
    }
  }
}

/// A file that is locked, as it was then.
final class LockedFile {
  let descriptor: Int32
  let status: stat

  private init(_ descriptor: Int32, _ status: stat) {
    self.descriptor = descriptor
    self.status = status
  }

  deinit { _ = close(descriptor) }

  /// Locks the file of an entry, nil where there is none.
  static func find(_ entry: FolderEntry) throws(FileError) -> LockedFile? {
    for _ in 0..<100 {
      do throws(FileError) {
        if let file = try attempt(entry) { return file }
      } catch {
        guard error.code == ENOENT else { throw error }
        return nil
      }
    }
    throw FileError.locked(entry.path)
  }

  /// Locks what stands there, nil if it was replaced before it was locked.
  private static func attempt(_ entry: FolderEntry) throws(FileError) -> LockedFile? {
    let file = try locked(entry)
    let status = try file.status(entry.path, "lock")
    guard status.st_mode & S_IFMT == S_IFREG else { throw FileError.changed(entry.path) }
    guard let present = try entry.status() else { return nil }
    guard FileIdentity(present) == FileIdentity(status) else { return nil }
    return LockedFile(file.release(), status)
  }

  /// Over NFS only a file that is open for writing can be locked; elsewhere, to open it so would tell
  /// those who watch the file that it was written.
  private static func locked(_ entry: FolderEntry) throws(FileError) -> OpenFile {
    var last = FileError(entry.path, "lock", code: EBADF)
    for flags in [O_RDONLY, O_RDWR] {
      let file = try entry.open(entry.name, flags)
      do throws(FileError) {
        guard try file.lock(entry.path) != .refused else { throw FileError.locked(entry.path) }
        return file
      } catch {
        guard error.code == EBADF else { throw error }
        last = error
      }
    }
    throw last
  }

  /// The file's bytes and time.
  func snapshot(_ path: String, startingWith start: [UInt8]) throws(FileError) -> FileSnapshot {
    guard lseek(descriptor, 0, SEEK_SET) == 0 else { throw FileError(path, "read") }
    return FileSnapshot(
      bytes: try FileSnapshot.bytes(
        of: descriptor, path, expecting: Int(status.st_size), startingWith: start), status)
  }

  /// True if the file has these contents.
  func holds(_ contents: FileContents, _ path: String) throws(FileError) -> Bool {
    guard Int(status.st_size) == contents.count else { return false }
    return try contents.isHeld(by: descriptor, path)
  }

  /// True if this is the file, with the size and the time that it had.
  func isSame(_ other: stat) -> Bool { FileStamp(other) == FileStamp(status) }
}

extension FileContents {
  /// True if what is open begins with these contents; it is read a piece at a time, up to where they
  /// differ.
  func isHeld(by descriptor: Int32, _ path: String) throws(FileError) -> Bool {
    guard lseek(descriptor, 0, SEEK_SET) == 0 else { throw FileError(path, "read") }
    var isSame = true
    try forEachPiece { (piece) throws(FileError) in
      var start = 0
      while isSame, start < piece.count {
        let wanted = min(piece.count - start, 1 << 18)
        let next = try FileSnapshot.piece(of: descriptor, path, upTo: wanted)
        isSame = !next.isEmpty && next.isIn(piece, at: start)
        start += next.count
      }
    }
    return isSame
  }
}

extension [UInt8] {
  /// True if a piece of memory has these bytes at a place, where it is long enough.
  fileprivate func isIn(_ piece: UnsafeRawBufferPointer, at start: Int) -> Bool {
    guard let base = piece.baseAddress else { return isEmpty }
    return withUnsafeBytes { bytes in
      bytes.baseAddress.map { memcmp($0, base + start, bytes.count) == 0 } ?? true
    }
  }
}
