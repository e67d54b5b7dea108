import Diagnostics
import ICalendar
import TaskDates

/// The check of one file: a single pass over its components, in the order of their beginnings.
///
/// Nothing is recursive, and after an item is checked, only what its neighbours need is kept.
struct ConformanceCheck {
  let document: ICSDocument
  /// Returns the zone of a TZID if it is known.
  let zone: (String) -> Zone?
  var findings = ConformanceFindings()
  /// The current VCALENDAR.
  var calendar = CalendarScope()
  /// The last item, for its alarms.
  var item: ComponentContent?

  init(_ document: ICSDocument, zone: @escaping (String) -> Zone?) {
    self.document = document
    self.zone = zone
  }

  /// - Parameter limit: The maximum number of components; if there are more, the rules for a calendar as a whole are
  ///   not checked.
  mutating func run(limit: Int) {
    judgeBytes()
    judgeRoot()
    for index in document.components.indices.dropFirst().prefix(limit) {
      if index >= calendar.end { endCalendar() }
      judge(component: index)
    }
    if document.components.count - 1 <= limit { endCalendar() }
  }

  private mutating func judge(component index: Int) {
    var content = ComponentContent(index, document)
    judgePlace(of: content)
    if content.name == "VCALENDAR" { beginCalendar(at: index) }
    let children = document.children(of: index)
    for line in document.propertyLines(of: index) { judge(line: line, in: &content) }
    judgeTable(content)
    judgeSubject(content, children)
  }

  /// Checks one property: its line, then its value; notes what the component needs by name.
  private mutating func judge(line: Int, in content: inout ComponentContent) {
    guard !document.lines[line].content.isEmpty, let property = property(line) else { return }
    guard !judgeMark(property) else { return }
    judgeOrder(of: property, in: content)
    content.note(property)
    judgeValue(of: property, in: &content)
  }

  /// Checks the rules of one kind of component.
  private mutating func judgeSubject(_ content: ComponentContent, _ children: [Int]) {
    switch content.name {
    case "VTODO", "VEVENT", "VJOURNAL": judgeItem(content)
    case "VALARM": judgeAlarm(content)
    case "VFREEBUSY": judgeFreeBusy(content)
    case "VTIMEZONE": judgeZone(content, children)
    case "STANDARD", "DAYLIGHT": judgeObservance(content)
    case "VCALENDAR": judgeCalendar(content, children)
    default: break
    }
  }

  private mutating func beginCalendar(at index: Int) {
    endCalendar()
    calendar = CalendarScope(end: document.components[index].end)
  }

  /// Checks zones and relations at the end of a calendar.
  private mutating func endCalendar() {
    judgeZones()
    judgeRelations()
    calendar = CalendarScope()
  }
}

/// The facts about a VCALENDAR that are checked at its end.
struct CalendarScope {
  /// The index after the calendar's last component; the largest number outside of every calendar.
  var end = Int.max
  var hasMethod = false
  /// True if it has components other than zones.
  var hasItems = false
  var zones = ZoneUses()
  var relations = ItemRelations()

  /// True in a VCALENDAR.
  var isInside: Bool { end != Int.max }

  init(end: Int = Int.max) {
    self.end = end
  }
}

// MARK: - Findings

extension ConformanceCheck {
  /// Notes a broken rule at a byte of the file.
  mutating func add(
    _ rule: ConformanceRule, at offset: Int, by section: RFCSection? = nil,
    message sentence: @autoclosure () -> String
  ) {
    findings.add(rule, at: offset, section: section, message: sentence)
  }

  /// Notes a broken rule at an index of a property's bytes, by default where the property begins.
  mutating func add(
    _ rule: ConformanceRule, _ property: CheckedProperty, at index: Int? = nil,
    by section: RFCSection? = nil, as severity: Severity? = nil,
    message sentence: @autoclosure () -> String
  ) {
    guard findings.isNew(rule, inLine: property.index) else { return }
    let line = document.lines[property.index]
    let offset = document.offset(of: index ?? property.line.name.lowerBound, in: line)
    findings.add(rule, at: offset, section: section, as: severity, message: sentence)
  }

  /// Notes a broken rule of a component as a whole.
  mutating func add(
    _ rule: ConformanceRule, _ content: ComponentContent, by section: RFCSection? = nil,
    message sentence: @autoclosure () -> String
  ) {
    findings.add(
      rule, at: content.offset, section: section ?? content.spec?.section, message: sentence)
  }
}
