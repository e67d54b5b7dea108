import Dispatch
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
  /// Whether a name and a password belong together.
  package enum Match: Sendable {
    /// They do.
    case right
    /// They do not, or nobody has this name.
    case wrong
    /// It was not looked at: too many passwords wait to be checked.
    case tooMany
  }

  private let file: PasswordFile
  /// Passwords that were checked, as hashes with a key that only this process knows, and when.
  private let checked = Mutex<ExactDictionary<ContinuousClock.Instant>>([:])
  private let failures = PasswordFailures()
  private let key = (0..<32).map { _ in UInt8.random(in: .min ... .max) }
  /// A hash for people who are unknown, so that their requests take as long as those of others.
  private let stranger = PasswordHash.make("") ?? ""
  /// Checks one password after the other, so that they leave a processor to other requests.
  private let checks = DispatchQueue(label: "duecal.passwords")

  /// How long a password that was checked is not checked again.
  private static let memory = Duration.seconds(300)
  /// The longest name and password that are looked at, in bytes.
  private static let longest = 512

  /// Creates the passwords of a file.
  package init(path: String) { file = PasswordFile(path) }

  /// The names of the people; empty if the file is missing or cannot be read.
  package var names: [String] { file.entries.map(\.name) }

  /// Writes the file with one person and a new password.
  ///
  /// - Throws: `FileError` if it cannot be written, `PasswordError` if the password cannot be used.
  package func set(_ password: String, of name: String) throws {
    guard let hash = PasswordHash.make(password) else { throw PasswordError.noHash }
    try file.write(name: name, hash: hash)
    checked.withLock { $0 = [:] }
  }

  /// Checks whether a name and a password belong together.
  ///
  /// - Parameter address: The address that the request came from; after failures it has to wait.
  package func match(_ name: String, _ password: String, from address: String) async -> Match {
    guard name.utf8.count + password.utf8.count <= Self.longest else { return .wrong }
    let known = file.entries.first { ExactString($0.name) == ExactString(name) }
    let mark = mark(name, password, known?.hash ?? "")
    if known != nil, isChecked(mark) { return .right }
    guard let turn = failures.begin(name, from: address) else { return .tooMany }
    defer { failures.end(turn) }
    if turn.pause > .zero { try? await Task.sleep(for: turn.pause) }
    let isRight = await check(password, known?.hash ?? stranger) && known != nil
    if isRight { note(mark) }
    failures.note(turn, isRight: isRight)
    return isRight ? .right : .wrong
  }

  private func check(_ password: String, _ hash: String) async -> Bool {
    await withCheckedContinuation { continuation in
      checks.async { continuation.resume(returning: PasswordHash.matches(password, hash)) }
    }
  }

  private func mark(_ name: String, _ password: String, _ hash: String) -> String {
    SHA256.digits(of: key + Array("\(name)\u{0}\(hash)\u{0}\(password)".utf8))
  }

  private func isChecked(_ mark: String) -> Bool {
    checked.withLock { checked in
      checked[mark].map { $0.duration(to: .now) < Self.memory } ?? false
    }
  }

  private func note(_ mark: String) {
    checked.withLock { checked in
      if checked.count > 100 { checked = [:] }
      checked[mark] = .now
    }
  }
}
