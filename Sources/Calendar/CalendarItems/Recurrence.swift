public import TaskDates

/// A recurrence: its rules, and the dates that differ from them.
public struct Recurrence: Hashable, Sendable {
  /// The rules: usually one; none if there are only additional dates; several are joined.
  public var rules: [RecurrenceRule]
  /// Rules for excluded dates (EXRULE, which RFC 5545 removed from the format).
  public var exceptRules: [RecurrenceRule] = []
  /// True if the next occurrence is counted from the completion of the last one, which no calendar supports.
  public var isAfterDone: Bool
  /// True if a reminder's rules and dates are its starts, with a due date at a fixed distance after each; false if they
  /// are its due dates.
  public var countsStarts = false
  /// Excluded dates of the rules, each a day or a day and time.
  public var except: [TMDateType]
  /// Additional dates, each a day, a day and time, or a range of its own.
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

  /// The rule; the first if there are several.
  public var rule: RecurrenceRule? {
    get { rules.first }
    set { rules = (newValue.map { [$0] } ?? []) + rules.dropFirst() }
  }
}

extension Recurrence {
  /// The rule, if `@repeat` can express it; nil if there are several, or if it does not count from due dates.
  public var expressibleRule: RecurrenceRule? {
    rules.count == 1 && exceptRules.isEmpty && !countsStarts ? rule : nil
  }

  /// True for a series of added dates without a rule.
  package var hasOnlyAddedDates: Bool {
    rules.isEmpty && exceptRules.isEmpty && !also.isEmpty && !countsStarts
  }
}

extension CalendarItem {
  /// The rule, if the line of the item can say it; days cannot repeat within a day.
  package var lineRule: RecurrenceRule? {
    let hasOnlyDays = (when ?? start)?.isAllDay == true
    return recurrence?.expressibleRule.flatMap { $0.countsTimes && hasOnlyDays ? nil : $0 }
  }

  /// True if the line of a series can say its dates.
  package var lineSaysSeries: Bool { lineRule != nil || recurrence?.hasOnlyAddedDates == true }
}
