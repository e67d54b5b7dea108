import ICalendar

/// The parts of a rule as written.
struct RuleParts {
  struct Part {
    /// The name in capitals.
    let name: String
    let value: ArraySlice<UInt8>

    /// The value in capitals, shortened, because a long value is not a word.
    var word: String { String(decoding: value.prefix(60).map(\.upper), as: UTF8.self) }
    /// The values between the commas.
    var items: [ArraySlice<UInt8>] {
      value.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
    }
  }

  /// The parts, each name once.
  private(set) var all: [Part] = []
  /// The first piece that is not `NAME=value`.
  private(set) var broken: ArraySlice<UInt8>?
  /// The first part that occurs a second time.
  private(set) var twice: ArraySlice<UInt8>?
  private var indices: [String: Int] = [:]

  init(_ rule: ArraySlice<UInt8>) {
    for piece in rule.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false) {
      take(piece)
    }
  }

  private mutating func take(_ piece: ArraySlice<UInt8>) {
    guard let equals = piece.firstIndex(of: UInt8(ascii: "=")), equals + 1 < piece.endIndex else {
      broken = broken ?? piece
      return
    }
    let name = String(decoding: piece[..<equals].map(\.upper), as: UTF8.self)
    guard indices[name] == nil else {
      twice = twice ?? piece
      return
    }
    indices[name] = all.count
    all.append(Part(name: name, value: piece[(equals + 1)...]))
  }

  subscript(name: String) -> Part? { indices[name].map { all[$0] } }
}

/// The grammar of the parts of a rule.
enum RuleGrammar {
  static let frequencies = [
    "SECONDLY", "MINUTELY", "HOURLY", "DAILY", "WEEKLY", "MONTHLY", "YEARLY",
  ]
  /// The frequencies with which a part is not allowed.
  static let notWith: [String: [String]] = [
    "BYWEEKNO": ["SECONDLY", "MINUTELY", "HOURLY", "DAILY", "WEEKLY", "MONTHLY"],
    "BYYEARDAY": ["DAILY", "WEEKLY", "MONTHLY"], "BYMONTHDAY": ["WEEKLY"],
  ]
  private static let weekdays: Set<String> = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"]

  /// The numbers of a list: the number of digits, the range, and whether a sign is allowed.
  private static let lists: [String: (digits: Int, range: ClosedRange<Int>, isSigned: Bool)] = [
    "BYSECOND": (2, 0...60, false), "BYMINUTE": (2, 0...59, false), "BYHOUR": (2, 0...23, false),
    "BYMONTHDAY": (2, 1...31, true), "BYYEARDAY": (3, 1...366, true),
    "BYWEEKNO": (2, 1...53, true), "BYMONTH": (2, 1...12, false), "BYSETPOS": (3, 1...366, true),
  ]

  /// What was expected in place of an invalid part; nil for a valid part.
  static func fault(of part: RuleParts.Part, _ isOtherCalendar: Bool) -> String? {
    if let list = lists[part.name] {
      return numberFault(part, list, isOtherCalendar: isOtherCalendar)
    }
    switch part.name {
    case "FREQ": return frequencies.contains(part.word) ? nil : "SECONDLY to YEARLY"
    case "INTERVAL", "COUNT": return isPositive(part.value) ? nil : "a number of at least 1"
    case "UNTIL":
      return (try? CalendarMoment(upper(part.value))) == nil ? "a date, or a date and time" : nil
    case "BYDAY":
      return part.items.allSatisfy(isDay) ? nil : "weekdays such as MO, or 1MO, or -1MO"
    case "WKST": return weekdays.contains(part.word) ? nil : "a weekday such as MO"
    case "RSCALE": return part.value.allSatisfy(isWordByte) ? nil : "the name of a calendar"
    case "SKIP":
      guard isOtherCalendar else { return "RSCALE with SKIP" }
      return ["OMIT", "BACKWARD", "FORWARD"].contains(part.word) ? nil : "OMIT, BACKWARD or FORWARD"
    default: return "a part that rules can have"
    }
  }

  private static func numberFault(
    _ part: RuleParts.Part, _ list: (digits: Int, range: ClosedRange<Int>, isSigned: Bool),
    isOtherCalendar: Bool
  ) -> String? {
    var list = list
    // RFC 7529 has leap months and longer years.
    if isOtherCalendar, part.name == "BYMONTH" { list.range = 1...13 }
    if isOtherCalendar, part.name == "BYYEARDAY" { list.range = 1...385 }
    let isGood = part.items.allSatisfy { item in
      let isLeap =
        isOtherCalendar && part.name == "BYMONTH" && item.last?.upper == UInt8(ascii: "L")
      let plain = isLeap ? item.dropLast() : item
      let sign = plain.first == 0x2B || plain.first == 0x2D
      let digits = sign ? plain.dropFirst() : plain
      guard !sign || list.isSigned, digits.count <= list.digits,
        let number = CalendarMoment.digits(digits)
      else { return false }
      return list.range.contains(number)
    }
    let expected = "\(list.range.lowerBound) to \(list.range.upperBound)"
    return isGood ? nil : list.isSigned ? "\(expected), or the same with a minus" : expected
  }

  private static func isPositive(_ value: ArraySlice<UInt8>) -> Bool {
    CalendarMoment.isDigits(value) && value.contains { $0 != 0x30 }
  }

  /// True for a weekday, optionally with a number from 1 to 53.
  private static func isDay(_ item: ArraySlice<UInt8>) -> Bool {
    guard item.count <= 5,
      weekdays.contains(String(decoding: item.suffix(2).map(\.upper), as: UTF8.self))
    else { return false }
    let front = item.dropLast(2)
    if front.isEmpty { return true }
    let digits = front.first == 0x2B || front.first == 0x2D ? front.dropFirst() : front
    guard digits.count <= 2, let number = CalendarMoment.digits(digits) else { return false }
    return 1...53 ~= number
  }

  /// True for a weekday with a sign or a number.
  static func isNumbered(_ item: ArraySlice<UInt8>) -> Bool {
    item.first.map { $0 == 0x2B || $0 == 0x2D || 0x30...0x39 ~= $0 } ?? false
  }

  private static func isWordByte(_ byte: UInt8) -> Bool {
    0x30...0x39 ~= byte || 0x41...0x5A ~= byte.upper || byte == 0x2D
  }

  private static func upper(_ value: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    value.prefix(20).map(\.upper)[...]
  }
}
