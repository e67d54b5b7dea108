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
    guard let entry = lock.entry else { return try writeThrough(contents, to: lock.path) }
    TemporaryFile.removeLeftovers(of: entry)
    if try lock.holds(contents) { return .unchanged }
    let signals = HeldSignals()
    defer { extendLifetime(signals) }
    return try replace(entry, with: contents, lock) ? .written : .writtenForFewer
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
    _ entry: FolderEntry, with contents: FileContents, _ lock: FileLock
  ) throws(FileError) -> Bool {
    let new = try TemporaryFile.make(for: entry, mode: lock.file == nil ? 0o666 : 0o600)
    var isWhole = true
    do throws(FileError) {
      try fill(new.file, with: contents, entry.path)
      if let old = lock.file {
        isWhole = try FileAttributes.copy(from: old, to: new.file, entry.path)
      }
      try new.file.sync(entry.path)
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
    return isWhole
  }

  /// Writes the bytes, and looks whether so many arrived.
  private static func fill(
    _ file: borrowing OpenFile, with contents: FileContents, _ path: String
  ) throws(FileError) {
    try contents.write(to: file, path)
    guard try file.status(path, "write").st_size == contents.count else {
      throw FileError(path, "write", code: EIO)
    }
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
