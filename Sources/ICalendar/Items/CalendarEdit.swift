public import CalendarItems
public import TaskDates

/// Changes to a calendar file: what changed of an item is written into the lines that say it, and nothing
/// else moves.
///
/// A changed field replaces the lines of its property, in their place and with the parameters that they
/// have; DTSTAMP and LAST-MODIFIED follow, and SEQUENCE where dates, rule or status changed (RFC 5545,
/// section 3.8.7.4). An item that did not change keeps its bytes.
public struct CalendarEdit {
  private let reading: CalendarReading
  private let options: EncodingOptions
  private let zones: [String: Zone]
  private var lines: LineEdits
  private var newZones: [NewZone] = []

  /// A zone that a changed item is the first of its calendar to name.
  private struct NewZone {
    let name: String
    let calendar: Int
    var use: ZoneUse
  }

  /// Begins with no change.
  ///
  /// - Parameters:
  ///   - reading: The file.
  ///   - options: How new items are written.
  ///   - zones: The zones that changed items may be anchored in, by name, besides those of the file.
  public init(
    _ reading: CalendarReading, options: EncodingOptions = EncodingOptions(),
    zones: [String: Zone] = [:]
  ) {
    self.reading = reading
    self.options = options
    self.zones = zones
    lines = LineEdits(reading.document)
  }

  /// Writes what changed of an item; a zone that its calendar does not define yet is defined there.
  ///
  /// - Parameters:
  ///   - old: The item as it was read.
  ///   - new: The item as it shall be.
  ///   - now: The time of the change; its stamp is later than the item's last one in any case. Nil leaves
  ///     stamps and SEQUENCE as they are.
  public mutating func replace(_ old: ItemReading, with new: CalendarItem, at now: Instant?) {
    var patch = ItemPatch(reading, old, new, options, zones)
    patch.write(at: now)
    lines.merge(patch.edits)
    if new.anchor != old.item.anchor { note(new, in: old.calendar, patch.zone(of: new.anchor)) }
  }

  /// Takes an item out.
  public mutating func remove(_ old: ItemReading) {
    lines.remove(reading.document.components[old.component].lines)
  }

  /// Adds an item at the end of the file's last calendar; false where it has none.
  public mutating func add(_ item: CalendarItem) -> Bool {
    let document = reading.document
    guard let calendar = document.components(named: "VCALENDAR").last,
      document.components[calendar].isClosed
    else {
      return false
    }
    var known = zones
    if case .zone(let name) = item.anchor {
      let zone = zones[name] ?? reading.anchors[name]
      known[name] = zone
      note(item, in: calendar, zone)
    }
    let bytes = ItemEncoder(options: options, zones: known).lines(of: item)
    let end = document.components[calendar].lines.upperBound - 1
    lines.insert(document.withEndings(of: end, bytes), before: end)
    return true
  }

  /// The file with the changes.
  public var bytes: [UInt8] {
    let document = reading.document
    var lines = lines
    for zone in newZones {
      let place = document.firstComponentLine(of: zone.calendar)
      for (zone, span) in zone.use.spans {
        let bytes = TimeZoneCoder(zone).component(for: span)
        lines.insertFirst(document.withEndings(of: place, bytes), before: place)
      }
    }
    return lines.printed
  }

  private mutating func note(_ item: CalendarItem, in calendar: Int?, _ zone: Zone?) {
    guard case .zone(let name) = item.anchor, let calendar, let zone,
      !reading.document.definesZone(name, in: calendar)
    else { return }
    let known = newZones.firstIndex { $0.name == name && $0.calendar == calendar }
    let place = known ?? newZones.count
    if known == nil {
      newZones.append(NewZone(name: name, calendar: calendar, use: ZoneUse(zones: [name: zone])))
    }
    newZones[place].use.note(item)
  }
}

extension ICSDocument {
  /// The first line of what stands in a calendar, behind its own properties.
  fileprivate func firstComponentLine(of calendar: Int) -> Int {
    children(of: calendar).first.map { components[$0].lines.lowerBound }
      ?? components[calendar].lines.upperBound - 1
  }

  /// True if a calendar has a VTIMEZONE of a name.
  fileprivate func definesZone(_ name: String, in calendar: Int) -> Bool {
    children(of: calendar).contains { child in
      components[child].isNamed("VTIMEZONE")
        && propertyLines(of: child).contains {
          let line = property(lines[$0])
          return line.isNamed("TZID") && line.valueText == name
        }
    }
  }

  /// Lines that end as another line of the file does.
  fileprivate func withEndings(of line: Int, _ bytes: [UInt8]) -> [UInt8] {
    let ending = self.bytes[lines[line].content.upperBound..<lines[line].range.upperBound]
    guard !ending.isEmpty, !ending.elementsEqual([0x0D, 0x0A]) else { return bytes }
    return bytes.flatMap { $0 == 0x0D ? [] : $0 == 0x0A ? Array(ending) : [$0] }
  }
}

/// Changes to the lines of a file.
struct LineEdits {
  private let document: ICSDocument
  private var replaced: [Int: [UInt8]] = [:]
  private var inserted: [Int: [UInt8]] = [:]

  init(_ document: ICSDocument) { self.document = document }

  /// True without any change.
  var isEmpty: Bool { replaced.isEmpty && inserted.isEmpty }

  /// How many lines change.
  var count: Int { replaced.count + inserted.reduce(0) { $0 + $1.value.count } }

  /// Puts other bytes in the place of a line; none take it away.
  mutating func replace(_ line: Int, with bytes: [UInt8]) { replaced[line] = bytes }

  /// Takes lines away.
  mutating func remove(_ lines: Range<Int>) {
    for line in lines { replaced[line] = [] }
  }

  /// Puts lines before another, behind those that were put there already.
  mutating func insert(_ bytes: [UInt8], before line: Int) {
    inserted[line, default: []] += bytes
  }

  /// Puts lines before another, and before those that were put there already.
  mutating func insertFirst(_ bytes: [UInt8], before line: Int) {
    inserted[line] = bytes + (inserted[line] ?? [])
  }

  mutating func merge(_ other: LineEdits) {
    replaced.merge(other.replaced) { $1 }
    inserted.merge(other.inserted) { $0 + $1 }
  }

  /// The file with the changes.
  var printed: [UInt8] {
    guard !isEmpty else { return document.bytes }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(document.bytes.count + 256)
    var copied = 0
    for line in Set(replaced.keys).union(inserted.keys).sorted() {
      let range = document.lines[line].range
      bytes += document.bytes[copied..<range.lowerBound]
      bytes += inserted[line] ?? []
      bytes += replaced[line] ?? Array(document.bytes[range])
      copied = range.upperBound
    }
    return bytes + document.bytes[copied...]
  }
}
