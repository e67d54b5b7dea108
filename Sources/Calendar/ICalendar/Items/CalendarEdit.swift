public import CalendarItems
public import ExactText
public import TaskDates

/// Changes to a calendar file: only the changed fields of an item are written, and all other bytes stay.
///
/// A changed field replaces the lines of its property, in their place and with their parameters. DTSTAMP and
/// LAST-MODIFIED are updated, and SEQUENCE if dates, rule or status changed (RFC 5545, section 3.8.7.4). An item
/// without changes keeps its bytes.
public struct CalendarEdit {
  private let reading: CalendarReading
  private let options: EncodingOptions
  private let zones: ExactDictionary<Zone>
  /// The file's last calendar, to which new items are added.
  private let calendar: Int?
  /// The changes of items, by component; a later change replaces an earlier one.
  private var changes: [Int: Change] = [:]
  private var added: [(item: CalendarItem, zone: Zone?, bytes: [UInt8])] = []

  /// The change of an existing item.
  private struct Change {
    var lines: LineEdits
    /// The item after the change, its zone and its calendar; nil for one that is removed.
    var written: (item: CalendarItem, zone: Zone?, calendar: Int?)?
  }

  /// Creates an edit without changes.
  ///
  /// - Parameters:
  ///   - reading: The file.
  ///   - options: The options for new items.
  ///   - zones: The zones that changed items may use, by name, in addition to those of the file.
  public init(
    _ reading: CalendarReading, options: EncodingOptions = EncodingOptions(),
    zones: ExactDictionary<Zone> = [:]
  ) {
    self.reading = reading
    self.options = options
    self.zones = zones
    calendar = reading.document.components(named: "VCALENDAR").last
  }

  /// Writes the changes of an item, and defines its zones if its calendar does not define them for all of its dates.
  ///
  /// - Parameters:
  ///   - old: The item as it was read.
  ///   - new: The changed item; it replaces earlier changes of the item.
  ///   - now: The time of the change; the new stamp is always later than the item's last one. Nil leaves stamps and
  ///     SEQUENCE unchanged.
  public mutating func replace(_ old: ItemReading, with new: CalendarItem, at now: Instant?) {
    var patch = ItemPatch(reading, old, new: new, options: options, zones: zones)
    patch.write(at: now)
    changes[old.component] = Change(
      lines: patch.edits, written: (new, patch.zone(of: new.anchor), old.calendar))
  }

  /// Defines the zones of an item that stays as it is, if its calendar does not define them for all of its dates.
  ///
  /// - Parameters:
  ///   - item: The item as it was read.
  ///   - now: The time of the change, for the stamps of an item that gets another VTIMEZONE; nil leaves them unchanged.
  public mutating func keepZones(of item: ItemReading, at now: Instant?) {
    var patch = ItemPatch(reading, item, new: item.item, options: options, zones: zones)
    var change = Change(
      lines: patch.edits, written: (item.item, patch.zone(of: item.item.anchor), item.calendar))
    if let now, let component = component(item.component, change) {
      var upkeep = ZoneUpkeep(reading, [component])
      upkeep.run()
      if upkeep.hasCorrected { patch.stamp(now) }
      change.lines = patch.edits
    }
    changes[item.component] = change
  }

  /// Removes an item.
  public mutating func remove(_ old: ItemReading) {
    var lines = LineEdits(reading.document)
    lines.remove(reading.document.components[old.component].lines)
    changes[old.component] = Change(lines: lines)
  }

  /// Adds an item at the end of the file's last calendar; false if the file has no calendar.
  public mutating func add(_ item: CalendarItem) -> Bool {
    guard let calendar, reading.document.components[calendar].isClosed else { return false }
    var known = zones
    if let name = item.anchor.zoneName { known[name] = zones[name] ?? reading.anchors[name] }
    let zone = item.anchor.zoneName.flatMap { known[$0] }
    added.append((item, zone, ItemEncoder(options: options, zones: known).lines(of: item)))
    return true
  }

  /// True if a VTIMEZONE is missing for an item of the edit, or does not define what the item means.
  public var correctsZones: Bool {
    var upkeep = ZoneUpkeep(reading, written)
    upkeep.run()
    return upkeep.hasCorrected || !upkeep.new.isEmpty
  }

  /// The file with the changes.
  public var bytes: [UInt8] {
    var upkeep = ZoneUpkeep(reading, written)
    upkeep.run()
    let document = reading.document
    var lines = LineEdits(document)
    for (_, change) in changes { lines.merge(change.lines) }
    for one in upkeep.components {
      guard let component = one.component else { continue }
      lines.set(document.components[component].lines, to: one.bytes)
    }
    let new = upkeep.components.filter { $0.component == nil }.flatMap(\.bytes)
    if let calendar, !new.isEmpty {
      let end = document.components[calendar].lines.upperBound - 1
      lines.insert(document.withEndings(ofCalendar: calendar, new), before: end)
    }
    upkeep.write(to: &lines)
    return lines.printed
  }

  /// The components that the edit writes, in the order of the file, and then the new ones.
  private var written: [WrittenComponent] {
    let changed = changes.sorted { $0.key < $1.key }.compactMap { component($0.key, $0.value) }
    let new = added.compactMap { one in
      calendar.map {
        WrittenComponent(
          item: one.item, zone: one.zone, calendar: $0, component: nil, bytes: one.bytes)
      }
    }
    return changed + new
  }

  private func component(_ component: Int, _ change: Change) -> WrittenComponent? {
    guard let written = change.written, let calendar = written.calendar else { return nil }
    return WrittenComponent(
      item: written.item, zone: written.zone, calendar: calendar, component: component,
      bytes: change.lines.printed(reading.document.components[component].lines))
  }
}

extension ICSDocument {
  /// The first line of a calendar's components, after its own properties.
  func firstComponentLine(of calendar: Int) -> Int {
    let isEmpty = components[calendar].end == calendar + 1
    return isEmpty
      ? components[calendar].lines.upperBound - 1 : components[calendar + 1].lines.lowerBound
  }

  /// The VTIMEZONEs of a calendar, by their names.
  private func zones(of calendar: Int) -> [(name: String, component: Int)] {
    children(of: calendar).filter { components[$0].isNamed("VTIMEZONE") }.compactMap { child in
      ZoneLines(self, child).text("TZID").map { ($0, child) }
    }
  }

  /// The names of a calendar's VTIMEZONEs.
  func zoneNames(of calendar: Int) -> [String] { zones(of: calendar).map(\.name) }

  /// The VTIMEZONEs of a calendar with a name.
  func definitions(of tzid: String, in calendar: Int) -> [Int] {
    zones(of: calendar).filter { $0.name == tzid }.map(\.component)
  }

  /// True if a line of a component, or of one in it, names a zone.
  func uses(_ tzid: String, in component: Int) -> Bool {
    lines[components[component].lines].contains { line in
      property(line).text(of: "TZID").map { CalendarZones.plain($0) == tzid } ?? false
    }
  }

  /// The bytes with the line ends of a calendar's BEGIN.
  func withEndings(ofCalendar calendar: Int, _ bytes: [UInt8]) -> [UInt8] {
    let begin = lines[components[calendar].lines.lowerBound]
    let ending = self.bytes[begin.content.upperBound..<begin.range.upperBound]
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

  /// True if there are no changes.
  var isEmpty: Bool { replaced.isEmpty && inserted.isEmpty }

  /// The number of changed lines.
  var count: Int { replaced.count + inserted.reduce(0) { $0 + $1.value.count } }

  /// Replaces a line with other bytes; an empty array removes it.
  mutating func replace(_ line: Int, with bytes: [UInt8]) { replaced[line] = bytes }

  /// Removes lines.
  mutating func remove(_ lines: Range<Int>) {
    for line in lines { replaced[line] = [] }
  }

  /// Inserts lines before a line, after lines inserted there earlier.
  mutating func insert(_ bytes: [UInt8], before line: Int) {
    inserted[line, default: []] += bytes
  }

  /// Inserts lines before a line, and before lines inserted there earlier.
  mutating func insertFirst(_ bytes: [UInt8], before line: Int) {
    inserted[line] = bytes + (inserted[line] ?? [])
  }

  /// Replaces lines by others; nothing changes if they are the same.
  mutating func set(_ lines: Range<Int>, to bytes: [UInt8]) {
    guard printed(lines) != bytes, let first = lines.first else { return }
    for line in lines {
      replaced[line] = []
      inserted[line] = nil
    }
    replaced[first] = bytes
  }

  mutating func merge(_ other: LineEdits) {
    replaced.merge(other.replaced) { $1 }
    inserted.merge(other.inserted) { $0 + $1 }
  }

  /// The file with the changes.
  var printed: [UInt8] {
    guard !isEmpty, let first = document.lines.first, let last = document.lines.last else {
      return document.bytes
    }
    return document.bytes[..<first.range.lowerBound] + printed(document.lines.indices)
      + document.bytes[last.range.upperBound...]
  }

  /// Some lines of the file with the changes.
  func printed(_ lines: Range<Int>) -> [UInt8] {
    guard let first = lines.first, let last = lines.last else { return [] }
    var bytes: [UInt8] = []
    let all = document.lines[first].range.lowerBound..<document.lines[last].range.upperBound
    bytes.reserveCapacity(all.count + 256)
    var copied = all.lowerBound
    for line in Set(replaced.keys).union(inserted.keys).filter(lines.contains).sorted() {
      let range = document.lines[line].range
      bytes += document.bytes[copied..<range.lowerBound]
      bytes += inserted[line] ?? []
      bytes += replaced[line] ?? Array(document.bytes[range])
      copied = range.upperBound
    }
    return bytes + document.bytes[copied..<all.upperBound]
  }
}
