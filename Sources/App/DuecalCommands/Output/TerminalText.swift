import Agenda

/// Escapes bytes for a terminal: what the terminal would interpret, and what is not UTF-8.
///
/// The bytes may come in pieces that end inside a character.
struct TerminalText {
  /// The kind of text, which decides what stays and how the rest is escaped.
  enum Form {
    /// Lines of text or data; a carriage return before a line feed stays.
    case text
    /// One line, without line feeds.
    case line
    /// One line that may contain the sequences of `TerminalStyle`.
    case styled
    /// JSON, in which everything can be escaped.
    case json
  }

  /// The end of the last piece, which may be an unfinished character.
  private var kept: [UInt8] = []

  /// The sequences that `TerminalStyle` writes.
  private static let styleCodes = (TerminalStyle.allCases.map(\.rawValue) + ["0"]).map {
    Array("\u{1B}[\($0)m".utf8)
  }

  /// The escaped form of bytes.
  mutating func shown(_ bytes: [UInt8], as form: Form) -> [UInt8] {
    let bytes = kept.isEmpty ? bytes : kept + bytes
    kept = []
    var shown: [UInt8] = []
    shown.reserveCapacity(bytes.count)
    var index = 0
    while index < bytes.count {
      if (0x20..<0x7F).contains(bytes[index]) {
        shown.append(bytes[index])
        index += 1
        continue
      }
      guard let next = Self.next(bytes[index...], form) else {
        kept = Array(bytes[index...])
        break
      }
      shown += next.shown
      index += next.count
    }
    return shown
  }

  /// The rest of bytes that end inside a character.
  mutating func rest() -> [UInt8] {
    defer { kept = [] }
    return kept.flatMap { Self.spelled(UInt32($0), .text) }
  }

  /// The first character of bytes; nil if more bytes are needed.
  private static func next(
    _ bytes: ArraySlice<UInt8>, _ form: Form
  ) -> (shown: [UInt8], count: Int)? {
    guard let first = bytes.first else { return nil }
    guard first < 0x80 else { return character(bytes, first, form: form) }
    switch (first, form) {
    case (UInt8(ascii: "\t"), _), (UInt8(ascii: "\n"), .text), (UInt8(ascii: "\n"), .json):
      return ([first], 1)
    case (UInt8(ascii: "\r"), .text):
      guard bytes.count > 1 else { return nil }
      if bytes.dropFirst().first == UInt8(ascii: "\n") { return ([first], 1) }
    case (0x1B, .styled):
      if let style = styleCodes.first(where: { bytes.starts(with: $0) }) {
        return (style, style.count)
      }
    default: break
    }
    return (spelled(UInt32(first), form), 1)
  }

  /// A character beyond ASCII; a byte that begins no valid character is escaped alone.
  private static func character(
    _ bytes: ArraySlice<UInt8>, _ first: UInt8, form: Form
  ) -> (shown: [UInt8], count: Int)? {
    let length = first < 0xC2 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : first < 0xF5 ? 4 : 1
    let own = bytes.prefix(length)
    if own.count < length, own.dropFirst().allSatisfy({ $0 & 0xC0 == 0x80 }) { return nil }
    guard length > 1, let scalar = String(validating: own, as: UTF8.self)?.unicodeScalars.first
    else { return (spelled(UInt32(first), form), 1) }
    return (scalar.isTerminalControl ? spelled(scalar.value, form) : Array(own), length)
  }

  private static func spelled(_ value: UInt32, _ form: Form) -> [UInt8] {
    let digits = String(value, radix: 16, uppercase: form != .json)
    guard form == .json else { return Array("\\x\(digits)".utf8) }
    return Array("\\u\(String(repeating: "0", count: max(0, 4 - digits.utf8.count)))\(digits)".utf8)
  }
}

extension Unicode.Scalar {
  /// True for a character that a terminal interprets: the controls C0, DEL and C1, and characters that change the
  /// direction of text, also the invisible marks among them (U+061C, U+200E and U+200F).
  var isTerminalControl: Bool {
    switch value {
    case 0..<0x20, 0x7F...0x9F: true
    case 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: true
    default: false
    }
  }
}
