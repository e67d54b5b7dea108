import Diagnostics
import ICalendar

/// Content lines: name, parameters, colon (RFC 5545, sections 3.1 and 3.2; RFC 6868).
extension ConformanceCheck {
  /// Splits and checks a line; nil if it has no name.
  mutating func property(_ index: Int) -> CheckedProperty? {
    let property = CheckedProperty(line: index, document)
    guard let fault = property.line.fault else {
      judgeParameters(of: property)
      return property
    }
    switch fault.kind {
    case .illegalName: return without(property)
    case .noColon: return judgeNoColon(property)
    case .openQuote:
      add(
        .parameterQuote, property, at: fault.at,
        message: "a quotation mark is not closed; expected another")
    case .illegalParameter: judgeParameters(of: property)
    }
    return property
  }

  private mutating func without(_ property: CheckedProperty) -> CheckedProperty? {
    let text = property.line.bytes[property.line.content]
    add(
      .lineGrammar, property,
      message:
        "\(text.quoted) is not a content line; expected a name, parameters, a colon and a value"
    )
    return nil
  }

  private mutating func judgeNoColon(_ property: CheckedProperty) -> CheckedProperty? {
    let line = property.line
    let rest = line.bytes[line.name.upperBound..<line.content.upperBound]
    let hasName = line.bytes[line.name].allSatisfy {
      0x30...0x39 ~= $0 || 0x41...0x5A ~= $0.upper || $0 == 0x2D
    }
    guard hasName, rest.first == UInt8(ascii: ";") else { return without(property) }
    let quotes = rest.count { $0 == 0x22 }
    if quotes % 2 == 1, let quote = rest.lastIndex(of: 0x22) {
      add(
        .parameterQuote, property, at: quote,
        message: "a quotation mark is not closed; expected another")
    } else {
      add(
        .lineGrammar, property, at: line.content.upperBound,
        message: "the content line has no colon; expected one before the value")
    }
    return property
  }

  private mutating func judgeParameters(of property: CheckedProperty) {
    var seen: Set<String> = []
    for parameter in property.line.parameters {
      guard !parameter.name.isEmpty else {
        let text = property.line.bytes[parameter.values]
        add(
          .parameterGrammar, property, at: parameter.name.lowerBound,
          message: "\(text.quoted) is not a parameter; expected NAME=value")
        return
      }
      let values = ParameterValues.split(property.line.bytes[parameter.values])
      guard values.allSatisfy(Self.isWhole) else {
        add(
          .parameterQuote, property, at: parameter.name.lowerBound,
          message:
            "a quotation mark is inside a value; expected quotation marks around the whole value")
        return
      }
      let name = String(decoding: property.line.bytes[parameter.name].map(\.upper), as: UTF8.self)
      judge(
        name, values, isFirst: seen.insert(name).inserted, place: parameter.name.lowerBound,
        property: property)
    }
  }

  /// True if a value has quotation marks around all of it or none at all.
  private static func isWhole(_ value: ArraySlice<UInt8>) -> Bool {
    guard value.first == 0x22 else { return !value.contains(0x22) }
    return value.count > 1 && value.dropFirst().firstIndex(of: 0x22) == value.endIndex - 1
  }

  private mutating func judge(
    _ name: String, _ values: [ArraySlice<UInt8>], isFirst: Bool, place: Int,
    property: CheckedProperty
  ) {
    if !isFirst, !name.hasPrefix("X-") {
      add(
        .parameterOnce, property, at: place,
        message: "\(name.quoted) appears twice; expected once")
    }
    if values.count > 1, ParameterTable.single.contains(name) {
      add(
        .parameterSingle, property, at: place,
        message: "\(name) has \(values.count) values; expected one")
    }
    if ParameterTable.quoted.contains(name), values.contains(where: { $0.first != 0x22 }) {
      add(
        .parameterQuote, property, at: place,
        message: "\(name) is not in quotation marks; expected quotation marks around the value")
    }
    if let caret = values.lazy.compactMap(Self.strayCaret).first {
      add(
        .parameterCaret, property, at: caret,
        message: "a caret does not begin an escape; expected ^n, ^^ or ^'")
    }
    judgeWord(name, values[0], place: place, property: property)
  }

  private mutating func judgeWord(
    _ name: String, _ value: ArraySlice<UInt8>, place: Int, property: CheckedProperty
  ) {
    guard let words = ParameterTable.words[name] else { return }
    let word = ParameterValues.text(value)
    guard !words.contains(word.uppercased()) else { return }
    add(
      .parameterWord, property, at: place,
      message: "\(name) is \(word.quoted); expected \(words.joined(separator: " or "))")
  }

  /// The first caret that begins none of the escapes of RFC 6868.
  private static func strayCaret(_ value: ArraySlice<UInt8>) -> Int? {
    var index = value.startIndex
    while let caret = value[index...].firstIndex(of: UInt8(ascii: "^")) {
      guard caret + 1 < value.endIndex,
        [UInt8(ascii: "n"), UInt8(ascii: "^"), UInt8(ascii: "'")].contains(value[caret + 1])
      else { return caret }
      index = caret + 2
    }
    return nil
  }
}

/// The rules for parameters.
enum ParameterTable {
  /// Parameters with one value.
  static let single = Set(
    """
    ALTREP CN CUTYPE DIR ENCODING FMTTYPE FBTYPE LANGUAGE PARTSTAT RANGE RELATED RELTYPE ROLE RSVP \
    SENT-BY TZID VALUE EMAIL LABEL ORDER SCHEMA DERIVED GAP LINKREL SCHEDULE-AGENT \
    SCHEDULE-FORCE-SEND SCHEDULE-STATUS MANAGED-ID SIZE FILENAME
    """.split(separator: " ").map(String.init))
  /// Parameters whose values are always quoted.
  static let quoted: Set<String> = [
    "ALTREP", "DIR", "SENT-BY", "MEMBER", "DELEGATED-FROM", "DELEGATED-TO",
  ]
  /// Parameters with a closed list of words.
  static let words: [String: [String]] = [
    "ENCODING": ["8BIT", "BASE64"], "RANGE": ["THISANDFUTURE"], "RELATED": ["START", "END"],
    "RSVP": ["TRUE", "FALSE"], "DERIVED": ["TRUE", "FALSE"],
  ]
}

extension ArraySlice<UInt8> {
  /// The bytes as a text in quotation marks, shortened to the beginning if they are long.
  var quoted: String {
    let shown = String(decoding: prefix(240), as: UTF8.self)
    return count > 240 ? "\"\(shown.prefix(80))…\"" : shown.quoted
  }
}
