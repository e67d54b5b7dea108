package import CalendarStores
import Glibc
import Processes
import Synchronization
import UserFiles
package import WebAddresses

/// Gets the user name and the password of a store from the place that the configuration names, or from a `.netrc` file.
///
/// They are only in the return value, and never in a message.
package final class StoreSecrets: Sendable {
  private let place: StorePlace
  private let environment: [String: String]
  private let known = Mutex<Credentials?>(nil)
  private let fault = Mutex(false)
  /// The time limit of a command, in seconds: it may ask a person, who needs a while.
  private static let patience = 120
  /// The maximum length of a password, in bytes.
  private static let limit = 1 << 16

  package init(_ place: StorePlace, _ environment: [String: String]) {
    self.place = place
    self.environment = environment
  }

  /// True once a password could not be read from its place.
  package var hasFailed: Bool { fault.withLock(\.self) }

  /// The user name and the password; nil if neither the configuration nor a `.netrc` file has them.
  ///
  /// - Throws: `StoreError.unavailable` if the password is missing, or others can read it.
  package func credentials() throws(StoreError) -> Credentials? {
    if let known = known.withLock(\.self) { return known }
    do throws(StoreError) {
      let found = try ask()
      known.withLock { $0 = found }
      return found
    } catch {
      fault.withLock { $0 = true }
      throw error
    }
  }

  private func ask() throws(StoreError) -> Credentials? {
    let user = place.address.user
    let password: String? =
      switch place.password {
      case .command(let words): try printed(by: words)
      case .file(let path): try self.password(in: path)
      case .variable(let name): try variable(name)
      case .keyring: try printed(by: keyringWords)
      case nil: nil
      }
    guard let password else { return try netrc(user) }
    guard let user else {
      throw refusal(
        "there is a password, but no user name; expected the name in the address, "
          + "\(place.address.scheme)://NAME@\(place.host)/")
    }
    return Credentials(user: user, password: password)
  }

  // MARK: Commands

  private var keyringWords: [String] {
    let server = ["secret-tool", "lookup", "service", "duecal", "server", place.host]
    return server + (place.address.user.map { ["user", $0] } ?? [])
  }

  private func printed(by words: [String]) throws(StoreError) -> String {
    let command = SpawnedCommand(words: words, environment: environment)
    switch command.output(atMost: Self.patience, limit: Self.limit) {
    case .success(let bytes):
      return try line(of: String(decoding: bytes, as: UTF8.self), from: words[0])
    case .failure(let failure):
      throw refusal("the command for the password, \(words[0]), \(failure.sentence)")
    }
  }

  // MARK: Variables and files

  private func variable(_ name: String) throws(StoreError) -> String {
    guard let value = environment[name], !value.isEmpty else {
      throw refusal("the variable \(name), which should contain the password, is not set")
    }
    return value
  }

  /// The first line of a text, without its line end.
  private func line(of text: String, from origin: String) throws(StoreError) -> String {
    guard let line = text.split(whereSeparator: \.isNewline).first else {
      throw refusal("\(origin) has no password: its first line is empty")
    }
    return String(line)
  }

  /// The text of a file, and whether only its owner may read it; nil if there is no such file.
  private static func text(of path: String) throws(FileError) -> (text: String, isPrivate: Bool)? {
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    let text = String(decoding: try FileSnapshot.read(path).bytes.prefix(1 << 20), as: UTF8.self)
    return (text, status.st_mode & 0o077 == 0 && status.st_uid == geteuid())
  }

  private func password(in path: String) throws(StoreError) -> String {
    guard let (text, isPrivate) = try? Self.text(of: path) else {
      throw refusal("\(path), which should contain the password, is not a readable file")
    }
    guard isPrivate else { throw isReadable(path) }
    return try line(of: text, from: path)
  }

  private func isReadable(_ path: String) -> StoreError {
    refusal("\(path) contains a password, and others can read the file; run chmod 600 on it")
  }

  private func netrc(_ user: String?) throws(StoreError) -> Credentials? {
    let named = environment["NETRC"].flatMap { $0.isEmpty ? nil : $0 }
    guard let path = named ?? environment.home.map({ "\($0)/.netrc" }),
      let (text, isPrivate) = try? Self.text(of: path),
      let found = NetrcText(text).credentials(for: place.host, user: user)
    else { return nil }
    guard isPrivate else { throw isReadable(path) }
    return found
  }

  private func refusal(_ sentence: String) -> StoreError {
    .unavailable(sentence)
  }
}

extension StorePlace {
  /// The host that its password is for.
  fileprivate var host: String { address.server?.host ?? "" }
}
