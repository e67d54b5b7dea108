public import Diagnostics
public import ICalendar
public import TaskDates

/// Checks .ics files against RFC 5545, and RFC 6868, 7529, 7808, 7953, 7986, 9073, 9074 and 9253.
///
/// It checks the bytes without libical. The time is linear in the size of the file, and the number of findings is
/// limited to some hundred.
public struct Conformance: Sendable {
  /// A broken rule with its diagnostic.
  public struct Finding: Hashable, Sendable {
    /// The rule; nil for the last line of many, which reports how many more there are.
    public let rule: ConformanceRule?
    /// The place, the severity and what was expected.
    public let diagnostic: Diagnostic
  }

  /// The errors of a file, in order of place.
  public static func diagnostics(of document: ICSDocument) -> [Diagnostic] {
    findings(of: document).map(\.diagnostic)
  }

  /// The errors of a file with the rules.
  ///
  /// - Parameters:
  ///   - document: The file.
  ///   - limit: The maximum number of components to check, as for reading items; it is reported if there are more.
  ///   - zone: Returns the zone of a TZID if it is known. Without it, times of different zones are compared only if
  ///     they are more than a day apart.
  public static func findings(
    of document: ICSDocument, limit: Int = InputLimits().components,
    zone: @escaping (String) -> Zone? = { _ in nil }
  ) -> [Finding] {
    var check = ConformanceCheck(document, zone: zone)
    check.run(limit: limit)
    return (placed(check.findings, in: document) + beyond(limit, document))
      .sorted { $0.diagnostic.place < $1.diagnostic.place }
  }

  /// The findings for a file with more components than the limit.
  private static func beyond(_ limit: Int, _ document: ICSDocument) -> [Finding] {
    let first = limit + 1
    guard document.components.indices.contains(first) else { return [] }
    var places = LinePlaces(document)
    let place = places.place(ofByte: document.range(of: first).lowerBound)
    let sentence =
      "there are \(document.components.count - 1) components; those after the first \(limit) are "
      + "not checked"
    return [Finding(rule: nil, diagnostic: Diagnostic(.error, at: place, message: sentence))]
  }

  /// True if a file has a component of iCalendar; other files are not calendars.
  public static func isCalendar(_ document: ICSDocument) -> Bool {
    document.components.contains { ComponentTable.specs[$0.name.uppercased()] != nil }
  }

  /// The properties that a component must have; none for an unknown one (RFC 5545, section 3.6).
  ///
  /// - Parameter component: The name of the component in capital letters.
  public static func requiredProperties(of component: String) -> [String] {
    ComponentTable.specs[component]?.required ?? []
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
      + "\(ConformanceFindings.limit) of each kind are shown"
    return Finding(
      rule: nil, diagnostic: Diagnostic(errors > 0 ? .error : .warning, at: end, message: sentence))
  }
}
