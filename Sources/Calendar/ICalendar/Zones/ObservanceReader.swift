import Diagnostics
import TaskDates

/// One STANDARD or DAYLIGHT of a VTIMEZONE, as written.
struct ObservanceReader {
  /// The line of its BEGIN.
  let line: Int
  /// The observance from each onset on.
  let shown: Zone.Observance
  /// The UTC offset before each onset, in seconds.
  let from: Int
  /// The first onset in the local time before it, or the start of the rules.
  let start: DateTimeParameters
  /// The rules for further onsets, all yearly.
  private(set) var rules: [RecurrenceRule] = []
  /// Further onsets as seconds of UTC.
  private(set) var dates: [Int] = []
  /// Deviations that were understood.
  private(set) var warnings: [TimeZoneFault] = []

  /// Reads a component.
  ///
  /// - Throws: `TimeZoneFault` for anything that makes an onset ambiguous.
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
          "a DTSTART in STANDARD and DAYLIGHT is local (RFC 5545, section 3.6.5); the Z is ignored")
      )
    }
    rules = try properties.rules(limit: limits.rules)
    dates = try properties.dates(from: from, limit: limits.dates)
  }

  /// The onsets without a rule, in seconds of UTC.
  ///
  /// DTSTART is one of them if there is no rule. With a rule it is often only a date in the distant past, so other
  /// readers use it only if the rule generates it. In an example of RFC 2445 it is later than the RDATE, which is a
  /// mistake there.
  var singles: [Int] {
    let onset = start.secondNumber - from
    guard rules.isEmpty, onset <= dates.min() ?? .max else { return dates }
    return dates + [onset]
  }

  /// The first onset of all; nil if there is none.
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

  /// The onsets of the rules up to a second of UTC, and at most one more than there is room for.
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

  /// True if a rule has no end, or one in the distant future.
  var isOpen: Bool { rules.contains(where: \.isOpen) }

  /// The rule, if it is the only one.
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
        line: line.index, "\(line.property.valueText.quoted) is not an offset such as +0100")
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
      line: line, "\(String(decoding: bytes, as: UTF8.self).quoted) is not a date and time")
  }

  func rules(limit: Int) throws(TimeZoneFault) -> [RecurrenceRule] {
    if let line = all("EXRULE").first ?? all("EXDATE").first {
      throw TimeZoneFault(line: line.index, "a clock change cannot have exceptions")
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
      throw TimeZoneFault(line: line, "only yearly rules are read for clock changes")
    }
    guard max(rule.hours.count, rule.minutes.count, rule.seconds.count) <= 1 else {
      throw TimeZoneFault(line: line, "a clock change happens at one time of day")
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
  /// The bytes without surrounding white space.
  var trimmingBlanks: ArraySlice<UInt8> {
    var slice = self
    while let first = slice.first, first == 0x20 || first == 0x09 { slice.removeFirst() }
    while let last = slice.last, last == 0x20 || last == 0x09 { slice.removeLast() }
    return slice
  }
}
