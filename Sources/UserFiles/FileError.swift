import Glibc

/// Why a file could not be read or written.
public struct FileError: Error, Hashable, Sendable {
  /// The file.
  public let path: String
  /// The system's number for the reason, 0 where the reason is our own.
  public let code: Int32
  /// What could not be done, such as `read`.
  public let action: String
  /// The reason in words.
  public let reason: String

  /// Takes the system's reason.
  init(_ path: String, _ action: String, code: Int32 = errno) {
    self.path = path
    self.code = code
    self.action = action
    reason = String(cString: strerror(code))
  }

  /// Takes a reason of our own.
  init(_ path: String, _ action: String, reason: String) {
    self.path = path
    code = 0
    self.action = action
    self.reason = reason
  }

  /// True if there is no such file.
  public var isMissing: Bool { code == ENOENT || code == ENOTDIR }
  /// True if the system forbids it.
  public var isForbidden: Bool { code == EACCES || code == EPERM || code == EROFS }
}

extension FileError: CustomStringConvertible {
  /// The file and what is wrong with it.
  public var description: String { "\(path): cannot \(action): \(reason)" }
}
