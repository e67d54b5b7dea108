import Glibc

/// A file in a folder that several programs share: created only if the name is free, replaced and removed only if
/// unchanged since it was read.
///
/// No version is kept elsewhere; use `FileEdits` for a person's own text. Other programs see the old or the new file,
/// complete, and a file that they wrote meanwhile stays. A symbolic link is read as its target; it is replaced or
/// removed itself, and its target never is.
public struct StampedFile: Sendable {
  private let entry: FolderEntry

  /// Names a file that exists or will be created.
  ///
  /// - Throws: `FileError` if its folder cannot be opened, or the path is not a regular file.
  public init(_ path: String) throws(FileError) {
    entry = try FolderEntry(unfollowed: path)
    let status = try entry.status()
    guard status == nil || status?.st_mode.isLink == true || stamp != nil else {
      throw FileError(path, "write", code: FileTree.isFolder(path) ? EISDIR : EEXIST)
    }
  }

  /// The stamp of the file, even through a link; nil if there is none.
  private var stamp: FileStamp? { stamp(of: entry.name) }

  private func stamp(of name: [CChar]) -> FileStamp? {
    entry.statusFollowingLinks(name).map(FileStamp.init)
  }

  /// Creates the file, which only this person may read.
  ///
  /// - Throws: `FileError` if the name exists.
  public func make(_ bytes: [UInt8]) throws(FileError) -> FileStamp {
    let new = try filled(bytes, mode: 0o600)
    do throws(FileError) {
      guard try entry.status() == nil else { throw FileError.changed(entry.path) }
      let stamp = FileStamp(try new.file.status(entry.path, "write"))
      try entry.occupy(with: new.name)
      try entry.sync()
      return stamp
    } catch {
      entry.remove(new.name)
      throw error
    }
  }

  /// Replaces the file.
  ///
  /// - Returns: Its new stamp; nil if it has changed since it was read, and so was left unchanged.
  public func replace(_ stamp: FileStamp, with bytes: [UInt8]) throws(FileError) -> FileStamp? {
    guard let status = entry.statusFollowingLinks(entry.name), FileStamp(status) == stamp else {
      return nil
    }
    let new = try filled(bytes, mode: status.st_mode & 0o7777)
    defer { entry.remove(new.name) }
    let made = FileStamp(try new.file.status(entry.path, "write"))
    guard try entry.exchange(with: new.name) else {
      try entry.replace(with: new.name)
      try entry.sync()
      return made
    }
    guard self.stamp(of: new.name) == stamp else {
      _ = try entry.exchange(with: new.name)
      return nil
    }
    try entry.sync()
    return made
  }

  /// Removes the file; false if it has changed since it was read, and so was left unchanged.
  public func remove(_ stamp: FileStamp) throws(FileError) -> Bool {
    guard self.stamp == stamp else { return false }
    let aside = TemporaryFile.name(for: entry, ending: Self.removed)
    try entry.rename(entry.name, to: aside)
    guard self.stamp(of: aside) == stamp else {
      try entry.occupy(with: aside)
      return false
    }
    entry.remove(aside)
    try entry.sync()
    return true
  }

  /// Tidies up a folder after killed runs: files that one was about to remove get their names back, and unfinished
  /// temporary files are removed.
  ///
  /// A file that was set aside may have been written by another program just before. Call this once for a folder and
  /// not for each file, because it lists the folder.
  public static func restore(in folder: String) throws(FileError) {
    for name in try FileTree.allNames(in: folder) where name.hasPrefix(".") {
      if let file = file(of: name, ending: removed.count), name.hasSuffix(removed) {
        try? FolderEntry.find("\(folder)/\(file)")?.occupy(with: Array(name.utf8CString))
      } else if let file = file(of: name, ending: TemporaryFile.letterCount),
        let entry = try? FolderEntry.find("\(folder)/\(file)")
      {
        TemporaryFile.removeLeftovers(of: entry)
      }
    }
  }

  /// The file to which `.NAME.duecal-ENDING` belongs; nil for another name.
  private static func file(of name: String, ending: Int) -> Substring? {
    let stem = name.dropLast(ending)
    return stem.hasSuffix(".duecal-") ? stem.dropFirst().dropLast(".duecal-".count) : nil
  }

  private static let removed = "removed"

  /// Writes a complete new file next to it, and syncs it.
  private func filled(_ bytes: [UInt8], mode: mode_t) throws(FileError) -> TemporaryFile {
    let new = try TemporaryFile.make(for: entry, mode: 0o600)
    do throws(FileError) {
      try ByteWriting.write(bytes, to: new.file.descriptor, called: entry.path)
      let descriptor = new.file.descriptor
      try SystemCall.make(entry.path, "write") { fchmod(descriptor, mode) }
      try new.file.sync(entry.path)
    } catch {
      entry.remove(new.name)
      throw error
    }
    return new
  }
}

extension mode_t {
  fileprivate var isLink: Bool { self & S_IFMT == S_IFLNK }
}

extension FileStamp {
  /// The stamp of the file at a path, with links followed; nil if there is none.
  public init?(path: String) {
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    self.init(status)
  }

  /// The stamp as a text, which differs between files and after each change.
  public var tag: String { "\(seconds).\(nanoseconds);\(identity.number);\(size)" }
}
