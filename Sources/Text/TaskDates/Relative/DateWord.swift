/// A word of a text that may be part of a date: letters, a number, a time, a date in figures, a sign.
struct DateWord: Hashable, Sendable {
  enum Kind: Hashable, Sendable {
    /// ASCII letters, in lower case.
    case letters
    /// A number, and how many digits it has; nil for more than eight digits.
    case number(Int?, digits: Int)
    /// `9:30` or `09:30:15`, even if there is no such time.
    case clock(hour: Int, minute: Int, second: Int)
    /// `2024-12-05`, `2024-12`, `2024-W48` or `2024-W48-3`, even if there is no such day.
    case figures
    /// `5.12.` or `12/5`, in the order that the configuration sets.
    case figureDate(FigureDate)
    /// A name of a day from the configuration, such as `New Year's Eve`.
    case named(NamedDay)
    case plus
    case minus
    /// Anything else, up to the next space or ASCII letter or digit.
    case other
  }

  let kind: Kind
  /// The text of the word, in lower case.
  let text: String
  /// The range of the word, in bytes.
  let range: Range<Int>
}

extension DateWord {
  /// Splits a text at spaces, and between letters, digits and signs.
  static func cut(_ text: String) -> [DateWord] { cut(Array(text.utf8)) }

  /// Splits the bytes of a text.
  static func cut(_ bytes: [UInt8]) -> [DateWord] {
    var cutter = DateWordLexer(bytes)
    return cutter.words()
  }

  /// True if the word begins with a capital letter in the bytes that it was cut from.
  func isCapital(in bytes: [UInt8]) -> Bool { 0x41...0x5A ~= bytes[range.lowerBound] }

  /// The number; nil for another kind of word.
  var number: Int? {
    if case .number(let number, _) = kind { number } else { nil }
  }

  /// The number of digits; 0 for a word that is not a number.
  var digits: Int {
    if case .number(_, let digits) = kind { digits } else { 0 }
  }
}

/// Splits a text in one pass, byte by byte.
private struct DateWordLexer {
  private let bytes: [UInt8]
  private var index = 0

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  mutating func words() -> [DateWord] {
    var words: [DateWord] = []
    while skipBlanks(after: words.last) {
      let start = index
      let kind = kind()
      words.append(DateWord(kind: kind, text: text(from: start), range: start..<index))
    }
    return words
  }

  /// Skips spaces; false at the end.
  private mutating func skipBlanks(after last: DateWord?) -> Bool {
    while peek() == 0x20 || peek() == 0x09 { index += 1 }
    // The T of 2024-12-05T10:00.
    if last?.kind == .figures, last?.range.upperBound == index, peek() | 0x20 == 0x74,
      isDigit(peek(1))
    {
      index += 1
    }
    return index < bytes.count
  }

  private mutating func kind() -> DateWord.Kind {
    if isDigit(peek()) { return figures() }
    if isLetter(peek()) {
      if meridiem() { return .letters }
      while isLetter(peek()) { index += 1 }
      return .letters
    }
    index += 1
    switch bytes[index - 1] {
    case UInt8(ascii: "+"): return .plus
    case UInt8(ascii: "-"): return .minus
    default:
      while index < bytes.count, !isBoundary(peek()) { index += 1 }
      return .other
    }
  }

  /// Reads `a.m.` or `p.m.`, with or without its last dot; false, and nothing read, for anything else.
  private mutating func meridiem() -> Bool {
    let first = peek() | 0x20
    guard first == 0x61 || first == 0x70, peek(1) == 0x2E, peek(2) | 0x20 == 0x6D,
      !isLetter(peek(3)),
      !isDigit(peek(3)), index == 0 || !isLetter(bytes[index - 1])
    else { return false }
    index += peek(3) == 0x2E ? 4 : 3
    return true
  }

  private mutating func figures() -> DateWord.Kind {
    let start = index
    let (number, digits) = digits()
    if digits == 4, dateTail() { return .figures }
    guard digits <= 2, let number, let kind = clock(number) else {
      index = start + digits
      return .number(digits <= 8 ? number : nil, digits: digits)
    }
    return kind
  }

  /// Reads `:30` or `:30:15` after an hour; nil, and nothing read, if there is none.
  private mutating func clock(_ hour: Int) -> DateWord.Kind? {
    guard let minute = sixtieth() else { return nil }
    return .clock(hour: hour, minute: minute, second: sixtieth() ?? 0)
  }

  private mutating func sixtieth() -> Int? {
    guard peek() == UInt8(ascii: ":"), isDigit(peek(1)), isDigit(peek(2)), !isDigit(peek(3)) else {
      return nil
    }
    index += 3
    return Int(bytes[index - 2] & 15) * 10 + Int(bytes[index - 1] & 15)
  }

  /// Reads `-12-05`, `-12`, `-W48`, `W48`, `-W48-3` after a year; false, and nothing read, if there is none.
  private mutating func dateTail() -> Bool {
    let start = index
    let hasDash = skipDash()
    if peek() | 0x20 == UInt8(ascii: "w") {
      index += 1
      if digits().digits == 2 { return tail(1...1) }
    } else if hasDash, 1...2 ~= digits().digits {
      return tail(1...2)
    }
    index = start
    return false
  }

  /// Reads the last number after a dash, if there is one; always true, because the text before it is enough.
  private mutating func tail(_ lengths: ClosedRange<Int>) -> Bool {
    let start = index
    guard skipDash(), lengths.contains(digits().digits) else {
      index = start
      return true
    }
    return true
  }

  private mutating func skipDash() -> Bool {
    guard peek() == UInt8(ascii: "-"), isDigit(peek(1)) || peek(1) | 0x20 == 0x77 else {
      return false
    }
    index += 1
    return true
  }

  private mutating func digits() -> (value: Int?, digits: Int) {
    let start = index
    var value: Int? = 0
    while isDigit(peek()) {
      let digit = Int(bytes[index] & 15)
      value = index - start < 8 ? value.map { $0 * 10 + digit } : nil
      index += 1
    }
    return (value, index - start)
  }

  // MARK: Bytes

  private func peek(_ offset: Int = 0) -> UInt8 {
    index + offset < bytes.count ? bytes[index + offset] : 0
  }

  private func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }

  private func isLetter(_ byte: UInt8) -> Bool { (byte | 0x20) &- 0x61 < 26 }

  private func isBoundary(_ byte: UInt8) -> Bool {
    isDigit(byte) || isLetter(byte) || byte == 0x20 || byte == 0x09
  }

  private func text(from start: Int) -> String {
    let lower = bytes[start..<index].map { $0 &- 0x41 < 26 ? $0 | 0x20 : $0 }
    // The letters of `p.m.` alone.
    if lower.count > 2, lower[1] == 0x2E, lower[2] == 0x6D {
      return String(decoding: [lower[0], lower[2]], as: UTF8.self)
    }
    return String(decoding: lower, as: UTF8.self)
  }
}
