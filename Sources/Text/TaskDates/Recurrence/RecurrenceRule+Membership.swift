extension RecurrenceRule {
  /// True if the rule's BY parts allow a day, false if they forbid it; nil where only counting the
  /// rule's dates could tell (BYSETPOS, calendars of RFC 7529).
  public func allows(_ day: DateParameters) -> Bool? {
    guard setPositions.isEmpty, isGregorian else { return nil }
    return DayFilter(self).allows(day)
  }
}
