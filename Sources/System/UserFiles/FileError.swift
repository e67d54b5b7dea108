import ExactText
import Glibc

/// Why a file could not be read or written.
public struct FileError: Error, Hashable, Sendable {
  /// The file.
  public let path: String
  /// The system's number for the reason, 0 where the reason is our own.
  public let code: Int32
  /// True if the same would go well a little later: somebody else is writing the file.
  public let isPassing: Bool
  private let sentence: String

  private init(_ path: String, code: Int32, isPassing: Bool, message sentence: String) {
    self.path = path
    self.code = code
    self.isPassing = isPassing
    self.sentence = sentence
  }

  /// Takes the system's reason.
  ///
  /// - Parameter action: What could not be done, such as `read`.
  init(_ path: String, _ action: String, code: Int32 = errno) {
    let reason = String(cString: strerror(code))
    self.init(path, code: code, isPassing: false, message: "cannot \(action): \(reason)")
  }

  /// Says that a file may not be written.
  public init(readOnly path: String) {
    self.init(path, "write", code: EACCES)
  }

  /// Takes a reason of our own.
  init(_ path: String, _ action: String, reason: String) {
    self.init(path, code: 0, isPassing: false, message: "cannot \(action): \(reason)")
  }

  /// Another run has the file's lock, or was the first to make the file.
  static func locked(_ path: String) -> FileError {
    FileError(path, code: 0, isPassing: true, message: "another run is writing it; again later")
  }

  /// The file is not the one that was locked.
  static func changed(_ path: String) -> FileError {
    FileError(path, code: 0, isPassing: true, message: "something else has changed it; again later")
  }

  /// An editor has the file open.
  static func beingEdited(_ path: String, _ mark: EditorMark) -> FileError {
    FileError(path, code: 0, isPassing: true, message: "\(mark); again later")
  }

  /// The file has its new bytes, but its folder may forget that if the power fails now.
  static func unsynced(_ path: String, code: Int32) -> FileError {
    let reason = String(cString: strerror(code))
    return FileError(
      path, code: 0, isPassing: false,
      message: "it is written, but its folder is not synced: \(reason)")
  }

  /// The system's number for a file that is not there.
  public static let noSuchFile = ENOENT

  /// True if there is no such file.
  public var isMissing: Bool { code == ENOENT || code == ENOTDIR }
  /// True if the system forbids it.
  public var isForbidden: Bool { code == EACCES || code == EPERM || code == EROFS }
  /// True if there cannot be a file of that path.
  public var isMisplaced: Bool {
    isMissing || code == EISDIR || code == ELOOP || code == ENAMETOOLONG
  }

  /// True for what a file system has not got, or this person may not do.
  var isImpossible: Bool {
    [EPERM, EACCES, EINVAL, ENOSYS, EOPNOTSUPP, ENODATA].contains(code)
  }
}

extension FileError: CustomStringConvertible {
  /// The file and what is wrong with it.
  public var description: String { "\(path): \(sentence)" }
}
