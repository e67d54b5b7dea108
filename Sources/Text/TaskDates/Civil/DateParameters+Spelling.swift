/// Dates in words, for people; no command parses them.
extension Weekday {
  /// The name, `Monday` to `Sunday`.
  public var name: String {
    let name = DateNames.weekdays[rawValue - 1]
    return name.prefix(1).uppercased() + name.dropFirst()
  }
}

extension DateParameters {
  /// `Saturday 21 November 2026`.
  public var spelled: String { "\(weekday.name) \(day) \(monthName) \(year)" }

  /// `Sat 21 Nov`, with the year if it is not the given one.
  public func spelledShort(in year: Int) -> String {
    let text = "\(weekday.name.prefix(3)) \(day) \(monthName.prefix(3))"
    return self.year == year ? text : "\(text) \(self.year)"
  }

  fileprivate var monthName: String { DateNames.months[month - 1] }
}

extension DatePeriod {
  /// `2026`, `November 2026`, `Week 48, 23 - 29 November 2026`, `Saturday 21 November 2026`.
  public var spelled: String {
    switch unit {
    case .year: String(firstDay.year)
    case .month: "\(firstDay.monthName) \(firstDay.year)"
    case .week: "Week \(number), \(spelledDays)"
    case .day: firstDay.spelled
    }
  }

  /// The days; the first is shortened to the parts that differ from the last.
  private var spelledDays: String {
    let end = "\(lastDay.day) \(lastDay.monthName) \(lastDay.year)"
    if firstDay.year != lastDay.year {
      return "\(firstDay.day) \(firstDay.monthName) \(firstDay.year) - \(end)"
    }
    if firstDay.month != lastDay.month { return "\(firstDay.day) \(firstDay.monthName) - \(end)" }
    return "\(firstDay.day) - \(end)"
  }
}
