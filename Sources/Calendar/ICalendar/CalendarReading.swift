import CalendarItems
public import Diagnostics
public import ExactText
public import TaskDates

/// What a calendar file says: its items, what of them is kept and not understood, and what is wrong.
///
/// Any bytes will do. A component that is broken, or beyond a limit, is said and kept; what stands beside
/// it is read.
public struct CalendarReading: Sendable {
  /// The file.
  public let document: ICSDocument
  /// The items, in order.
  public private(set) var items: [ItemReading] = []
  /// Components that are no items, and items that were refused, as indices; none that stands in another
  /// of them.
  public private(set) var others: [Int] = []
  /// What is to be said, in order of place.
  public private(set) var diagnostics: [Diagnostic] = []
  /// True if there is a calendar in the file, be it an empty one.
  public private(set) var isCalendar = false
  /// False where the file was cut off, an item was refused, or a limit was met: what is missing here is
  /// not gone.
  public private(set) var isComplete = true
  /// What the file's TZIDs mean.
  public private(set) var zones: CalendarZones
  /// The zones that the items are anchored in, by the names that they have for them.
  public private(set) var anchors: ExactDictionary<Zone> = [:]
  let limits: InputLimits

  /// Reads a file.
  ///
  /// - Parameters:
  ///   - bytes: The file.
  ///   - limits: How much of it is looked at.
  ///   - database: Where zones are.
  ///   - previous: The same file as it was read before; items whose bytes are the same are taken from
  ///     there.
  public init(
    bytes: [UInt8], limits: InputLimits = InputLimits(), database: ZoneDatabase = ZoneDatabase(),
    remembering previous: CalendarReading? = nil
  ) {
    self.limits = limits
    let refusal = limits.refusal(of: bytes)
    document = ICSDocument(bytes: refusal == nil ? bytes : [])
    zones = CalendarZones(document, database: database, limits: limits.zones)
    if let refusal {
      refuse(refusal)
    } else {
      readItems(PreviousItems(previous, by: self))
    }
  }

  private mutating func readItems(_ before: PreviousItems) {
    var (before, walk) = (before, ComponentWalk(document, limits))
    var decoder = ItemDecoder(document, limits, zones: zones, anchors: before.anchors)
    var findings: [OffsetDiagnostic] = []
    var floating: [Int] = []
    // Alarms are components too, and an item is half a kilobyte.
    items.reserveCapacity(
      document.components.count { $0.isNamed("VTODO") || $0.isNamed("VEVENT") })
    walk.forEachItem { component, kind, calendar in
      let known = before.item(at: component, calendar)
      guard let item = known ?? decoder.item(of: component, kind: kind, calendar: calendar) else {
        others.append(component)
        isComplete = false
        return
      }
      findings += item.findings(at: document.range(of: component).lowerBound)
      if let calendar, item.item.floats, floating.last != calendar { floating.append(calendar) }
      items.append(item)
    }
    others = (others + walk.others).sorted()
    isCalendar = walk.isCalendar
    isComplete = isComplete && walk.isComplete
    zones = decoder.zones
    anchors = decoder.anchors
    findings += floating.compactMap { unusedZone(of: $0) }
    say(findings + walk.findings + decoder.findingsOfRefused)
  }

  /// Says of a calendar with times that float that the zone that it names is not theirs.
  private func unusedZone(of calendar: Int) -> OffsetDiagnostic? {
    for index in document.propertyLines(of: calendar).prefix(limits.properties) {
      let property = document.property(document.lines[index])
      guard property.isNamed("X-WR-TIMEZONE") else { continue }
      return OffsetDiagnostic(
        .note, at: document.lines[index].range.lowerBound,
        message:
          "times without a zone float (RFC 5545, section 3.3.5), also where X-WR-TIMEZONE names "
          + property.valueText.quoted)
    }
    return nil
  }

  private mutating func say(_ findings: [OffsetDiagnostic]) {
    let ours = findings.diagnostics(of: document, limit: limits.messages)
    diagnostics = (zones.diagnostics + ours).sorted { $0.place < $1.place }
  }

  private mutating func refuse(_ sentence: String) {
    diagnostics = [Diagnostic(.error, at: Place(line: 1, column: 1), message: sentence)]
    isComplete = false
  }

  /// True if what items say in another reading is what they would say here: the same zones are defined,
  /// and as much is looked at.
  func readsAlike(_ other: CalendarReading) -> Bool {
    let (ours, theirs) = (zoneDefinitions, other.zoneDefinitions)
    return limits == other.limits && ours == theirs
      && (ours.isEmpty || hasOneCalendar && other.hasOneCalendar)
  }

  /// False where zones of one calendar are not those of another.
  private var hasOneCalendar: Bool { document.components(named: "VCALENDAR").count == 1 }

  private var zoneDefinitions: [ArraySlice<UInt8>] {
    document.components(named: "VTIMEZONE").map { document.bytes[document.range(of: $0)] }
  }
}

extension CalendarItem {
  /// True if a time of the item is one without a zone.
  fileprivate var floats: Bool {
    anchor == .floating && [when, start].contains { $0?.isAllDay == false }
  }
}
