import ExactText
import ICalendar
import TaskDates
import WebDAV

/// A filter of properties (RFC 4791, section 9.7.2).
struct PropertyFilter {
  private let name: String
  private let isMissing: Bool
  private let range: TimeRange?
  private let text: TextMatch?
  private let parameters: [ParameterFilter]

  init(_ tree: XMLTree) throws(FilterFault) {
    name = try tree.filteredName
    isMissing = tree.isNotDefined
    range = try TimeRange.read(in: tree)
    text = try tree.first(.caldav("text-match")).map(TextMatch.init)
    parameters = try tree.all(.caldav("param-filter")).map(ParameterFilter.init)
  }

  /// Whether a component of an item matches, as far as the facts say.
  func verdict(_ facts: ItemFacts) -> FilterVerdict {
    guard range == nil, parameters.isEmpty else { return .open }
    switch name {
    case "UID" where !isMissing:
      return text.map { $0.matches(facts.uid) } ?? true ? .yes : .no
    case "COMPLETED" where text == nil:
      if facts.completed == 0 { return isMissing ? .yes : .no }
      if facts.completed == facts.count { return isMissing ? .no : .yes }
      return .open
    default: return .open
    }
  }

  func matches(_ lines: [PropertyLine], zone: Zone) -> Bool {
    let named = lines.filter { ExactString($0.upperName) == ExactString(name) }
    return isMissing ? named.isEmpty : named.contains { matches($0, zone) }
  }

  private func matches(_ line: PropertyLine, _ zone: Zone) -> Bool {
    (range.map { $0.contains(line, zone: zone) } ?? true)
      && (text.map { $0.matches(TextValue.text(line.bytes[line.value])) } ?? true)
      && parameters.allSatisfy { $0.matches(line) }
  }
}

/// A filter of parameters (RFC 4791, section 9.7.3).
struct ParameterFilter {
  private let name: String
  private let isMissing: Bool
  private let text: TextMatch?

  init(_ tree: XMLTree) throws(FilterFault) {
    name = try tree.filteredName
    isMissing = tree.isNotDefined
    text = try tree.first(.caldav("text-match")).map(TextMatch.init)
  }

  func matches(_ line: PropertyLine) -> Bool {
    let found = line.parameters.filter { parameter in
      line.bytes[parameter.name].map(\.upper).elementsEqual(name.utf8)
    }
    if isMissing { return found.isEmpty }
    return found.contains { parameter in
      text.map { text in line.values(of: parameter).contains(where: text.matches) } ?? true
    }
  }
}

/// A comparison of texts (RFC 4791, section 9.7.5): a value matches if it contains the wanted one.
struct TextMatch {
  private let wanted: String
  private let isNegated: Bool
  private let isExact: Bool

  /// The ways of comparing; `i;unicode-casemap` is nearly what `i;ascii-casemap` is here.
  static let collations = ["i;ascii-casemap", "i;octet", "i;unicode-casemap"]

  init(_ tree: XMLTree) throws(FilterFault) {
    if let collation = tree.attributes["collation"], collation != "default",
      !Self.collations.contains(where: { $0 == collation })
    {
      throw FilterFault(condition: .caldav("supported-collation"))
    }
    wanted = tree.text
    isNegated = tree.attributes["negate-condition"]?.lowercased() == "yes"
    isExact = tree.attributes["collation"] == "i;octet"
  }

  func matches(_ value: String) -> Bool {
    let isFound = isExact || isASCII ? contains(value) : containsLowercased(value)
    return isFound != isNegated
  }

  private var isASCII: Bool { wanted.utf8.allSatisfy { $0 < 0x80 } }

  /// True if the bytes of a value contain the wanted ones; capitals and small letters of ASCII are the same unless the
  /// comparison is exact.
  private func contains(_ value: String) -> Bool {
    let (bytes, wanted) = (value.utf8Span.span, wanted.utf8Span.span)
    guard wanted.count <= bytes.count else { return false }
    for begin in 0...(bytes.count - wanted.count) {
      var index = 0
      while index < wanted.count,
        isExact
          ? bytes[begin + index] == wanted[index]
          : bytes[begin + index].upper == wanted[index].upper
      { index += 1 }
      if index == wanted.count { return true }
    }
    return false
  }

  private func containsLowercased(_ value: String) -> Bool {
    value.lowercased().utf8.firstRange(of: wanted.lowercased().utf8) != nil
  }
}
