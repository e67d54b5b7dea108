import CalendarItems
import Diagnostics
import ExactText
import TaskDates

/// Reads the components of a file as items.
///
/// A property is read once and marked; the rest is kept. If a client deviates from RFC 5545 and the meaning is clear,
/// that meaning is read, and the deviation is reported.
struct ItemDecoder {
  let document: ICSDocument
  let limits: InputLimits
  var zones: CalendarZones
  private var findings: [OffsetDiagnostic] = []
  /// The diagnostics of items that were refused.
  private(set) var findingsOfRefused: [OffsetDiagnostic] = []
  /// The lines of the component that is being read.
  var lines: ComponentLines
  /// The VCALENDAR of the component.
  private(set) var calendar: Int?
  /// The zones of times, by the names that items use.
  private(set) var anchors: ExactDictionary<Zone> = [:]
  /// False for items that are read again, whose zones are known: copies of the decoder then share `anchors`.
  var notesZones = true
  private var lastAnchor: (name: String, zone: Zone)?
  /// The zones that the file defines.
  var defined = DefinedZones()
  private var uid = ""
  /// True while a changed occurrence is read, which has one date, whatever rule it carries.
  var isOccurrence = false
  /// The zone of the midnights that are read as days, in which the end of their rule counts.
  var zoneOfDays: Zone?
  /// The number of diagnostics that were reported.
  private var reportedCount = 0

  init(
    _ document: ICSDocument, _ limits: InputLimits, zones: CalendarZones,
    anchors: ExactDictionary<Zone> = [:]
  ) {
    self.anchors = anchors
    self.document = document
    self.limits = limits
    self.zones = zones
    lines = ComponentLines(document)
  }

  /// Reads a VTODO or VEVENT; nil if it is refused as a whole.
  mutating func item(
    of component: Int, kind: CalendarItem.Kind, calendar: Int?
  ) -> ItemReading? {
    uid = ""
    (isOccurrence, zoneOfDays) = (false, nil)
    begin(component, in: calendar)
    uid = readUID()
    guard uid.utf8.count <= limits.uid else { return refuseUID(component) }
    if uid.isEmpty {
      report(
        .warning, atByte: start(of: component),
        message: "the item has no UID; expected a unique one")
    }
    var item = CalendarItem(kind: kind, uid: uid, title: "")
    PropertyRows.forEach(of: lines.properties) { row in
      if row.concerns(kind) { row.read(&self, into: &item) }
    }
    reportRepeated()
    var left = UnmappedLines(lines)
    let alarms = alarms(of: component, in: item, left: &left)
    item.alarms = alarms.map(\.alarm)
    nameClock(of: &item)
    item.original = Original(bytes: document.bytes[document.range(of: component)])
    return ItemReading(
      item, component: component, calendar: calendar, firstLine: firstLine(of: component),
      found: found(in: component, alarms.map(\.component), left: left))
  }

  private func firstLine(of component: Int) -> Int {
    document.components[component].lines.lowerBound
  }

  /// The diagnostics and unmapped lines, relative to the beginning of the component.
  private mutating func found(
    in component: Int, _ alarms: [Int], left: UnmappedLines
  ) -> ItemReading.Found {
    let (line, byte) = (firstLine(of: component), start(of: component))
    var found = ItemReading.Found()
    found.alarms = alarms.map { UInt32($0 - component) }
    found.kept = left.kept.sorted().map { UInt32($0 - line) }
    found.refused = left.refused.sorted().map { UInt32($0 - line) }
    found.findings = findings.map {
      OffsetDiagnostic($0.severity, at: $0.offset - byte, message: $0.sentence)
    }
    findings.removeAll(keepingCapacity: true)
    return found
  }

  private mutating func refuseUID(_ component: Int) -> ItemReading? {
    let count = uid.utf8.count
    uid = ""
    report(
      .error, atByte: start(of: component),
      message:
        "the UID has \(count) bytes, so the item is kept but not read; expected \(limits.uid) at "
        + "most")
    findingsOfRefused += findings
    findings.removeAll()
    return nil
  }

  private func start(of component: Int) -> Int { document.range(of: component).lowerBound }

  /// Begins to read a component of a calendar.
  mutating func begin(_ component: Int, in calendar: Int?) {
    self.calendar = calendar
    begin(component)
  }

  /// Begins to read a component.
  mutating func begin(_ component: Int) {
    lines = ComponentLines(document, component: component, limits: limits)
    findings += lines.findings
  }

  /// The zone of an anchor.
  mutating func zone(of anchor: CalendarItem.Anchor) -> Zone? {
    guard case .zone(let name) = anchor else { return nil }
    if let last = lastAnchor, last.name == name { return last.zone }
    let zone = anchors[name] ?? zones.zone(forTZID: name, inCalendar: calendar)?.zone
    if let zone { note(zone, as: name) }
    return zone
  }

  /// Notes a zone of times.
  mutating func note(_ zone: Zone, as name: String) {
    if lastAnchor?.name == name { return }
    lastAnchor = (name, zone)
    if notesZones { anchors[name] = zone }
  }

  // MARK: Several threads

  /// Takes what a copy found in later items; false if it learned something that changes how these are read.
  ///
  /// - Parameters:
  ///   - copy: The copy, after it has read these items.
  ///   - base: The copy before that.
  mutating func join(_ copy: ItemDecoder, since base: ItemDecoder) -> Bool {
    let more = copy.reportedCount - base.reportedCount
    guard copy.zones.lookupCount == base.zones.lookupCount, copy.defined.isSame(as: base.defined),
      reportedCount + more <= 100 * limits.messages
    else { return false }
    reportedCount += more
    findingsOfRefused += copy.findingsOfRefused.dropFirst(base.findingsOfRefused.count)
    if copy.anchors.count > base.anchors.count { anchors.merge(copy.anchors) { $1 } }
    return true
  }

  // MARK: Saying

  /// Reports a diagnostic for a line's value.
  mutating func report(_ severity: Severity, at place: Int, message sentence: String) {
    report(severity, atByte: lines.offset(ofValueAt: place), message: sentence)
  }

  /// Reports a diagnostic for a byte of the file, with the item's title.
  mutating func report(_ severity: Severity, atByte offset: Int, message sentence: String) {
    reportedCount += 1
    guard reportedCount <= 100 * limits.messages else { return }  // more than is ever shown
    let name = uid.isEmpty ? "" : " (UID \(uid.quoted))"
    findings.append(OffsetDiagnostic(severity, at: offset, message: sentence + name))
  }

  /// Refuses a line's value.
  mutating func refuse(_ place: Int, _ sentence: String, severity: Severity = .error) {
    lines.set(.refused, at: place)
    report(severity, at: place, message: sentence)
  }

  /// Marks lines that were read but are not in an item as kept.
  mutating func keep(_ names: [PropertyName]) {
    for name in names {
      for place in lines.places(of: name) where lines.lines[place].fate == .understood {
        lines.set(.kept, at: place)
      }
    }
  }

  /// Reports properties that occur several times although only one counts.
  mutating func reportRepeated() {
    for place in lines.lines.indices {
      guard let name = lines.lines[place].name, lines.place(of: name) != place,
        !name.isRepeatable, lines.lines[place].fate == .kept
      else { continue }
      report(
        .warning, at: place, message: "\(name.text) appears more than once; the first one counts")
    }
  }
}

/// The lines of an item's components that are not in the item.
struct UnmappedLines {
  var kept: [Int] = []
  var refused: [Int] = []

  init(_ lines: ComponentLines) { add(lines) }

  mutating func add(_ lines: ComponentLines) {
    for line in lines.lines {
      switch line.fate {
      case .understood: break
      case .kept: kept.append(line.index)
      case .refused: refused.append(line.index)
      }
    }
    refused += lines.unread
    kept += lines.passedOver
  }
}
