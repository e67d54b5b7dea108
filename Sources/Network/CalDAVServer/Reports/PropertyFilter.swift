import ExactText
import ICalendar
import TaskDates
import WebDAV

/// A filter of properties (RFC 4791, section 9.7.2).
struct PropertyFilter {
  let name: String
  private let isMissing: Bool
  private let range: TimeRange?
  private let text: TextMatch?
  private let parameters: [ParameterFilter]

  init?(_ tree: XMLTree) {
    guard let name = tree.attributes["name"] else { return nil }
    self.name = name.uppercased()
    isMissing = tree.first(.caldav("is-not-defined")) != nil
    do throws(TimeRange.Fault) { range = try TimeRange.read(in: tree) } catch { return nil }
    text = tree.first(.caldav("text-match")).map { TextMatch($0) }
    parameters = tree.all(.caldav("param-filter")).compactMap { ParameterFilter($0) }
  }

  /// The text that the value must have, if it must have one exactly as far as letters go.
  var exactText: String? { isMissing ? nil : text?.wanted }

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

  init?(_ tree: XMLTree) {
    guard let name = tree.attributes["name"] else { return nil }
    self.name = name.uppercased()
    isMissing = tree.first(.caldav("is-not-defined")) != nil
    text = tree.first(.caldav("text-match")).map { TextMatch($0) }
  }

  func matches(_ line: PropertyLine) -> Bool {
    let found = line.parameters.filter { parameter in
      let upper = line.bytes[parameter.name].map { 0x61...0x7A ~= $0 ? $0 & 0xDF : $0 }
      return upper.elementsEqual(name.utf8)
    }
    if isMissing { return found.isEmpty }
    return found.contains { parameter in
      text.map { text in line.values(of: parameter).contains(where: text.matches) } ?? true
    }
  }
}

/// A comparison of texts (RFC 4791, section 9.7.5): a value matches if it contains the wanted one.
struct TextMatch {
  let wanted: String
  private let isNegated: Bool
  private let isExact: Bool

  init(_ tree: XMLTree) {
    wanted = tree.text
    isNegated = tree.attributes["negate-condition"]?.lowercased() == "yes"
    isExact = tree.attributes["collation"] == "i;octet"
  }

  func matches(_ value: String) -> Bool {
    let isFound =
      wanted.utf8.isEmpty
      || (isExact
        ? value.utf8.containsBytes(wanted.utf8)
        : value.lowercased().utf8.containsBytes(wanted.lowercased().utf8))
    return isFound != isNegated
  }
}

extension String.UTF8View {
  /// True if the bytes contain others.
  fileprivate func containsBytes(_ wanted: String.UTF8View) -> Bool {
    guard let first = wanted.first else { return true }
    return indices.contains { self[$0] == first && self[$0...].starts(with: wanted) }
  }
}
