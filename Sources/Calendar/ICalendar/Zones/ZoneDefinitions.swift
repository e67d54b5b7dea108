import Diagnostics
import ExactText
import TaskDates

/// The VTIMEZONEs of a file, by TZID.
struct ZoneDefinitions: Sendable {
  /// The definitions of one TZID; nil if they are refused.
  struct Entry: Sendable {
    /// The first readable definition of the file.
    var first: CalendarZones.Meaning?
    /// The first readable definition of each VCALENDAR.
    var own: [Int: CalendarZones.Meaning] = [:]

    mutating func add(_ meaning: CalendarZones.Meaning?, _ calendar: Int) {
      guard let meaning else { return }
      if first == nil { first = meaning }
      if own[calendar] == nil { own[calendar] = meaning }
    }
  }

  fileprivate(set) var byName: ExactDictionary<Entry> = [:]
  /// True if the file has a VTIMEZONE without a TZID: it may define an unknown name.
  fileprivate(set) var hasNameless = false

  /// The definition for a calendar: its own, otherwise the first of the file.
  static func meaning(_ entry: Entry, in calendar: Int?) -> CalendarZones.Meaning? {
    calendar.flatMap { entry.own[$0] } ?? entry.first
  }
}

/// Reads the VTIMEZONEs of a file.
struct ZoneDefinitionReader {
  private(set) var definitions = ZoneDefinitions()
  private var reported: [(severity: Severity, line: Int, sentence: String)] = []
  private let document: ICSDocument
  private let limits: TimeZoneLimits
  private let reader: TimeZoneReader
  /// The result for each VTIMEZONE by its bytes, because combined files have the same ones many times.
  private var outcomes: [ArraySlice<UInt8>: Outcome] = [:]
  /// The reasons for skipping that were already reported.
  private var passedOver: ExactSet = []
  private var readCount = 0
  private var changes = 0
  private var rules = 0

  /// The result of reading a VTIMEZONE.
  private enum Outcome {
    /// Its TZID is the name of a zone of the system without a place, and it means the same.
    case unneeded
    /// It has no TZID.
    case nameless
    /// It defines a TZID, or is refused.
    case defines(String, CalendarZones.Meaning?)
  }

  /// Whether the VTIMEZONEs that duecal wrote mean the system's zones.
  private let renews: Bool

  init(_ document: ICSDocument, limits: TimeZoneLimits, renews: Bool) {
    self.document = document
    self.limits = limits
    self.renews = renews
    reader = TimeZoneReader(document, limits: limits)
  }

  /// Reads all VTIMEZONEs, and stores in `naming` the zones that were looked up.
  mutating func read(_ naming: inout ZoneNaming) {
    var end = 0
    for (index, component) in document.components.enumerated()
    where component.isNamed("VTIMEZONE") {
      guard index >= end else {
        // A nested VTIMEZONE is not a definition, but its name must not be guessed.
        definitions.hasNameless = true
        continue
      }
      guard isWhole(index) else { continue }
      end = component.end
      let bytes = document.bytes[document.range(of: index)]
      let isFull =
        readCount >= limits.definitions || changes > limits.changes || rules > limits.allRules
        || outcomes.count >= limits.names
      if isFull, outcomes[bytes] == nil {
        return report(
          .error, component.lines.lowerBound,
          message: "this VTIMEZONE and those after it are not read: the file has too many")
      }
      if let known = outcomes[bytes] {
        note(known, index, isNew: false)
      } else {
        let outcome = outcome(of: index, &naming)
        outcomes[bytes] = outcome
        note(outcome, index, isNew: true)
      }
    }
  }

  /// False for a VTIMEZONE without an END, which may include everything after it, or one that is too long; the first of
  /// each is reported.
  private mutating func isWhole(_ index: Int) -> Bool {
    let component = document.components[index]
    let isSmall = document.range(of: index).count <= limits.bytes
    if component.isClosed, isSmall { return true }
    definitions.hasNameless = true
    let why = component.isClosed ? "it has more than \(limits.bytes) bytes" : "it has no end"
    if passedOver.insert(why).inserted {
      report(.error, component.lines.lowerBound, message: "this VTIMEZONE is not read: \(why)")
    }
    return false
  }

  private mutating func outcome(of index: Int, _ naming: inout ZoneNaming) -> Outcome {
    let component = document.components[index]
    let lines = ZoneLines(document, index)
    guard let tzid = lines.text("TZID"), !tzid.isEmpty else {
      report(
        .error, component.lines.lowerBound,
        message: "the VTIMEZONE has no TZID, so nothing can mean it")
      return .nameless
    }
    let named = naming.certain(tzid)
    if let place = named ?? location(lines, &naming), !ZoneNaming.isPlaceless(place.name) {
      return .defines(tzid, meaning(of: place, definedBy: index, tzid))
    }
    let meaning = read(index, tzid, lines: lines, naming: &naming)
    guard let named else { return .defines(tzid, meaning) }
    return placeless(meaning, named, tzid: tzid, index: index)
  }

  /// The meaning of a name such as EST, which names an offset and not a place: as the file defines it.
  private mutating func placeless(
    _ meaning: CalendarZones.Meaning?, _ named: ZoneNaming.Named, tzid: String, index: Int
  ) -> Outcome {
    guard let meaning, meaning.source == .definition,
      !meaning.zone.isAlike(named.zone, over: Zone.recentYears)
    else { return .unneeded }
    report(
      .warning, document.components[index].lines.lowerBound,
      message:
        "VTIMEZONE \(tzid.quoted) differs from the system's zone \(tzid); the definition in the "
        + "file is used"
    )
    return .defines(tzid, meaning.called("\(tzid) (VTIMEZONE)"))
  }

  private mutating func note(_ outcome: Outcome, _ index: Int, isNew: Bool) {
    switch outcome {
    case .unneeded: return
    case .nameless: definitions.hasNameless = true
    case .defines(let tzid, let meaning):
      let calendar = calendar(of: index)
      let earlier = definitions.byName[tzid]?.own[calendar]
      if isNew, let earlier, let meaning { compare(earlier, meaning, tzid: tzid, index: index) }
      definitions.byName[tzid, default: .init()].add(meaning, calendar)
    }
  }

  private mutating func compare(
    _ first: CalendarZones.Meaning, _ second: CalendarZones.Meaning, tzid: String, index: Int
  ) {
    guard !first.zone.isAlike(second.zone, over: Zone.recentYears) else { return }
    report(
      .warning, document.components[index].lines.lowerBound,
      message: "a second VTIMEZONE \(tzid.quoted) differs from the first one, which is used")
  }

  /// The location that the VTIMEZONE names in addition to its TZID.
  private func location(
    _ lines: ZoneLines, _ naming: inout ZoneNaming
  ) -> ZoneNaming.Named? {
    for name: StaticString in ["X-LIC-LOCATION", "TZID-ALIAS-OF"] {
      guard let text = lines.text(name), let named = naming.certain(text) else { continue }
      return (named.zone, named.name, .location)
    }
    return nil
  }

  /// The meaning of a VTIMEZONE of a place: the zone of the system, or if they differ, what the VTIMEZONE says.
  private mutating func meaning(
    of named: ZoneNaming.Named, definedBy index: Int, _ tzid: String
  ) -> CalendarZones.Meaning {
    let system = CalendarZones.Meaning(zone: named.zone, name: named.name, source: named.source)
    if renews, document.isWritten(byDuecal: index) { return system }
    let entry = entry(index, of: named)
    guard let agreement = entry.agreement else { return system }
    let own = "\(tzid) (VTIMEZONE)"
    return CalendarZones.Meaning(
      zone: agreement.definition.called(own), name: own, source: .definition,
      begins: entry.begins, ends: entry.ends, agreement: agreement)
  }

  /// The zone of a VTIMEZONE, and the dates on which the system's zone is the same; nil if it always is, or if the
  /// VTIMEZONE cannot be read.
  private mutating func entry(_ index: Int, of named: ZoneNaming.Named) -> KnownDefinitions.Entry {
    let bytes = document.bytes[document.range(of: index)]
    let entry = KnownDefinitions.entry(bytes, of: named.zone) ?? compared(index, with: named)
    readCount += 1
    (changes, rules) = (changes + entry.changes, rules + entry.rules)
    return entry
  }

  private func compared(_ index: Int, with named: ZoneNaming.Named) -> KnownDefinitions.Entry {
    let reading = try? reader.read(index, named: named.name)
    let agreement = reading.flatMap { reading in
      let zone = named.zone.defined(by: reading.zone, from: reading.begins)
      let agreement = ZoneAgreement(zone, named: named.name, zone: named.zone)
      return agreement.isComplete ? nil : agreement
    }
    let entry = KnownDefinitions.Entry(agreement, named.zone, reading, rules: ruleCount(index))
    KnownDefinitions.add(entry, document.bytes[document.range(of: index)])
    return entry
  }

  private mutating func read(
    _ index: Int, _ tzid: String, lines: ZoneLines, naming: inout ZoneNaming
  ) -> CalendarZones.Meaning? {
    readCount += 1
    rules += ruleCount(index)
    do {
      let reading = try reader.read(index, named: tzid)
      changes += reading.changes
      for warning in reading.warnings.prefix(1) {
        report(.warning, warning.line, message: warning.sentence)
      }
      return CalendarZones.Meaning(
        zone: reading.zone, name: tzid, source: .definition, begins: reading.begins)
    } catch {
      report(.error, error.line, message: "VTIMEZONE \(tzid.quoted) is not read: \(error.sentence)")
      guard let number = lines.text("X-MICROSOFT-CDO-TZID").flatMap({ Int($0) }),
        let name = ExchangeZoneNumbers.name(of: number), let named = naming.certain(name)
      else { return nil }
      return CalendarZones.Meaning(zone: named.zone, name: named.name, source: .location)
    }
  }

  /// The number of lines of a VTIMEZONE that begin like an RRULE.
  private func ruleCount(_ index: Int) -> Int {
    document.lines[document.components[index].lines].count { line in
      document.bytes[line.content].prefix(2).allSatisfy { $0 | 0x20 == UInt8(ascii: "r") }
    }
  }

  private func calendar(of index: Int) -> Int {
    var index = index
    while let parent = document.components[index].parent, parent != 0 { index = parent }
    return document.components[index].isNamed("VCALENDAR") ? index : 0
  }

  private mutating func report(_ severity: Severity, _ line: Int, message sentence: String) {
    reported.append((severity, line, sentence))
  }

  /// The diagnostics; places are computed in file order, in which each is near the one before.
  var diagnostics: [Diagnostic] {
    var places = LinePlaces(document)
    var found: [Int: Place] = [:]
    for line in Set(reported.map(\.line)).sorted() {
      found[line] = places.place(ofByte: document.lines[line].range.lowerBound)
    }
    return reported.map { one in
      Diagnostic(
        one.severity, at: found[one.line] ?? Place(line: 1, column: 1), message: one.sentence)
    }
  }
}

/// The properties of a VTIMEZONE itself.
struct ZoneLines {
  private let properties: [PropertyLine]

  init(_ document: ICSDocument, _ component: Int) {
    properties = document.propertyLines(of: component).prefix(100).map {
      document.property(document.lines[$0])
    }
  }

  /// The text of the first property of a name.
  func text(_ name: StaticString) -> String? {
    properties.first { $0.isNamed(name) }.map {
      CalendarZones.plain(TextValue.text($0.bytes[$0.value]))
    }
  }
}
