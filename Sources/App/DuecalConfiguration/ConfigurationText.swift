/// Values and names as a configuration has them (TOML 1.0).
package enum ConfigurationText {
  /// A text in quotes.
  package static func quoted(_ text: String) -> String {
    var quoted = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": quoted += "\\\(scalar)"
      case _ where scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value):
        let digits = String(scalar.value, radix: 16, uppercase: true)
        quoted += "\\u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return "\"\(quoted)\""
  }

  /// A list of texts, or a single one without brackets.
  static func list(_ texts: [String]) -> String {
    let quoted = texts.map(quoted)
    return quoted.count == 1 ? quoted[0] : "[\(quoted.joined(separator: ", "))]"
  }

  /// A name in a heading, in quotes unless it needs none.
  static func key(_ name: String) -> String {
    let isBare = name.utf8.allSatisfy { byte in
      (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
        || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
    }
    return isBare && !name.isEmpty ? name : quoted(name)
  }
}
