extension RecurrenceRule {
  /// True if the rule's BY parts allow a day, false if they forbid it; nil where only counting the
  /// rule's dates could tell (BYSETPOS, weeks that do not begin on Monday, calendars of RFC 7529).
  public func allows(_ day: DateParameters) -> Bool? {
    guard setPositions.isEmpty, otherParts.isEmpty, weekNumbers.isEmpty || weekStart == .monday
    else { return nil }
    let monthLength = DateParameters.daysIn(month: day.month, year: day.year)
    let yearLength = DateParameters.isLeap(day.year) ? 366 : 365
    return (months.isEmpty || months.contains(day.month))
      && Self.holds(monthDays, day.day, of: monthLength)
      && Self.holds(yearDays, day.dayOfYear, of: yearLength)
      && allowsWeek(of: day) && allowsWeekday(of: day)
  }

  /// True if a list is empty or has a number, counted from the beginning or from the end.
  private static func holds(_ list: [Int], _ number: Int, of length: Int) -> Bool {
    list.isEmpty || list.contains(number) || list.contains(number - length - 1)
  }

  private func allowsWeek(of day: DateParameters) -> Bool {
    guard !weekNumbers.isEmpty, let week = DatePeriod(.week, containing: day) else {
      return weekNumbers.isEmpty
    }
    return Self.holds(weekNumbers, week.number, of: DatePeriod.weeks(in: week.year))
  }

  private func allowsWeekday(of day: DateParameters) -> Bool {
    guard !weekdays.isEmpty else { return true }
    let isWithinMonth = frequency == .monthly || !months.isEmpty
    let length =
      isWithinMonth
      ? DateParameters.daysIn(month: day.month, year: day.year)
      : DateParameters.isLeap(day.year) ? 366 : 365
    let position = isWithinMonth ? day.day : day.dayOfYear
    let fromStart = (position - 1) / 7 + 1
    let fromEnd = -((length - position) / 7 + 1)
    return weekdays.contains {
      $0.weekday == day.weekday && [0, fromStart, fromEnd].contains($0.ordinal)
    }
  }
}
