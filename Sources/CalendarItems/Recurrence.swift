public import TaskDates

/// How an item repeats: its rule, and the dates that differ from it.
public struct Recurrence: Hashable, Sendable {
  /// The rule; it counts the item's due dates.
  public var rule: RecurrenceRule
  /// True if the next one is counted from when the last was done; no calendar can say it.
  public var isAfterDone: Bool
  /// Due dates that the rule makes and that do not take place, each a day or a day and time.
  public var except: [TMDateType]
  /// Due dates that take place besides, each a day or a day and time.
  public var also: [TMDateType]

  /// Creates a recurrence.
  public init(
    rule: RecurrenceRule, isAfterDone: Bool = false, except: [TMDateType] = [],
    also: [TMDateType] = []
  ) {
    self.rule = rule
    self.isAfterDone = isAfterDone
    self.except = except
    self.also = also
  }
}
