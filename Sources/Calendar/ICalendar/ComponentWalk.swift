import CalendarItems
import Diagnostics

/// Finds the items of a file among its components, and reports errors in the tree.
///
/// An item without an END contains everything after it; so it is refused, and the components in it are read as if they
/// were next to it.
struct ComponentWalk {
  /// Components that are not items, and items without an END.
  private(set) var others: [Int] = []
  private(set) var findings: [OffsetDiagnostic] = []
  private(set) var isCalendar = false
  private(set) var isComplete = true
  private let document: ICSDocument
  private let limits: InputLimits
  private var calendar: Int?
  private var depths: [Int] = [0]

  init(_ document: ICSDocument, _ limits: InputLimits) {
    self.document = document
    self.limits = limits
  }

  /// Calls `body` with each VTODO and VEVENT, and its VCALENDAR.
  mutating func forEachItem(_ body: (Int, CalendarItem.Kind, Int?) -> Void) {
    let components = document.components
    let end = min(components.count - 1, limits.components) + 1
    var next = 1
    while next < end {
      noteDepth(next)
      if let kind = kind(next), components[next].isClosed, isWithinDepth(next) {
        isCalendar = true
        if isEmpty(next) {
          leaveOut(next)
        } else {
          body(next, kind, calendarAround(next))
        }
        reportItems(in: next)
        next = components[next].end
      } else {
        next = skip(next)
      }
    }
    if end < components.count { reportTooMany(from: end) }
    reportLooseLines()
  }

  private func kind(_ component: Int) -> CalendarItem.Kind? {
    let component = document.components[component]
    if component.isNamed("VTODO") { return .reminder }
    return component.isNamed("VEVENT") ? .event : nil
  }

  /// True for an item without a UID and without anything that a line could show.
  private func isEmpty(_ component: Int) -> Bool {
    let lines = document.propertyLines(of: component)
    guard lines.count <= Self.emptyNames.count, document.components[component].end == component + 1
    else { return false }
    return lines.allSatisfy { index in
      let property = document.property(document.lines[index])
      if property.fault != nil { return false }  // it is to be reported
      return property.bytes[property.value].allSatisfy { $0 == 0x20 || $0 == 0x09 }
        || Self.emptyNames.contains(property.upperName)
    }
  }

  /// The properties that say nothing about what an item is.
  private static let emptyNames: Set<String> = [
    "DTSTAMP", "CREATED", "LAST-MODIFIED", "SEQUENCE", "CLASS", "TRANSP", "STATUS", "PRIORITY",
    "PERCENT-COMPLETE",
  ]

  private mutating func leaveOut(_ component: Int) {
    others.append(component)
    report(
      .warning, component,
      message:
        "this \(document.components[component].name.uppercased()) is empty and is left out; expected a UID and a SUMMARY"
    )
  }

  private func calendarAround(_ component: Int) -> Int? {
    calendar.flatMap { component < document.components[$0].end ? $0 : nil }
  }

  /// Continues after a component that is not an item, or inside of it.
  private mutating func skip(_ index: Int) -> Int {
    let component = document.components[index]
    if component.isNamed("VCALENDAR") {
      isCalendar = true
      calendar = index
      if !component.isClosed {
        isComplete = false
        report(
          .error, index,
          message: "the calendar has no end and may have been cut off; expected END:VCALENDAR")
      }
      return index + 1
    }
    // The component that libical puts around several calendars.
    if component.isNamed("XROOT") { return index + 1 }
    reportItems(in: index)
    if !component.isNamed("VTIMEZONE") { others.append(index) }
    if component.isClosed { return component.end }
    reportUnclosed(index)
    return index + 1
  }

  /// Reports items in a component that is not searched for items.
  private mutating func reportItems(in index: Int) {
    let component = document.components[index]
    guard component.isClosed,
      let inner = (index + 1..<component.end).first(where: { kind($0) != nil })
    else { return }
    isComplete = false
    report(
      .error, inner,
      message:
        "this component is inside \(component.name.quoted) and is kept but not read; expected "
        + "VCALENDAR around it"
    )
  }

  // MARK: Depth

  private mutating func noteDepth(_ index: Int) {
    while depths.count <= index { depths.append(0) }
    depths[index] = depths[document.components[index].parent ?? 0] + 1
  }

  private mutating func isWithinDepth(_ index: Int) -> Bool {
    if depths[index] <= limits.depth { return true }
    report(
      .error, index,
      message: "this component is inside \(depths[index] - 1) components and is kept but not read; "
        + "expected \(limits.depth) at most")
    isComplete = false
    return false
  }

  // MARK: Saying

  private mutating func report(_ severity: Severity, _ component: Int, message sentence: String) {
    let offset = document.range(of: component).lowerBound
    findings.append(OffsetDiagnostic(severity, at: offset, message: sentence))
  }

  private mutating func reportUnclosed(_ component: Int) {
    let name = document.components[component].name.quoted
    isComplete = false
    report(
      .error, component,
      message:
        "\(name) has no end and is kept but not read; expected END:\(name.dropFirst().dropLast())")
  }

  private mutating func reportTooMany(from component: Int) {
    isComplete = false
    report(
      .error, component,
      message: "there are \(document.components.count - 1) components; those after the first "
        + "\(limits.components) are kept but not read")
  }

  /// Reports lines outside of components, and ENDs without a BEGIN.
  private mutating func reportLooseLines() {
    if !isCalendar { return reportNoCalendar() }
    let calendars = [0] + document.components(named: "VCALENDAR")
    for component in calendars.prefix(limits.messages) {
      for index in document.propertyLines(of: component) { reportLooseLine(index, in: component) }
    }
  }

  private mutating func reportLooseLine(_ index: Int, in component: Int) {
    let line = document.lines[index]
    let bytes = document.bytes[line.content]
    let isEnd = bytes.prefix(4).map(\.upper).elementsEqual("END:".utf8)
    guard isEnd || component == 0, bytes.contains(where: { $0 > 0x20 }) else { return }
    let sentence =
      isEnd
      ? "this END has no BEGIN; expected the END of the open component"
      : "this line is outside a calendar; expected BEGIN:VCALENDAR before it"
    findings.append(
      OffsetDiagnostic(isEnd ? .error : .warning, at: line.range.lowerBound, message: sentence))
  }

  private mutating func reportNoCalendar() {
    isComplete = false
    let start = document.bytes.prefix(3)
    let reason =
      start.starts(with: [0xFF, 0xFE]) || start.starts(with: [0xFE, 0xFF])
      ? "this is UTF-16; expected UTF-8"
      : start.starts(with: [0x1F, 0x8B])
        ? "this is compressed; expected an uncompressed calendar"
        : "this is not a calendar; expected BEGIN:VCALENDAR"
    findings.append(OffsetDiagnostic(.error, at: 0, message: reason))
  }
}
