/// A request for tasks: those of a period, those that are overdue, or those without a date.
///
/// | words | list |
/// |---|---|
/// | `today`, `day`, `tomorrow`, `friday`, `2026-12-01` | one day |
/// | `week`, `next week`, `2026-W48` | one week |
/// | `month`, `last month`, `2026-11` | one month |
/// | `year`, `2026` | one year |
/// | `next 7 days`, `next 6 weeks`, `next 6 months`, `next 2 years` | so many, the current one first |
/// | `last 7 days` | so many, the current one last |
/// | `2026-12-01 thru 2026-12-05` | these days |
/// | `overdue`, `undated` | tasks that are late; tasks without a date |
///
/// Words are read in either case.
public enum PeriodExpression: Hashable, Sendable {
  /// A list for one or more periods.
  case list(PeriodList)
  /// Tasks that were due before now.
  case overdue
  /// Tasks without a date.
  case undated

  /// Reads a request.
  ///
  /// - Parameters:
  ///   - text: The words, separated by spaces.
  ///   - now: The user's local time.
  ///   - firstWeekday: The first day of a week.
  ///   - conventions: What a person has set about dates that they type.
  /// - Throws: `TMError` with the reason if the text is not a list.
  public init(
    parsing text: String, now: DateTimeParameters, firstWeekday: Weekday = .monday,
    conventions: DateConventions = .none
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
      let value = try DateExpression(parsing: text, conventions: conventions)
        .value(at: now, firstWeekday: firstWeekday)
      self = .list(try reader.list(value, text))
    }
  }
}

/// Reads the words of a list.
private struct PeriodReader {
  let today: DateParameters
  let firstWeekday: Weekday

  /// Reads `week` or `next 7 days`; nil if the words are not units.
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

  /// The units in a range of offsets; 0 is the current unit.
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

  func list(_ value: TMDateType, _ text: String) throws(TMError) -> PeriodList {
    switch value {
    case .date(let day): PeriodList(.day, from: day, to: day)
    case .days(let first, let last): PeriodList(.day, from: first, to: last)
    case .period(let period): PeriodList(period)
    case .dateTime, .beginEndDate:
      throw .invalidFormattedString(text, "a list of days, without a time")
    }
  }
}
