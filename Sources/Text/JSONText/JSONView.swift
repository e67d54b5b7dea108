/// A value of a `JSONText`.
public struct JSONView: Sendable {
  /// The kinds of values.
  public enum Kind: UInt8, Sendable {
    /// `null`
    case null
    /// `true` or `false`
    case boolean
    /// A number.
    case number
    /// A string.
    case string
    /// An array.
    case array
    /// An object.
    case object
  }

  let text: JSONText
  let number: Int

  /// The kind of the value.
  public var kind: Kind { node.kind }

  /// The bytes of the value; those of a string are between its quotation marks, with their escapes.
  public var range: Range<Int> { node.range }

  /// The value as it is written, with the quotation marks of a string.
  public var written: ArraySlice<UInt8> {
    kind == .string
      ? text.bytes[range.lowerBound - 1..<range.upperBound + 1] : text.bytes[range]
  }

  /// True for `null`.
  public var isNull: Bool { kind == .null }

  /// The value of `true` or `false`; nil for anything else.
  public var bool: Bool? {
    kind == .boolean ? text.bytes[range.lowerBound] == UInt8(ascii: "t") : nil
  }

  /// The whole number; nil for anything else, and for a number that `Int` cannot hold.
  public var int: Int? {
    guard kind == .number else { return nil }
    let word = String(decoding: text.bytes[range], as: UTF8.self)
    return node.isSpecial ? Double(word).flatMap { Int(exactly: $0) } : Int(word)
  }

  /// The string without its escapes; nil for anything else.
  ///
  /// Half of a surrogate pair becomes U+FFFD.
  public var string: String? {
    utf8.map { String(decoding: $0, as: UTF8.self) }
  }

  /// The bytes of the string without its escapes, always UTF-8; nil for anything else.
  public var utf8: [UInt8]? {
    guard kind == .string else { return nil }
    guard node.isSpecial else { return Array(text.bytes[range]) }
    return JSONStrings.unescaped(text.bytes.span.extracting(range))
  }

  /// The elements of an array; none for anything else.
  public var elements: [JSONView] { kind == .array ? children : [] }

  /// The members of an object in the order in which they are written; none for anything else.
  public var members: [(key: String, value: JSONView)] {
    guard kind == .object else { return [] }
    let parts = children
    return stride(from: 0, to: parts.count - 1, by: 2).map {
      (parts[$0].string ?? "", parts[$0 + 1])
    }
  }

  /// The first member of an object that has a key, compared byte by byte; nil if there is none.
  public subscript(key: StaticString) -> JSONView? {
    guard kind == .object else { return nil }
    var place = number + 1
    while place < text.nodes[number].next {
      let name = JSONView(text: text, number: place)
      let value = Int(text.nodes[place].next)
      if name.equals(key) { return JSONView(text: text, number: value) }
      place = Int(text.nodes[value].next)
    }
    return nil
  }

  private func equals(_ key: StaticString) -> Bool {
    let wanted = UnsafeBufferPointer(start: key.utf8Start, count: key.utf8CodeUnitCount)
    if !node.isSpecial { return text.bytes[range].elementsEqual(wanted) }
    return utf8?.elementsEqual(wanted) ?? false
  }

  private var node: JSONText.Node { text.nodes[number] }

  private var children: [JSONView] {
    var found: [JSONView] = []
    var place = number + 1
    while place < text.nodes[number].next {
      found.append(JSONView(text: text, number: place))
      place = Int(text.nodes[place].next)
    }
    return found
  }
}
