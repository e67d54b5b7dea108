import ExactText

/// The text of a `.netrc` file, in which curl and others find user names and passwords.
///
/// ```swift
/// NetrcText("machine example.org login ann password secret").credentials(for: "example.org")
/// ```
public struct NetrcText: Sendable {
  private let words: [Substring]

  /// Reads the text of a file; a `#` begins a comment.
  public init(_ text: String) {
    let lines = text.split(whereSeparator: \.isNewline)
    let uncommented = lines.filter { $0.drop { $0 == " " || $0 == "\t" }.first != "#" }
    words = uncommented.flatMap { $0.split { $0 == " " || $0 == "\t" } }
  }

  /// The user name and the password of the first entry for a host, or of a `default` entry.
  ///
  /// - Parameters:
  ///   - host: The host in lower case.
  ///   - user: The user whose password is needed; nil for any. An entry without a user name matches all users.
  public func credentials(for host: String, user: String? = nil) -> Credentials? {
    var isMeant = false
    var entry: (user: Substring?, password: Substring?) = (nil, nil)
    var words = self.words[...]
    while let word = words.popFirst() {
      switch word {
      case "machine", "default":
        if isMeant, let found = Self.credentials(entry, user) { return found }
        isMeant = word == "default" || words.popFirst()?.lowercased() == host
        entry = (nil, nil)
      case "login": entry.user = words.popFirst()
      case "password": entry.password = words.popFirst()
      default: break
      }
    }
    return isMeant ? Self.credentials(entry, user) : nil
  }

  private static func credentials(
    _ entry: (user: Substring?, password: Substring?), _ user: String?
  ) -> Credentials? {
    let name = entry.user.map(String.init)
    guard let password = entry.password, user == nil || name == nil || name == user else {
      return nil
    }
    return Credentials(user: name ?? user ?? "", password: String(password))
  }
}
