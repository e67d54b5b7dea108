import Diagnostics
import TaskDates

/// One STANDARD or DAYLIGHT of a VTIMEZONE, as it is written.
struct ObservanceReader {
  /// The line of its BEGIN.
  let line: Int
  /// What clocks show from each onset on.
  let shown: Zone.Observance
  /// Seconds that clocks are ahead of UTC before each onset.
  let from: Int
  /// The first onset on the clock before it, or what rules start from.
  let start: DateTimeParameters
  /// Rules for further onsets, all of years.
  private(set) var rules: [RecurrenceRule] = []
  /// Further onsets as seconds of UTC.
  private(set) var dates: [Int] = []
  /// What is odd and was understood all the same.
  private(set) var warnings: [TimeZoneFault] = []

  /// Reads a component.
  ///
  /// - Throws: `TimeZoneFault` for anything that leaves an onset open.
  init(_ document: ICSDocument, component: Int, limits: TimeZoneLimits) throws(TimeZoneFault) {
    let lines = document.propertyLines(of: component)
    line = document.components[component].lines.lowerBound
    let properties = ObservanceLines(document, lines)
    from = try properties.offset("TZOFFSETFROM", of: line)
    let to = try properties.offset("TZOFFSETTO", of: line)
    shown = Zone.Observance(
      offset: to, isDaylight: document.components[component].isNamed("DAYLIGHT"),
      abbreviation: properties.text("TZNAME") ?? "")
    let (place, start) = try properties.start(of: line)
    self.start = start.civil
    if start.isUTC {
      warnings.append(
        TimeZoneFault(
          line: place,
          "a DTSTART in STANDARD and DAYLIGHT is local (RFC 5545, section 3.6.5); "
            + "the Z is taken for a slip"))
    }
    rules = try properties.rules(limit: limits.rules)
    dates = try properties.dates(from: from, limit: limits.dates)
  }

  /// The onsets that no rule makes, as seconds of UTC.
  ///
  /// DTSTART is one of them where there is no rule; beside a rule it is so often no more than a date long
  /// ago that other readers take it only if the rule makes it. RFC 2445 itself has an example in which
  /// it is later than the RDATE, and is a slip.
  var singles: [Int] {
    let onset = start.secondNumber - from
    guard rules.isEmpty, onset <= dates.min() ?? .max else { return dates }
    return dates + [onset]
  }

  /// The first onset of all, nil where there is none.
  var first: Int? {
    let made = rules.compactMap { rule in
      dates(of: rule).first { _ in true }.map { $0.secondNumber - from }
    }
    return (singles + made).min()
  }

  private func dates(of rule: RecurrenceRule) -> RuleDates {
    RuleDates(
      rule, from: start, zone: Zone(name: "", first: Zone.Observance(offset: from)),
      countsStart: false)
  }

  /// The onsets that rules make, as seconds of UTC, up to one; no more than one that finds no room.
  func onsets(through last: Int, room: Int) -> [Int] {
    var onsets: [Int] = []
    for rule in rules {
      for moment in dates(of: rule) {
        let second = moment.secondNumber - from
        if second > last || onsets.count > room { break }
        onsets.append(second)
      }
    }
    return onsets
  }

  /// True if a rule goes on for as long as anybody can say.
  var isOpen: Bool { rules.contains(where: \.isOpen) }

  /// The rule, where it is the only one.
  var yearly: YearlyOnset? {
    guard rules.count == 1 else { return nil }
    return YearlyOnset(rule: rules[0], start: start, from: from, shown: shown)
  }
}

/// The lines of an observance.
private struct ObservanceLines {
  private let lines: [(index: Int, property: PropertyLine)]

  init(_ document: ICSDocument, _ indices: [Int]) {
    lines = indices.map { ($0, document.property(document.lines[$0])) }
  }

  private func all(_ name: StaticString) -> [(index: Int, property: PropertyLine)] {
    lines.filter { $0.property.isNamed(name) }
  }

  func text(_ name: StaticString) -> String? {
    all(name).first.map { TextValue.text($0.property.bytes[$0.property.value]) }
  }

  func offset(_ name: StaticString, of component: Int) throws(TimeZoneFault) -> Int {
    guard let line = all(name).first else {
      throw TimeZoneFault(line: component, "there is no \(name)")
    }
    guard let seconds = OffsetText.seconds(line.property.trimmedValue) else {
      throw TimeZoneFault(
        line: line.index, "\(line.property.valueText.quoted) is no offset such as +0100")
    }
    return seconds
  }

  func start(of component: Int) throws(TimeZoneFault) -> (Int, CompactTime) {
    guard let line = all("DTSTART").first else {
      throw TimeZoneFault(line: component, "there is no DTSTART")
    }
    return (line.index, try Self.time(line.property.trimmedValue, line.index))
  }

  private static func time(
    _ bytes: ArraySlice<UInt8>, _ line: Int
  ) throws(TimeZoneFault) -> CompactTime {
    if let time = CompactTime(bytes) { return time }
    throw TimeZoneFault(
      line: line, "\(String(decoding: bytes, as: UTF8.self).quoted) is no date and time")
  }

  func rules(limit: Int) throws(TimeZoneFault) -> [RecurrenceRule] {
    if let line = all("EXRULE").first ?? all("EXDATE").first {
      throw TimeZoneFault(line: line.index, "a change of clocks has no exceptions")
    }
    var rules: [RecurrenceRule] = []
    for line in all("RRULE") {
      guard rules.count < limit else {
        throw TimeZoneFault(line: line.index, "there are more than \(limit) rules")
      }
      rules.append(try Self.rule(line.property, line.index))
    }
    return rules
  }

  private static func rule(
    _ property: PropertyLine, _ line: Int
  ) throws(TimeZoneFault) -> RecurrenceRule {
    var text = property.valueText.trimmingBlanks
    while text.last == ";" { text.removeLast() }
    let rule: RecurrenceRule
    do { rule = try RecurrenceRule(rrule: String(text)) } catch {
      throw TimeZoneFault(line: line, "\(error)")
    }
    guard rule.frequency == .yearly, rule.isGregorian else {
      throw TimeZoneFault(line: line, "only a yearly rule is read here, as clocks have no other")
    }
    guard max(rule.hours.count, rule.minutes.count, rule.seconds.count) <= 1 else {
      throw TimeZoneFault(line: line, "a change of clocks has one time of the day")
    }
    return rule
  }

  func dates(from offset: Int, limit: Int) throws(TimeZoneFault) -> [Int] {
    var dates: [Int] = []
    for line in all("RDATE") {
      for piece in TextValue.pieces(of: line.property.bytes[line.property.value]) {
        let bytes = piece.prefix { $0 != UInt8(ascii: "/") }.trimmingBlanks
        let time = try Self.time(bytes, line.index)
        guard dates.count < limit else {
          throw TimeZoneFault(line: line.index, "there are more than \(limit) dates")
        }
        dates.append(time.civil.secondNumber - (time.isUTC ? 0 : offset))
      }
    }
    return dates
  }
}

extension PropertyLine {
  fileprivate var trimmedValue: ArraySlice<UInt8> { bytes[value].trimmingBlanks }
}

extension ArraySlice<UInt8> {
  /// The bytes without blanks at either end.
  var trimmingBlanks: ArraySlice<UInt8> {
    var slice = self
    while let first = slice.first, first == 0x20 || first == 0x09 { slice.removeFirst() }
    while let last = slice.last, last == 0x20 || last == 0x09 { slice.removeLast() }
    return slice
  }
}
