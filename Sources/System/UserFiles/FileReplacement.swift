import Glibc

/// Replaces a file atomically: at every moment, and after every failure, it is the old or the new one.
///
/// The new bytes are written to a file next to it, which is synced and then renamed; the folder is synced too. A
/// symbolic link stays a link; the target of a dangling link is created. Mode, owner, ACL and extended attributes are
/// kept; a new file gets the defaults. A file that already has the bytes is not touched.
///
/// If the file has several names (hard links), only the one that is written to is replaced; the others keep the old
/// bytes.
public enum FileReplacement {
  /// The outcome of a write.
  public enum Outcome: Sendable {
    /// The file has the new bytes.
    case written
    /// The file has the new bytes, but its group or ACL could not be kept, so fewer people may read it.
    case writtenForFewer
    /// The file had these bytes already.
    case unchanged
  }

  /// Writes new bytes to a file, or creates it.
  public static func write(_ bytes: [UInt8], to path: String) throws(FileError) -> Outcome {
    try write(bytes, under: try FileLock(for: path))
  }

  /// Writes new bytes to a locked file, or creates it.
  ///
  /// - Throws: An error that `isPassing` if the file has changed since it was locked.
  public static func write(_ bytes: [UInt8], under lock: FileLock) throws(FileError) -> Outcome {
    try write(FileContents(bytes), under: lock)
  }

  /// Writes new contents to a locked file, or creates it.
  ///
  /// - Throws: An error that `isPassing` if the file has changed since it was locked.
  public static func write(
    _ contents: FileContents, under lock: FileLock
  ) throws(FileError) -> Outcome {
    try write(contents, under: lock, newMode: 0o666)
  }

  /// Writes new contents to a locked file, or creates it.
  ///
  /// - Parameter newMode: The mode of a created file, which the umask reduces.
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

  /// Writes new contents to a file that has not changed since it was read, or creates it if there was none.
  ///
  /// - Throws: An error that `isPassing` if the file has changed.
  public static func write(
    _ contents: FileContents, to path: String, replacing stamp: FileStamp?
  ) throws(FileError) -> Outcome {
    let lock = try FileLock(for: path)
    guard lock.stamp == stamp else { throw FileError.changed(path) }
    return try write(contents, under: lock)
  }

  /// Removes temporary files that killed runs left for the locked file.
  public static func removeLeftovers(under lock: FileLock) {
    if let entry = lock.entry { TemporaryFile.removeLeftovers(of: entry) }
  }

  /// Removes a file that has not changed since it was read.
  ///
  /// - Throws: An error that `isPassing` if the file has changed.
  public static func remove(_ path: String, if stamp: FileStamp?) throws(FileError) {
    let lock = try FileLock(for: path)
    defer { extendLifetime(lock) }
    guard lock.stamp == stamp else { throw FileError.changed(path) }
    guard unlink(path) == 0 else { throw FileError(path, "remove") }
  }

  /// Writes to a pipe or a terminal, which cannot be replaced.
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
  /// Writes the bytes, copies the metadata of another file, and syncs the file.
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
