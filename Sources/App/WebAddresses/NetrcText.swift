import ExactText

/// The text of a `.netrc`, the file of names and passwords that curl and others read.
///
/// ```swift
/// NetrcText("machine example.org login ann password secret").credentials(for: "example.org")
/// ```
public struct NetrcText: Sendable {
  private let words: [Substring]

  /// Takes the text of a file; what stands behind a `#` is none of it.
  public init(_ text: String) {
    let lines = text.split(whereSeparator: \.isNewline)
    let said = lines.filter { $0.drop { $0 == " " || $0 == "\t" }.first != "#" }
    words = said.flatMap { $0.split { $0 == " " || $0 == "\t" } }
  }

  /// The name and the password of the first entry that is for a host, or for all.
  ///
  /// - Parameters:
  ///   - host: The host in lower case.
  ///   - user: Whose password it shall be; nil for anybody's. An entry without a name is for all.
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
