import CalendarItems
public import CalendarStores
import ExactText
public import ICalendar
import TaskDates

/// Items as one calendar: each component byte for byte as it was written, and each zone once.
///
/// Where items mean different zones by one name, a second calendar stands behind the first.
///
/// ```swift
/// var gathered = CombinedCalendar()
/// for stored in try await store.items(matching: ItemPredicate()) { gathered.add(stored.content) }
/// let text = gathered.bytes(CalendarHeader(name: "Home"))
/// ```
public struct CombinedCalendar: Sendable {
  private struct Part {
    var definitions: ExactDictionary<[UInt8]> = [:]
    var zones: [UInt8] = []
    var items: [UInt8] = []
  }

  private var parts: [Part] = []
  /// What names of zones mean where no calendar defines them.
  private var system = CalendarZones(ICSDocument(bytes: []))
  /// How many items there are.
  public private(set) var count = 0

  /// Creates an empty calendar.
  public init() {}

  /// Adds an item, or a series with what was changed of it.
  ///
  /// - Parameter content: What a store that keeps text gave, or `CalendarResource.content`; of another the
  ///   text is made anew.
  public mutating func add(_ content: ItemContent) {
    let isWhole = content.original.bytes != nil && content.items.allSatisfy(\.hasText)
    guard let whole = isWhole ? content : CalendarResource(content).content else { return }
    add(whole, ZoneTexts(ICSDocument(bytes: Array(whole.original.bytes ?? []))))
  }

  /// Adds an item of a text that defines zones.
  fileprivate mutating func add(_ content: ItemContent, _ zones: ZoneTexts) {
    let components = content.items.map { Array($0.original.bytes ?? []).ended }
    let definitions = zones.used(in: components)
    let index = place(of: definitions)
    for (name, definition) in definitions where parts[index].definitions[name] == nil {
      parts[index].definitions[name] = definition
      parts[index].zones += definition
    }
    for component in components { parts[index].items += component }
    count += 1
  }

  private mutating func place(of definitions: [(String, [UInt8])]) -> Int {
    for index in parts.indices where fits(definitions, parts[index]) { return index }
    parts.append(Part())
    return parts.count - 1
  }

  /// True if no zone of items means another one in a part; names of the system's zones mean those.
  private mutating func fits(_ definitions: [(String, [UInt8])], _ part: Part) -> Bool {
    for (name, definition) in definitions {
      guard let known = part.definitions[name], known != definition else { continue }
      if system.zone(forTZID: name)?.isIANA != true { return false }
    }
    return true
  }

  /// The text.
  ///
  /// - Parameter header: What the calendar says of itself.
  public func bytes(_ header: CalendarHeader = CalendarHeader()) -> [UInt8] {
    let parts = self.parts.isEmpty ? [Part()] : self.parts
    return parts.flatMap { part in
      var writer = CalendarWriter()
      writer.begin(header)
      return writer.take() + part.zones + part.items + CalendarWriter.end
    }
  }
}

/// The zones that a text defines, each as it is written.
private struct ZoneTexts {
  private let all: [(name: String, bytes: [UInt8])]

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

  /// Those that components name, in the order of the text, each once.
  func used(in components: [[UInt8]]) -> [(String, [UInt8])] {
    guard !all.isEmpty else { return [] }
    var names = components.reduce(into: ExactSet()) { $0.formUnion(Self.names(in: $1)) }
    return all.filter { names.remove($0.name) != nil }
  }

  /// The names of zones that the lines of a component have.
  private static func names(in component: [UInt8]) -> ExactSet {
    let document = ICSDocument(bytes: component)
    return ExactSet(document.lines.compactMap { document.property($0).text(of: "TZID") })
  }
}

extension CalendarReading {
  /// The items of a calendar, each in a text of its own in which its lines stay as they are.
  public var parted: [ItemContent] {
    let zones = ZoneTexts(document)
    return CalendarResource.all(in: self).compactMap { resource in
      guard let content = resource.content else { return nil }
      var gathered = CombinedCalendar()
      gathered.add(content, zones)
      return CalendarResource(bytes: gathered.bytes()).content
    }
  }
}

extension [UInt8] {
  /// Lines with an end behind the last.
  fileprivate var ended: [UInt8] { last == UInt8(ascii: "\n") ? self : self + [0x0D, 0x0A] }
}

extension CalendarItem {
  fileprivate var hasText: Bool { original.bytes != nil }
}
