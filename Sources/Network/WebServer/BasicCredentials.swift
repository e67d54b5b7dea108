import ExactText
import Foundation

/// A name and a password in a header (RFC 7617).
enum BasicCredentials {
  /// Reads the header; nil for another scheme.
  static func read(_ header: String) -> (name: String, password: String)? {
    let words = header.split(separator: " ")
    guard words.count == 2, words[0].lowercased() == "basic",
      let data = Data(base64Encoded: String(words[1])),
      let text = String(validating: data, as: UTF8.self)
    else { return nil }
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    return parts.count == 2 ? (String(parts[0]), String(parts[1])) : nil
  }
}
