import ExactText

extension ServedRequest {
  /// The path as logs and messages may show it: what comes after `feeds` is a secret.
  package var shownPath: String { Self.shown(path) }

  /// A path without what comes after `feeds`, however that is spelled.
  package static func shown(_ path: String) -> String {
    var kept: [Substring] = []
    for segment in path.split(separator: "/", omittingEmptySubsequences: false) {
      kept.append(segment)
      if isSecretAfter(segment) { return kept.joined(separator: "/") + "/…" }
    }
    return path
  }

  /// The name of the folder of secret addresses.
  package static let secrets = "feeds"

  private static func isSecretAfter(_ segment: Substring) -> Bool {
    decoded(segment).elementsEqual(secrets.utf8)
  }

  /// The bytes of a segment without percent-encoding.
  private static func decoded(_ segment: Substring) -> [UInt8] {
    var bytes: [UInt8] = []
    var rest = segment.utf8
    while let byte = rest.popFirst() {
      let pair = rest.prefix(2)
      if byte == UInt8(ascii: "%"), pair.count == 2, let value = value(of: pair) {
        bytes.append(value)
        rest = rest.dropFirst(2)
      } else {
        bytes.append(byte)
      }
    }
    return bytes
  }

  private static func value(of pair: Substring.UTF8View) -> UInt8? {
    UInt8(String(decoding: pair, as: UTF8.self), radix: 16)
  }
}
