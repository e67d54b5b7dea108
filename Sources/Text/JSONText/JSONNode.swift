/// A value that is written as compact JSON, as other programs read it.
///
/// ```swift
/// let answer: JSONNode = ["id": 7, "result": ["contents": .string(text)]]
/// answer.bytes  // {"id":7,"result":{"contents":"…"}}
/// ```
public indirect enum JSONNode: Sendable {
  /// `null`
  case null
  /// `true` or `false`
  case bool(Bool)
  /// A whole number.
  case int(Int)
  /// A string.
  case string(String)
  /// An array.
  case array([JSONNode])
  /// An object; its members are written in this order.
  case object([(String, JSONNode)])
  /// Bytes that are JSON already.
  case written([UInt8])

  /// The value as JSON.
  public var bytes: [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(leastCount)
    write(to: &bytes)
    return bytes
  }

  /// The number of bytes without escapes, and with one byte for a number.
  private var leastCount: Int {
    switch self {
    case .null, .bool, .int: 1
    case .string(let text): text.utf8.count + 2
    case .array(let values): values.reduce(2) { $0 + $1.leastCount + 1 }
    case .object(let members):
      members.reduce(2) { $0 + $1.0.utf8.count + $1.1.leastCount + 4 }
    case .written(let json): json.count
    }
  }

  /// An array of whole numbers.
  public static func ints(_ numbers: some Sequence<Int>) -> JSONNode {
    .written(Array("[\(numbers.map(String.init).joined(separator: ","))]".utf8))
  }

  private func write(to bytes: inout [UInt8]) {
    switch self {
    case .null: bytes += "null".utf8
    case .bool(let value): bytes += (value ? "true" : "false").utf8
    case .int(let value): bytes += String(value).utf8
    case .string(let text): Self.write(text, to: &bytes)
    case .array(let values):
      bytes.append(UInt8(ascii: "["))
      for (index, value) in values.enumerated() {
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
        value.write(to: &bytes)
      }
      bytes.append(UInt8(ascii: "]"))
    case .object(let members): Self.write(members, to: &bytes)
    case .written(let json): bytes += json
    }
  }

  private static func write(_ members: [(String, JSONNode)], to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "{"))
    for (index, member) in members.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      write(member.0, to: &bytes)
      bytes.append(UInt8(ascii: ":"))
      member.1.write(to: &bytes)
    }
    bytes.append(UInt8(ascii: "}"))
  }

  private static func write(_ text: String, to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "\""))
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), byte]
      case 0x0A: bytes += "\\n".utf8
      case 0x0D: bytes += "\\r".utf8
      case 0x09: bytes += "\\t".utf8
      case ..<0x20:
        bytes += (byte < 0x10 ? "\\u000" : "\\u00").utf8
        bytes += String(byte, radix: 16).utf8
      default: bytes.append(byte)
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }
}

extension JSONNode: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral,
  ExpressibleByNilLiteral
{
  public init(stringLiteral value: String) { self = .string(value) }
  public init(integerLiteral value: Int) { self = .int(value) }
  public init(booleanLiteral value: Bool) { self = .bool(value) }
  public init(arrayLiteral elements: JSONNode...) { self = .array(elements) }
  public init(dictionaryLiteral elements: (String, JSONNode)...) { self = .object(elements) }
  public init(nilLiteral: ()) { self = .null }
}
