public import CalendarItems
public import CalendarStores
import ExactText
public import ICalendar
public import TaskDates

/// The text in which a store keeps one item, or a series with its changed occurrences: a calendar object resource (RFC
/// 4791, section 4.1).
///
/// The text is authoritative. A change is written into the lines of the changed fields, and every other byte stays.
public struct CalendarResource: Sendable {
  /// The text.
  public var bytes: [UInt8] { reading.document.bytes }
  /// The content of the text; nil if it has no item.
  public let content: ItemContent?
  private let reading: CalendarReading
  /// The items of the text that belong to the content, in its order.
  private let items: [ItemReading]
  /// The index of its UID among those of the text.
  private let number: Int
  /// The number of UIDs in the text: one, unless another program added more.
  public let count: Int

  /// False if the text is not a calendar, is cut off or has an item that was refused: it may have more items than were
  /// read.
  public var isWhole: Bool { reading.isCalendar && reading.isComplete }

  /// Reads a text; any bytes are accepted.
  ///
  /// Of several versions of an item the newest is used (RFC 5545, section 3.8.7.4); of equally new ones the last.
  ///
  /// - Parameters:
  ///   - bytes: The text.
  ///   - number: The index of the UID to read, from 0.
  ///   - database: The zone database.
  public init(bytes: [UInt8], number: Int = 0, database: ZoneDatabase = ZoneDatabase()) {
    let reading = CalendarReading(bytes: bytes, database: database, renewsZones: true)
    self.init(reading, Self.groups(of: reading.items), number: number)
  }

  /// Reads a text once for all of its UIDs, in order; a text without items is one resource without content.
  public static func all(
    in bytes: [UInt8], database: ZoneDatabase = ZoneDatabase()
  ) -> [CalendarResource] {
    all(in: CalendarReading(bytes: bytes, database: database, renewsZones: true))
  }

  /// The resources of a text that was already read; a text without items is one resource without content.
  public static func all(in reading: CalendarReading) -> [CalendarResource] {
    let groups = groups(of: reading.items)
    return (0..<max(1, groups.count)).map { CalendarResource(reading, groups, number: $0) }
  }

  private init(_ reading: CalendarReading, _ groups: [[ItemReading]], number: Int) {
    self.reading = reading
    self.number = number
    count = groups.count
    items = groups.indices.contains(number) ? Self.series(groups[number], reading.anchors) : []
    let items = items.map(\.item)
    let isAlone = reading.items.count == items.count
    content = items.first.map { first in
      var content = ItemContent(
        first, changed: Array(items.dropFirst()), zones: reading.anchors,
        original: Original(bytes: reading.document.bytes[...]))
      if isAlone { content.setRead() } else { content.setShared() }
      return content
    }
  }

  private struct Name: Hashable {
    let uid: String
    let kind: CalendarItem.Kind
  }

  /// The items grouped by UID, in the order in which the UIDs occur first.
  private static func groups(of items: ReadItems) -> [[ItemReading]] {
    var groups: [[ItemReading]] = []
    var places: [Name: Int] = [:]
    for read in items {
      let name = Name(uid: read.item.uid, kind: read.item.kind)
      let place = places[name, default: groups.count]
      if places.updateValue(place, forKey: name) == nil { groups.append([]) }
      groups[place].append(read)
    }
    return groups
  }

  /// The items of one UID; its series comes first.
  private static func series(
    _ items: [ItemReading], _ zones: ExactDictionary<Zone>
  ) -> [ItemReading] {
    var latest: [OccurrenceKey: ItemReading] = [:]
    var order: [OccurrenceKey] = []
    for read in items {
      let key = OccurrenceKey(read.item, zones: zones)
      let known = latest[key]
      if known == nil { order.append(key) }
      if known.map({ $0.stamp <= read.stamp }) ?? true { latest[key] = read }
    }
    let found = order.compactMap { latest[$0] }
    return found.filter { $0.item.occurrence == nil } + found.filter { $0.item.occurrence != nil }
  }

  /// The form of new to-dos that recur: they begin when they are due, as in feeds.
  private static let newForm = EncodingOptions(recurringDue: .equal)

  /// Writes a new item: into its original text if it has one, otherwise into a new one.
  public init(_ content: ItemContent, database: ZoneDatabase = ZoneDatabase()) {
    // A text with many items is not read for each of them.
    let known =
      content.sharesText
      ? nil
      : content.original.bytes.map {
        CalendarResource(bytes: Array($0), database: database)
      }
    if let known, known.content?.item.uid == content.item.uid, known.isAlone {
      self = known.inCalendar(database).updated(to: content, at: nil, database: database)
    } else {
      var edit = CalendarEdit(Self.blank, options: Self.newForm, zones: content.zones)
      for item in content.items { _ = edit.add(item) }
      self = CalendarResource(bytes: edit.bytes, database: database)
    }
  }

  /// True if the text contains only the content's items.
  private var isAlone: Bool { reading.items.count == items.count }

  /// A calendar without items, read once.
  private static let blank = CalendarReading(
    bytes: CalendarWriter.start
      + Array("\r\nVERSION:2.0\r\nPRODID:\(CalendarWriter.productID)\r\n".utf8)
      + CalendarWriter.end)

  /// The lines that belong to no field, such as `X-` properties, unfolded and sorted.
  public var keptLines: [[UInt8]] {
    let document = reading.document
    return reading.items.flatMap(\.kept).map { document.unfolded(document.lines[$0]) }
      .sorted { $0.lexicographicallyPrecedes($1) }
  }

  /// The text with new content; if the content replaces texts, its own text.
  ///
  /// - Parameters:
  ///   - content: The new content.
  ///   - now: The time of the change, for the stamps of changed items; nil leaves stamps as they are.
  ///   - database: The zone database.
  public func updated(
    to content: ItemContent, at now: Instant?, database: ZoneDatabase = ZoneDatabase()
  ) -> CalendarResource {
    if let whole = replacement(content, database) { return whole }
    // Reading the same bytes again would take most of the time of a sync.
    if hasItems(of: content) { return withZones(at: now, database) }
    if isBare, needsCalendar(content) {
      return inCalendar(database).updated(to: content, at: now, database: database)
    }
    var edit = CalendarEdit(reading, zones: content.zones)
    var old = Dictionary(items.map { ($0.item.occurrence, $0) }) { first, _ in first }
    for item in content.items {
      if let known = old.removeValue(forKey: item.occurrence) {
        if known.item.isEqual(to: item) {
          edit.keepZones(of: known, at: now)
        } else {
          edit.replace(known, with: item, at: now)
        }
      } else {
        _ = edit.add(item)
      }
    }
    for gone in old.values.sorted(by: { $0.component < $1.component }) { edit.remove(gone) }
    return CalendarResource(bytes: edit.bytes, number: number, database: database)
  }

  /// The text with VTIMEZONEs that define what its items mean; usually it has them.
  private func withZones(at now: Instant?, _ database: ZoneDatabase) -> CalendarResource {
    guard reading.hasZonedTimes else { return self }
    var edit = CalendarEdit(reading)
    for item in items { edit.keepZones(of: item, at: now) }
    guard edit.correctsZones else { return self }
    return CalendarResource(bytes: edit.bytes, number: number, database: database)
  }

  /// What the VTIMEZONEs of the text say about the dates of its items.
  package var zoneStanding: ZoneStanding {
    if items.contains(where: { reading.differsFromSystem($0) }) { return .differs }
    guard reading.isOwn else { return .right }
    var edit = CalendarEdit(reading)
    for item in items { edit.keepZones(of: item, at: nil) }
    if !edit.correctsZones { return .right }
    return items.contains { reading.hasGuests($0) } ? .differs : .outdated
  }

  /// True if the text has all items of a content, and no others.
  private func hasItems(of content: ItemContent) -> Bool {
    guard let known = self.content, known.items.count == content.items.count else { return false }
    let own = Dictionary(known.items.map { ($0.occurrence, $0) }) { first, _ in first }
    return content.items.allSatisfy { own[$0.occurrence]?.isEqual(to: $0) ?? false }
  }

  /// The text of a content that replaces texts; nil if either text has several items.
  private func replacement(
    _ content: ItemContent, _ database: ZoneDatabase
  ) -> CalendarResource? {
    guard content.replacesText, isAlone, let bytes = content.original.bytes else { return nil }
    let whole = CalendarResource(bytes: Array(bytes), database: database)
    guard whole.isAlone, let known = whole.content, known.isEqual(to: content),
      known.item.uid == self.content?.item.uid
    else { return nil }
    return isBare ? whole : whole.inCalendar(database)
  }

  /// The text, if each of its items has the intended fields; the store sets the stamps.
  ///
  /// - Throws: `StoreError.invalid` with the names of the fields that iCalendar cannot hold.
  public func validated(against content: ItemContent) throws(StoreError) -> CalendarResource {
    guard let written = self.content, written.items.count == content.items.count,
      written.item.uid == content.item.uid
    else { throw StoreError.invalid("the item cannot be written as iCalendar") }
    let byOccurrence = Dictionary(written.items.map { ($0.occurrence, $0) }) { $1 }
    for item in content.items {
      let found = byOccurrence[item.occurrence].map { [$0] } ?? written.items
      let lost = item.fieldsLost(in: found, content.zones, other: written.zones)
      guard !lost.isEmpty else { continue }
      let names = lost.map(\.name).joined(separator: ", ")
      throw StoreError.invalid(
        "iCalendar cannot hold all of the item; these parts would be lost: \(names)")
    }
    return self
  }

  /// The text without the content; nil if nothing else is in it.
  public var rest: [UInt8]? {
    guard count > 1 else { return nil }
    var edit = CalendarEdit(reading)
    for read in items { edit.remove(read) }
    return edit.bytes
  }
}

extension CalendarResource {
  /// What is wrong with a text that has only an empty item, and its line; nil for any other text.
  package var emptyItem: (line: Int, sentence: String)? {
    content == nil && isWhole ? reading.emptyItem : nil
  }

  /// True for components without a calendar around them, as ical2vdir writes them.
  private var isBare: Bool { reading.document.components(named: "VCALENDAR").isEmpty }

  /// True if only a calendar can hold a content: several components, or a zone and its definition.
  private func needsCalendar(_ content: ItemContent) -> Bool {
    let known = Set(items.map(\.item.occurrence))
    return content.items.contains { !known.contains($0.occurrence) || $0.anchor.zoneName != nil }
  }

  /// The text within a calendar, with the same components byte for byte.
  ///
  /// Programs that read a folder of calendars, and servers, refuse a new text without one.
  private func inCalendar(_ database: ZoneDatabase) -> CalendarResource {
    guard isBare, content != nil else { return self }
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let components = bytes.starts(with: mark) ? Array(bytes.dropFirst(mark.count)) : bytes
    let head = Self.blank.document.bytes.dropLast(CalendarWriter.end.count)
    let hasLongEnds = bytes.contains(0x0D)
    func ended(_ line: some Sequence<UInt8>) -> [UInt8] {
      hasLongEnds ? Array(line) : line.filter { $0 != 0x0D }
    }
    return CalendarResource(
      bytes: ended(head) + components.ended(as: ended([0x0D, 0x0A])) + ended(CalendarWriter.end),
      number: number, database: database)
  }
}

extension [UInt8] {
  /// The lines with a line end after the last.
  fileprivate func ended(as end: [UInt8]) -> [UInt8] {
    last == UInt8(ascii: "\n") ? self : self + end
  }
}

extension CalendarItem {
  /// The fields of the item that are missing or different in the written text.
  ///
  /// The RECURRENCE-ID of an occurrence may be in another zone; then the most similar item counts.
  fileprivate func fieldsLost(
    in written: [CalendarItem], _ zones: ExactDictionary<Zone>, other: ExactDictionary<Zone>
  ) -> [ItemField] {
    let lost = written.map { RoundTripComparison(of: self, zones, in: $0, other: other).lost }
    return lost.min { $0.count < $1.count } ?? ItemField.allCases
  }
}

extension ItemContent {
  /// The value of RRULE in the text of an item that was read from a text of its own; nil without one.
  package var ruleText: String? {
    guard !sharesText, let bytes = original.bytes else { return nil }
    let document = ICSDocument(bytes: Array(bytes))
    return document.components.indices.lazy.filter { document.components[$0].isItem }
      .flatMap { document.propertyLines(of: $0) }
      .map { document.property(document.lines[$0]) }.first { $0.isNamed("RRULE") }?.valueText
  }

  /// The content as text: its original text, with the fields that were changed.
  package var text: [UInt8] {
    if isAsRead, let bytes = original.bytes { return Array(bytes) }
    return CalendarResource(self).bytes
  }

  /// The content as it is after it was written as text and read again; nil if it cannot be written.
  package var reread: ItemContent? { isAsRead ? self : CalendarResource(self).content }

  /// The content as it is after all its fields were written and read again; nil if it cannot be written.
  package var rewritten: ItemContent? {
    var content = self
    content.item.original = Original()
    for index in content.changed.indices { content.changed[index].original = Original() }
    content.original = Original()
    return CalendarResource(content).content
  }
}

extension ItemReading {
  fileprivate var stamp: VersionStamp { VersionStamp(item) }
}
