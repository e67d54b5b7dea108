public import CalendarItems

/// An item as it was read, and what its component says besides.
///
/// Every line of the component is understood, kept or refused; all of them stay in the file.
public struct ItemReading: Sendable {
  /// The item; its `original` is the component.
  public let item: CalendarItem
  /// The component, as an index into the file's.
  public let component: Int
  /// The VCALENDAR that it stands in, as an index; nil for none.
  public let calendar: Int?
  /// The index of the component's first line.
  private let firstLine: Int
  private let found: Found

  /// What else was found, counted from the beginning of the component, so that it holds wherever the
  /// component stands.
  struct Found: Sendable {
    var alarms: [UInt32] = []
    var kept: [UInt32] = []
    var refused: [UInt32] = []
    var findings: [Finding] = []
  }

  init(
    _ item: CalendarItem, component: Int, calendar: Int?, firstLine: Int, _ found: Found
  ) {
    self.item = item
    self.component = component
    self.calendar = calendar
    self.firstLine = firstLine
    self.found = found
  }

  /// The same component elsewhere in another file.
  func moved(to original: Original, component: Int, calendar: Int?, firstLine: Int) -> ItemReading {
    var item = item
    item.original = original
    return ItemReading(
      item, component: component, calendar: calendar, firstLine: firstLine, found)
  }

  /// The component of each of the item's alarms.
  public var alarms: [Int] { found.alarms.map { component + Int($0) } }

  /// Lines that nothing is made of, as indices into the file's: other programs' properties, parts of
  /// other components, all that a person cannot see in an item.
  public var kept: [Int] { found.kept.map { firstLine + Int($0) } }

  /// Lines whose value cannot be what it should be, as indices into the file's.
  public var refused: [Int] { found.refused.map { firstLine + Int($0) } }

  /// What there is to say of the component that begins at a byte.
  func findings(at start: Int) -> [Finding] {
    found.findings.map { Finding($0.severity, at: $0.offset + start, $0.sentence) }
  }
}
