import CalendarItems
import Diagnostics

/// Finds the items of a file among its components, and says what is wrong with the tree.
///
/// An item that never ends holds what stands behind it; so it is refused, and what stands in it is looked
/// at as if it stood beside it.
struct ComponentWalk {
  /// Components that are no items, and items that never end.
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

  /// Calls `body` with each VTODO and VEVENT, and the VCALENDAR that it stands in.
  mutating func forEachItem(_ body: (Int, CalendarItem.Kind, Int?) -> Void) {
    let components = document.components
    let end = min(components.count - 1, limits.components) + 1
    var next = 1
    while next < end {
      noteDepth(next)
      if let kind = kind(next), components[next].isClosed, isWithinDepth(next) {
        isCalendar = true
        body(next, kind, calendarAround(next))
        sayItems(in: next)
        next = components[next].end
      } else {
        next = skip(next)
      }
    }
    if end < components.count { sayTooMany(from: end) }
    sayLooseLines()
  }

  private func kind(_ component: Int) -> CalendarItem.Kind? {
    let component = document.components[component]
    if component.isNamed("VTODO") { return .reminder }
    return component.isNamed("VEVENT") ? .event : nil
  }

  private func calendarAround(_ component: Int) -> Int? {
    calendar.flatMap { component < document.components[$0].end ? $0 : nil }
  }

  /// Goes on behind a component that is no item, or into it.
  private mutating func skip(_ index: Int) -> Int {
    let component = document.components[index]
    if component.isNamed("VCALENDAR") {
      isCalendar = true
      calendar = index
      if !component.isClosed {
        isComplete = false
        say(
          .error, index,
          message: "the calendar never ends, and may have been cut off; expected END:VCALENDAR")
      }
      return index + 1
    }
    // What libical puts around several calendars.
    if component.isNamed("XROOT") { return index + 1 }
    sayItems(in: index)
    if !component.isNamed("VTIMEZONE") { others.append(index) }
    if component.isClosed { return component.end }
    sayOpen(index)
    return index + 1
  }

  /// Says that items stand where nobody looks for them.
  private mutating func sayItems(in index: Int) {
    let component = document.components[index]
    guard component.isClosed,
      let inner = (index + 1..<component.end).first(where: { kind($0) != nil })
    else { return }
    isComplete = false
    say(
      .error, inner,
      message:
        "this stands in \(component.name.quoted); it is kept and not read, expected VCALENDAR around it"
    )
  }

  // MARK: Depth

  private mutating func noteDepth(_ index: Int) {
    while depths.count <= index { depths.append(0) }
    depths[index] = depths[document.components[index].parent ?? 0] + 1
  }

  private mutating func isWithinDepth(_ index: Int) -> Bool {
    if depths[index] <= limits.depth { return true }
    say(
      .error, index,
      message: "this stands in \(depths[index] - 1) components; it is kept and not read, expected "
        + "\(limits.depth) at most")
    isComplete = false
    return false
  }

  // MARK: Saying

  private mutating func say(_ severity: Severity, _ component: Int, message sentence: String) {
    let offset = document.range(of: component).lowerBound
    findings.append(OffsetDiagnostic(severity, at: offset, message: sentence))
  }

  private mutating func sayOpen(_ component: Int) {
    let name = document.components[component].name.quoted
    isComplete = false
    say(
      .error, component,
      message:
        "\(name) never ends; it is kept and not read, expected END:\(name.dropFirst().dropLast())")
  }

  private mutating func sayTooMany(from component: Int) {
    isComplete = false
    say(
      .error, component,
      message: "there are \(document.components.count - 1) components; those behind the first "
        + "\(limits.components) are kept and not read")
  }

  /// Says which lines stand in no component, and which ENDs end none.
  private mutating func sayLooseLines() {
    if !isCalendar { return sayNoCalendar() }
    let calendars = [0] + document.components(named: "VCALENDAR")
    for component in calendars.prefix(limits.messages) {
      for index in document.propertyLines(of: component) { sayLoose(index, in: component) }
    }
  }

  private mutating func sayLoose(_ index: Int, in component: Int) {
    let line = document.lines[index]
    let bytes = document.bytes[line.content]
    let isEnd = bytes.prefix(4).map(\.upper).elementsEqual("END:".utf8)
    guard isEnd || component == 0, bytes.contains(where: { $0 > 0x20 }) else { return }
    let sentence =
      isEnd
      ? "this ends nothing; expected the END of what is open"
      : "this line stands in no calendar; expected BEGIN:VCALENDAR before it"
    findings.append(
      OffsetDiagnostic(isEnd ? .error : .warning, at: line.range.lowerBound, message: sentence))
  }

  private mutating func sayNoCalendar() {
    isComplete = false
    let start = document.bytes.prefix(3)
    let reason =
      start.starts(with: [0xFF, 0xFE]) || start.starts(with: [0xFE, 0xFF])
      ? "this is UTF-16; expected UTF-8"
      : start.starts(with: [0x1F, 0x8B])
        ? "this is compressed; expected a calendar as it is"
        : "this is no calendar; expected BEGIN:VCALENDAR"
    findings.append(OffsetDiagnostic(.error, at: 0, message: reason))
  }
}
