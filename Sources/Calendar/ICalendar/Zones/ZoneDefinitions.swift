import Diagnostics
import ExactText
import TaskDates

/// The VTIMEZONEs of a file, by TZID.
struct ZoneDefinitions: Sendable {
  /// What the VTIMEZONEs of one TZID say, nil where they are refused.
  struct Entry: Sendable {
    /// The first of the file that is read.
    var first: CalendarZones.Meaning?
    /// The first of each VCALENDAR that is read.
    var own: [Int: CalendarZones.Meaning] = [:]

    mutating func add(_ meaning: CalendarZones.Meaning?, _ calendar: Int) {
      guard let meaning else { return }
      if first == nil { first = meaning }
      if own[calendar] == nil { own[calendar] = meaning }
    }
  }

  fileprivate(set) var byName: ExactDictionary<Entry> = [:]
  /// True if the file has a VTIMEZONE without a TZID: a name that nobody knows may have been its.
  fileprivate(set) var hasNameless = false

  /// The definition that holds in a calendar: its own, else the first of the file.
  static func meaning(_ entry: Entry, in calendar: Int?) -> CalendarZones.Meaning? {
    calendar.flatMap { entry.own[$0] } ?? entry.first
  }
}

/// Reads the VTIMEZONEs of a file; those that nobody needs are passed over.
struct ZoneDefinitionReader {
  private(set) var definitions = ZoneDefinitions()
  private var said: [(severity: Severity, line: Int, sentence: String)] = []
  private let document: ICSDocument
  private let limits: TimeZoneLimits
  private let reader: TimeZoneReader
  /// What each says by its bytes: files that were put together have the same ones many times.
  private var outcomes: [ArraySlice<UInt8>: Outcome] = [:]
  /// Why some are passed over, as far as it was said.
  private var passedOver: ExactSet = []
  private var readCount = 0
  private var changes = 0
  private var rules = 0

  /// What came of a VTIMEZONE.
  private enum Outcome {
    /// Its TZID is a name that means more than it says.
    case unneeded
    /// It has no TZID.
    case nameless
    /// It says what a TZID means, or is refused.
    case defines(String, CalendarZones.Meaning?)
  }

  init(_ document: ICSDocument, limits: TimeZoneLimits) {
    self.document = document
    self.limits = limits
    reader = TimeZoneReader(document, limits: limits)
  }

  /// Reads all, and notes in `naming` the zones that were looked up meanwhile.
  mutating func read(_ naming: inout ZoneNaming) {
    var behind = 0
    for (index, component) in document.components.enumerated()
    where component.isNamed("VTIMEZONE") {
      guard index >= behind else {
        // What stands in another one is no definition, but its name is not free for a guess.
        definitions.hasNameless = true
        continue
      }
      guard isWhole(index) else { continue }
      behind = component.end
      let bytes = document.bytes[document.range(of: index)]
      let isFull =
        readCount >= limits.definitions || changes > limits.changes || rules > limits.allRules
        || outcomes.count >= limits.names
      if isFull, outcomes[bytes] == nil {
        return say(
          .error, component.lines.lowerBound,
          message: "this VTIMEZONE and those behind it are not read: the file has too many")
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

  /// False for a VTIMEZONE that never ends, which may have all that is behind it, or that is too long;
  /// the first of each is said.
  private mutating func isWhole(_ index: Int) -> Bool {
    let component = document.components[index]
    let isSmall = document.range(of: index).count <= limits.bytes
    if component.isClosed, isSmall { return true }
    definitions.hasNameless = true
    let why = component.isClosed ? "it has more than \(limits.bytes) bytes" : "it never ends"
    if passedOver.insert(why).inserted {
      say(.error, component.lines.lowerBound, message: "this VTIMEZONE is not read: \(why)")
    }
    return false
  }

  private mutating func outcome(of index: Int, _ naming: inout ZoneNaming) -> Outcome {
    let component = document.components[index]
    let lines = ZoneLines(document, index)
    guard let tzid = lines.text("TZID"), !tzid.isEmpty else {
      say(
        .error, component.lines.lowerBound,
        message: "the VTIMEZONE has no TZID, so nothing can mean it")
      return .nameless
    }
    let named = naming.certain(tzid)
    if let named, !ZoneNaming.isPlaceless(named.name) { return .unneeded }
    let meaning = location(lines, &naming) ?? read(index, tzid, lines: lines, naming: &naming)
    guard let named else { return .defines(tzid, meaning) }
    return placeless(meaning, named, tzid: tzid, index: index)
  }

  /// A name such as EST, which names an offset and no place, means what the file says it does.
  private mutating func placeless(
    _ meaning: CalendarZones.Meaning?, _ named: ZoneNaming.Named, tzid: String, index: Int
  ) -> Outcome {
    guard let meaning, meaning.source == .definition,
      !meaning.zone.isAlike(named.zone, over: Zone.recentYears)
    else { return .unneeded }
    say(
      .warning, document.components[index].lines.lowerBound,
      message:
        "VTIMEZONE \(tzid.quoted) is not what the system means by \(tzid); what the file says holds"
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
    say(
      .warning, document.components[index].lines.lowerBound,
      message: "a second VTIMEZONE \(tzid.quoted) says something else; the first holds")
  }

  /// What the VTIMEZONE calls itself beside its TZID.
  private func location(
    _ lines: ZoneLines, _ naming: inout ZoneNaming
  ) -> CalendarZones.Meaning? {
    for name: StaticString in ["X-LIC-LOCATION", "TZID-ALIAS-OF"] {
      guard let text = lines.text(name), let named = naming.certain(text) else { continue }
      return CalendarZones.Meaning(zone: named.zone, name: named.name, source: .location)
    }
    return nil
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
        say(.warning, warning.line, message: warning.sentence)
      }
      return CalendarZones.Meaning(
        zone: reading.zone, name: tzid, source: .definition, begins: reading.begins)
    } catch {
      say(.error, error.line, message: "VTIMEZONE \(tzid.quoted) is not read: \(error.sentence)")
      guard let number = lines.text("X-MICROSOFT-CDO-TZID").flatMap({ Int($0) }),
        let name = ExchangeZoneNumbers.name(of: number), let named = naming.certain(name)
      else { return nil }
      return CalendarZones.Meaning(zone: named.zone, name: named.name, source: .location)
    }
  }

  /// How many lines of a VTIMEZONE begin as RRULEs do.
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

  private mutating func say(_ severity: Severity, _ line: Int, message sentence: String) {
    said.append((severity, line, sentence))
  }

  /// What was said; places are looked up in the order of the file, where each is near the one before.
  var diagnostics: [Diagnostic] {
    var places = LinePlaces(document)
    var found: [Int: Place] = [:]
    for line in Set(said.map(\.line)).sorted() {
      found[line] = places.place(ofByte: document.lines[line].range.lowerBound)
    }
    return said.map { one in
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
