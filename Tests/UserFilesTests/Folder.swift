import CLinuxFiles
import Foundation
import Glibc
import Testing

@testable import UserFiles

/// A folder for one test, which is deleted with this value.
final class Folder: Sendable {
  let path: String

  init() throws {
    var template = Array("/tmp/duecal-files-XXXXXX".utf8CString)
    try #require(mkdtemp(&template) != nil)
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  func at(_ name: String) -> String { "\(path)/\(name)" }

  /// Creates a file with a mode, regardless of the umask.
  @discardableResult
  func make(_ name: String, _ text: String = "old", mode: mode_t = 0o644) throws -> String {
    let file = open(at(name), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    try #require(file >= 0)
    defer { close(file) }
    try ByteWriting.write(Array(text.utf8), to: file, called: name)
    try #require(fchmod(file, mode) == 0)
    return at(name)
  }

  func text(_ name: String) throws -> String {
    String(decoding: try FileSnapshot.read(at(name)).bytes, as: UTF8.self)
  }

  /// The status of a name itself, without following links.
  func status(_ name: String) throws -> stat {
    var status = stat()
    try #require(lstat(at(name), &status) == 0)
    return status
  }

  func mode(_ name: String) throws -> mode_t { try status(name).st_mode & 0o7777 }

  /// All names, hidden ones too.
  func names() throws -> [String] {
    let stream = try #require(opendir(path))
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let bytes = withUnsafeBytes(of: &entry.pointee.d_name) { Array($0.prefix { $0 != 0 }) }
      names.append(String(decoding: bytes, as: UTF8.self))
    }
    return names.filter { $0 != "." && $0 != ".." }.sorted()
  }

  func note(_ name: String, on file: String) -> [UInt8]? {
    var value = [UInt8](repeating: 0, count: 8192)
    let count = getxattr(at(file), name, &value, value.count)
    return count < 0 ? nil : Array(value[..<count])
  }

  /// Sets an extended attribute of a file; false where the file system has none.
  func set(_ name: String, _ value: [UInt8], on file: String) throws -> Bool {
    if setxattr(at(file), name, value, value.count, 0) == 0 { return true }
    try #require(errno == EOPNOTSUPP)
    return false
  }
}

/// ACLs in the form in which Linux stores them.
enum ACLOutcome {
  static let name = "system.posix_acl_access"
  static let ofFolder = "system.posix_acl_default"

  /// No permissions for the group, and read permission for one more person.
  static let oneMoreReader = bytes([
    (0x01, 6, .max), (0x02, 4, 12345), (0x04, 0, .max), (0x10, 4, .max), (0x20, 0, .max),
  ])

  private static func bytes(_ entries: [(tag: UInt16, may: UInt16, who: UInt32)]) -> [UInt8] {
    entries.reduce(into: [2, 0, 0, 0]) { bytes, entry in
      for number in [UInt32(entry.tag) | UInt32(entry.may) << 16, entry.who] {
        withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
      }
    }
  }
}

func write(_ text: String, to path: String) throws(FileError) -> FileReplacement.Outcome {
  try FileReplacement.write(Array(text.utf8), to: path)
}
