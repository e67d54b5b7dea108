/// A JSON text (RFC 8259) as its bytes, and its values as ranges of them.
///
/// Reading copies no string: a value is decoded when it is asked for, so that a member that nobody needs costs nothing
/// but its length.
///
/// ```swift
/// let text = try JSONText(parsing: Array(#"{"id": 7, "method": "initialize"}"#.utf8))
/// text.root["id"]?.int  // 7
/// text.root["method"]?.string  // "initialize"
/// ```
public struct JSONText: Sendable {
  /// How much a text may contain, so that hostile input costs little.
  public struct Limits: Sendable {
    /// The maximum number of arrays and objects inside each other.
    public var depth: Int
    /// The maximum number of bytes, at most 4 GiB.
    public var bytes: Int

    /// Creates limits, by default of 128 levels and 256 MiB.
    public init(depth: Int = 128, bytes: Int = 256 << 20) {
      self.depth = depth
      self.bytes = min(bytes, Int(UInt32.max) - 1)
    }
  }

  /// The bytes of the text.
  public let bytes: [UInt8]
  let nodes: [Node]

  /// Reads a text.
  ///
  /// - Throws: `JSONError` with the place if it is not JSON in UTF-8, or exceeds a limit.
  public init(parsing bytes: [UInt8], limits: Limits = Limits()) throws(JSONError) {
    guard bytes.count <= limits.bytes else { throw JSONError(.tooLarge, at: limits.bytes) }
    var scanner = JSONScanner(depthLimit: limits.depth)
    try scanner.scan(bytes.span)
    self.bytes = bytes
    nodes = scanner.nodes
  }

  /// The whole value.
  public var root: JSONView { JSONView(text: self, number: 0) }

  /// A value, as a range of bytes.
  struct Node: Sendable {
    let kind: JSONView.Kind
    /// True for a string with an escape, and for a number with a fraction or an exponent.
    var isSpecial = false
    let start: UInt32
    /// The end of the value.
    var end: UInt32
    /// The number of the node after this one and all in it.
    var next: UInt32

    var range: Range<Int> { Int(start)..<Int(end) }
  }
}

/// Why a text is not JSON.
public struct JSONError: Error, Hashable, Sendable {
  /// What is wrong.
  public enum Reason: String, Sendable {
    /// A byte does not fit where it is.
    case unexpected = "a character that does not belong there"
    /// The text ends inside of a value.
    case incomplete = "the text ends too early"
    /// Something follows the value.
    case trailing = "text after the value"
    /// A string has a control character, or an escape that JSON does not have.
    case badString = "a string with a character or an escape that is not allowed"
    /// A number is not written as JSON writes numbers.
    case badNumber = "a number that JSON does not have"
    /// The text is not UTF-8.
    case notUTF8 = "a byte that is not UTF-8"
    /// Too many arrays and objects are inside each other.
    case tooDeep = "too many values inside each other"
    /// The text is too large.
    case tooLarge = "too many bytes"
  }

  /// What is wrong.
  public let reason: Reason
  /// The byte at which reading stopped, from 0.
  public let offset: Int

  init(_ reason: Reason, at offset: Int) {
    self.reason = reason
    self.offset = offset
  }
}

extension JSONError: CustomStringConvertible {
  /// The problem and its place.
  public var description: String { "not JSON: \(reason.rawValue), at byte \(offset)" }
}
