import ExactText
import Glibc

/// Why a file could not be read or written.
public struct FileError: Error, Hashable, Sendable {
  /// The path of the file.
  public let path: String
  /// The error number of the system; 0 if the reason is our own.
  public let code: Int32
  /// True if a retry may succeed soon, because another program is writing the file.
  public let isPassing: Bool
  /// What failed and why, such as `cannot read: Permission denied`.
  public let reason: String

  private init(_ path: String, code: Int32, isPassing: Bool, message sentence: String) {
    self.path = path
    self.code = code
    self.isPassing = isPassing
    reason = sentence
  }

  /// Creates an error with the reason of the system.
  ///
  /// - Parameter action: What failed, such as `read`.
  init(_ path: String, _ action: String, code: Int32 = errno) {
    let reason = String(cString: strerror(code))
    self.init(path, code: code, isPassing: false, message: "cannot \(action): \(reason)")
  }

  /// Creates an error for a file that may not be written.
  public init(readOnly path: String) {
    self.init(path, "write", code: EACCES)
  }

  /// Creates an error with a reason of our own.
  init(_ path: String, _ action: String, reason: String) {
    self.init(path, code: 0, isPassing: false, message: "cannot \(action): \(reason)")
  }

  /// Another run has locked the file, or has created it first.
  static func locked(_ path: String) -> FileError {
    FileError(
      path, code: 0, isPassing: true,
      message: "another run of duecal is writing it; try again later")
  }

  /// The file is no longer the one that was locked.
  static func changed(_ path: String) -> FileError {
    FileError(
      path, code: 0, isPassing: true, message: "another program has changed it; try again later")
  }

  /// An editor has the file open.
  static func beingEdited(_ path: String, _ mark: EditorMark) -> FileError {
    FileError(path, code: 0, isPassing: true, message: "\(mark); try again later")
  }

  /// The file has its new bytes, but its folder is not synced, and may lose them in a power failure.
  static func unsynced(_ path: String, code: Int32) -> FileError {
    let reason = String(cString: strerror(code))
    return FileError(
      path, code: 0, isPassing: false,
      message: "the file is written, but its folder could not be synced: \(reason)")
  }

  /// The error number for a file that does not exist.
  public static let noSuchFile = ENOENT

  /// True if there is no such file.
  public var isMissing: Bool { code == ENOENT || code == ENOTDIR }
  /// True if the system denies access.
  public var isForbidden: Bool { code == EACCES || code == EPERM || code == EROFS }
  /// True if no file can exist at that path.
  public var isMisplaced: Bool {
    isMissing || code == EISDIR || code == ELOOP || code == ENAMETOOLONG
  }

  /// True if the file system does not support the action, or this person may not do it.
  var isImpossible: Bool {
    [EPERM, EACCES, EINVAL, ENOSYS, EOPNOTSUPP, ENODATA].contains(code)
  }
}

extension FileError: CustomStringConvertible {
  /// The path and the reason.
  public var description: String { "\(path): \(reason)" }
}
