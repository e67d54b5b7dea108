import Diagnostics

/// Why a text is no rule.
public enum RuleError: Error, Hashable, Sendable {
  /// The text is neither words nor an RRULE that is understood.
  case notARule(String)
  /// A part of an RRULE is not `NAME=value` with a value that the part can have.
  case illegalPart(String)
  /// COUNT and UNTIL exclude each other.
  case countAndUntil
  /// A part stands twice.
  case twice(String)
  /// A part has no meaning beside the others (RFC 5545, section 3.3.10).
  case outOfPlace(String, reason: String)
}

extension RuleError: CustomStringConvertible {
  /// What is wrong and what was expected.
  public var description: String {
    switch self {
    case .notARule(let text):
      "\(text.quoted) is no repetition; expected one such as weekly, every 2 weeks on mon or "
        + "FREQ=WEEKLY;BYDAY=MO"
    case .illegalPart(let part): "\(part.quoted) cannot stand in an RRULE"
    case .countAndUntil: "a rule has COUNT or UNTIL, not both"
    case .twice(let name): "\(name) stands twice in the rule"
    case .outOfPlace(let name, let reason): "\(name) cannot stand in this rule: \(reason)"
    }
  }
}

extension RecurrenceRule {
  /// Reads an RRULE's value, in either case (RFC 5545, section 3.3.10).
  ///
  /// - Throws: `RuleError` where a part is unknown, stands twice, has no legal value or none beside
  ///   the others.
  public init(rrule text: String) throws(RuleError) {
    let parts = text.uppercased().split(separator: ";", omittingEmptySubsequences: false)
    guard let first = parts.first(where: { $0.hasPrefix("FREQ=") }),
      let frequency = Frequency(rawValue: String(first.dropFirst(5)))
    else { throw .notARule(text) }
    self.init(frequency)
    var seen: Set<Substring> = []
    for part in parts {
      let name = part.prefix { $0 != "=" }
      guard seen.insert(name).inserted else { throw .twice(String(name)) }
      guard take(name, part.dropFirst(name.count + 1)) else { throw .illegalPart(String(part)) }
    }
    guard !seen.isSuperset(of: ["COUNT", "UNTIL"]) else { throw .countAndUntil }
    if let fault = partFault { throw fault }
  }

  /// The first part that has no meaning beside the others.
  private var partFault: RuleError? {
    let unit = frequency.rawValue
    if !weekNumbers.isEmpty, frequency != .yearly {
      return .outOfPlace(
        "BYWEEKNO", reason: "only a YEARLY one has week numbers, and it is \(unit)")
    }
    if !yearDays.isEmpty, [.daily, .weekly, .monthly].contains(frequency) {
      return .outOfPlace("BYYEARDAY", reason: "it is \(unit)")
    }
    if !monthDays.isEmpty, frequency == .weekly {
      return .outOfPlace("BYMONTHDAY", reason: "it is WEEKLY")
    }
    if weekdays.contains(where: { $0.ordinal != 0 }) {
      if frequency != .monthly, frequency != .yearly {
        return .outOfPlace("BYDAY", reason: "a numbered weekday needs MONTHLY or YEARLY")
      }
      if !weekNumbers.isEmpty {
        return .outOfPlace("BYDAY", reason: "a numbered weekday has no meaning beside BYWEEKNO")
      }
    }
    if !setPositions.isEmpty, !hasSetParts {
      return .outOfPlace("BYSETPOS", reason: "there is no other BY part to choose from")
    }
    let calendar = otherParts.contains { $0.hasPrefix("RSCALE") }
    return calendar || otherParts.isEmpty
      ? nil : .outOfPlace("SKIP", reason: "it needs an RSCALE (RFC 7529)")
  }

  private mutating func take(_ name: Substring, _ value: Substring) -> Bool {
    switch name {
    case "FREQ": true
    case "INTERVAL": set(\.interval, Self.number(value, 1...9999))
    case "COUNT": set(\.end, Self.number(value, 1...999_999_999).map(End.count))
    case "UNTIL": set(\.end, Self.until(value))
    case "BYSECOND": set(\.seconds, Self.numbers(value, 0...60))
    case "BYMINUTE": set(\.minutes, Self.numbers(value, 0...59))
    case "BYHOUR": set(\.hours, Self.numbers(value, 0...23))
    case "BYDAY": set(\.weekdays, Self.weekdays(value))
    case "BYMONTHDAY": set(\.monthDays, Self.numbers(value, -31...31, zero: false))
    case "BYYEARDAY": set(\.yearDays, Self.numbers(value, -366...366, zero: false))
    case "BYWEEKNO": set(\.weekNumbers, Self.numbers(value, -53...53, zero: false))
    case "BYMONTH": set(\.months, Self.numbers(value, 1...12))
    case "BYSETPOS": set(\.setPositions, Self.numbers(value, -366...366, zero: false))
    case "WKST": set(\.weekStart, Weekday(code: value))
    case "RSCALE": keep(name, value)
    case "SKIP": ["OMIT", "BACKWARD", "FORWARD"].contains(value) && keep(name, value)
    default: false
    }
  }

  private mutating func keep(_ name: Substring, _ value: Substring) -> Bool {
    otherParts.append("\(name)=\(value)")
    return !value.isEmpty && value.allSatisfy { $0.isASCII && ($0.isLetter || $0 == "-") }
  }

  private mutating func set<Value>(
    _ part: WritableKeyPath<RecurrenceRule, Value>, _ value: Value?
  ) -> Bool {
    guard let value else { return false }
    self[keyPath: part] = value
    return true
  }

  private static func number(_ text: Substring, _ range: ClosedRange<Int>) -> Int? {
    let digits = text.first == "-" || text.first == "+" ? text.dropFirst() : text
    guard !digits.isEmpty, digits.utf8.count <= 9, digits.utf8.allSatisfy({ 0x30...0x39 ~= $0 }),
      let number = Int(text), range.contains(number)
    else { return nil }
    return number
  }

  private static func numbers(
    _ text: Substring, _ range: ClosedRange<Int>, zero: Bool = true
  ) -> [Int]? {
    let items = text.split(separator: ",", omittingEmptySubsequences: false)
    let numbers = items.compactMap { number($0, range) }
    guard numbers.count == items.count, numbers.count <= 400, zero || !numbers.contains(0) else {
      return nil
    }
    return numbers
  }

  private static func weekdays(_ text: Substring) -> [WeekdayNumber]? {
    let items = text.split(separator: ",", omittingEmptySubsequences: false)
    let days = items.compactMap { item -> WeekdayNumber? in
      guard let weekday = Weekday(code: item.suffix(2)) else { return nil }
      if item.utf8.count == 2 { return WeekdayNumber(weekday) }
      let ordinal = number(item.dropLast(2), -53...53)
      return ordinal.flatMap { $0 == 0 ? nil : WeekdayNumber(weekday, ordinal: $0) }
    }
    return days.count == items.count && days.count <= 400 ? days : nil
  }

  /// `20241231`, `20241231T120000` or `20241231T120000Z`.
  private static func until(_ text: Substring) -> End? {
    let bytes = Array(text.utf8)
    let shape = bytes.map { 0x30...0x39 ~= $0 ? "9" : Character(UnicodeScalar($0)) }
    func number(_ range: Range<Int>) -> Int { bytes[range].reduce(0) { $0 * 10 + Int($1 & 15) } }
    guard shape.count >= 8, shape.prefix(8).allSatisfy({ $0 == "9" }),
      let day = try? DateParameters(year: number(0..<4), month: number(4..<6), day: number(6..<8))
    else { return nil }
    if bytes.count == 8 { return .onDay(day) }
    guard ["T999999", "T999999Z"].contains(String(shape[8...])),
      let time = try? TimeParameters(
        hour: number(9..<11), minute: number(11..<13), second: number(13..<15))
    else { return nil }
    return .at(DateTimeParameters(date: day, time: time), isUTC: bytes.count == 16)
  }
}

extension RecurrenceRule {
  /// The rule as an RRULE's value; the parts in the order in which RFC 5545 names them.
  public var rrule: String {
    let weekdays = weekdays.map { ($0.ordinal == 0 ? "" : String($0.ordinal)) + $0.weekday.code }
    var parts = otherParts.filter { $0.hasPrefix("RSCALE") } + ["FREQ=\(frequency.rawValue)"]
    if let end = Self.text(of: end) { parts.append(end) }
    if interval != 1 { parts.append("INTERVAL=\(interval)") }
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
