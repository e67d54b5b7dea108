import Glibc

/// Replaces a file whole: at every moment, and after every failure, it is the old one or the new one.
///
/// The new bytes go into a file beside it, are synced, and take its place by a rename, whose folder
/// is synced too. A link stays a link, also one that leads nowhere yet: then what it leads to is
/// made. Mode, owner, list of who may and extended attributes stay what they were; a new file gets
/// those of any new file. A file that has the bytes already is not touched.
///
/// Of a file with more names (hard links) the one that is written to is replaced; the others keep
/// the old bytes.
public enum FileReplacement {
  /// What was done.
  public enum Outcome: Sendable {
    /// The file has the new bytes.
    case written
    /// It has, but fewer may read it than before: its group, or the list of who may, could not be
    /// kept.
    case writtenForFewer
    /// It had them before.
    case unchanged
  }

  /// Gives a file new bytes, or makes it.
  public static func write(_ bytes: [UInt8], to path: String) throws(FileError) -> Outcome {
    try write(bytes, under: try FileLock(for: path))
  }

  /// Gives the file of a lock new bytes, or makes it.
  ///
  /// - Throws: An error that `isPassing` if something else has changed it since it was locked.
  public static func write(_ bytes: [UInt8], under lock: FileLock) throws(FileError) -> Outcome {
    try write(FileContents(bytes), under: lock)
  }

  /// Gives the file of a lock new contents, or makes it.
  ///
  /// - Throws: An error that `isPassing` if something else has changed it since it was locked.
  public static func write(
    _ contents: FileContents, under lock: FileLock
  ) throws(FileError) -> Outcome {
    try write(contents, under: lock, newMode: 0o666)
  }

  /// Gives the file of a lock new contents, or makes it.
  ///
  /// - Parameter newMode: Who may read a file that is made, but for the bits of the umask.
  static func write(
    _ contents: FileContents, under lock: FileLock, newMode: mode_t
  ) throws(FileError) -> Outcome {
    guard let entry = lock.entry else { return try writeThrough(contents, to: lock.path) }
    TemporaryFile.removeLeftovers(of: entry)
    if try lock.holds(contents) { return .unchanged }
    let signals = BlockedSignals()
    defer { extendLifetime(signals) }
    let isWhole = try replace(entry, with: contents, lock: lock, newMode: newMode)
    return isWhole ? .written : .writtenForFewer
  }

  /// Gives a file new contents if it is the one that was read, or makes it if there was none.
  ///
  /// - Throws: An error that `isPassing` if it is another one.
  public static func write(
    _ contents: FileContents, to path: String, replacing stamp: FileStamp?
  ) throws(FileError) -> Outcome {
    let lock = try FileLock(for: path)
    guard lock.stamp == stamp else { throw FileError.changed(path) }
    return try write(contents, under: lock)
  }

  /// Removes what runs left that were killed while they wrote the file of a lock.
  public static func removeLeftovers(under lock: FileLock) {
    if let entry = lock.entry { TemporaryFile.removeLeftovers(of: entry) }
  }

  /// Removes a file if it is the one that was read.
  ///
  /// - Throws: An error that `isPassing` if it is another one.
  public static func remove(_ path: String, if stamp: FileStamp?) throws(FileError) {
    let lock = try FileLock(for: path)
    defer { extendLifetime(lock) }
    guard lock.stamp == stamp else { throw FileError.changed(path) }
    guard unlink(path) == 0 else { throw FileError(path, "remove") }
  }

  /// A pipe or a terminal cannot be replaced; it is written to.
  private static func writeThrough(
    _ contents: FileContents, to path: String
  ) throws(FileError) -> Outcome {
    let file = OpenFile(try SystemCall.make(path, "write") { open(path, O_WRONLY | O_CLOEXEC) })
    try contents.write(to: file, path)
    guard close(file.release()) == 0 || errno == EINTR else { throw FileError(path, "write") }
    return .written
  }

  /// Replaces the file; false if fewer may read it than before.
  private static func replace(
    _ entry: FolderEntry, with contents: FileContents, lock: FileLock, newMode: mode_t
  ) throws(FileError) -> Bool {
    let new = try TemporaryFile.make(for: entry, mode: lock.file == nil ? newMode : 0o600)
    let kept: FileAttributes.Kept
    do throws(FileError) {
      kept = try new.fill(with: contents, like: lock.file, entry: entry)
      try lock.check()
      if lock.file == nil {
        try entry.occupy(with: new.name)
      } else {
        try entry.replace(with: new.name)
      }
    } catch {
      entry.remove(new.name)
      throw error
    }
    try entry.sync()
    return kept.forAll
  }
}

extension TemporaryFile {
  /// Gives the file its bytes and what another one is besides its own, and brings it to the disk.
  func fill(
    with contents: FileContents, like old: LockedFile?, entry: FolderEntry
  ) throws(FileError) -> FileAttributes.Kept {
    try contents.write(to: file, entry.path)
    guard try file.status(entry.path, "write").st_size == contents.count else {
      throw FileError(entry.path, "write", code: EIO)
    }
    var kept = FileAttributes.Kept.all
    if let old { kept = try FileAttributes.copy(from: old, to: file, path: entry.path) }
    try file.sync(entry.path)
    return kept
  }
}

extension FileContents {
  /// Writes all bytes.
  fileprivate func write(to file: borrowing OpenFile, _ path: String) throws(FileError) {
    let descriptor = file.descriptor
    try forEachPiece { (piece) throws(FileError) in
      try ByteWriting.write(piece, to: descriptor, called: path)
    }
  }
}
