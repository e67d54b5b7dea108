import CalendarItems
import ExactText
import TaskDates

/// A component that an edit writes, with the zones of its times.
struct WrittenComponent {
  /// The item, and the zone of its times.
  let item: CalendarItem
  let zone: Zone?
  /// The VCALENDAR.
  let calendar: Int
  /// The component in the file; nil for a new one.
  let component: Int?
  /// The lines.
  var bytes: [UInt8]
}

/// Makes the VTIMEZONEs of the calendars define what written items mean, for all of their dates.
///
/// A VTIMEZONE stays as it is if it does so. Otherwise it is replaced; if other items of the calendar need it, the written
/// ones get a zone with a name of its own.
struct ZoneUpkeep {
  private let reading: CalendarReading
  private var zones: CalendarZones
  private(set) var components: [WrittenComponent]
  private var edits: LineEdits
  /// The new VTIMEZONEs by calendar, each with its name.
  private(set) var new: [Int: [(name: String, bytes: [UInt8])]] = [:]
  /// True if a VTIMEZONE of the file was not right for the written items.
  private(set) var hasCorrected = false
  /// The number of moments of series that may still be compared.
  private var steps = 2_000_000

  init(_ reading: CalendarReading, _ components: [WrittenComponent]) {
    self.reading = reading
    self.components = components
    zones = reading.zones
    edits = LineEdits(reading.document)
  }

  /// Changes the components and the VTIMEZONEs.
  mutating func run() {
    for calendar in Set(components.map(\.calendar)).sorted() {
      let uses = uses(in: calendar)
      for tzid in ExactSet(uses.map(\.tzid)).sorted() {
        maintain(tzid, uses.filter { $0.tzid == tzid }, in: calendar)
      }
    }
  }

  /// Adds the changes to the VTIMEZONEs of the file, with the new ones at the beginning of their calendars.
  func write(to lines: inout LineEdits) {
    lines.merge(edits)
    for (calendar, zones) in new {
      let place = reading.document.firstComponentLine(of: calendar)
      for zone in zones.sorted(by: { $0.name > $1.name }) {
        lines.insertFirst(zone.bytes, before: place)
      }
    }
  }

  // MARK: The uses of a zone

  private mutating func uses(in calendar: Int) -> [ZonedUse] {
    var uses: [ZonedUse] = []
    for (index, one) in components.enumerated() where one.calendar == calendar {
      for (tzid, moments) in ZonedMoments(one.bytes).byName {
        let zone =
          tzid == one.item.anchor.zoneName
          ? one.zone : zones.zone(forTZID: tzid, inCalendar: calendar)?.zone
        guard let zone else { continue }
        uses.append(
          ZonedUse(tzid: tzid, moments: moments, item: one.item, zone: zone, index: index))
      }
    }
    return uses
  }

  private mutating func maintain(_ tzid: String, _ uses: [ZonedUse], in calendar: Int) {
    let definitions = reading.document.definitions(of: tzid, in: calendar)
    let definition = definitions.first.flatMap {
      KnownDefinitions.reading(reading.document, $0, limits: reading.limits.zones)
    }
    let unfit = uses.filter { use in definition.map { !fits($0, use) } ?? true }
    guard let zone = unfit.first?.zone else { return }
    hasCorrected = hasCorrected || !definitions.isEmpty
    let others = otherUses(of: tzid, in: calendar)
    guard let others, (uses + others).allSatisfy({ isSame(zone, $0) }) else {
      return rename(tzid, unfit, in: calendar)
    }
    define(tzid, as: zone, for: uses + others, replacing: definitions, in: calendar)
  }

  /// True if every reader of a VTIMEZONE gets the instants of an item.
  private mutating func fits(_ definition: TimeZoneReading, _ use: ZonedUse) -> Bool {
    let isBegun = use.moments.allSatisfy { definition.begins <= use.zone.instant(of: $0) }
    return isBegun && agrees(definition.zone, use)
  }

  /// True if a zone gives the same instants for an item as the one that it has.
  private mutating func isSame(_ zone: Zone, _ use: ZonedUse) -> Bool {
    zone == use.zone || agrees(zone, use)
  }

  private mutating func agrees(_ zone: Zone, _ use: ZonedUse) -> Bool {
    guard use.moments.allSatisfy({ zone.instant(of: $0) == use.zone.instant(of: $0) }) else {
      return false
    }
    guard use.item.recurs else { return true }
    return ZoneAgreement(zone, named: use.tzid, zone: use.zone).holds(for: use.item, steps: &steps)
  }

  /// The uses of a zone by items that are not written; nil if something else uses it.
  private mutating func otherUses(of tzid: String, in calendar: Int) -> [ZonedUse]? {
    let written = Set(components.compactMap(\.component))
    let document = reading.document
    let users = document.children(of: calendar).filter { child in
      !written.contains(child) && !document.components[child].isNamed("VTIMEZONE")
        && document.uses(tzid, in: child)
    }
    guard !users.isEmpty else { return [] }
    let meaning = zones.zone(forTZID: tzid, inCalendar: calendar)?.zone
    let items = Dictionary(reading.items.map { ($0.component, $0.item) }) { first, _ in first }
    var uses: [ZonedUse] = []
    for user in users {
      guard let item = items[user], let meaning else { return nil }
      let bytes = Array(document.bytes[document.range(of: user)])
      let moments = ZonedMoments(bytes).byName.first { $0.tzid == tzid }?.moments ?? []
      uses.append(ZonedUse(tzid: tzid, moments: moments, item: item, zone: meaning, index: nil))
    }
    return uses
  }

  // MARK: Definitions

  private mutating func define(
    _ tzid: String, as zone: Zone, for uses: [ZonedUse], replacing definitions: [Int],
    in calendar: Int
  ) {
    guard let span = uses.span(in: zone) else { return }
    let document = reading.document
    let bytes = document.withEndings(
      ofCalendar: calendar, TimeZoneEncoder(zone.called(tzid)).component(for: span))
    guard let first = definitions.first else {
      return new[calendar, default: []].append((tzid, bytes))
    }
    for definition in definitions { edits.remove(document.components[definition].lines) }
    edits.replace(document.components[first].lines.lowerBound, with: bytes)
  }

  /// Gives the zones of written items names that no VTIMEZONE has.
  private mutating func rename(_ tzid: String, _ uses: [ZonedUse], in calendar: Int) {
    var rest = uses
    while let zone = rest.first?.zone {
      let group = rest.filter { $0.zone == zone }
      rest.removeAll { $0.zone == zone }
      let name = freeName(tzid, in: calendar)
      for index in Set(group.compactMap(\.index)) {
        components[index].bytes = ZonedMoments.renaming(tzid, to: name, in: components[index].bytes)
      }
      define(name, as: zone, for: group, replacing: [], in: calendar)
    }
  }

  /// A name that duecal reads as the same zone, because its last parts are the name of that.
  private func freeName(_ tzid: String, in calendar: Int) -> String {
    let name = tzid.utf8.first == UInt8(ascii: "/") ? String(tzid.dropFirst()) : tzid
    var taken = ExactSet(new[calendar, default: []].map(\.name))
    taken.formUnion(reading.document.zoneNames(of: calendar))
    var free = "/duecal/\(name)"
    var number = 2
    while taken.contains(free) {
      free = "/duecal/\(number)/\(name)"
      number += 1
    }
    return free
  }
}

/// The use of a zone by an item.
private struct ZonedUse {
  let tzid: String
  let moments: [DateTimeParameters]
  let item: CalendarItem
  /// The zone that the item means.
  let zone: Zone
  /// The index of the written component; nil for one that is not written.
  let index: Int?
}

extension [ZonedUse] {
  /// The time for which a VTIMEZONE must be right; nil without any.
  fileprivate func span(in zone: Zone) -> TimeZoneEncoder.Span? {
    let moments = flatMap { use in use.moments + [use.item.when?.endDate].compactMap(\.self) }
    let instants = moments.map { zone.instant(of: $0) }
    guard let first = instants.min(), let last = instants.max() else { return nil }
    let isEndless = contains { $0.item.recurs }
    return TimeZoneEncoder.Span(first: first, last: isEndless ? nil : last)
  }
}

/// The local times of a component, by the names of their zones.
struct ZonedMoments {
  private(set) var byName: [(tzid: String, moments: [DateTimeParameters])] = []

  init(_ bytes: [UInt8]) {
    let document = ICSDocument(bytes: bytes)
    for line in document.lines {
      let property = document.property(line)
      guard let tzid = property.zoneName else { continue }
      let moments = property.moments
      if moments.isEmpty { continue }
      if let place = byName.firstIndex(where: { $0.tzid == tzid }) {
        byName[place].moments += moments
      } else {
        byName.append((tzid, moments))
      }
    }
  }

  /// The component with another name for a zone.
  static func renaming(_ tzid: String, to name: String, in bytes: [UInt8]) -> [UInt8] {
    let document = ICSDocument(bytes: bytes)
    var edits = LineEdits(document)
    for (index, line) in document.lines.enumerated() {
      let property = document.property(line)
      guard property.zoneName == tzid else { continue }
      let ending = Array(bytes[line.content.upperBound..<line.range.upperBound])
      edits.replace(index, with: property.renamed(to: name, ending: ending))
    }
    return edits.printed
  }
}

extension PropertyLine {
  /// The zone of a time, as the file names it.
  fileprivate var zoneName: String? {
    guard parameter("TZID") != nil else { return nil }
    return (zoneWithColon?.tzid ?? text(of: "TZID")).map(CalendarZones.plain)
  }

  /// The local times of the value; the end of a period may be a length.
  fileprivate var moments: [DateTimeParameters] {
    let value = bytes[zoneWithColon?.value ?? value]
    // Some programs escape the commas of a list.
    let isMark: (UInt8) -> Bool = { [0x2C, 0x2F, 0x5C].contains($0) }
    return value.split(whereSeparator: isMark).compactMap { part in
      part.count < 15 ? nil : CompactTime(part.trimmingBlanks)
    }.filter { !$0.isUTC }.map(\.civil)
  }

  fileprivate func renamed(to name: String, ending: [UInt8]) -> [UInt8] {
    var writer = ContentLineWriter(ending: ending)
    writer.begin(bytes[self.name])
    for parameter in parameters where !isNamed("TZID", at: parameter.name) {
      writer.byte(UInt8(ascii: ";"))
      writer.raw(written(parameter))
    }
    writer.parameter("TZID".utf8, Array(name.utf8))
    writer.colon()
    writer.raw(bytes[zoneWithColon?.value ?? value])
    writer.end()
    return writer.bytes
  }
}
