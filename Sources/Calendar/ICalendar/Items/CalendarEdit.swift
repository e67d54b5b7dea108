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
  private var added: [UInt8] = []
  private var pinnedOfAdded: [PinnedItem] = []

  /// The change of an existing item.
  private struct Change {
    let lines: LineEdits
    var pinned: PinnedItem?
  }

  /// An item that uses a zone for the first time.
  private struct PinnedItem {
    let item: CalendarItem
    let calendar: Int
    let name: String
    let zone: Zone

    init?(_ item: CalendarItem, in calendar: Int?, zone: Zone?) {
      guard let calendar, let name = item.anchor.zoneName, let zone else { return nil }
      (self.item, self.calendar, self.name, self.zone) = (item, calendar, name, zone)
    }
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

  /// Writes the changes of an item, and defines its zone if its calendar does not define it yet.
  ///
  /// - Parameters:
  ///   - old: The item as it was read.
  ///   - new: The changed item; it replaces earlier changes of the item.
  ///   - now: The time of the change; the new stamp is always later than the item's last one. Nil leaves stamps and
  ///     SEQUENCE unchanged.
  public mutating func replace(_ old: ItemReading, with new: CalendarItem, at now: Instant?) {
    var patch = ItemPatch(reading, old, new: new, options: options, zones: zones)
    patch.write(at: now)
    let pinned =
      patch.isMoved ? PinnedItem(new, in: old.calendar, zone: patch.zone(of: new.anchor)) : nil
    changes[old.component] = Change(lines: patch.edits, pinned: pinned)
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
    if let name = item.anchor.zoneName {
      let zone = zones[name] ?? reading.anchors[name]
      known[name] = zone
      if let pinned = PinnedItem(item, in: calendar, zone: zone) { pinnedOfAdded.append(pinned) }
    }
    added += ItemEncoder(options: options, zones: known).lines(of: item)
    return true
  }

  /// The file with the changes.
  public var bytes: [UInt8] {
    let document = reading.document
    var lines = LineEdits(document)
    for (_, change) in changes { lines.merge(change.lines) }
    if let calendar, !added.isEmpty {
      let end = document.components[calendar].lines.upperBound - 1
      lines.insert(document.withEndings(ofCalendar: calendar, added), before: end)
    }
    for (calendar, uses) in newZones {
      let place = document.firstComponentLine(of: calendar)
      for (zone, span) in uses.flatMap(\.value.spans).sorted(by: { $0.zone.name > $1.zone.name }) {
        let bytes = TimeZoneEncoder(zone).component(for: span)
        lines.insertFirst(document.withEndings(ofCalendar: calendar, bytes), before: place)
      }
    }
    return lines.printed
  }

  /// The zones that items use first in their calendar, by calendar and name.
  private var newZones: [Int: ExactDictionary<ZoneUse>] {
    let ofChanges = changes.sorted { $0.key < $1.key }.compactMap(\.value.pinned)
    var known: [Int: ExactSet] = [:]
    var zones: [Int: ExactDictionary<ZoneUse>] = [:]
    for one in ofChanges + pinnedOfAdded {
      let defined = known[one.calendar] ?? reading.document.zoneNames(of: one.calendar)
      known[one.calendar] = defined
      if defined.contains(one.name) { continue }
      zones[one.calendar, default: [:]][one.name, default: ZoneUse(zones: [one.name: one.zone])]
        .note(one.item)
    }
    return zones
  }
}

extension ICSDocument {
  /// The first line of a calendar's components, after its own properties.
  fileprivate func firstComponentLine(of calendar: Int) -> Int {
    let isEmpty = components[calendar].end == calendar + 1
    return isEmpty
      ? components[calendar].lines.upperBound - 1 : components[calendar + 1].lines.lowerBound
  }

  /// The names of a calendar's VTIMEZONEs.
  fileprivate func zoneNames(of calendar: Int) -> ExactSet {
    var names: ExactSet = []
    for child in children(of: calendar) where components[child].isNamed("VTIMEZONE") {
      let lines = propertyLines(of: child).map { property(self.lines[$0]) }
      names.formUnion(lines.filter { $0.isNamed("TZID") }.map(\.valueText))
    }
    return names
  }

  /// The bytes with the line ends of a calendar's BEGIN.
  fileprivate func withEndings(ofCalendar calendar: Int, _ bytes: [UInt8]) -> [UInt8] {
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
