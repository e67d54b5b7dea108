import CalendarItems
import Diagnostics
import ExactText
import TaskDates

/// Reads the components of a file as items.
///
/// A property is read once and marked; what is left is kept. Where a client writes something otherwise
/// than RFC 5545 wants and it is plain what it means, that is what is read, and it is said.
struct ItemDecoder {
  let document: ICSDocument
  let limits: InputLimits
  var zones: CalendarZones
  private var findings: [OffsetDiagnostic] = []
  /// What there is to say of items that were refused.
  private(set) var findingsOfRefused: [OffsetDiagnostic] = []
  /// The lines of the component that is being read.
  var lines: ComponentLines
  /// The VCALENDAR that it stands in.
  private(set) var calendar: Int?
  /// The zones that times are pinned in, by the names that items have for them.
  private(set) var anchors: ExactDictionary<Zone> = [:]
  private var lastAnchor: (name: String, zone: Zone)?
  /// The zones that the file defines.
  var defined = DefinedZones()
  private var uid = ""
  /// How much was said.
  private var said = 0

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

  /// Reads a VTODO or VEVENT; nil where it is refused as a whole.
  mutating func item(
    of component: Int, kind: CalendarItem.Kind, calendar: Int?
  ) -> ItemReading? {
    uid = ""
    begin(component, in: calendar)
    uid = readUID()
    guard uid.utf8.count <= limits.uid else { return refuseUID(component) }
    if uid.isEmpty {
      say(
        .warning, atByte: start(of: component),
        message: "the item has no UID; expected one that is its own")
    }
    var item = CalendarItem(kind: kind, uid: uid, title: "")
    for row in PropertyRows.all where row.concerns(kind) { row.read(&self, &item) }
    sayRepeated()
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

  /// What was found besides the item, counted from the beginning of its component.
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
    say(
      .error, atByte: start(of: component),
      message:
        "the UID has \(count) bytes; the item is kept and not read, expected \(limits.uid) at most")
    findingsOfRefused += findings
    findings.removeAll()
    return nil
  }

  private func start(of component: Int) -> Int { document.range(of: component).lowerBound }

  /// Takes up a component of a calendar.
  mutating func begin(_ component: Int, in calendar: Int?) {
    self.calendar = calendar
    begin(component)
  }

  /// Takes up a component.
  mutating func begin(_ component: Int) {
    lines = ComponentLines(document, component: component, limits: limits)
    findings += lines.findings
  }

  /// The zone of a clock.
  mutating func zone(of anchor: CalendarItem.Anchor) -> Zone? {
    guard case .zone(let name) = anchor else { return nil }
    if let last = lastAnchor, last.name == name { return last.zone }
    let zone = anchors[name] ?? zones.zone(forTZID: name, inCalendar: calendar)?.zone
    if let zone { note(zone, as: name) }
    return zone
  }

  /// Notes a zone that times are pinned in.
  mutating func note(_ zone: Zone, as name: String) {
    if lastAnchor?.name == name { return }
    lastAnchor = (name, zone)
    anchors[name] = zone
  }

  // MARK: Saying

  /// Says something of a line's value.
  mutating func say(_ severity: Severity, at place: Int, message sentence: String) {
    say(severity, atByte: lines.offset(ofValueAt: place), message: sentence)
  }

  /// Says something of a byte of the file; the item is named.
  mutating func say(_ severity: Severity, atByte offset: Int, message sentence: String) {
    said += 1
    guard said <= 100 * limits.messages else { return }  // more than anybody is shown
    let name = uid.isEmpty ? "" : " (UID \(uid.quoted))"
    findings.append(OffsetDiagnostic(severity, at: offset, message: sentence + name))
  }

  /// Refuses a line's value.
  mutating func refuse(_ place: Int, _ sentence: String, severity: Severity = .error) {
    lines.set(.refused, at: place)
    say(severity, at: place, message: sentence)
  }

  /// Keeps what was read and is in no item.
  mutating func keep(_ names: [PropertyName]) {
    for name in names {
      for place in lines.places(of: name) where lines.lines[place].fate == .understood {
        lines.set(.kept, at: place)
      }
    }
  }

  /// Says which properties stand several times where one counts.
  mutating func sayRepeated() {
    for place in lines.lines.indices {
      guard let name = lines.lines[place].name, lines.place(of: name) != place,
        !name.isRepeatable, lines.lines[place].fate == .kept
      else { continue }
      say(.warning, at: place, message: "\(name.text) stands there already; the first one counts")
    }
  }
}

/// The lines of an item's components that are in no item.
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
  }
}
