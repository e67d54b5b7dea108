/// A title as words, in which quoted words and tags are masked.
struct PhraseText {
  private var bytes: [UInt8]
  private let conventions: DateConventions

  /// The byte that masks what is ignored; if a text contains it itself, it is not part of a word either.
  static let cover: UInt8 = 0x01

  init(_ text: String, _ conventions: DateConventions = .none) {
    bytes = Array(text.utf8)
    self.conventions = conventions
    coverTags()
    for quotes in Self.quotes { cover(quotes) }
  }

  /// The bytes, with masks for what is ignored.
  var maskedBytes: [UInt8] { bytes }

  /// All words; a run of masked bytes is one word.
  var words: [DateWord] { DateWord.cut(bytes, conventions) }

  /// The text with some more bytes masked.
  func covering(_ range: Range<Int>) -> PhraseText {
    var text = self
    for place in range { text.bytes[place] = Self.cover }
    return text
  }

  /// True for a word that replaces a tag or quoted words.
  static func isCovered(_ word: DateWord) -> Bool { word.text.utf8.first == cover }

  // MARK: Quotes

  private struct Quotes {
    let opening: [UInt8]
    let closing: [UInt8]
  }

  private static let quotes = [
    Quotes(opening: Array("\"".utf8), closing: Array("\"".utf8)),
    Quotes(opening: Array("`".utf8), closing: Array("`".utf8)),
    Quotes(opening: Array("'".utf8), closing: Array("'".utf8)),
    Quotes(opening: Array("\u{201C}".utf8), closing: Array("\u{201D}".utf8)),
    Quotes(opening: Array("\u{2018}".utf8), closing: Array("\u{2019}".utf8)),
    Quotes(opening: Array("\u{201E}".utf8), closing: Array("\u{201C}".utf8)),
    Quotes(opening: Array("\u{AB}".utf8), closing: Array("\u{BB}".utf8)),
  ]

  /// Masks the text between two quotation marks; an unmatched mark is ordinary text.
  private mutating func cover(_ quotes: Quotes) {
    var opened: Int?
    var index = 0
    while index < bytes.count {
      if let start = opened, closes(quotes.closing, index) {
        let end = index + quotes.closing.count
        for place in start..<end { bytes[place] = Self.cover }
        opened = nil
        index = end
      } else {
        if opened == nil, opens(quotes.opening, index) { opened = index }
        index += 1
      }
    }
  }

  /// True if a mark opens a quotation: it is before a word, unlike the one in `Ann's`.
  private func opens(_ mark: [UInt8], _ index: Int) -> Bool {
    has(mark, index) && (index == 0 || !isWordByte(bytes[index - 1]))
  }

  private func closes(_ mark: [UInt8], _ index: Int) -> Bool {
    let end = index + mark.count
    return has(mark, index) && (end == bytes.count || !isWordByte(bytes[end]))
  }

  private func has(_ mark: [UInt8], _ index: Int) -> Bool {
    bytes[index] == mark[0] && bytes[index...].starts(with: mark)
  }

  private func isWordByte(_ byte: UInt8) -> Bool {
    byte &- 0x30 < 10 || (byte | 0x20) &- 0x61 < 26
  }

  // MARK: Tags

  /// Masks `@name` and `@name(value)`.
  private mutating func coverTags() {
    var index = 0
    var isUnclosed = false
    while index < bytes.count {
      guard bytes[index] == UInt8(ascii: "@"), index == 0 || isBlank(bytes[index - 1]) else {
        index += 1
        continue
      }
      let start = index
      while index < bytes.count, !isBlank(bytes[index]), bytes[index] != UInt8(ascii: "(") {
        index += 1
      }
      if index < bytes.count, !isBlank(bytes[index]), !isUnclosed {
        if let end = parenthesis(after: index) { index = end } else { isUnclosed = true }
      }
      for place in start..<index { bytes[place] = Self.cover }
    }
  }

  /// The end of a value; nil if it has none, and then no later value has one either.
  private func parenthesis(after start: Int) -> Int? {
    var index = start
    while index < bytes.count {
      if bytes[index] == UInt8(ascii: "\\") {
        index += 1
      } else if bytes[index] == UInt8(ascii: ")") {
        return index + 1
      }
      index += 1
    }
    return nil
  }

  private func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
}
