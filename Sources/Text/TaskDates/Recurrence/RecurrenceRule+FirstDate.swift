extension RecurrenceRule {
  /// The rule without the parts that repeat what its first date says: `BYDAY=TH` of a weekly rule from a Thursday.
  ///
  /// Other programs write or leave out such parts, so rules of one series are compared without them.
  package func withoutParts(of first: DateParameters) -> RecurrenceRule {
    var rule = self
    rule.removeDay(of: first)
    if !rule.countsWeeks { rule.weekStart = .monday }
    return rule
  }

  private mutating func removeDay(of first: DateParameters) {
    guard setPositions.isEmpty, yearDays.isEmpty, weekNumbers.isEmpty else { return }
    switch frequency {
    case .weekly where months.isEmpty && weekdays == [WeekdayNumber(first.weekday)]: weekdays = []
    case .monthly where months.isEmpty && weekdays.isEmpty && monthDays == [first.day]:
      monthDays = []
    case .yearly where weekdays.isEmpty && months == [first.month]:
      guard monthDays.isEmpty || monthDays == [first.day] else { return }
      (months, monthDays) = ([], [])
    default: break
    }
  }

  /// True if the first day of the week has a meaning.
  private var countsWeeks: Bool {
    frequency == .weekly && interval > 1 && !weekdays.isEmpty || !weekNumbers.isEmpty
  }
}
