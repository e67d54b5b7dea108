import Glibc

/// Replaces a file whole: at every moment it is the old one or the new one.
///
/// The new bytes go into a file beside it, are synced, and take its place by a rename, whose folder
/// is synced too. A link stays a link, and mode and owner stay what they were; a file that has the
/// bytes already is not touched.
public enum FileReplacement {
  /// What was done.
  public enum Outcome: Sendable {
    /// The file has the new bytes.
    case written
    /// It had them before.
    case unchanged
  }

  /// Gives a file new bytes, or makes it.
  public static func write(_ bytes: [UInt8], to path: String) throws(FileError) -> Outcome {
    let target = try resolved(path)
    var status = stat()
    let exists = stat(target, &status) == 0
    if exists {
      guard status.st_mode & S_IFMT == S_IFREG else {
        return try writeThrough(bytes, to: target)
      }
      if Int(status.st_size) == bytes.count, try FileSnapshot.read(target).bytes == bytes {
        return .unchanged
      }
    }
    try replace(target, with: bytes, like: exists ? status : nil)
    return .written
  }

  /// Removes a file.
  public static func remove(_ path: String) throws(FileError) {
    guard unlink(path) == 0 else { throw FileError(path, "remove") }
  }

  /// A pipe or a terminal cannot be replaced; it is written to.
  private static func writeThrough(
    _ bytes: [UInt8], to path: String
  ) throws(FileError) -> Outcome {
    let descriptor = open(path, O_WRONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw FileError(path, "write") }
    defer { close(descriptor) }
    try writeAll(bytes, to: descriptor, path)
    return .written
  }

  private static func replace(
    _ target: String, with bytes: [UInt8], like status: stat?
  ) throws(FileError) {
    let (descriptor, temporary) = try temporaryFile(beside: target)
    do throws(FileError) {
      defer { close(descriptor) }
      try prepare(descriptor, like: status, target)
      try writeAll(bytes, to: descriptor, target)
      guard fsync(descriptor) == 0 else { throw FileError(target, "write") }
      guard rename(temporary, target) == 0 else { throw FileError(target, "write") }
    } catch {
      unlink(temporary)
      throw error
    }
    try syncFolder(of: target)
  }

  private static func temporaryFile(beside target: String) throws(FileError) -> (Int32, String) {
    let (folder, name) = split(target)
    var template = Array("\(folder)/.\(name).duecal-XXXXXX".utf8CString)
    let descriptor = mkstemp(&template)
    guard descriptor >= 0 else { throw FileError(target, "write") }
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    return (
      descriptor, String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    )
  }

  /// Gives the new file the old one's owner and mode, or those of any new file.
  private static func prepare(
    _ descriptor: Int32, like status: stat?, _ path: String
  ) throws(FileError) {
    if let status {
      _ = fchown(descriptor, status.st_uid, status.st_gid)
      guard fchmod(descriptor, status.st_mode & 0o7777) == 0 else {
        throw FileError(path, "write")
      }
    } else {
      let mask = umask(0)
      umask(mask)
      guard fchmod(descriptor, 0o666 & ~mask) == 0 else { throw FileError(path, "write") }
    }
  }

  private static func writeAll(
    _ bytes: [UInt8], to descriptor: Int32, _ path: String
  ) throws(FileError) {
    var written = 0
    while written < bytes.count {
      let count = bytes.withUnsafeBytes { buffer in
        Glibc.write(descriptor, buffer.baseAddress?.advanced(by: written), buffer.count - written)
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw FileError(path, "write") }
      written += count
    }
  }

  private static func syncFolder(of path: String) throws(FileError) {
    let folder = open(split(path).folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard folder >= 0 else { throw FileError(path, "sync the folder of") }
    defer { close(folder) }
    guard fsync(folder) == 0 || errno == EINVAL else { throw FileError(path, "sync the folder of") }
  }

  /// The file that a path leads to through links, also where it does not exist yet.
  private static func resolved(_ path: String) throws(FileError) -> String {
    var path = path
    for _ in 0..<40 {
      var target = [CChar](repeating: 0, count: 4096)
      let length = readlink(path, &target, target.count)
      guard length >= 0 else { return path }
      let link = String(decoding: target[..<length].map { UInt8(bitPattern: $0) }, as: UTF8.self)
      path = link.first == "/" ? link : "\(split(path).folder)/\(link)"
    }
    throw FileError(path, "write", code: ELOOP)
  }

  private static func split(_ path: String) -> (folder: String, name: String) {
    guard let slash = path.lastIndex(of: "/") else { return (".", path) }
    let folder = path[..<slash]
    return (folder.isEmpty ? "/" : String(folder), String(path[path.index(after: slash)...]))
  }
}
