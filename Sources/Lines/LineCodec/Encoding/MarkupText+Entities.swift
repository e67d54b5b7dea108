import ExactText

extension MarkupText {
  private static let entities: [(String, String)] = [
    ("&nbsp;", " "), ("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&apos;", "'"),
    ("&ndash;", "–"), ("&mdash;", "—"), ("&hellip;", "…"), ("&bull;", "•"), ("&euro;", "€"),
    ("&lsquo;", "‘"), ("&rsquo;", "’"), ("&ldquo;", "“"), ("&rdquo;", "”"), ("&laquo;", "«"),
    ("&raquo;", "»"), ("&auml;", "ä"), ("&ouml;", "ö"), ("&uuml;", "ü"), ("&Auml;", "Ä"),
    ("&Ouml;", "Ö"), ("&Uuml;", "Ü"), ("&szlig;", "ß"), ("&eacute;", "é"), ("&egrave;", "è"),
    ("&agrave;", "à"), ("&ccedil;", "ç"), ("&copy;", "©"), ("&amp;", "&"),
  ]

  /// A text with its entities as characters; other text stays.
  static func unescaped(_ text: Substring) -> String {
    guard text.utf8.contains(UInt8(ascii: "&")) else { return String(text) }
    return entities.reduce(withNumbers(text)) { $0.replacing($1.0, with: $1.1) }
  }

  /// A text with numeric entities such as `&#8217;` and `&#x2019;` as characters.
  ///
  /// An ampersand stays an entity, so that it is replaced last.
  private static func withNumbers(_ text: Substring) -> String {
    var (plain, rest) = ("", text)
    while let start = rest.firstRange(of: "&#") {
      plain += rest[..<start.lowerBound]
      let digits = rest[start.upperBound...].prefix { $0 != ";" }
      let isHex = digits.first.map { "xX".contains($0) } ?? false
      let number =
        digits.count < 9 ? UInt32(digits.dropFirst(isHex ? 1 : 0), radix: isHex ? 16 : 10) : nil
      let end = digits.endIndex
      guard end < rest.endIndex, let scalar = number.flatMap(Unicode.Scalar.init),
        scalar.value >= 0x20
      else {
        plain += "&#"
        rest = rest[start.upperBound...]
        continue
      }
      plain += scalar == "&" ? "&amp;" : String(Character(scalar))
      rest = rest[rest.index(after: end)...]
    }
    return plain + rest
  }
}
