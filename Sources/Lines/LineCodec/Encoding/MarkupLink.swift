import ExactText
import TaskBridge

/// A link of a description in HTML, whose address is written after its text: `Join (https://meet.example.org/1)`.
struct MarkupLink {
  private let address: String
  /// The number of bytes before its text.
  private let start: Int

  /// Reads the address of an element; nil if it is the end of a link, or has no address that a person could open.
  init?(_ element: Substring, beginningAt plain: String, _ unescaped: (Substring) -> String) {
    guard let value = Self.value(of: "href", in: element) else { return nil }
    let address = unescaped(value).trimmed
    let schemes = ["http://", "https://", "mailto:", "tel:", "webcal://"]
    guard schemes.contains(where: { address.lowercased().hasPrefix($0) }) else { return nil }
    (self.address, start) = (address, plain.utf8.count)
  }

  /// The addresses of an element that a person could open; in the form in which `close(_:)` looks for them.
  static func addresses(
    of element: Substring, _ unescaped: (Substring) -> String
  ) -> [String] {
    ["href", "src", "cite"].compactMap { value(of: $0, in: element) }
      .map { unescaped($0).trimmed }
      .filter { address in
        let start = address.lowercased()
        return ["http", "mailto:", "tel:", "webcal", "ftp", "file:", "//"].contains {
          start.hasPrefix($0)
        }
      }
      .map(bare)
  }

  /// The value of an attribute, with or without quotation marks.
  private static func value(of name: String, in element: Substring) -> Substring? {
    var rest = element
    while let equals = rest.firstIndex(of: "=") {
      let own = rest[..<equals].split(whereSeparator: \.isWhitespace).last ?? ""
      rest = rest[rest.index(after: equals)...].drop(while: \.isWhitespace)
      let mark = rest.first
      let isQuoted = mark == "\"" || mark == "'"
      if isQuoted { rest.removeFirst() }
      let value = rest.prefix { isQuoted ? $0 != mark : !$0.isWhitespace }
      if own.lowercased() == name { return value }
      rest = rest[value.endIndex...].dropFirst(isQuoted ? 1 : 0)
    }
    return nil
  }

  /// Writes the address after the text of the link, unless the text is the address.
  func close(_ plain: inout String) {
    let text = String(plain.utf8.dropFirst(start)) ?? ""
    let shown = text.trimmed
    if Self.bare(shown).contains(Self.bare(address)) { return }
    let blanks = text.reversed().prefix(while: \.isWhitespace).count
    plain.removeLast(blanks)
    plain += (shown.isEmpty ? address : " (\(address))") + text.suffix(blanks)
  }

  /// An address without what people leave out, in lower case.
  private static func bare(_ text: String) -> String {
    var text = text.lowercased()
    for scheme in ["https://", "http://", "mailto:", "tel:"] where text.hasPrefix(scheme) {
      text.removeFirst(scheme.count)
    }
    if text.last == "/" { text.removeLast() }
    return text
  }
}
