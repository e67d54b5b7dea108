import TaskText

/// What is being typed at a cursor: a tag's name, or its value.
enum TagLookup: Hashable {
  /// The name of a tag from behind its `@` to the cursor, and the whole name, which a completion replaces.
  case name(query: Range<Int>, replaced: Range<Int>)
  /// The value of a tag from its parenthesis to the cursor, the tag's name, and the value that a completion replaces.
  ///
  /// - `isClosed`: True if the closing parenthesis is there.
  case value(name: Range<Int>, query: Range<Int>, replaced: Range<Int>, isClosed: Bool)

  /// Looks back from a cursor; nil if no tag is being typed there.
  ///
  /// A name counts if white space or the start of the line is before its `@`; a value if such a name is before its
  /// parenthesis and no unescaped parenthesis is between.
  static func find(in bytes: [UInt8], line: Range<Int>, cursor: Int) -> TagLookup? {
    guard line.lowerBound <= cursor, cursor <= line.upperBound else { return nil }
    let start = nameStart(bytes, line, before: cursor)
    if isTrigger(bytes, line, before: start) {
      return .name(query: start..<cursor, replaced: start..<nameEnd(bytes, line, from: cursor))
    }
    return value(bytes, line, cursor)
  }

  private static func value(_ bytes: [UInt8], _ line: Range<Int>, _ cursor: Int) -> TagLookup? {
    var open = cursor
    while open > line.lowerBound {
      let isEscaped = open - 2 >= line.lowerBound && bytes[open - 2] == UInt8(ascii: "\\")
      if bytes[open - 1] == UInt8(ascii: "("), !isEscaped { break }
      if bytes[open - 1] == UInt8(ascii: ")"), !isEscaped { return nil }
      open -= 1
    }
    guard open > line.lowerBound else { return nil }
    let name = nameStart(bytes, line, before: open - 1)..<open - 1
    guard !name.isEmpty, isTrigger(bytes, line, before: name.lowerBound) else { return nil }
    let close = valueEnd(bytes, line, from: cursor)
    return .value(
      name: name, query: open..<cursor, replaced: open..<(close ?? cursor), isClosed: close != nil)
  }

  /// The closing parenthesis of a value behind the cursor; nil if another tag begins before it, or there is none.
  private static func valueEnd(_ bytes: [UInt8], _ line: Range<Int>, from cursor: Int) -> Int? {
    var index = cursor
    while index < line.upperBound {
      let isEscaped = index > line.lowerBound && bytes[index - 1] == UInt8(ascii: "\\")
      if bytes[index] == UInt8(ascii: ")"), !isEscaped { return index }
      if bytes[index] == UInt8(ascii: "("), !isEscaped { return nil }
      index += 1
    }
    return nil
  }

  private static func isTrigger(_ bytes: [UInt8], _ line: Range<Int>, before index: Int) -> Bool {
    guard index > line.lowerBound, bytes[index - 1] == UInt8(ascii: "@") else { return false }
    guard index - 1 > line.lowerBound else { return true }
    let before = String(decoding: bytes[line.lowerBound..<index - 1], as: UTF8.self)
    return before.unicodeScalars.last.map { $0.properties.isWhitespace || $0 == "\u{FEFF}" } ?? true
  }

  private static func nameStart(_ bytes: [UInt8], _ line: Range<Int>, before cursor: Int) -> Int {
    let text = String(decoding: bytes[line.lowerBound..<cursor], as: UTF8.self)
    let name = text.unicodeScalars.reversed().prefix { isNameCharacter($0) }
    return cursor - name.reduce(0) { $0 + UTF8.width($1) }
  }

  private static func nameEnd(_ bytes: [UInt8], _ line: Range<Int>, from cursor: Int) -> Int {
    let text = String(decoding: bytes[cursor..<line.upperBound], as: UTF8.self)
    return cursor + text.unicodeScalars.prefix { isNameCharacter($0) }.reduce(0) {
      $0 + UTF8.width($1)
    }
  }

  private static func isNameCharacter(_ scalar: Unicode.Scalar) -> Bool {
    Tag.isLegalName(String(scalar))
  }
}
