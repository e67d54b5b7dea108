/// A yearly change of clocks: the rule in the footer of a zone file, and of the POSIX `TZ` variable (RFC 9636, section
/// 3.3.1).
public struct ZoneRule: Hashable, Sendable {
  /// The day of a change.
  public enum Day: Hashable, Sendable {
    /// The day of the year from 1, without 29 February: `J60` is always 1 March.
    case julian(Int)
    /// The day of the year from 0, including 29 February.
    case dayOfYear(Int)
    /// The `week`th (5: the last) of a weekday in a month.
    case weekday(Weekday, week: Int, month: Int)
  }

  /// One change of a year.
  public struct Change: Hashable, Sendable {
    /// The day.
    public let day: Day
    /// Seconds after 00:00 of that day in the local time before the change; a value outside of 0 to 86,400 means
    /// another day.
    public let second: Int

    /// Creates a change.
    public init(day: Day, second: Int) {
      self.day = day
      self.second = second
    }
  }

  /// The observance outside of daylight saving time.
  public let standard: Zone.Observance
  /// The observance of daylight saving time; nil if clocks never change.
  public let daylight: Zone.Observance?
  /// The beginning of daylight saving time.
  public let start: Change?
  /// The end of daylight saving time.
  public let end: Change?

  /// Creates a rule; without `daylight`, `start` and `end` clocks never change.
  public init(
    standard: Zone.Observance, daylight: Zone.Observance? = nil, start: Change? = nil,
    end: Change? = nil
  ) {
    self.standard = standard
    self.daylight = daylight
    self.start = start
    self.end = end
  }

  /// True if clocks change.
  public var changes: Bool { daylight != nil }

  /// The transitions of a year in seconds of UTC, in order.
  func transitions(in year: Int) -> [(Int, Zone.Observance)] {
    guard let daylight, let start, let end else { return [] }
    let transitions = [
      (start.second(in: year) - standard.offset, daylight),
      (end.second(in: year) - daylight.offset, standard),
    ]
    return transitions.sorted { $0.0 < $1.0 }
  }
}

extension ZoneRule {
  /// The last transition before a second of UTC.
  func transition(before second: Int) -> (Int, Zone.Observance)? {
    guard let year = DateTimeParameters(secondNumber: second)?.date.year else { return nil }
    return [year - 1, year, year + 1].flatMap(transitions).last { $0.0 < second }
  }

  /// The offset outside of the observance: that of standard time for daylight saving time, and the other way round.
  func opposite(of observance: Zone.Observance) -> Int? {
    observance == standard ? daylight?.offset : standard.offset
  }
}

extension ZoneRule.Change {
  /// The change in seconds of local time since 1970-01-01 00:00.
  func second(in year: Int) -> Int { dayNumber(in: year) * 86_400 + second }

  private func dayNumber(in year: Int) -> Int {
    let first = DateParameters.dayNumber(year: year, month: 1, day: 1)
    return switch day {
    case .dayOfYear(let number): first + number
    case .julian(let number):
      first + number - 1 + (number >= 60 && DateParameters.isLeap(year) ? 1 : 0)
    case .weekday(let weekday, let week, let month):
      Self.dayNumber(weekday, week: week, month: month, year: year)
    }
  }

  private static func dayNumber(_ weekday: Weekday, week: Int, month: Int, year: Int) -> Int {
    let first = DateParameters.dayNumber(year: year, month: month, day: 1)
    let firstWeekday = Weekday.monday.advanced(by: first - 4)
    let day = first + (weekday.rawValue - firstWeekday.rawValue + 7) % 7 + (week - 1) * 7
    return day - first >= DateParameters.daysIn(month: month, year: year) ? day - 7 : day
  }
}

extension ZoneRule {
  /// Reads a rule such as `CET-1CEST,M3.5.0,M10.5.0/3`; nil if the text is not a rule.
  public init?(posix text: some StringProtocol) {
    var scanner = PosixScanner(text)
    guard let standardName = scanner.name(), let standard = scanner.offset() else { return nil }
    let standardTime = Zone.Observance(offset: -standard, abbreviation: standardName)
    guard let daylightName = scanner.name() else {
      self.init(standard: standardTime, daylight: nil, start: nil, end: nil)
      if !scanner.isAtEnd { return nil }
      return
    }
    let offset = scanner.offset() ?? standard - 3600
    guard scanner.skip(","), let start = scanner.change(), scanner.skip(","),
      let end = scanner.change(), scanner.isAtEnd
    else { return nil }
    self.init(
      standard: standardTime,
      daylight: Zone.Observance(offset: -offset, isDaylight: true, abbreviation: daylightName),
      start: start, end: end)
  }
}

/// Reads the parts of a POSIX rule.
private struct PosixScanner {
  private var rest: Substring

  init(_ text: some StringProtocol) {
    rest = Substring(text)
  }

  var isAtEnd: Bool { rest.isEmpty }

  mutating func skip(_ character: Character) -> Bool {
    guard rest.first == character else { return false }
    rest.removeFirst()
    return true
  }

  /// Reads `CET`, or `<+03>` in angle brackets.
  mutating func name() -> String? {
    if skip("<") {
      let name = rest.prefix { $0 != ">" }
      rest = rest.dropFirst(name.count)
      return skip(">") ? String(name) : nil
    }
    let name = rest.prefix { $0.isASCII && $0.isLetter }
    guard name.count >= 3 else { return nil }
    rest = rest.dropFirst(name.count)
    return String(name)
  }

  /// Reads `-1`, `5:30`: seconds west of UTC, at most a day.
  mutating func offset() -> Int? { seconds(hours: 0...24) }

  /// Reads `-1`, `5:30` or `167:59:59` as seconds.
  private mutating func seconds(hours: ClosedRange<Int>) -> Int? {
    let isNegative = skip("-")
    if !isNegative { _ = skip("+") }
    guard var seconds = number(hours).map({ $0 * 3600 }) else { return nil }
    for unit in [60, 1] where skip(":") {
      guard let part = number(0...59) else { return nil }
      seconds += part * unit
    }
    return isNegative ? -seconds : seconds
  }

  mutating func change() -> ZoneRule.Change? {
    guard let day = day() else { return nil }
    guard skip("/") else { return ZoneRule.Change(day: day, second: 7200) }
    return seconds(hours: 0...167).map { ZoneRule.Change(day: day, second: $0) }
  }

  private mutating func day() -> ZoneRule.Day? {
    if skip("J") { return number(1...365).map { .julian($0) } }
    guard skip("M") else { return number(0...365).map { .dayOfYear($0) } }
    guard let month = number(1...12), skip("."), let week = number(1...5), skip("."),
      let day = number(0...6)
    else { return nil }
    return .weekday(Weekday.sunday.advanced(by: day), week: week, month: month)
  }

  private mutating func number(_ range: ClosedRange<Int>) -> Int? {
    let digits = rest.prefix { $0.isASCII && $0.isNumber }
    guard digits.count <= 3, let number = Int(digits), range.contains(number) else { return nil }
    rest = rest.dropFirst(digits.count)
    return number
  }
}
