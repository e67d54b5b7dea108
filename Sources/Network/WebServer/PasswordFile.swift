import ExactText
import Synchronization
import UserFiles

/// A file with a line `name:hash` for each person, which is read again only when it has changed.
final class PasswordFile: Sendable {
  /// A person with the hash of a password.
  struct Entry: Sendable {
    let name: String
    let hash: String
  }

  private let path: String
  private let known = Mutex<(stamp: ChangeStamp, entries: [Entry])?>(nil)

  init(_ path: String) { self.path = path }

  /// The people; none if the file is missing or cannot be read.
  var entries: [Entry] {
    guard let stamp = ChangeStamp(path: path) else { return [] }
    return known.withLock { known in
      if let known, known.stamp == stamp { return known.entries }
      guard let bytes = try? FileSnapshot.regular(path).bytes else { return [] }
      let entries = Self.read(bytes)
      known = (stamp, entries)
      return entries
    }
  }

  private static func read(_ bytes: [UInt8]) -> [Entry] {
    String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline).compactMap { line in
      let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      return parts.count == 2 ? Entry(name: String(parts[0]), hash: String(parts[1])) : nil
    }
  }

  /// Writes the file with a new hash for one person.
  func write(name: String, hash: String) throws(FileError) {
    let others = entries.filter { ExactString($0.name) != ExactString(name) }
    let all = others + [Entry(name: name, hash: hash)]
    let lines = all.map { "\($0.name):\($0.hash)\n" }.joined()
    try PrivateFile.write(Array(lines.utf8), to: path)
    known.withLock { $0 = nil }
  }
}
