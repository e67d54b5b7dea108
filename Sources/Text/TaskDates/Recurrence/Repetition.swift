/// The meaning of `@repeat`: a rule, and where it counts from.
///
/// ```swift
/// try Repetition(parsing: "every 2 weeks on mon, wed until 2025-01-01").rule.rrule
/// // FREQ=WEEKLY;UNTIL=20250101;INTERVAL=2;BYDAY=MO,WE
/// ```
public struct Repetition: Hashable, Sendable {
  /// The rule.
  public var rule: RecurrenceRule
  /// True if the next occurrence is counted from the completion of the last one, which an RRULE cannot express.
  public var isAfterDone: Bool

  /// Creates a repetition.
  public init(_ rule: RecurrenceRule, isAfterDone: Bool = false) {
    self.rule = rule
    self.isAfterDone = isAfterDone
  }

  /// Reads words or an RRULE.
  ///
  /// - Throws: `RuleError` if the text is neither.
  public init(parsing text: String) throws(RuleError) {
    if text.utf8.contains(UInt8(ascii: "=")) {
      self.init(try RecurrenceRule(rrule: text.filter { $0 != " " }))
    } else {
      var words = RuleWords(text)
      guard let repetition = words.repetition() else { throw .notARule(text) }
      self = repetition
    }
  }

  /// The repetition in words if words can express it, otherwise as an RRULE.
  public var text: String {
    guard let words = rule.words else { return rule.rrule }
    return isAfterDone ? "\(words) after done" : words
  }
}
