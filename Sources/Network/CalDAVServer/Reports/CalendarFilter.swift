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

  /// True if an item matches.
  func matches(_ stored: StoredItem) -> Bool {
    let document = ICSDocument(bytes: stored.content.text)
    let item = FilteredItem(stored: stored, document: document, zone: zone)
    let calendars = document.components.isEmpty ? [] : document.children(of: 0)
    return root.matches(anyOf: calendars, item)
  }
}

/// A filter, or a range of time, is not understood.
struct FilterFault: Error {}

/// An item while it is compared with a filter.
struct FilteredItem {
  let stored: StoredItem
  let document: ICSDocument
  let zone: Zone

  /// True if the item has an occurrence in a range of time (RFC 4791, section 9.9).
  func occurs(in range: TimeRange) -> Bool {
    var content = stored.content
    // Whether an item is cancelled does not matter here.
    content.item.status = nil
    if content.item.when == nil, content.item.start == nil, content.item.kind == .reminder {
      return isUndatedReminder(content.item, in: range)
    }
    let item = StoredItem(version: stored.version, content: content)
    let length = content.item.lengthOfReminder
    let found = ItemOccurrences(
      of: [item], in: range.window(home: zone, endingLaterBy: length)
    ).all
    guard length > 0 else { return !found.isEmpty }
    return found.contains { range.overlaps(start: $0.begin.advanced(by: -length), due: $0.begin) }
  }

  /// A to-do without dates counts by when it was made and completed, and matches any range without either.
  private func isUndatedReminder(_ item: CalendarItem, in range: TimeRange) -> Bool {
    let instants = range.window(home: zone).instants
    let (made, completed) = (item.revision?.created, item.completed)
    switch (made, completed) {
    case (nil, nil): return true
    case (let made?, nil): return made < instants.upperBound
    case (nil, let completed?): return instants.contains(completed)
    case (let made?, let completed?):
      return instants.contains(made) || instants.contains(completed)
        || made < instants.lowerBound && completed >= instants.upperBound
    }
  }

  /// True if an alarm of the item goes off in a range of time.
  func alarms(in range: TimeRange) -> Bool {
    let content = stored.content
    let alarms = AlarmSeries(
      content.item, changed: content.changed, zones: content.zones,
      clock: AlarmSeries.Clock(home: zone))
    return !alarms.moments(in: range.window(home: zone).instants).moments.isEmpty
  }
}

extension CalendarItem {
  /// The seconds from the start of a to-do until it is due; 0 for anything else.
  fileprivate var lengthOfReminder: Int {
    guard kind == .reminder, let start = moment(of: .start), let due = moment(of: .due) else {
      return 0
    }
    return max(0, due.secondNumber - start.secondNumber)
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
