public import Diagnostics
public import ICalendar
public import TaskDates

/// Judges .ics files by RFC 5545, and by RFC 6868, 7529, 7986, 9073, 9074 and 9253.
///
/// What is judged are the bytes: libical has no say. The time it takes grows with the size of the
/// file alone, and what is said is some hundred sentences at most.
public struct Conformance: Sendable {
  /// A broken rule and what is said of it.
  public struct Finding: Hashable, Sendable {
    /// The rule; nil for the last line of many, which says how many more there are.
    public let rule: ConformanceRule?
    /// Where, how bad, and what was expected.
    public let diagnostic: Diagnostic
  }

  /// What is wrong with a file, in order of place.
  public static func diagnostics(of document: ICSDocument) -> [Diagnostic] {
    findings(of: document).map(\.diagnostic)
  }

  /// The same with the rules' names.
  ///
  /// - Parameters:
  ///   - document: The file.
  ///   - limit: How many components are looked at, as when items are read; those behind are said.
  ///   - zone: The zone of a TZID, where somebody knows it. Without it times of different zones are
  ///     only compared where they are more than a day apart.
  public static func findings(
    of document: ICSDocument, limit: Int = InputLimits().components,
    zone: @escaping (String) -> Zone? = { _ in nil }
  ) -> [Finding] {
    var check = ConformanceCheck(document, zone: zone)
    check.run(limit: limit)
    return (placed(check.findings, in: document) + beyond(limit, document))
      .sorted { $0.diagnostic.place < $1.diagnostic.place }
  }

  /// Says that a file has more components than are looked at.
  private static func beyond(_ limit: Int, _ document: ICSDocument) -> [Finding] {
    let first = limit + 1
    guard document.components.indices.contains(first) else { return [] }
    var places = LinePlaces(document)
    let place = places.place(ofByte: document.range(of: first).lowerBound)
    let sentence =
      "there are \(document.components.count - 1) components; those behind the first \(limit) "
      + "are not checked"
    return [Finding(rule: nil, diagnostic: Diagnostic(.error, at: place, message: sentence))]
  }

  /// True if a file has a component that iCalendar knows; what has none is something else.
  public static func isCalendar(_ document: ICSDocument) -> Bool {
    document.components.contains { ComponentTable.specs[$0.name.uppercased()] != nil }
  }

  private static func placed(
    _ findings: ConformanceFindings, in document: ICSDocument
  ) -> [Finding] {
    var places = LinePlaces(document)
    var placed = findings.entries.map { entry in
      Finding(
        rule: entry.rule,
        diagnostic: Diagnostic(
          entry.severity, at: places.place(ofByte: entry.offset), message: entry.sentence))
    }
    if findings.leftOut > 0 {
      placed.append(more(findings, at: places.place(ofByte: document.bytes.count)))
    }
    return placed
  }

  private static func more(_ findings: ConformanceFindings, at end: Place) -> Finding {
    let errors = findings.errorsLeftOut
    let sentence =
      "\(findings.leftOut) more messages like these are left out, \(errors) of them errors; "
      + "\(ConformanceFindings.limit) of a kind are said"
    return Finding(
      rule: nil, diagnostic: Diagnostic(errors > 0 ? .error : .warning, at: end, message: sentence))
  }
}
