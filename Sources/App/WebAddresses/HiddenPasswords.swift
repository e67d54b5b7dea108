import ExactText

extension CalendarAddress {
  /// A message without what may be passwords in the addresses that it quotes.
  ///
  /// ```swift
  /// CalendarAddress.withoutPasswords("no store: http://ann:secret@example.org/")
  /// // no store: http://…@example.org/
  /// ```
  package static func withoutPasswords(_ message: String) -> String {
    var (shown, rest) = ("", message[...])
    while let start = endOfMark(in: rest) {
      let word = rest[start...].prefix { !$0.isWhitespace && $0 != "\"" }
      let safe = hidingPassword(word)
      // A word that is shown whole may have another address in it.
      shown += safe == word ? rest[..<start] : rest[..<start] + safe
      rest = safe == word ? rest[start...] : rest[word.endIndex...]
    }
    return shown + rest
  }

  /// The position after the first `://`.
  private static func endOfMark(in text: Substring) -> Substring.Index? {
    let mark = Array("://".utf8)
    var rest = text.utf8[...]
    while let colon = rest.firstIndex(of: mark[0]) {
      rest = rest[colon...]
      if rest.starts(with: mark) { return rest.index(colon, offsetBy: mark.count) }
      rest = rest.dropFirst()
    }
    return nil
  }

  /// What follows `://` in an address, without a name and a password.
  private static func hidingPassword(_ text: Substring) -> Substring {
    let authority = text.prefix { $0 != "/" && $0 != "?" && $0 != "#" }
    guard let colon = authority.firstIndex(of: ":") else { return text }
    let end = text.lastIndex(of: "@") ?? text.endIndex
    // A password with a slash in it looks like a port and a path, and a long address is cut off before its host.
    let port = authority[colon...].dropFirst()
    let isPort = !port.isEmpty && port.allSatisfy(\.isNumber)
    let isCutOff = end == text.endIndex && text.hasSuffix("…")
    guard !isPort, !authority.hasPrefix("["), end != text.endIndex || isCutOff else { return text }
    return "…" + text[end...]
  }
}
