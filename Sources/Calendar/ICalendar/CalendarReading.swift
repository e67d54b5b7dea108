import CalendarItems
public import Diagnostics
public import ExactText
import Parallel
public import TaskDates

/// The content of a calendar file: its items, the lines that are kept without interpretation, and errors.
///
/// Any bytes are accepted. A component that is broken, or exceeds a limit, is reported and kept; the components next to
/// it are read.
public struct CalendarReading: Sendable {
  /// The file.
  public let document: ICSDocument
  /// The items, in order.
  public private(set) var items = ReadItems()
  /// Components that are not items, and items that were refused, as indices, without those nested in another of them.
  public private(set) var others: [Int] = []
  /// The diagnostics, in order of place.
  public private(set) var diagnostics: [Diagnostic] = []
  /// True if the file contains a calendar, even an empty one.
  public private(set) var isCalendar = false
  /// False if the file was cut off, an item was refused, or a limit was reached: items that are missing may still
  /// exist.
  public private(set) var isComplete = true
  /// The zones of the file's TZIDs.
  public private(set) var zones: CalendarZones
  /// The zones of the items, by the names that the items use.
  public private(set) var anchors: ExactDictionary<Zone> = [:]
  /// The places of the zones that the file defines otherwise than the system, by the names that items use.
  private(set) var places: ExactDictionary<String> = [:]
  let limits: InputLimits
  private let zoneFolder: String
  private let renewsZones: Bool

  /// Reads a file.
  ///
  /// - Parameters:
  ///   - bytes: The file.
  ///   - limits: The limits for what is read.
  ///   - database: The zone database.
  ///   - previous: An earlier reading of the same file; items whose bytes are the same are reused, and all are kept.
  ///   - threads: The maximum number of threads; the result is the same for any number.
  ///   - keepsItems: False to read an item again each time it is asked for, which needs less memory.
  ///   - renewsZones: True if items that duecal made keep their local times after a change of the zone data.
  ///   - receive: Receives each item while it is in memory, with its file.
  public init(
    bytes: [UInt8], limits: InputLimits = InputLimits(), database: ZoneDatabase = ZoneDatabase(),
    remembering previous: CalendarReading? = nil, threads: Int = 1, keepsItems: Bool = true,
    renewsZones: Bool = false, receive: (ItemReading, ICSDocument) -> Void = { _, _ in }
  ) {
    if let previous, previous.limits == limits, previous.zoneFolder == database.directory,
      previous.renewsZones == renewsZones, previous.document.bytes == bytes
    {
      self = previous
      for item in items { receive(item, document) }
      return
    }
    self.limits = limits
    zoneFolder = database.directory
    self.renewsZones = renewsZones
    let refusal = limits.refusal(of: bytes)
    document = ICSDocument(bytes: refusal == nil ? bytes : [])
    zones = CalendarZones(
      document, database: database, limits: limits.zones, renewing: renewsZones)
    if let refusal {
      refuse(refusal)
    } else {
      readItems(
        PreviousItems(previous, by: self), threads: previous == nil ? threads : 1,
        keepsAll: keepsItems || previous != nil, receive)
    }
  }

  private mutating func readItems(
    _ before: PreviousItems, threads: Int, keepsAll: Bool,
    _ receive: (ItemReading, ICSDocument) -> Void
  ) {
    var (before, walk) = (before, ComponentWalk(document, limits))
    let decoder = ItemDecoder(document, limits, zones: zones, anchors: before.anchors)
    var decoding = ItemDecoding(decoder, threads: threads)
    var findings: [OffsetDiagnostic] = []
    var floating: [Int] = []
    // Alarms are components too, and an item takes half a kilobyte.
    let count = document.components.count(where: \.isItem)
    var collected = ReadItems.Collector(keepsAll: keepsAll, capacity: count)
    func pass(_ component: Int, _ calendar: Int?, _ item: ItemReading?) {
      take(item, component, calendar, &findings, floating: &floating)
      guard let item else { return }
      collected.append(item)
      receive(item, document)
    }
    walk.forEachItem { component, kind, calendar in
      let known = before.item(at: component, calendar)
      decoding.add(component, kind, calendar, known: known, pass)
    }
    decoding.finish(pass)
    items = ReadItems(collected, decoding.decoder)
    others = (others + walk.others).sorted()
    isCalendar = walk.isCalendar
    isComplete = isComplete && walk.isComplete
    zones = decoding.decoder.zones
    anchors = decoding.decoder.anchors
    places = decoding.decoder.defined.places.merging(before.definedPlaces) { now, _ in now }
    findings += floating.compactMap { unusedZone(of: $0) }
    report(findings + walk.findings + decoding.decoder.findingsOfRefused)
  }

  /// Takes the next item; nil for one that was refused.
  private mutating func take(
    _ item: ItemReading?, _ component: Int, _ calendar: Int?,
    _ findings: inout [OffsetDiagnostic], floating: inout [Int]
  ) {
    guard let item else {
      others.append(component)
      isComplete = false
      return
    }
    findings += item.findings(at: document.range(of: component).lowerBound)
    if let calendar, item.item.floats, floating.last != calendar { floating.append(calendar) }
  }

  /// A warning for a calendar with floating times that its own zone does not apply to them.
  private func unusedZone(of calendar: Int) -> OffsetDiagnostic? {
    for index in document.propertyLines(of: calendar).prefix(limits.properties) {
      let property = document.property(document.lines[index])
      guard property.isNamed("X-WR-TIMEZONE") else { continue }
      return OffsetDiagnostic(
        .note, at: document.lines[index].range.lowerBound,
        message:
          "times without a zone are floating (RFC 5545, section 3.3.5), even where X-WR-TIMEZONE "
          + "names "
          + property.valueText.quoted)
    }
    return nil
  }

  private mutating func report(_ findings: [OffsetDiagnostic]) {
    let ours = findings.diagnostics(of: document, limit: limits.messages)
    diagnostics = (zones.diagnostics + ours).sorted { $0.place < $1.place }
  }

  private mutating func refuse(_ sentence: String) {
    diagnostics = [Diagnostic(.error, at: Place(line: 1, column: 1), message: sentence)]
    isComplete = false
  }

  /// True if items of another reading would be read the same way here: with the same zone definitions and limits.
  func readsAlike(_ other: CalendarReading) -> Bool {
    let (ours, theirs) = (zoneDefinitions, other.zoneDefinitions)
    return limits == other.limits && renewsZones == other.renewsZones && ours == theirs
      && (ours.isEmpty || hasOneCalendar && other.hasOneCalendar)
  }

  /// False if the file has several calendars, whose zones may differ.
  private var hasOneCalendar: Bool { document.components(named: "VCALENDAR").count == 1 }

  private var zoneDefinitions: [ArraySlice<UInt8>] {
    document.components(named: "VTIMEZONE").map { document.bytes[document.range(of: $0)] }
  }
}

extension CalendarItem {
  /// True if the item has a floating time.
  fileprivate var floats: Bool {
    anchor == .floating && [when, start].contains { $0?.isAllDay == false }
  }
}

extension CalendarReading {
  /// The line of the first item that is left out because it is empty, and what is wrong with it; nil without one.
  package var emptyItem: (line: Int, sentence: String)? {
    guard let item = others.first(where: { document.components[$0].isItem }) else { return nil }
    var places = LinePlaces(document)
    let start = document.lines[document.components[item].lines.lowerBound].range.lowerBound
    let line = places.place(ofByte: start).line
    return diagnostics.first { $0.place.line == line }.map { (line, $0.sentence) }
  }
}
