import ExactText
import WebAddresses

/// Normalises paths to names: servers spell one path in several ways (`%c3%a5`, `%C3%A5`, `å`).
package enum ResourcePath {
  /// The path without percent-encoding, and without the slash at its end.
  package static func name(of target: String) -> String {
    let path = target.utf8.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
    var bytes: [UInt8] = []
    var rest = path
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "%"), let value = value(ofPair: rest.prefix(2)) {
        bytes.append(value)
        rest = rest.dropFirst(2)
      } else {
        bytes.append(byte)
      }
    }
    while bytes.last == UInt8(ascii: "/") { bytes.removeLast() }
    // Bytes that are not UTF-8 are kept percent-encoded, so that different paths stay distinct.
    return String(validating: bytes, as: UTF8.self)
      ?? bytes.map { $0 < 0x80 ? String(Unicode.Scalar($0)) : CalendarAddress.encoded([$0]) }
      .joined()
  }

  /// The byte of two hexadecimal digits; nil for anything else.
  private static func value(ofPair pair: Substring.UTF8View) -> UInt8? {
    let text = String(pair)
    guard let text, text.utf8.count == 2, text.allSatisfy(\.isHexDigit) else { return nil }
    return UInt8(text, radix: 16)
  }

  /// The segments of the path, as names; slashes count once, also at the end.
  package static func names(in path: String) -> [String] {
    path.prefix { $0 != "?" && $0 != "#" }.split(separator: "/").map { name(of: String($0)) }
  }

  /// The last segment of the path, as a name.
  package static func lastName(of target: String) -> String {
    // An encoded slash is part of the name.
    let path = target.utf8.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
    let segment = path.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: true).last
    return name(of: segment.map { String(Substring($0)) } ?? "")
  }

  /// The path of a collection, ending with a slash, to which the name of a member can be appended.
  package static func folder(_ target: String) -> String {
    let path = String(target.prefix { $0 != "?" && $0 != "#" })
    return path.hasSuffix("/") ? path : path + "/"
  }

  /// A name as a percent-encoded segment of a path.
  package static func segment(_ name: String) -> String { CalendarAddress.encoded(name.utf8) }
}
