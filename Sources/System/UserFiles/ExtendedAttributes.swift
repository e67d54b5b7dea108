import CLinuxFiles
import ExactText
import Glibc

/// The extended attributes of a file: comments, labels, and its ACL.
enum ExtendedAttributes {
  /// What happened to the ACL.
  enum ACLOutcome {
    /// The new file has the ACL of the old one.
    case kept
    /// The old file had no ACL, and the new one has none.
    case none
    /// The old file had an ACL that could not be set.
    case lost
  }

  private static let accessList = "system.posix_acl_access"
  /// Attributes that are checksums of the old bytes, and so are not copied.
  private static let sums: ExactSet = ["security.ima", "security.evm"]

  /// Copies all attributes, except those that cannot be set.
  ///
  /// - Returns: False if an attribute was left out.
  static func copyNotes(from old: Int32, to new: Int32, path: String) throws(FileError) -> Bool {
    var isWhole = true
    for name in try names(of: old, path) where name != accessList && !sums.contains(name) {
      do throws(FileError) {
        guard let value = try value(name, of: old, path: path) else {
          isWhole = false
          continue
        }
        if try set(name, value, on: new, path: path) { continue }
        if try self.value(name, of: new, path: path) != value { isWhole = false }
      } catch {
        guard error.isForbidden else { throw error }
        isWhole = false
      }
    }
    return isWhole
  }

  /// Copies the ACL, or removes the one that was inherited from the folder.
  static func copyACL(
    from old: Int32, to new: Int32, path: String, isWanted: Bool
  ) throws(FileError) -> ACLOutcome {
    let list = try value(accessList, of: old, path: path)
    if isWanted, let list, try set(accessList, list, on: new, path: path) { return .kept }
    _ = try SystemCall.isPossible(path, "write") { fremovexattr(new, accessList) }
    guard list == nil else { return .lost }
    return try names(of: old, path).contains(accessList) ? .lost : .none
  }

  private static func set(
    _ name: String, _ value: [UInt8], on file: Int32, path: String
  ) throws(FileError) -> Bool {
    try SystemCall.isPossible(path, "write") { fsetxattr(file, name, value, value.count, 0) }
  }

  private static func names(of file: Int32, _ path: String) throws(FileError) -> [String] {
    let list = try grown(path) { flistxattr(file, $0, $1) } ?? []
    return list.split(separator: 0).compactMap { String(validating: $0, as: UTF8.self) }
  }

  private static func value(
    _ name: String, of file: Int32, path: String
  ) throws(FileError) -> [UInt8]? {
    try grown(path) { fgetxattr(file, name, $0, $1) }
  }

  /// Calls a function that fails while its buffer is too small, with larger and larger buffers; nil if there is no such
  /// attribute.
  private static func grown(
    _ path: String, _ call: (UnsafeMutableRawPointer?, Int) -> Int
  ) throws(FileError) -> [UInt8]? {
    var room = 1024
    while true {
      var bytes = [UInt8](repeating: 0, count: room)
      let (count, code) = bytes.withUnsafeMutableBytes { (call($0.baseAddress, room), errno) }
      if count >= 0 { return Array(bytes.prefix(count)) }
      if code == EINTR { continue }
      if code == ERANGE, room < 1 << 20 {
        room *= 4
        continue
      }
      if code == ENODATA || code == EOPNOTSUPP || code == ENOSYS { return nil }
      throw FileError(path, "read", code: code)
    }
  }
}
