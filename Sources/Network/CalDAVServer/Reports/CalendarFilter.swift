import CalendarItems
import CalendarStores
import ExactText
import ICalendar
import StoredText
import TaskDates
import WebDAV

/// The filter of a query (RFC 4791, section 9.7).
struct CalendarFilter {
  private let root: ComponentFilter
  private let zone: Zone

  /// Reads the filter of a report.
  init(_ tree: XMLTree, zone: Zone) throws(FilterFault) {
    guard let filter = tree.first(.caldav("filter"))?.first(.caldav("comp-filter")) else {
      throw FilterFault()
    }
    root = try ComponentFilter(filter)
    self.zone = zone
  }

  /// Whether an item matches, as far as its facts say.
  func verdict(_ facts: ItemFacts) -> FilterVerdict { root.verdictInCalendar(facts, zone: zone) }

  /// True if an item matches.
  func matches(_ served: ServedItem) -> Bool {
    guard let text = served.text, let content = served.content else { return false }
    let document = ICSDocument(bytes: text)
    let item = FilteredItem(content: content, document: document, zone: zone)
    let calendars = document.components.isEmpty ? [] : document.children(of: 0)
    return root.matches(anyOf: calendars, item)
  }
}

/// A filter, or a range of time, is not understood.
struct FilterFault: Error {
  /// The condition that it does not meet.
  var condition = XMLTree.Name.caldav("valid-filter")
}

/// An item while it is compared with a filter.
struct FilteredItem {
  let content: ItemContent
  let document: ICSDocument
  let zone: Zone

  /// True if the item has an occurrence in a range of time (RFC 4791, section 9.9).
  func occurs(in range: TimeRange) -> Bool {
    var content = content
    // Whether an item is cancelled does not matter here.
    content.item.status = nil
    if content.item.when == nil, content.item.start == nil, content.item.kind == .reminder {
      return range.hasUndated(
        made: content.item.revision?.created, completed: content.item.completed)
    }
    let item = StoredItem(unnamed: content)
    guard content.item.kind == .reminder else {
      return !ItemOccurrences(of: [item], in: range.window(home: zone)).all.isEmpty
    }
    let length = content.item.lengthOfReminder
    let window = range.window(home: zone, endingLaterBy: length + 1)
    return ItemOccurrences(of: [item], in: window.beginning(earlierBy: 86_400)).all.contains {
      one in
      range.overlaps(
        start: one.item.start == nil ? nil : one.begin.advanced(by: -length),
        due: one.item.when == nil ? nil : one.begin, isLong: hasLength,
        isAllDay: one.item.when?.isAllDay ?? false)
    }
  }

  /// True for a to-do whose end is given by its length.
  private var hasLength: Bool {
    document.components(named: "VTODO").contains { index in
      document.propertyLines(of: index).contains {
        ExactString(document.property(document.lines[$0]).upperName) == ExactString("DURATION")
      }
    }
  }

  /// True if an alarm of the item goes off in a range of time.
  func alarms(in range: TimeRange) -> Bool {
    let alarms = AlarmSeries(
      content.item, changed: content.changed, zones: content.zones,
      clock: AlarmSeries.Clock(home: zone))
    return !alarms.moments(in: range.window(home: zone).instants).moments.isEmpty
  }
}

/// A filter of components.
struct ComponentFilter {
  private let name: String
  private let isMissing: Bool
  private let range: TimeRange?
  private let properties: [PropertyFilter]
  private let components: [ComponentFilter]

  init(_ tree: XMLTree) throws(FilterFault) {
    name = try tree.filteredName
    isMissing = tree.isNotDefined
    range = try TimeRange.read(in: tree)
    properties = try tree.all(.caldav("prop-filter")).map(PropertyFilter.init)
    components = try tree.all(.caldav("comp-filter")).map(ComponentFilter.init)
  }

  /// Whether an item matches, as far as its facts say, if this is the filter of the whole calendar.
  func verdictInCalendar(_ facts: ItemFacts, zone: Zone) -> FilterVerdict {
    guard name == "VCALENDAR", !isMissing, range == nil, properties.isEmpty else { return .open }
    return components.reduce(.yes) { $0 && $1.verdict(facts, zone: zone) }
  }

  private func verdict(_ facts: ItemFacts, zone: Zone) -> FilterVerdict {
    guard ["VTODO", "VEVENT", "VJOURNAL"].contains(name) else { return .open }
    let isNamed = name == facts.component
    guard isNamed, !isMissing else { return isNamed == isMissing ? .no : .yes }
    let time = range.map { $0.verdict(facts, zone: zone) } ?? .yes
    return properties.reduce(time) { $0 && $1.verdict(facts) }
      && (components.isEmpty ? .yes : .open)
  }

  /// True if one of some components matches, or if none has the name and that is wanted.
  func matches(anyOf indices: [Int], _ item: FilteredItem) -> Bool {
    let named = indices.filter {
      ExactString(item.document.components[$0].name.uppercased()) == ExactString(name)
    }
    return isMissing ? named.isEmpty : named.contains { matches($0, item) }
  }

  private func matches(_ index: Int, _ item: FilteredItem) -> Bool {
    let lines = item.document.propertyLines(of: index).map {
      item.document.property(item.document.lines[$0])
    }
    let children = item.document.children(of: index)
    return (range.map { isIn($0, item) } ?? true)
      && properties.allSatisfy { $0.matches(lines, zone: item.zone) }
      && components.allSatisfy { $0.matches(anyOf: children, item) }
  }

  private func isIn(_ range: TimeRange, _ item: FilteredItem) -> Bool {
    switch name {
    case "VTODO", "VEVENT": item.occurs(in: range)
    case "VALARM": item.alarms(in: range)
    default: true
    }
  }
}

extension XMLTree {
  /// The name that a filter has in its attribute, in capitals.
  var filteredName: String {
    get throws(FilterFault) {
      guard let name = attributes["name"] else { throw FilterFault() }
      return name.uppercased()
    }
  }

  /// True for a filter that wants nothing to have its name.
  var isNotDefined: Bool { first(.caldav("is-not-defined")) != nil }
}
