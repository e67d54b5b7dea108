import Diagnostics

/// The reason why a text is not a rule.
public enum RuleError: Error, Hashable, Sendable {
  /// The text is neither words nor a supported RRULE.
  case notARule(String)
  /// A part of an RRULE is not `NAME=value` with a legal value.
  case illegalPart(String)
  /// COUNT and UNTIL exclude each other.
  case countAndUntil
  /// A part occurs twice.
  case twice(String)
  /// A part is not allowed in combination with the others (RFC 5545, section 3.3.10).
  case outOfPlace(String, reason: String)
}

extension RuleError: CustomStringConvertible {
  /// What is wrong and what was expected.
  public var description: String {
    switch self {
    case .notARule(let text):
      "\(text.quoted) is not a repetition; expected one such as weekly, every 2 weeks on mon or "
        + "FREQ=WEEKLY;BYDAY=MO"
    case .illegalPart(let part): "\(part.quoted) is not allowed in an RRULE"
    case .countAndUntil: "a rule has COUNT or UNTIL, not both"
    case .twice(let name): "\(name) appears twice in the rule"
    case .outOfPlace(let name, let reason): "\(name) is not allowed in this rule: \(reason)"
    }
  }
}

extension RecurrenceRule {
  /// Reads the value of an RRULE, in either case (RFC 5545, section 3.3.10).
  ///
  /// - Throws: `RuleError` if a part is unknown, occurs twice, has an illegal value, or is not allowed in combination
  ///   with the others.
  public init(rrule text: String) throws(RuleError) {
    var scanner = RuleScanner(text)
    guard let frequency = Self.frequency(in: scanner) else { throw .notARule(text) }
    self.init(frequency)
    var seen: [RulePart] = []
    repeat {
      guard let part = RulePart(scanner.word()) else { throw .illegalPart(scanner.part) }
      if seen.contains(part) { throw .twice(part.rawValue) }
      seen.append(part)
      guard scanner.take(UInt8(ascii: "=")), take(part, from: &scanner), scanner.isAtEnd else {
        throw .illegalPart(scanner.part)
      }
    } while scanner.nextPart()
    if seen.contains(.count), seen.contains(.until) { throw .countAndUntil }
    if let fault = partFault { throw fault }
  }

  /// The value of the part FREQ, which need not be the first part.
  private static func frequency(in scanner: RuleScanner) -> Frequency? {
    var scanner = scanner
    repeat {
      if RulePart(scanner.word()) == .freq, scanner.take(UInt8(ascii: "=")) {
        let frequency = Frequency(scanner.word())
        return scanner.isAtEnd ? frequency : nil
      }
      scanner.skipPart()
    } while scanner.nextPart()
    return nil
  }

  /// The first part that is not allowed in combination with the others.
  private var partFault: RuleError? {
    let unit = frequency.rawValue
    if !weekNumbers.isEmpty, frequency != .yearly {
      return .outOfPlace(
        "BYWEEKNO", reason: "only YEARLY rules have week numbers, and the rule is \(unit)")
    }
    if !yearDays.isEmpty, [.daily, .weekly, .monthly].contains(frequency) {
      return .outOfPlace("BYYEARDAY", reason: "the rule is \(unit)")
    }
    if !monthDays.isEmpty, frequency == .weekly {
      return .outOfPlace("BYMONTHDAY", reason: "the rule is WEEKLY")
    }
    if weekdays.contains(where: { $0.ordinal != 0 }) {
      if frequency != .monthly, frequency != .yearly {
        return .outOfPlace("BYDAY", reason: "a numbered weekday needs MONTHLY or YEARLY")
      }
      if !weekNumbers.isEmpty {
        return .outOfPlace("BYDAY", reason: "a numbered weekday cannot be combined with BYWEEKNO")
      }
    }
    if !setPositions.isEmpty, !hasSetParts {
      return .outOfPlace("BYSETPOS", reason: "there is no other BY part to choose from")
    }
    let calendar = otherParts.contains { $0.hasPrefix("RSCALE") }
    return calendar || otherParts.isEmpty
      ? nil : .outOfPlace("SKIP", reason: "the rule needs an RSCALE (RFC 7529)")
  }

  private mutating func take(_ part: RulePart, from scanner: inout RuleScanner) -> Bool {
    switch part {
    case .freq: set(\.frequency, Frequency(scanner.word()))
    case .interval: takeInterval(from: &scanner)
    case .count: set(\.end, scanner.number(1...999_999_999).map(End.count))
    case .until: set(\.end, Self.until(&scanner))
    case .bySecond: set(\.seconds, scanner.list { $0.number(0...60) })
    case .byMinute: set(\.minutes, scanner.list { $0.number(0...59) })
    case .byHour: set(\.hours, scanner.list { $0.number(0...23) })
    case .byDay: set(\.weekdays, scanner.list(WeekdayNumber.init))
    case .byMonthDay: set(\.monthDays, scanner.list { $0.place(31) })
    case .byYearDay: set(\.yearDays, scanner.list { $0.place(366) })
    case .byWeekNumber: set(\.weekNumbers, scanner.list { $0.place(53) })
    case .byMonth: set(\.months, scanner.list { $0.number(1...12) })
    case .bySetPosition: set(\.setPositions, scanner.list { $0.place(366) })
    case .weekStart: set(\.weekStart, Weekday(scanner.word()))
    case .rscale, .skip: keep(part, from: &scanner)
    }
  }

  private mutating func takeInterval(from scanner: inout RuleScanner) -> Bool {
    _ = scanner.take(UInt8(ascii: "+"))
    guard let interval = scanner.wholeNumber(upTo: Self.mostInterval), interval.number > 0 else {
      return false
    }
    setInterval(interval.number, written: interval.digits)
    return true
  }

  private mutating func keep(_ part: RulePart, from scanner: inout RuleScanner) -> Bool {
    guard scanner.word().count > 0, scanner.isAtEnd else { return false }
    otherParts.append(scanner.part)
    return part == .rscale || ["SKIP=OMIT", "SKIP=BACKWARD", "SKIP=FORWARD"].contains(scanner.part)
  }

  private mutating func set<Value>(
    _ part: WritableKeyPath<RecurrenceRule, Value>, _ value: Value?
  ) -> Bool {
    guard let value else { return false }
    self[keyPath: part] = value
    return true
  }

  /// `20241231`, `20241231T120000` or `20241231T120000Z`.
  private static func until(_ scanner: inout RuleScanner) -> End? {
    guard let year = scanner.digits(4), let month = scanner.digits(2), let day = scanner.digits(2),
      let date = DateParameters(checked: year, month, day)
    else { return nil }
    guard scanner.take(UInt8(ascii: "T")) else { return .onDay(date) }
    guard let hour = scanner.digits(2), let minute = scanner.digits(2),
      let second = scanner.digits(2),
      let time = try? TimeParameters(hour: hour, minute: minute, second: second)
    else { return nil }
    let isUTC = scanner.take(UInt8(ascii: "Z"))
    return .at(DateTimeParameters(date: date, time: time), isUTC: isUTC)
  }
}

/// The parts of a rule.
private enum RulePart: String, CaseIterable {
  case freq = "FREQ", interval = "INTERVAL", count = "COUNT", until = "UNTIL"
  case bySecond = "BYSECOND", byMinute = "BYMINUTE", byHour = "BYHOUR", byDay = "BYDAY"
  case byMonthDay = "BYMONTHDAY", byYearDay = "BYYEARDAY", byWeekNumber = "BYWEEKNO"
  case byMonth = "BYMONTH", bySetPosition = "BYSETPOS", weekStart = "WKST"
  case rscale = "RSCALE", skip = "SKIP"

  private static let words = RuleWord.table(allCases) { $0.rawValue }

  init?(_ word: RuleWord) {
    guard let part = word.found(in: Self.words) else { return nil }
    self = part
  }
}

extension RecurrenceRule.Frequency {
  private static let words = RuleWord.table(allCases) { $0.rawValue }

  fileprivate init?(_ word: RuleWord) {
    guard let frequency = word.found(in: Self.words) else { return nil }
    self = frequency
  }
}

extension Weekday {
  private static let words = RuleWord.table(allCases) { $0.code }

  fileprivate init?(_ word: RuleWord) {
    guard let weekday = word.found(in: Self.words) else { return nil }
    self = weekday
  }
}

extension RecurrenceRule.WeekdayNumber {
  /// `MO`, `2MO` or `-1MO`.
  fileprivate init?(_ scanner: inout RuleScanner) {
    let ordinal = scanner.isAtLetter ? 0 : scanner.place(53)
    guard let ordinal, let weekday = Weekday(scanner.word()) else { return nil }
    self.init(weekday, ordinal: ordinal)
  }
}

extension RecurrenceRule {
  /// The rule as an RRULE's value; the parts in the order in which RFC 5545 names them.
  public var rrule: String {
    let weekdays = weekdays.map { ($0.ordinal == 0 ? "" : String($0.ordinal)) + $0.weekday.code }
    var parts = otherParts.filter { $0.hasPrefix("RSCALE") } + ["FREQ=\(frequency.rawValue)"]
    if let end = Self.text(of: end) { parts.append(end) }
    if interval != 1 { parts.append("INTERVAL=\(intervalText)") }
    parts += [
      Self.list("BYSECOND", seconds), Self.list("BYMINUTE", minutes), Self.list("BYHOUR", hours),
      Self.list("BYDAY", weekdays), Self.list("BYMONTHDAY", monthDays),
      Self.list("BYYEARDAY", yearDays), Self.list("BYWEEKNO", weekNumbers),
      Self.list("BYMONTH", months), Self.list("BYSETPOS", setPositions),
    ].compactMap(\.self)
    if weekStart != .monday { parts.append("WKST=\(weekStart.code)") }
    return (parts + otherParts.filter { !$0.hasPrefix("RSCALE") }).joined(separator: ";")
  }

  private static func list(_ name: String, _ values: [some CustomStringConvertible]) -> String? {
    values.isEmpty ? nil : "\(name)=\(values.map(\.description).joined(separator: ","))"
  }

  private static func text(of end: End) -> String? {
    switch end {
    case .never: nil
    case .count(let count): "COUNT=\(count)"
    case .onDay(let day): "UNTIL=\(day.compact)"
    case .at(let moment, let isUTC): "UNTIL=\(moment.compact)\(isUTC ? "Z" : "")"
    }
  }
}

extension DateParameters {
  /// The day as iCalendar writes it: `20241201`.
  public var compact: String {
    "\(year.zeroPadded(to: 4))\(month.zeroPadded())\(day.zeroPadded())"
  }
}

extension DateTimeParameters {
  /// The moment as iCalendar writes it: `20241201T120100`.
  public var compact: String {
    "\(date.compact)T\(time.hour.zeroPadded())\(time.minute.zeroPadded())"
      + time.second.zeroPadded()
  }
}
