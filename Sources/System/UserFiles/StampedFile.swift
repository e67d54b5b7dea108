import Glibc

/// A file of a folder that several programs share: made where nothing stands, replaced and removed only as
/// it was read.
///
/// Nothing of it is kept elsewhere; a person's own text is for `FileEdits`. Others see the old file or the
/// new one, whole, and one that they wrote meanwhile stays. A symbolic link is read as the file that it leads
/// to; what replaces or removes it does so to the link itself, and never to that file.
public struct StampedFile: Sendable {
  private let entry: FolderEntry

  /// Names a file that is there, or shall be.
  ///
  /// - Throws: `FileError` where its folder cannot be opened, or something else than a file stands there.
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
    entry.statusBehindLinks(name).map(FileStamp.init)
  }

  /// Makes the file, for this person alone.
  ///
  /// - Throws: `FileError` where something stands under the name.
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
  /// - Returns: Its stamp; nil where it is not the one that was read, which then stays.
  public func replace(_ stamp: FileStamp, with bytes: [UInt8]) throws(FileError) -> FileStamp? {
    guard let status = entry.statusBehindLinks(entry.name), FileStamp(status) == stamp else {
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

  /// Removes the file; false where it is not the one that was read, which then stays.
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

  /// Tidies up a folder behind runs that were killed: files that one was about to remove have their names
  /// again, and what one had begun to write goes.
  ///
  /// What was held aside may be what another program had just written. It is asked once for a folder, not for
  /// each file: the folder is listed.
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

  /// The file that `.NAME.duecal-ENDING` belongs to; nil for another name.
  private static func file(of name: String, ending: Int) -> Substring? {
    let stem = name.dropLast(ending)
    return stem.hasSuffix(".duecal-") ? stem.dropFirst().dropLast(".duecal-".count) : nil
  }

  private static let removed = "removed"

  /// A whole new file beside it, on the disk.
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
  /// The stamp of the file that a path leads to; nil where there is none.
  public init?(path: String) {
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    self.init(status)
  }

  /// The stamp as a text, another for another file and after each change.
  public var tag: String { "\(seconds).\(nanoseconds);\(identity.number);\(size)" }
}
