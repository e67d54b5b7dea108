extension RecurrenceRule {
  /// True if the rule's BY parts allow a day, false if they exclude it; nil if only counting the dates of the rule can
  /// tell (BYSETPOS, calendars of RFC 7529).
  public func allows(_ day: DateParameters) -> Bool? {
    guard setPositions.isEmpty, isGregorian else { return nil }
    return DayFilter(self).allows(day)
  }
}
