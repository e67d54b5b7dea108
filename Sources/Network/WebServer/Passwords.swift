import ExactText
import Synchronization
import UserFiles

/// Why a password is not set.
package enum PasswordError: Error, CustomStringConvertible {
  /// The system makes no hash of it.
  case noHash

  package var description: String {
    "the system makes no hash of this password; expected another one"
  }
}

/// The passwords of a server: a file with a line `name:hash` for each person.
package final class Passwords: Sendable {
  private let path: String
  /// Passwords that were checked, as hashes with a key that only this process knows, and when.
  private let checked = Mutex<ExactDictionary<ContinuousClock.Instant>>([:])
  /// How often each caller has failed.
  private let failures = Mutex<ExactDictionary<Int>>([:])
  private let key = (0..<32).map { _ in UInt8.random(in: .min ... .max) }
  /// A hash for people who are unknown, so that their requests take as long as those of others.
  private let stranger = PasswordHash.make("") ?? ""

  /// How long a password that was checked is not checked again.
  private static let memory = Duration.seconds(300)
  /// The most names for which failures are counted.
  private static let most = 10_000

  /// Creates the passwords of a file.
  package init(path: String) { self.path = path }

  /// The names of the people; empty if the file is missing or cannot be read.
  package var names: [String] { entries.map(\.name) }

  private var entries: [(name: String, hash: String)] {
    guard let bytes = try? FileSnapshot.regular(path).bytes else { return [] }
    return String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline)
      .compactMap { line in
        let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        return parts.count == 2 ? (String(parts[0]), String(parts[1])) : nil
      }
  }

  /// Writes the file with one person and a new password.
  ///
  /// - Throws: `FileError` if it cannot be written, `PasswordError` if the password cannot be used.
  package func set(_ password: String, of name: String) throws {
    guard let hash = PasswordHash.make(password) else { throw PasswordError.noHash }
    let others = entries.filter { ExactString($0.name) != ExactString(name) }
    let lines = (others + [(name, hash)]).map { "\($0.name):\($0.hash)\n" }.joined()
    try PrivateFile.write(Array(lines.utf8), to: path)
    checked.withLock { $0 = [:] }
  }

  /// True if a name and a password belong together.
  ///
  /// - Parameter address: The address that the request came from; after failures it has to wait.
  package func match(_ name: String, _ password: String, from address: String) async -> Bool {
    let known = entries.first { ExactString($0.name) == ExactString(name) }
    let mark = mark(name, password, known?.hash ?? "")
    if isChecked(mark) { return known != nil }
    await wait(for: "\(address) \(name)")
    let isRight = PasswordHash.matches(password, known?.hash ?? stranger) && known != nil
    note(isRight, "\(address) \(name)", mark)
    return isRight
  }

  private func mark(_ name: String, _ password: String, _ hash: String) -> String {
    SHA256.digits(of: key + Array("\(name)\u{0}\(hash)\u{0}\(password)".utf8))
  }

  private func isChecked(_ mark: String) -> Bool {
    checked.withLock { checked in
      checked[mark].map { $0.duration(to: .now) < Self.memory } ?? false
    }
  }

  private func note(_ isRight: Bool, _ caller: String, _ mark: String) {
    if isRight {
      checked.withLock { checked in
        if checked.count > 100 { checked = [:] }
        checked[mark] = .now
      }
    }
    failures.withLock { failures in
      if failures.count > Self.most { failures = [:] }
      if isRight {
        failures[caller] = nil
      } else {
        failures[caller, default: 0] += 1
      }
    }
  }

  /// Lets a caller wait who has failed before: up to five seconds.
  private func wait(for caller: String) async {
    let count = failures.withLock { $0[caller] ?? 0 }
    guard count > 2 else { return }
    try? await Task.sleep(for: .milliseconds(min(5000, 250 << min(count - 3, 5))))
  }
}
