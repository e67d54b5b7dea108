import ExactText

/// Converts descriptions that clients wrote as HTML to lines of plain text.
package enum MarkupText {
  /// The lines of a description; one that is not HTML is unchanged.
  static func lines(of text: String) -> [Substring] {
    let plain = isMarkup(text) ? self.plain(text) : text
    guard plain.utf8.contains(UInt8(ascii: "\r")) else {
      return plain.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        .map { Substring($0) }
    }
    return plain.split(omittingEmptySubsequences: false) {
      $0 == "\n" || $0 == "\r\n" || $0 == "\r"
    }
  }

  /// The elements that show that a description is HTML; other text may contain angle brackets too.
  private static let known = [
    "<html", "<body", "<p>", "<p ", "<br", "<div", "<span", "<ul", "<b>",
  ]

  static func isMarkup(_ text: String) -> Bool {
    guard text.utf8.contains(UInt8(ascii: "<")) else { return false }
    let start = text.prefix(4096).lowercased()
    return known.contains { start.contains($0) } || start.contains("<a ") && start.contains("href=")
  }

  private static func plain(_ text: String) -> String {
    var plain = ""
    var rest = text[...]
    var link: MarkupLink?
    while let open = rest.firstIndex(of: "<") {
      plain += unescaped(rest[..<open])
      guard let close = rest[open...].firstIndex(of: ">") else { break }
      let written = rest[rest.index(after: open)..<close]
      let element = written.lowercased()
      rest = skippingContent(of: element, rest[rest.index(after: close)...])
      if element.hasPrefix("/a") || element.hasPrefix("a ") {
        link?.close(&plain)
        link = MarkupLink(written, beginningAt: plain, unescaped)
      }
      append(element, to: &plain)
    }
    plain += unescaped(rest)
    link?.close(&plain)
    return plain
  }

  /// The rest after an element whose content is not text.
  static func skippingContent(of element: String, _ rest: Substring) -> Substring {
    for name in ["style", "script", "head"] where element.hasPrefix(name) {
      guard let end = rest.range(ofEnd: name) else { return rest }
      return rest[end...]
    }
    return rest
  }

  private static func append(_ element: String, to plain: inout String) {
    let isEnd = element.first == "/"
    let name = (isEnd ? "/" : "") + element.drop { $0 == "/" }.prefix { $0.isLetter || $0.isNumber }
    switch name {
    case "br", "/p", "/div", "/li", "/tr", "/h1", "/h2", "/h3", "/ul", "/ol":
      if plain.last != "\n" || name == "br" { plain += "\n" }
    case "li": plain += "• "
    case "td", "th": if plain.last.map({ !$0.isWhitespace }) ?? false { plain += " " }
    default: break
    }
  }
}

extension Substring {
  /// The range of the closing tag of an element.
  fileprivate func range(ofEnd name: String) -> Index? {
    var index = startIndex
    while let open = self[index...].firstIndex(of: "<") {
      let rest = self[self.index(after: open)...]
      if rest.prefix(name.count + 1).lowercased() == "/" + name {
        return rest.firstIndex(of: ">").map { self.index(after: $0) }
      }
      index = self.index(after: open)
    }
    return nil
  }
}
