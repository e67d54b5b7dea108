/// Which tasks a person asks for: those of a stretch of the calendar, those that are late, or those
/// without a date.
///
/// | words | list |
/// |---|---|
/// | `today`, `day`, `tomorrow`, `friday`, `2026-12-01` | one day |
/// | `week`, `next week`, `2026-W48` | one week |
/// | `month`, `last month`, `2026-11` | one month |
/// | `year`, `2026` | one year |
/// | `next 7 days`, `next 6 weeks`, `next 6 months`, `next 2 years` | so many, today's the first |
/// | `last 7 days` | so many, today's the last |
/// | `2026-12-01 thru 2026-12-05` | these days |
/// | `overdue`, `undated` | what is late, what has no date |
///
/// Words are read in either case.
public enum PeriodExpression: Hashable, Sendable {
  /// A list for a stretch of the calendar.
  case list(PeriodList)
  /// What should have been done before now.
  case overdue
  /// What has no date.
  case undated

  /// Reads what a person asks for.
  ///
  /// - Parameters:
  ///   - text: The words, with blanks between them.
  ///   - now: The reading of the user's clock.
  ///   - firstWeekday: The day that a week begins on.
  /// - Throws: `TMError` where that is no list, with the reason.
  public init(
    parsing text: String, now: DateTimeParameters, firstWeekday: Weekday = .monday
  ) throws(TMError) {
    let words = text.lowercased().split { $0 == " " || $0 == "\t" }.map(String.init)
    let reader = PeriodReader(today: now.date, firstWeekday: firstWeekday)
    if words == ["overdue"] {
      self = .overdue
    } else if words == ["undated"] {
      self = .undated
    } else if let list = try reader.units(words, text) {
      self = .list(list)
    } else {
      let value = try PeriodReader.value(text, now, firstWeekday: firstWeekday)
      self = .list(try reader.list(value, text))
    }
  }
}

/// Makes lists of words.
private struct PeriodReader {
  let today: DateParameters
  let firstWeekday: Weekday

  /// `week`, `next 7 days`; nil where the words are no units.
  func units(_ words: [String], _ text: String) throws(TMError) -> PeriodList? {
    if words.count == 1, let unit = Self.unit(words[0]) { return try run(unit, 0...0) }
    if words.count == 2, let offset = Self.offsets[words[0]], let unit = Self.unit(words[1]) {
      return try run(unit, offset...offset)
    }
    guard words.count == 3, words[0] == "next" || words[0] == "last",
      let unit = Self.unit(words[2]), let count = Int(words[1])
    else { return nil }
    guard (1...9999).contains(count) else {
      throw .invalidFormattedString(text, "a number from 1 to 9999, as in next 7 days")
    }
    return try run(unit, words[0] == "next" ? 0...count - 1 : 1 - count...0)
  }

  private static let offsets = ["this": 0, "next": 1, "last": -1]

  /// The units from one to another, today's being 0.
  private func run(_ unit: TimeUnit, _ offsets: ClosedRange<Int>) throws(TMError) -> PeriodList {
    guard let first = days(unit, offsets.lowerBound), let last = days(unit, offsets.upperBound)
    else { throw .beyondYears }
    return PeriodList(unit.periodUnit ?? .day, from: first.lowerBound, to: last.upperBound)
  }

  private func days(_ unit: TimeUnit, _ offset: Int) -> ClosedRange<DateParameters>? {
    today.days(of: unit, firstWeekday)?.lowerBound.moved(offset, unit)?
      .days(of: unit, firstWeekday)
  }

  static func unit(_ word: String) -> TimeUnit? {
    switch word {
    case "day", "days": .day
    case "week", "weeks": .week
    case "month", "months": .month
    case "year", "years": .year
    default: nil
    }
  }

  static func value(
    _ text: String, _ now: DateTimeParameters, firstWeekday: Weekday
  ) throws(TMError) -> TMDateType {
    switch try DateExpression(parsing: text) {
    case .absolute(let payload): payload.value
    case .relative(let date): try date.value(at: now, firstWeekday: firstWeekday)
    }
  }

  func list(_ value: TMDateType, _ text: String) throws(TMError) -> PeriodList {
    switch value {
    case .date(let day): PeriodList(.day, from: day, to: day)
    case .days(let first, let last): PeriodList(.day, from: first, to: last)
    case .period(let period): PeriodList(period)
    case .dateTime, .beginEndDate:
      throw .invalidFormattedString(text, "a list of days; it has no time")
    }
  }
}
