import CalendarItems
import Diagnostics
import ExactText
import ICalendar
import TaskDates

/// The items of one UID: the series, and the occurrences that were changed.
struct SeriesGroup: Sendable {
  /// The kind and the UID; nil for an item without a UID.
  let key: String?
  private let storage: Storage

  private enum Storage: Sendable {
    /// The items of a file, by their indices.
    case file(CalendarReading, [Int])
    /// The items of several files, each with the number of its file.
    indirect case files([Member], ExactDictionary<Zone>)
  }

  /// An item of one of several files.
  private struct Member: Sendable {
    let item: CalendarItem
    let file: Int
  }

  /// The groups of a calendar, or only that of one UID.
  static func all(of reading: CalendarReading, _ uid: String?) -> [SeriesGroup] {
    var groups: [(key: String?, indices: [Int])] = []
    var places: ExactDictionary<Int> = [:]
    for (index, read) in reading.items.enumerated() where uid == nil || read.item.uid == uid {
      let key = key(of: read.item)
      if let key, let place = places[key] {
        groups[place].indices.append(index)
        continue
      }
      if let key { places[key] = groups.count }
      groups.append((key, [index]))
    }
    return groups.map { SeriesGroup(key: $0.key, storage: .file(reading, $0.indices)) }
  }

  /// The kind and the UID of an item; nil without a UID.
  static func key(of item: CalendarItem) -> String? {
    item.uid.isEmpty ? nil : (item.kind == .event ? "e" : "r") + item.uid
  }

  private init(key: String?, storage: Storage) { (self.key, self.storage) = (key, storage) }

  /// Joins the items of a UID that lie in several files.
  ///
  /// - Parameter parts: The items of each file, with its number and its zones.
  init(
    _ key: String,
    joining parts: [(file: Int, items: [CalendarItem], anchors: ExactDictionary<Zone>)]
  ) {
    self.key = key
    let members = parts.flatMap { part in
      part.items.map { Member(item: $0, file: part.file) }
    }
    storage = .files(
      members, parts.reduce(into: [:]) { $0.merge($1.anchors) { first, _ in first } })
  }

  /// The zones that the items are anchored in.
  var anchors: ExactDictionary<Zone> {
    switch storage {
    case .file(let reading, _): reading.anchors
    case .files(_, let anchors): anchors
    }
  }

  /// True if its items lie in several files.
  var isJoined: Bool { if case .files = storage { true } else { false } }

  /// True for the group of a key.
  func isOf(_ other: String) -> Bool { key.map { ExactString($0) == ExactString(other) } ?? false }

  /// All items, older versions among them.
  var items: [CalendarItem] { members.map(\.item) }

  private var members: [Member] {
    switch storage {
    case .file(let reading, let indices):
      indices.map { Member(item: reading.items[$0].item, file: 0) }
    case .files(let members, _): members
    }
  }

  // MARK: Versions

  /// The items that count.
  private struct Current {
    var masters: [CalendarItem] = []
    var changed: [CalendarItem] = []
    var older: [Member] = []
  }

  /// Leaves out older versions of items (RFC 5545, section 3.8.7.4); what was changed meanwhile is a version of its own.
  private var current: Current {
    let members = members
    var current = Current()
    if members.count == 1 {
      let item = members[0].item
      if item.occurrence == nil { current.masters = [item] } else { current.changed = [item] }
      return current
    }
    let groups = Dictionary(grouping: members.indices) {
      OccurrenceKey(members[$0].item, zones: anchors)
    }
    for indices in groups.values.sorted(by: { $0[0] < $1[0] }) {
      let versions = ItemVersions(
        indices.map { members[$0].item }, files: indices.map { members[$0].file })
      let items = versions.current.map { members[indices[$0]].item }
      if items.first?.occurrence == nil {
        current.masters += items
      } else {
        current.changed += items
      }
      current.older += versions.older.map { members[indices[$0]] }
    }
    return current
  }

  /// Reports older versions of items, which are left out.
  ///
  /// - Parameter names: The names of the files.
  func reportOlder(in names: [String], _ messages: inout Messages) {
    if items.count == 1 { return }
    guard let first = current.older.first, names.indices.contains(first.file) else { return }
    messages.warn("\(names[first.file]): an older version of \(first.item.uid.quoted) is left out")
  }

  // MARK: Series

  /// Calls `body` with each series and its changed occurrences.
  ///
  /// Cancelled items and those without a date are left out. The changed occurrences are passed with the first series
  /// that is not left out; if there is none, each of them is passed as an item of its own.
  func forEachSeries(_ body: (CalendarItem, [CalendarItem]) -> Void) {
    forEachItem { item, own in
      if item.status != .cancelled, item.seriesDate != nil { body(item, own) }
    }
  }

  /// Does the same as `forEachSeries(_:)`, but includes cancelled items and those without a date, which have no changed
  /// occurrences.
  func forEachItem(_ body: (CalendarItem, [CalendarItem]) -> Void) {
    let current = current
    var own = current.masters.isEmpty ? [] : current.changed
    for item in current.masters.isEmpty ? current.changed : current.masters {
      guard item.status != .cancelled, item.seriesDate != nil else {
        body(item, [])
        continue
      }
      body(item, own)
      own = []
    }
  }

  var isEndless: Bool {
    items.contains { item in
      item.recurs && item.recurrence?.rules.contains { $0.end == .never } == true
    }
  }
}
