import Diagnostics
import TaskDates

/// The VTIMEZONEs of a file, by TZID.
struct ZoneDefinitions: Sendable {
  /// What a VTIMEZONE says, nil where it is refused.
  struct Definition: Sendable {
    /// The VCALENDAR it stands in, or the file.
    let calendar: Int
    let meaning: CalendarZones.Meaning?
  }

  fileprivate(set) var byName: [String: [Definition]] = [:]
  /// True if the file has a VTIMEZONE without a TZID: a name that nobody knows may have been its.
  fileprivate(set) var hasNameless = false

  /// The definition that holds in a calendar: its own, else the first of the file that can be read.
  func definition(_ tzid: String, in calendar: Int?) -> Definition? {
    guard let all = byName[tzid] else { return nil }
    let own = all.first { $0.calendar == calendar && $0.meaning != nil }
    return own ?? all.first { $0.meaning != nil } ?? all.first
  }
}

/// Reads the VTIMEZONEs of a file; those that nobody needs are passed over.
struct ZoneDefinitionReader {
  private(set) var definitions = ZoneDefinitions()
  private(set) var diagnostics: [Diagnostic] = []
  private let document: ICSDocument
  private let limits: TimeZoneLimits
  private let reader: TimeZoneReader
  private var places: LinePlaces

  init(_ document: ICSDocument, limits: TimeZoneLimits) {
    self.document = document
    self.limits = limits
    reader = TimeZoneReader(document, limits: limits)
    places = LinePlaces(document)
  }

  /// Reads all, and notes in `naming` the zones that were looked up meanwhile.
  mutating func read(_ naming: inout ZoneNaming) {
    var count = 0
    for (index, component) in document.components.enumerated()
    where component.name.utf8.count == 9 && component.name.uppercased() == "VTIMEZONE" {
      count += 1
      guard count <= limits.definitions else {
        let sentence = "there are more than \(limits.definitions) VTIMEZONEs; the rest is not read"
        return say(.error, component.lines.lowerBound, sentence)
      }
      add(index, &naming)
    }
  }

  private mutating func add(_ index: Int, _ naming: inout ZoneNaming) {
    let component = document.components[index]
    let lines = ZoneLines(document, index)
    guard let tzid = lines.text("TZID"), !tzid.isEmpty else {
      definitions.hasNameless = true
      return say(
        .error, component.lines.lowerBound, "the VTIMEZONE has no TZID, so nothing can mean it")
    }
    let named = naming.certain(tzid)
    if let named, !ZoneNaming.isPlaceless(named.name) { return }
    let meaning = location(lines, &naming) ?? read(index, tzid, lines, &naming)
    if let named {
      keep(meaning, asIn: named, tzid, index)
    } else {
      add(.init(calendar: calendar(of: index), meaning: meaning), tzid, index)
    }
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
    _ index: Int, _ tzid: String, _ lines: ZoneLines, _ naming: inout ZoneNaming
  ) -> CalendarZones.Meaning? {
    do {
      let reading = try reader.read(index, named: tzid)
      for doubt in reading.doubts.prefix(1) { say(.warning, doubt.line, doubt.sentence) }
      return CalendarZones.Meaning(
        zone: reading.zone, name: tzid, source: .definition, begins: reading.begins)
    } catch {
      say(.error, error.line, "VTIMEZONE \(tzid.quoted) is not read: \(error.sentence)")
      guard let number = lines.text("X-MICROSOFT-CDO-TZID").flatMap({ Int($0) }),
        let name = ExchangeZoneNumbers.name(of: number), let named = naming.certain(name)
      else { return nil }
      return CalendarZones.Meaning(zone: named.zone, name: named.name, source: .location)
    }
  }

  private mutating func add(
    _ definition: ZoneDefinitions.Definition, _ tzid: String, _ index: Int
  ) {
    let earlier = definitions.byName[tzid, default: []].first {
      $0.calendar == definition.calendar && $0.meaning != nil
    }
    if let first = earlier?.meaning?.zone, let second = definition.meaning?.zone,
      !first.isAlike(second, over: Zone.recentYears)
    {
      say(
        .warning, document.components[index].lines.lowerBound,
        "a second VTIMEZONE \(tzid.quoted) says something else; the first holds")
    }
    definitions.byName[tzid, default: []].append(definition)
  }

  /// A name such as EST, which names an offset and no place, means what the file says it does.
  private mutating func keep(
    _ meaning: CalendarZones.Meaning?, asIn named: ZoneNaming.Named, _ tzid: String, _ index: Int
  ) {
    guard let meaning, meaning.source == .definition,
      !meaning.zone.isAlike(named.zone, over: Zone.recentYears)
    else { return }
    say(
      .warning, document.components[index].lines.lowerBound,
      "VTIMEZONE \(tzid.quoted) is not what the system means by \(tzid); what the file says holds")
    definitions.byName[tzid, default: []].append(
      ZoneDefinitions.Definition(calendar: calendar(of: index), meaning: meaning))
  }

  private func calendar(of index: Int) -> Int {
    var index = index
    while let parent = document.components[index].parent, parent != 0 { index = parent }
    return document.components[index].name.uppercased() == "VCALENDAR" ? index : 0
  }

  private mutating func say(_ severity: Severity, _ line: Int, _ sentence: String) {
    let byte = document.lines[line].range.lowerBound
    diagnostics.append(Diagnostic(severity, at: places.place(ofByte: byte), sentence))
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
