public import TaskDates

/// How an item repeats: its rule, and the dates that differ from it.
public struct Recurrence: Hashable, Sendable {
  /// The rules: one, or none where only `also` adds dates; others may have more, and each counts.
  public var rules: [RecurrenceRule]
  /// Rules whose dates do not take place (EXRULE, which RFC 5545 took out of the format).
  public var exceptRules: [RecurrenceRule] = []
  /// True if the next one is counted from when the last was done; no calendar can say it.
  public var isAfterDone: Bool
  /// True if a reminder's rules and dates are those of its start, and it is due as much later each
  /// time; else they are its due dates.
  public var countsStarts = false
  /// Dates that the rule makes and that do not take place, each a day or a day and time.
  public var except: [TMDateType]
  /// Dates that take place besides, each a day, a day and time, or a range of its own.
  public var also: [TMDateType]

  /// Creates a recurrence.
  public init(
    rule: RecurrenceRule?, isAfterDone: Bool = false, except: [TMDateType] = [],
    also: [TMDateType] = []
  ) {
    rules = rule.map { [$0] } ?? []
    self.isAfterDone = isAfterDone
    self.except = except
    self.also = also
  }

  /// The rule, the first where there are several.
  public var rule: RecurrenceRule? {
    get { rules.first }
    set { rules = (newValue.map { [$0] } ?? []) + rules.dropFirst() }
  }
}
