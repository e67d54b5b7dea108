public import CalendarItems
import CalendarStores
import ExactText
public import ICalendar
public import TaskDates

/// Combines items into one calendar: each component byte for byte as it was written, and each zone once.
///
/// If the items of a system's zone have different VTIMEZONEs, the result has one that holds for all of them. If items use one
/// name for different zones, it has several calendars.
///
/// ```swift
/// var calendar = CombinedCalendar()
/// for stored in try await store.items(matching: ItemPredicate()) { calendar.add(stored.content) }
/// let text = calendar.bytes(CalendarHeader(name: "Home"))
/// ```
public struct CombinedCalendar: Sendable {
  private struct Part {
    var definitions: ExactDictionary<[UInt8]> = [:]
    var names: [String] = []
    var items: [UInt8] = []
    /// The use of each zone by items whose times are in the system's zone of that name.
    var uses: ExactDictionary<ZoneUse> = [:]
    /// The zones that items use for something else, so that their definitions must stay.
    var fixed: ExactSet = []
    /// The zones with several definitions.
    var various: ExactSet = []

    /// The VTIMEZONEs.
    var zones: [UInt8] {
      names.flatMap { name -> [UInt8] in
        guard various.contains(name), let use = uses[name]?.spans.first else {
          return definitions[name] ?? []
        }
        return TimeZoneEncoder(use.zone).component(for: use.span)
      }
    }
  }

  private var parts: [Part] = []
  /// The zones of names that no calendar defines.
  private var system = CalendarZones(ICSDocument(bytes: []))
  /// The number of items.
  public private(set) var count = 0

  /// Creates an empty calendar.
  public init() {}

  /// Adds an item, or a series with its changed occurrences.
  ///
  /// - Parameter content: The content from a store that keeps text, or `CalendarResource.content`; any other content is
  ///   written again.
  public mutating func add(_ content: ItemContent) {
    let isWhole = content.original.bytes != nil && content.items.allSatisfy(\.hasText)
    guard let whole = isWhole ? content : CalendarResource(content).content else { return }
    add(whole, ZoneTexts(ICSDocument(bytes: Array(whole.original.bytes ?? []))))
  }

  /// Adds an item of a text that defines zones.
  fileprivate mutating func add(_ content: ItemContent, _ zones: ZoneTexts) {
    let components = content.items.map { Array($0.original.bytes ?? []).ended }
    let definitions = zones.used(in: components)
    let own = systemZones(of: content)
    let index = place(of: definitions, own)
    for (name, definition) in definitions {
      if !own.contains(name) { parts[index].fixed.insert(name) }
      if let known = parts[index].definitions[name] {
        if known != definition { parts[index].various.insert(name) }
      } else {
        parts[index].definitions[name] = definition
        parts[index].names.append(name)
      }
    }
    for item in content.items where !own.isEmpty { note(item, content.zones, in: index) }
    for component in components { parts[index].items += component }
    count += 1
  }

  /// The zones of the system that the items are in; none if one of the items is in a zone that only its calendar defines.
  private mutating func systemZones(of content: ItemContent) -> ExactSet {
    let names = ExactSet(content.items.compactMap(\.anchor.zoneName))
    let isKnown = names.allSatisfy { name in
      let known = system.zone(forTZID: name)
      return known?.isIANA == true && known?.zone == content.zones[name]
    }
    return isKnown ? names : []
  }

  /// Notes the dates for which the definition of a zone of the system must hold.
  private mutating func note(_ item: CalendarItem, _ zones: ExactDictionary<Zone>, in part: Int) {
    guard let name = item.anchor.zoneName, let zone = zones[name] else { return }
    parts[part].uses[name, default: ZoneUse(zones: [name: zone])].note(item)
  }

  private mutating func place(of definitions: [(String, [UInt8])], _ own: ExactSet) -> Int {
    for index in parts.indices where fits(definitions, own, parts[index]) { return index }
    parts.append(Part())
    return parts.count - 1
  }

  /// True if a part has no other definition for a zone of the items, or one that all of them can share: that of the
  /// system, in which their times are.
  private func fits(
    _ definitions: [(String, [UInt8])], _ own: ExactSet, _ part: Part
  ) -> Bool {
    for (name, definition) in definitions {
      guard let known = part.definitions[name] else { continue }
      let (isOther, isShared) = (known != definition, part.various.contains(name))
      if isOther && part.fixed.contains(name) || (isOther || isShared) && !own.contains(name) {
        return false
      }
    }
    return true
  }

  /// The text.
  ///
  /// - Parameter header: The properties of the calendar.
  public func bytes(_ header: CalendarHeader = CalendarHeader()) -> [UInt8] {
    let parts = self.parts.isEmpty ? [Part()] : self.parts
    return parts.flatMap { part in
      var writer = CalendarWriter()
      writer.begin(header)
      return writer.take() + part.zones + part.items + CalendarWriter.end
    }
  }
}

/// The zones that a text defines, each as written.
struct ZoneTexts {
  let all: [(name: String, bytes: [UInt8])]

  init(_ document: ICSDocument) {
    all = document.components(named: "VTIMEZONE").compactMap { index in
      Self.name(of: index, in: document).map {
        ($0, Array(document.bytes[document.range(of: index)]).ended)
      }
    }
  }

  private static func name(of zone: Int, in document: ICSDocument) -> String? {
    document.propertyLines(of: zone).lazy.map { document.property(document.lines[$0]) }
      .first { $0.isNamed("TZID") }?.valueText
  }

  /// The zones that components use, in the order of the text, each once.
  func used(in components: [[UInt8]]) -> [(String, [UInt8])] {
    guard !all.isEmpty else { return [] }
    var names = components.reduce(into: ExactSet()) { $0.formUnion(Self.names(in: $1)) }
    return all.filter { names.remove($0.name) != nil }
  }

  /// The zone names in the lines of a component.
  private static func names(in component: [UInt8]) -> ExactSet {
    let document = ICSDocument(bytes: component)
    return ExactSet(document.lines.compactMap { document.property($0).text(of: "TZID") })
  }
}

extension CalendarReading {
  /// The items of a calendar, each in its own text in which its lines are unchanged.
  public var parted: [ItemContent] {
    let zones = ZoneTexts(document)
    return CalendarResource.all(in: self).compactMap { resource in
      guard let content = resource.content else { return nil }
      var calendar = CombinedCalendar()
      calendar.add(content, zones)
      return CalendarResource(bytes: calendar.bytes()).content
    }
  }
}

extension ItemContent {
  /// The changed occurrences without their series; nil if there are none.
  public var occurrences: ItemContent? {
    guard let first = changed.first else { return nil }
    var part = ItemContent(
      first, changed: Array(changed.dropFirst()), zones: zones, original: original)
    part.setShared()
    return part
  }

  /// A series with its changed occurrences of other texts, as one text; the series first.
  ///
  /// - Parameter others: The contents of these texts; of another version of the series only the occurrences count.
  public func joining(
    _ others: [ItemContent], database: ZoneDatabase = ZoneDatabase()
  ) -> ItemContent {
    let changed = others.filter { $0.item.occurrence != nil }
    guard !changed.isEmpty else { return self }
    var calendar = CombinedCalendar()
    for content in [self] + changed { calendar.add(content) }
    return CalendarResource(bytes: calendar.bytes(), database: database).content ?? self
  }
}

extension [UInt8] {
  /// The lines with a line end after the last.
  fileprivate var ended: [UInt8] { last == UInt8(ascii: "\n") ? self : self + [0x0D, 0x0A] }
}

extension CalendarItem {
  fileprivate var hasText: Bool { original.bytes != nil }
}
