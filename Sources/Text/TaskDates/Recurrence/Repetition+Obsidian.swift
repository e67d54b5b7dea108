extension Repetition {
  /// The repetition in the words that Obsidian Tasks reads, such as `every 2 weeks on Friday when done`; nil if it has
  /// no such words.
  public var obsidianText: String? {
    guard let end = endWords, let days = dayWords else { return nil }
    let text = "every " + unitWords + days + end + (isAfterDone ? " when done" : "")
    return (try? Repetition(parsing: text)) == self ? text : nil
  }

  private var isWeekdays: Bool {
    rule.frequency == .weekly && rule.interval == 1
      && rule.weekdays == Weekday.allCases.prefix(5).map { RecurrenceRule.WeekdayNumber($0) }
  }

  private var unitWords: String {
    if isWeekdays { return "weekday" }
    if rule.frequency == .yearly, rule.interval == 1, !rule.months.isEmpty {
      return rule.months.map { DateNames.months[$0 - 1].capitalizedFirst }
        .joined(separator: " and ")
    }
    let name = rule.frequency.rawValue.lowercased().dropLast(2)
    let unit = rule.frequency == .daily ? "day" : String(name)
    return rule.interval == 1 ? unit : "\(rule.intervalText) \(unit)s"
  }

  /// Obsidian Tasks has no reliable words for an end on a day.
  private var endWords: String? {
    switch rule.end {
    case .never: ""
    case .count(let count): " for \(count) time\(count == 1 ? "" : "s")"
    case .onDay, .at: nil
    }
  }

  private var dayWords: String? {
    if isWeekdays { return "" }
    if !rule.monthDays.isEmpty {
      return " on the " + rule.monthDays.map(Self.ordinal).joined(separator: " and ")
    }
    if rule.weekdays.isEmpty { return "" }
    let names = rule.weekdays.map { day in
      day.ordinal == 0
        ? day.weekday.fullName : "the \(Self.ordinal(day.ordinal)) \(day.weekday.fullName)"
    }
    return " on " + names.joined(separator: ", ")
  }

  private static func ordinal(_ number: Int) -> String {
    let count = abs(number)
    if number == -1 { return "last" }
    let suffix =
      switch (count % 10, count / 10) {
      case (_, 1): "th"
      case (1, _): "st"
      case (2, _): "nd"
      case (3, _): "rd"
      default: "th"
      }
    return "\(count)\(suffix)" + (number < 0 ? " last" : "")
  }
}

extension Weekday {
  fileprivate var fullName: String {
    DateNames.weekdays[(Weekday.allCases.firstIndex(of: self) ?? 0)].capitalizedFirst
  }
}

extension StringProtocol {
  fileprivate var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
