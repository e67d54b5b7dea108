extension Repetition {
  /// The words in which Obsidian Tasks writes a repetition when it writes its line again, such as `every 2 weeks` for
  /// `every other week`; nil if it has no such words for it.
  package var obsidianForm: String? {
    var sorted = self
    sorted.rule.weekdays = sortedWeekdays
    sorted.rule.monthDays =
      rule.monthDays.filter { $0 > 0 }.sorted() + rule.monthDays.filter { $0 < 0 }.sorted(by: >)
    guard let days = sorted.dayForm else { return nil }
    let text = "every " + unitForm + days + endForm + (isAfterDone ? " when done" : "")
    return (try? Repetition(parsing: text)) == sorted ? text : nil
  }

  /// The weekdays of each week, and then those of a month, each from Monday on.
  private var sortedWeekdays: [RecurrenceRule.WeekdayNumber] {
    let order = Weekday.allCases
    func place(_ day: RecurrenceRule.WeekdayNumber) -> Int {
      order.firstIndex(of: day.weekday) ?? 0
    }
    let days = rule.weekdays.enumerated().sorted {
      ($0.element.ordinal == 0 ? 0 : 1, place($0.element), $0.offset)
        < ($1.element.ordinal == 0 ? 0 : 1, place($1.element), $1.offset)
    }
    return days.map(\.element)
  }

  private var areWorkdays: Bool {
    rule.weekdays == Weekday.allCases.prefix(5).map { RecurrenceRule.WeekdayNumber($0) }
  }

  private var unitForm: String {
    if rule.frequency == .weekly, rule.interval == 1, areWorkdays { return "weekday" }
    if rule.frequency == .yearly, rule.interval == 1, !rule.months.isEmpty {
      return Self.list(rule.months.map { DateNames.months[$0 - 1].withCapital })
    }
    let name =
      rule.frequency == .daily ? "day" : String(rule.frequency.rawValue.lowercased().dropLast(2))
    return rule.interval == 1 ? name : "\(rule.interval) \(name)s"
  }

  /// The days of the rule, which are sorted; nil for a part that the words lack.
  private var dayForm: String? {
    let hasMonthDays = !rule.monthDays.isEmpty
    guard !(hasMonthDays && !rule.weekdays.isEmpty) else { return nil }
    if hasMonthDays { return " on the " + Self.list(rule.monthDays.map(Self.ordinalForm)) }
    if rule.weekdays.isEmpty { return "" }
    if rule.frequency == .weekly, areWorkdays { return rule.interval == 1 ? "" : " on weekdays" }
    let all = rule.weekdays.filter { $0.ordinal == 0 }
    guard all.count < 7 else { return nil }
    let some = rule.weekdays.filter { $0.ordinal != 0 }
    let each = all.isEmpty ? "" : " on " + all.map(Self.name).joined(separator: ", ")
    guard !some.isEmpty else { return each }
    let names = some.map { "\(Self.ordinalForm($0.ordinal)) \(Self.name($0))" }
    return each + (all.isEmpty ? "" : " and") + " on the " + Self.list(names)
  }

  private var endForm: String {
    switch rule.end {
    case .never: ""
    case .count(let count): " for \(count) time\(count % 100 == 1 ? "" : "s")"
    case .onDay(let day):
      " until \(DateNames.months[day.month - 1].withCapital) \(day.day), \(day.year)"
    case .at: " until"  // it has no such words, so this is not read
    }
  }

  private static func name(_ day: RecurrenceRule.WeekdayNumber) -> String {
    DateNames.weekdays[Weekday.allCases.firstIndex(of: day.weekday) ?? 0].withCapital
  }

  private static func list(_ words: [String]) -> String {
    guard let last = words.last, words.count > 1 else { return words.first ?? "" }
    return words.dropLast().joined(separator: ", ") + " and " + last
  }

  private static func ordinalForm(_ number: Int) -> String {
    if number == -1 { return "last" }
    let count = abs(number)
    let suffix =
      switch count {
      case 1, 21, 31: "st"
      case 2, 22: "nd"
      case 3, 23: "rd"
      default: "th"
      }
    return "\(count)\(suffix)" + (number < 0 ? " last" : "")
  }
}

extension StringProtocol {
  fileprivate var withCapital: String { prefix(1).uppercased() + dropFirst() }
}
