public import CalendarItems

/// An item as it was read, with other information about its component.
///
/// Every line of the component is understood, kept or refused; all of them stay in the file.
public struct ItemReading: Sendable {
  /// The item; its `original` is the component.
  public private(set) var item: CalendarItem
  private var storedComponent: UInt32 = 0
  private var storedCalendar: UInt32 = 0
  /// The index of the component's first line.
  private var firstLine: UInt32 = 0
  private let alarmCount: UInt32
  private let keptEnd: UInt32
  /// The components of the alarms, the kept lines and the refused ones.
  private let places: [UInt32]
  private let findings: [OffsetDiagnostic]

  /// Other information, relative to the beginning of the component, so that it is valid wherever the component is.
  struct Found: Sendable {
    var alarms: [UInt32] = []
    var kept: [UInt32] = []
    var refused: [UInt32] = []
    var findings: [OffsetDiagnostic] = []
  }

  init(
    _ item: CalendarItem, component: Int, calendar: Int?, firstLine: Int, found: Found
  ) {
    self.item = item
    alarmCount = UInt32(truncatingIfNeeded: found.alarms.count)
    keptEnd = UInt32(truncatingIfNeeded: found.alarms.count + found.kept.count)
    places = found.alarms + found.kept + found.refused
    findings = found.findings
    place(component, calendar, firstLine: firstLine)
  }

  /// The same component at another place in another file.
  func moved(to original: Original, component: Int, calendar: Int?, firstLine: Int) -> ItemReading {
    var moved = self
    moved.item.original = original
    moved.place(component, calendar, firstLine: firstLine)
    return moved
  }

  private mutating func place(_ component: Int, _ calendar: Int?, firstLine: Int) {
    storedComponent = UInt32(truncatingIfNeeded: component)
    storedCalendar = calendar.map { UInt32(truncatingIfNeeded: $0) } ?? .max
    self.firstLine = UInt32(truncatingIfNeeded: firstLine)
  }

  /// The component, as an index into the file's.
  public var component: Int { Int(storedComponent) }

  /// The VCALENDAR of the component, as an index; nil for none.
  public var calendar: Int? { storedCalendar == .max ? nil : Int(storedCalendar) }

  /// The component of each of the item's alarms.
  public var alarms: [Int] { places[..<Int(alarmCount)].map { component + Int($0) } }

  /// Lines that are not interpreted, as indices of the file's lines: properties of other programs, parts of other
  /// components, and everything that is not visible in an item.
  public var kept: [Int] {
    places[Int(alarmCount)..<Int(keptEnd)].map { Int(firstLine) + Int($0) }
  }

  /// Lines with an invalid value, as indices of the file's lines.
  public var refused: [Int] { places[Int(keptEnd)...].map { Int(firstLine) + Int($0) } }

  /// The diagnostics of the component that begins at a byte.
  func findings(at start: Int) -> [OffsetDiagnostic] {
    findings.map { OffsetDiagnostic($0.severity, at: $0.offset + start, message: $0.sentence) }
  }
}
