import Glibc

/// The right to write a file, which one run has at a time.
///
/// The lock is `flock` on the file itself. So nothing is left in the folder, a run without changes writes nothing, and
/// the lock of a killed run is released. Every user who may read the file can take the lock, from a terminal or from
/// cron. Because each run replaces the file, the new file is locked before it gets its name; a run that has locked a
/// replaced file locks the new one instead. A file that does not exist cannot be locked: if two runs create it, the
/// first wins, and the other gets the same error as for a locked file.
///
/// A pipe, a terminal, and a file on a file system without locks are not locked.
public final class FileLock {
  /// The path, as it was passed.
  public let path: String
  /// The folder and the name of the file; nil for what cannot be replaced.
  let entry: FolderEntry?
  /// The locked file; nil if it did not exist.
  let file: LockedFile?

  /// Takes the lock of a file, without waiting.
  ///
  /// - Throws: An error that `isPassing` if another run has it.
  public init(for path: String) throws(FileError) {
    self.path = path
    entry = try FolderEntry.find(path)
    file = if let entry { try LockedFile.find(entry) } else { nil }
  }

  /// The bytes of the file and its state; nil if it does not exist.
  ///
  /// - Parameter start: The required first bytes; only these are read of a file that begins with others.
  public func snapshot(startingWith start: [UInt8] = []) throws(FileError) -> FileSnapshot? {
    try file?.snapshot(path, startingWith: start)
  }

  /// The stamp of the locked file; nil if it did not exist.
  public var stamp: FileStamp? { file.map { FileStamp($0.status) } }

  /// True if the file has these contents already.
  public func holds(_ contents: FileContents) throws(FileError) -> Bool {
    try file?.holds(contents, path) ?? false
  }

  /// Checks that the file is still the one that was locked.
  func check() throws(FileError) {
    guard let entry, let file else { return }
    guard let status = try entry.status(), file.isSame(status) else {
      throw FileError.changed(path)
    }
  }
}

/// A locked file, with its status at that time.
final class LockedFile {
  let descriptor: Int32
  let status: stat

  private init(_ descriptor: Int32, _ status: stat) {
    self.descriptor = descriptor
    self.status = status
  }

  deinit { _ = close(descriptor) }

  /// Locks the file of an entry; nil if there is none.
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

  /// Locks the file of an entry; nil if it was replaced before it was locked.
  private static func attempt(_ entry: FolderEntry) throws(FileError) -> LockedFile? {
    let file = try locked(entry)
    let status = try file.status(entry.path, "lock")
    guard status.st_mode & S_IFMT == S_IFREG else { throw FileError.changed(entry.path) }
    guard let present = try entry.status() else { return nil }
    guard FileIdentity(present) == FileIdentity(status) else { return nil }
    return LockedFile(file.release(), status)
  }

  /// Opens and locks a file.
  ///
  /// NFS locks only files that are open for writing. Elsewhere the file is opened for reading, because programs that
  /// watch it would take an opening for writing as a change.
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

  /// The bytes of the file and its modification time.
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

  /// True if this is the same file, with the same size and time.
  func isSame(_ other: stat) -> Bool { FileStamp(other) == FileStamp(status) }
}

extension FileContents {
  /// True if an open file begins with these contents; it is read in pieces, up to the first difference.
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
  /// True if a buffer has these bytes at an offset, and is long enough.
  fileprivate func isIn(_ piece: UnsafeRawBufferPointer, at start: Int) -> Bool {
    guard let base = piece.baseAddress else { return isEmpty }
    return withUnsafeBytes { bytes in
      bytes.baseAddress.map { memcmp($0, base + start, bytes.count) == 0 } ?? true
    }
  }
}
