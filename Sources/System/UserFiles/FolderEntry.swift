import CLinuxFiles
import Glibc

/// A name in an open folder, with all links resolved.
///
/// The folder is opened at the beginning, so a folder that cannot be opened is reported before anything is written, and
/// a folder that is moved meanwhile takes its file with it. Names are bytes, because a link may lead to a name that is
/// not UTF-8.
final class FolderEntry: Sendable {
  /// The path that was passed.
  let path: String
  /// The name, with a terminating zero.
  let name: [CChar]
  private let folder: Int32

  /// Finds the folder and the name at a path; nil if the path is something that cannot be replaced, such as a pipe.
  ///
  /// The system resolves the path first, because it may refuse to follow a link that this code could follow.
  static func find(_ path: String) throws(FileError) -> FolderEntry? {
    var status = stat()
    do throws(FileError) {
      try SystemCall.make(path, "write") { stat(path, &status) }
    } catch {
      guard error.code == ENOENT else { throw error }
      return try FolderEntry(path)
    }
    switch status.st_mode & S_IFMT {
    case S_IFREG: return try FolderEntry(path)
    case S_IFDIR: throw FileError(path, "write", code: EISDIR)
    default: return nil
    }
  }

  private init(_ path: String) throws(FileError) {
    self.path = path
    let place = try Self.followingLinks(path)
    name = place.name
    folder = try SystemCall.make(path, "write") {
      Glibc.open(place.folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    }
  }

  /// Finds the last name of a path without following it if it is a link.
  init(unfollowed path: String) throws(FileError) {
    self.path = path
    let place = Self.split(Array(path.utf8CString))
    name = place.name
    folder = try SystemCall.make(path, "write") {
      Glibc.open(place.folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    }
  }

  deinit { _ = close(folder) }

  /// Opens a file of the folder; does not follow a link.
  ///
  /// - Throws: An error that `isPassing` if another run has a lease on it while it writes.
  func open(_ name: [CChar], _ flags: Int32, mode: mode_t = 0) throws(FileError) -> OpenFile {
    let flags = flags | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK
    do throws(FileError) {
      return OpenFile(
        try SystemCall.make(path, flags & O_CREAT == 0 ? "read" : "write") {
          openat(folder, name, flags, mode)
        })
    } catch {
      throw error.code == EWOULDBLOCK ? FileError.locked(path) : error
    }
  }

  /// The status of the file; nil if there is none.
  func status() throws(FileError) -> stat? { try status(name) }

  /// The status of a name in the folder; nil if it does not exist.
  func status(_ name: [CChar]) throws(FileError) -> stat? {
    var status = stat()
    do throws(FileError) {
      try SystemCall.make(path, "write") { fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW) }
    } catch {
      guard error.code == ENOENT else { throw error }
      return nil
    }
    return status
  }

  /// The status of the file that a name in the folder leads to, through links; nil if there is none.
  func statusFollowingLinks(_ name: [CChar]) -> stat? {
    var status = stat()
    guard fstatat(folder, name, &status, 0) == 0, status.st_mode & S_IFMT == S_IFREG else {
      return nil
    }
    return status
  }

  /// The target of a link in the folder, and its status; nil if there is no such link.
  func link(_ name: [CChar]) throws(FileError) -> (target: [UInt8], status: stat)? {
    guard let status = try status(name), status.st_mode & S_IFMT == S_IFLNK else { return nil }
    var target = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlinkat(folder, name, &target, target.count)
    return count < 0 ? nil : (target.prefix(count).map { UInt8(bitPattern: $0) }, status)
  }

  /// Removes a file of the folder; true if the name does not exist afterwards.
  @discardableResult
  func remove(_ name: [CChar]) -> Bool {
    while unlinkat(folder, name, 0) != 0 {
      if errno != EINTR { return errno == ENOENT }
    }
    return true
  }

  /// Renames a file of the folder to this name, and so replaces the file.
  func replace(with other: [CChar]) throws(FileError) {
    try SystemCall.make(path, "write") { renameat(folder, other, folder, name) }
  }

  /// Renames a file of the folder; replaces a file with the new name.
  func rename(_ old: [CChar], to new: [CChar]) throws(FileError) {
    try SystemCall.make(path, "write") { renameat(folder, old, folder, new) }
  }

  /// Renames a file of the folder; false if the new name is taken.
  func rename(_ old: [CChar], toFree new: [CChar]) throws(FileError) -> Bool {
    do throws(FileError) {
      try SystemCall.make(path, "write") {
        renameat2(folder, old, folder, new, duecal_rename_noreplace)
      }
    } catch {
      if error.code == EEXIST { return false }
      guard [EINVAL, ENOSYS, EOPNOTSUPP].contains(error.code) else { throw error }
      guard try status(new) == nil else { return false }
      try rename(old, to: new)
    }
    return true
  }

  /// Exchanges the names of a file of the folder and this file; false if the file system does not support that.
  func exchange(with other: [CChar]) throws(FileError) -> Bool {
    do throws(FileError) {
      try SystemCall.make(path, "write") {
        renameat2(folder, other, folder, name, duecal_rename_exchange)
      }
      return true
    } catch {
      guard [EINVAL, ENOSYS, EOPNOTSUPP].contains(error.code) else { throw error }
      return false
    }
  }

  /// Renames a file of the folder to this name; fails if the name exists by now.
  func occupy(with other: [CChar]) throws(FileError) {
    guard try rename(other, toFree: name) else { throw FileError.changed(path) }
  }

  /// Syncs the folder, if its file system supports that.
  func sync() throws(FileError) {
    do throws(FileError) {
      try SystemCall.make(path, "write") { fsync(folder) }
    } catch {
      guard error.code == EINVAL else { throw FileError.unsynced(path, code: error.code) }
    }
  }

  /// The names in the folder that satisfy a condition; empty if it cannot be listed.
  func names(where isWanted: (UnsafeRawBufferPointer.SubSequence) -> Bool) -> [[CChar]] {
    guard let file = try? open([CChar(bitPattern: UInt8(ascii: ".")), 0], O_RDONLY | O_DIRECTORY)
    else { return [] }
    guard let stream = fdopendir(file.descriptor) else { return [] }
    _ = file.release()
    defer { closedir(stream) }
    var names: [[CChar]] = []
    while let entry = readdir(stream) {
      withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        let name = bytes.prefix { $0 != 0 }
        if isWanted(name) { names.append(name.map { CChar(bitPattern: $0) } + [0]) }
      }
    }
    return names
  }

  /// The folder and the name that a path leads to, even if there is no such file yet.
  private static func followingLinks(
    _ path: String
  ) throws(FileError) -> (folder: [CChar], name: [CChar]) {
    var place = split(Array(path.utf8CString))
    for _ in 0..<40 {
      var link = [CChar](repeating: 0, count: Int(PATH_MAX))
      let length = readlink(joined(place), &link, link.count)
      guard length >= 0 else { return place }
      guard length < link.count else { throw FileError(path, "write", code: ENAMETOOLONG) }
      let target = split(Array(link[...length]))
      let isAbsolute = link[0] == slash
      place = (isAbsolute ? target.folder : joined((place.folder, target.folder)), target.name)
    }
    throw FileError(path, "write", code: ELOOP)
  }

  private static let slash = CChar(bitPattern: UInt8(ascii: "/"))

  private static func split(_ path: [CChar]) -> (folder: [CChar], name: [CChar]) {
    guard let last = path.lastIndex(of: slash) else { return (Array(".".utf8CString), path) }
    return (path[...last] + [0], Array(path[(last + 1)...]))
  }

  private static func joined(_ place: (folder: [CChar], name: [CChar])) -> [CChar] {
    place.folder.dropLast() + [slash] + place.name
  }
}
