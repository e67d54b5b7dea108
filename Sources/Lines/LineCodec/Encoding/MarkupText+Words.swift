import ExactText
import TaskBridge

extension MarkupText {
  /// True if notes have each word of a description in HTML, in its order, and the address of each link and picture.
  package static func isHeld(_ markup: String, by notes: String) -> Bool {
    guard isMarkup(markup) else { return false }
    let held = Array(notes.utf8)
    var place = 0
    var rest = markup[...]
    var addresses: [String] = []
    func hasWords(_ text: Substring) -> Bool {
      for word in unescaped(text).split(whereSeparator: \.isWhitespace) {
        guard let end = held.end(of: Array(word.utf8), from: place) else { return false }
        place = end
      }
      return true
    }
    while let open = rest.firstIndex(of: "<") {
      guard hasWords(rest[..<open]) else { return false }
      guard let close = rest[open...].firstIndex(of: ">") else { return false }
      let element = rest[rest.index(after: open)..<close]
      addresses += MarkupLink.addresses(of: element, unescaped)
      rest = skippingContent(of: element.lowercased(), rest[rest.index(after: close)...])
    }
    guard hasWords(rest) else { return false }
    let inLowerCase = Array(notes.lowercased().utf8)
    return addresses.allSatisfy { inLowerCase.end(of: Array($0.utf8), from: 0) != nil }
  }
}

extension [UInt8] {
  /// The index after the first copy of some bytes at a place or later.
  fileprivate func end(of bytes: [UInt8], from place: Int) -> Int? {
    guard let first = bytes.first, bytes.count <= count else { return bytes.isEmpty ? place : nil }
    var start = place
    while let found = self[start...].firstIndex(of: first), found + bytes.count <= count {
      if self[found..<found + bytes.count].elementsEqual(bytes) { return found + bytes.count }
      start = found + 1
    }
    return nil
  }
}
