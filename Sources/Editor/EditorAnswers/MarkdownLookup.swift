import TaskText

/// The field of a Markdown task whose value is being typed: after a sign such as `📅`, or in `[due:: …]`.
struct MarkdownLookup {
  let field: MarkdownField
  let form: TagForm
  /// The value up to the cursor.
  let query: Range<Int>
  /// The value that a completion replaces.
  let replaced: Range<Int>
  /// The bracket that is missing after the value; nil if there is none, or none is missing.
  var missingBracket: String?

  /// Looks back from a cursor; nil if no such value is being typed there.
  ///
  /// - Parameters:
  ///   - bytes: The text.
  ///   - body: The line of the cursor without its indent.
  ///   - cursor: The byte.
  static func find(in bytes: [UInt8], body: Range<Int>, cursor: Int) -> MarkdownLookup? {
    guard body.lowerBound < cursor, cursor <= body.upperBound else { return nil }
    return findSign(bytes, body, cursor) ?? findKey(bytes, body, cursor)
  }

  /// The maximum length of a value.
  private static let limit = 64

  private static func findSign(
    _ bytes: [UInt8], _ body: Range<Int>, _ cursor: Int
  ) -> MarkdownLookup? {
    var start = cursor
    let limit = max(body.lowerBound, cursor - Self.limit)
    while start > limit, isValueByte(bytes[start - 1]) { start -= 1 }
    var end = start
    // The selector of the coloured form of a sign.
    if bytes[body.lowerBound..<end].suffix(3).elementsEqual([0xEF, 0xB8, 0x8F]) { end -= 3 }
    let before = bytes[body.lowerBound..<end]
    guard
      let field = MarkdownField.allCases.first(where: { field in
        field.signs.contains { sign in before.suffix(sign.utf8.count).elementsEqual(sign.utf8) }
      })
    else { return nil }
    while start < cursor, bytes[start] == 0x20 { start += 1 }
    var last = cursor
    while last < body.upperBound, isValueByte(bytes[last]), bytes[last] != 0x20 { last += 1 }
    return MarkdownLookup(
      field: field, form: .sign, query: start..<cursor, replaced: start..<last)
  }

  private static func findKey(
    _ bytes: [UInt8], _ body: Range<Int>, _ cursor: Int
  ) -> MarkdownLookup? {
    let limit = max(body.lowerBound, cursor - Self.limit)
    guard
      let colons = (limit..<cursor).reversed().first(where: {
        $0 + 2 <= cursor && bytes[$0] == UInt8(ascii: ":") && bytes[$0 + 1] == UInt8(ascii: ":")
      }),
      let open = bytes[limit..<colons].lastIndex(where: {
        $0 == UInt8(ascii: "[") || $0 == UInt8(ascii: "(")
      })
    else { return nil }
    let form: TagForm = bytes[open] == UInt8(ascii: "[") ? .brackets : .parentheses
    let closing = form == .brackets ? UInt8(ascii: "]") : UInt8(ascii: ")")
    var start = colons + 2
    while start < cursor, bytes[start] == 0x20 { start += 1 }
    guard !bytes[start..<cursor].contains(closing),
      let field = MarkdownField.allCases.first(where: { field in
        field.key.map { bytes[open + 1..<colons].elementsEqual($0.utf8) } ?? false
      })
    else { return nil }
    // A bracket that is opened after the cursor has a closing one of its own.
    let end = bytes[cursor..<body.upperBound].firstIndex { brackets.contains($0) }
    let isClosed = end.map { bytes[$0] == closing } ?? false
    let isWord = field != .repeat
    let last = bytes[cursor..<(isClosed ? end ?? cursor : cursor)].firstIndex {
      $0 == 0x20 && isWord
    }
    var found = MarkdownLookup(
      field: field, form: form, query: start..<cursor,
      replaced: start..<(isClosed ? last ?? end ?? cursor : cursor))
    if !isClosed { found.missingBracket = form == .brackets ? "]" : ")" }
    return found
  }

  private static let brackets = Array("[]()".utf8)

  private static func isValueByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), 0x20, UInt8(ascii: "-"), UInt8(ascii: ":"),
      UInt8(ascii: ","), UInt8(ascii: "+"):
      true
    default: false
    }
  }
}
