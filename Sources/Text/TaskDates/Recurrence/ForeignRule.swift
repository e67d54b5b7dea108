import Diagnostics

/// A rule as other programs write it: with two ends, an end that is not a number of dates, or a part that is there twice.
package struct ForeignRule {
  /// The rule; if it has two ends, with its UNTIL.
  package let rule: RecurrenceRule
  /// The COUNT beside the UNTIL of the rule; nil for none.
  package private(set) var count: Int?
  /// What is wrong with the rule; nil for a valid one.
  package private(set) var fault: String?

  /// Reads the value of an RRULE.
  ///
  /// - Throws: `RuleError` for a rule whose meaning is not clear.
  package init(rrule text: String) throws(RuleError) {
    let error: RuleError
    do throws(RuleError) {
      rule = try RecurrenceRule(rrule: text)
      return
    } catch let caught { error = caught }
    let parts = Self.withoutCopies(text.split(separator: ";", omittingEmptySubsequences: false))
    let ends = parts.filter { $0.uppercased().hasPrefix("COUNT=") }
    guard ends.count <= 1 else { throw error }
    let rest = parts.filter { $0 != ends.first }.joined(separator: ";")
    guard let end = ends.first, let number = Int(end.dropFirst("COUNT=".count)) else {
      guard ends.isEmpty, rest.utf8.count < text.utf8.count else { throw error }
      rule = try RecurrenceRule(rrule: rest)
      fault = "the rule has a part twice"
      return
    }
    guard number < 0 || number > 0 && Self.hasUntil(parts) else { throw error }
    rule = try RecurrenceRule(rrule: rest)
    count = number < 0 ? nil : number
    fault = number < 0 ? "\(end) is not a number of dates" : "the rule has COUNT and UNTIL"
  }

  private static func hasUntil(_ parts: [Substring]) -> Bool {
    parts.contains { $0.uppercased().hasPrefix("UNTIL=") }
  }

  /// The parts, each once.
  private static func withoutCopies(_ parts: [Substring]) -> [Substring] {
    var seen: Set<String> = []
    return parts.filter { seen.insert($0.uppercased()).inserted }
  }
}
