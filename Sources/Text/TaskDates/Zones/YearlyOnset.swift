/// A yearly change of clocks without an end, as a VTIMEZONE defines it.
public struct YearlyOnset: Sendable {
  /// The rule for the day, and the time if the rule has one.
  public let rule: RecurrenceRule
  /// The first change, in the local time before it.
  public let start: DateTimeParameters
  /// The UTC offset before the change, in seconds.
  public let from: Int
  /// The observance after the change.
  public let shown: Zone.Observance

  /// Creates a yearly change.
  public init(
    rule: RecurrenceRule, start: DateTimeParameters, from: Int, shown: Zone.Observance
  ) {
    self.rule = rule
    self.start = start
    self.from = from
    self.shown = shown
  }

  /// The change in the local time of a UTC offset, in seconds.
  fileprivate func change(onClockOf offset: Int) -> ZoneRule.Change? {
    ZoneRule.Change(yearly: rule, from: start).map {
      ZoneRule.Change(day: $0.day, second: $0.second + offset - from)
    }
  }
}

extension ZoneRule {
  /// Creates the zone rule of two changes, for the time after both have begun; nil if a rule cannot express them.
  public init?(_ first: YearlyOnset, _ second: YearlyOnset) {
    guard first.shown != second.shown else { return nil }
    let isFirstDaylight = first.shown.isDaylight && !second.shown.isDaylight
    let (daylight, standard) = isFirstDaylight ? (first, second) : (second, first)
    guard let start = daylight.change(onClockOf: standard.shown.offset),
      let end = standard.change(onClockOf: daylight.shown.offset)
    else { return nil }
    self.init(standard: standard.shown, daylight: daylight.shown, start: start, end: end)
    guard isInOrder else { return nil }
  }

  /// False if the two changes are so close together that their order is not the same every year.
  private var isInOrder: Bool {
    let seconds = (2000...2028).flatMap { transitions(in: $0).map(\.0) }
    return zip(seconds, seconds.dropFirst()).allSatisfy { $0 + 2 * 86_400 < $1 }
  }
}

extension RecurrenceRule {
  /// True if the rule never ends, or so late that nobody can have meant it.
  public var isOpen: Bool {
    switch end {
    case .never: true
    case .count: false
    case .onDay(let day): day.year >= Self.farYear
    case .at(let moment, _): moment.date.year >= Self.farYear
    }
  }

  private static let farYear = 2500
}

extension ZoneRule.Change {
  /// Creates the change of a yearly rule that never ends; nil if a zone's rule cannot express it.
  ///
  /// - Parameters:
  ///   - rule: The rule.
  ///   - start: The first onset, which supplies what the rule omits.
  init?(yearly rule: RecurrenceRule, from start: DateTimeParameters) {
    guard rule.frequency == .yearly, rule.isOpen, rule.isGregorian, rule.interval == 1,
      rule.setPositions.isEmpty, rule.weekNumbers.isEmpty,
      max(rule.hours.count, rule.minutes.count, rule.seconds.count) <= 1,
      let (day, shift) = rule.zoneDay(from: start.date)
    else { return nil }
    let hour = rule.hours.first ?? start.time.hour
    let minute = rule.minutes.first ?? start.time.minute
    let second = min(rule.seconds.first ?? start.time.second, 59)
    self.init(day: day, second: shift * 86_400 + hour * 3600 + minute * 60 + second)
  }
}

extension RecurrenceRule {
  /// The day of each year that the rule names, and an offset to it in days.
  fileprivate func zoneDay(from start: DateParameters) -> (day: ZoneRule.Day, shift: Int)? {
    if yearDays.count == 1, months.isEmpty, monthDays.isEmpty, weekdays.isEmpty {
      return 1...365 ~= yearDays[0] ? (.dayOfYear(yearDays[0] - 1), 0) : nil
    }
    guard yearDays.isEmpty, months.count <= 1 else { return nil }
    if weekdays.isEmpty {
      guard monthDays.count <= 1, monthDays.isEmpty || months.count == 1 else { return nil }
      return Self.day(monthDays.first ?? start.day, of: months.first ?? start.month)
    }
    guard let month = months.first, weekdays.count == 1 else { return nil }
    return zoneWeekday(weekdays[0], month: month)
  }

  /// A day of a month that every year has.
  private static func day(_ day: Int, of month: Int) -> (day: ZoneRule.Day, shift: Int)? {
    let length = DateParameters.daysIn(month: month, year: 2023)
    guard day == -1 ? month != 2 : 1...length ~= day else { return nil }
    let first = DateParameters.dayNumber(year: 1970, month: month, day: 1)
    return (.julian(first + (day == -1 ? length : day)), 0)
  }

  private func zoneWeekday(
    _ weekday: WeekdayNumber, month: Int
  ) -> (day: ZoneRule.Day, shift: Int)? {
    if monthDays.isEmpty {
      switch weekday.ordinal {
      case 1...4: return (.weekday(weekday.weekday, week: weekday.ordinal, month: month), 0)
      case -4 ... -1:
        return (.weekday(weekday.weekday, week: 5, month: month), (weekday.ordinal + 1) * 7)
      default: return nil
      }
    }
    return weekday.ordinal == 0 ? zoneWeekday(weekday.weekday, in: month) : nil
  }

  /// The weekday within seven consecutive days.
  ///
  /// `SU` of the 8th to the 14th is the second of its month, `SA` of the 24th to the 30th is two days after the fourth
  /// Thursday.
  private func zoneWeekday(
    _ weekday: Weekday, in month: Int
  ) -> (day: ZoneRule.Day, shift: Int)? {
    let days = Set(monthDays).sorted()
    guard days.count == 7, days[6] - days[0] == 6 else { return nil }
    if days[6] == -1 { return (.weekday(weekday, week: 5, month: month), 0) }
    let length = DateParameters.daysIn(month: month, year: 2023)
    guard days[0] > 0, days[6] <= length else { return nil }
    let shift = (days[0] - 1) % 7
    let week = (days[0] - 1) / 7 + 1
    return (.weekday(weekday.advanced(by: -shift), week: week, month: month), shift)
  }
}
