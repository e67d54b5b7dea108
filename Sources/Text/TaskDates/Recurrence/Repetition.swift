/// What a `@repeat` says: a rule, and what it counts from.
///
/// ```swift
/// try Repetition(parsing: "every 2 weeks on mon, wed until 2025-01-01").rule.rrule
/// // FREQ=WEEKLY;UNTIL=20250101;INTERVAL=2;BYDAY=MO,WE
/// ```
public struct Repetition: Hashable, Sendable {
  /// The rule.
  public var rule: RecurrenceRule
  /// True if the next one is counted from when the last was done, which no RRULE can say.
  public var isAfterDone: Bool

  /// Creates a repetition.
  public init(_ rule: RecurrenceRule, isAfterDone: Bool = false) {
    self.rule = rule
    self.isAfterDone = isAfterDone
  }

  /// Reads words or an RRULE.
  ///
  /// - Throws: `RuleError` where the text is neither.
  public init(parsing text: String) throws(RuleError) {
    if text.utf8.contains(UInt8(ascii: "=")) {
      self.init(try RecurrenceRule(rrule: text.filter { $0 != " " }))
    } else {
      var words = RuleWords(text)
      guard let repetition = words.repetition() else { throw .notARule(text) }
      self = repetition
    }
  }

  /// The repetition in words where words can say it, else as an RRULE.
  public var text: String {
    guard let words = rule.words else { return rule.rrule }
    return isAfterDone ? "\(words) after done" : words
  }
}
