extension StringProtocol {
  /// The text in quotation marks, shortened to its beginning if it is long.
  public var quoted: String {
    let shown = prefix(80)
    return shown.endIndex == endIndex ? "\"\(self)\"" : "\"\(shown)…\""
  }

  /// The text as one word of a command that a person may copy into a shell.
  ///
  /// No shell does anything with what is in the text. Characters that a terminal does not show are written as numbers,
  /// as bash, zsh and ksh read them.
  ///
  /// ```swift
  /// "it's; rm x".shellQuoted  // 'it'\''s; rm x'
  /// "a\nb".shellQuoted  // $'a\012b'
  /// ```
  public var shellQuoted: String {
    if !isEmpty, utf8.allSatisfy(\.isPlainInShells) { return String(self) }
    guard unicodeScalars.contains(where: \.isUnseen) else {
      return "'"
        + split(separator: "'", omittingEmptySubsequences: false)
        .joined(separator: "'\\''") + "'"
    }
    return "$'" + unicodeScalars.map(\.inNumbers).joined() + "'"
  }
}

extension UInt8 {
  /// True for a letter, a digit and a sign that means nothing to a shell.
  fileprivate var isPlainInShells: Bool {
    switch self {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
    default: "_-./,:@%+".utf8.contains(self)
    }
  }
}

extension Unicode.Scalar {
  /// True for control characters, and for those that change the order or the lines of the text around them.
  fileprivate var isUnseen: Bool {
    switch properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned: true
    default: false
    }
  }

  /// The scalar between `$'` and `'`.
  fileprivate var inNumbers: String {
    guard isUnseen || self == "'" || self == "\\" else { return String(self) }
    return String(self).utf8.map { byte in
      "\\" + String(repeating: "0", count: 3 - String(byte, radix: 8).count)
        + String(byte, radix: 8)
    }.joined()
  }
}
