import TaskDates

/// A value of `recur`, such as `weekly`, `3d` or `P1M`.
struct TaskwarriorRecurrence {
  private let frequency: RecurrenceRule.Frequency
  private let interval: Int
  private let isWeekdays: Bool

  /// Reads a value; nil for one that is not a repetition.
  init?(_ text: String) {
    let word = text.lowercased()
    isWeekdays = word == "weekdays"
    if isWeekdays {
      (frequency, interval) = (.weekly, 1)
    } else if let named = Self.names[word] {
      (frequency, interval) = named
    } else {
      let period = word.first == "p" ? Self.period(word.dropFirst()) : Self.count(word)
      guard let period, (1...10_000).contains(period.1) else { return nil }
      (frequency, interval) = period
    }
  }

  private static let names: [String: (RecurrenceRule.Frequency, Int)] = [
    "daily": (.daily, 1), "day": (.daily, 1), "weekly": (.weekly, 1), "week": (.weekly, 1),
    "sennight": (.weekly, 1), "biweekly": (.weekly, 2), "fortnight": (.weekly, 2),
    "monthly": (.monthly, 1), "month": (.monthly, 1), "bimonthly": (.monthly, 2),
    "quarterly": (.monthly, 3), "quarter": (.monthly, 3), "semiannual": (.monthly, 6),
    "annual": (.yearly, 1), "yearly": (.yearly, 1), "year": (.yearly, 1),
    "biannual": (.yearly, 2), "biyearly": (.yearly, 2), "hourly": (.hourly, 1),
    "hour": (.hourly, 1),
  ]

  /// The units of `3d` and `2 weeks`, with the number of their frequency.
  private static let units: [String: (RecurrenceRule.Frequency, Int)] = [
    "d": (.daily, 1), "day": (.daily, 1), "days": (.daily, 1), "w": (.weekly, 1),
    "wk": (.weekly, 1), "wks": (.weekly, 1), "week": (.weekly, 1), "weeks": (.weekly, 1),
    "mo": (.monthly, 1), "mos": (.monthly, 1), "mth": (.monthly, 1), "mths": (.monthly, 1),
    "month": (.monthly, 1), "months": (.monthly, 1), "q": (.monthly, 3), "qtr": (.monthly, 3),
    "qtrs": (.monthly, 3), "quarter": (.monthly, 3), "quarters": (.monthly, 3),
    "y": (.yearly, 1), "yr": (.yearly, 1), "yrs": (.yearly, 1), "year": (.yearly, 1),
    "years": (.yearly, 1), "h": (.hourly, 1), "hr": (.hourly, 1), "hrs": (.hourly, 1),
    "hour": (.hourly, 1), "hours": (.hourly, 1),
  ]

  /// Reads `3d`.
  private static func count(_ word: String) -> (RecurrenceRule.Frequency, Int)? {
    let digits = word.prefix { ("0"..."9").contains($0) }
    let unit = word.dropFirst(digits.count).drop { $0 == " " }
    guard let number = Int(digits), number <= 10_000, let (frequency, factor) = units[String(unit)]
    else { return nil }
    return (frequency, number * factor)
  }

  /// Reads the part of an ISO period after its `P`, if it has one unit: `1m` is a month, `t12h` twelve hours.
  private static func period(_ word: Substring) -> (RecurrenceRule.Frequency, Int)? {
    let isTime = word.first == "t"
    let rest = isTime ? word.dropFirst() : word
    guard let unit = rest.last, let number = Int(rest.dropLast()), number <= 10_000 else {
      return nil
    }
    switch (isTime, unit) {
    case (false, "d"): return (.daily, number)
    case (false, "w"): return (.weekly, number)
    case (false, "m"): return (.monthly, number)
    case (false, "y"): return (.yearly, number)
    case (true, "h"): return (.hourly, number)
    default: return nil
    }
  }

  /// The rule of a series that begins on a date; nil if a calendar has no such series.
  func rule(from start: TMDateType) -> RecurrenceRule? {
    if frequency == .hourly, start.isAllDay { return nil }
    var rule = RecurrenceRule(frequency, interval: interval)
    if isWeekdays {
      rule.weekdays = [.monday, .tuesday, .wednesday, .thursday, .friday].map { .init($0) }
    }
    // Taskwarrior takes the last day of a month that is too short; RFC 5545 leaves such a month out.
    let day = start.startDate.date.day
    if frequency == .monthly, day > 28 {
      rule.monthDays = day == 31 ? [-1] : Array(28...day)
      rule.setPositions = day == 31 ? [] : [-1]
    }
    return rule
  }
}
