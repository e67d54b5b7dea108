import CalendarItems
import Diagnostics
import ExactText
import ICalendar
import TaskDates

/// A calendar among the sources.
struct SourceCalendar: Sendable {
  /// The name that messages show.
  let name: String
  /// The key in the state of the store's list that contains it; nil for a calendar that is not in a store.
  let list: String?
  /// The source of the file: a path that was given, or the store's list.
  let source: String
  private let content: Content
  private var sharing: Sharing?

  private enum Content: Sendable {
    /// A file, and its items by UID; indirect, so that an array of many calendars with one item is small.
    indirect case file(CalendarReading, [SeriesGroup])
    /// The only item of a text, without changed occurrences.
    case item(SingleItem)
  }

  /// What a calendar shares with other files of its source; an object, because few calendars share anything.
  private final class Sharing: Sendable {
    /// The keys of items that are passed with another group.
    let keys: ExactSet
    /// The groups of several files that belong to this one.
    let groups: [SeriesGroup]
    /// The numbers of the calendars that changed occurrences come from, by their keys.
    let origins: ExactDictionary<Int>

    init(keys: ExactSet, groups: [SeriesGroup], origins: ExactDictionary<Int>) {
      (self.keys, self.groups, self.origins) = (keys, groups, origins)
    }
  }

  init(_ name: String, _ reading: CalendarReading, list: String? = nil, source: String) {
    self.init(name, .file(reading, SeriesGroup.all(of: reading, nil)), list, source)
  }

  init(_ name: String, _ item: SingleItem, list: String?, source: String) {
    self.init(name, .item(item), list, source)
  }

  private init(_ name: String, _ content: Content, _ list: String?, _ source: String) {
    (self.name, self.content, self.list, self.source) = (name, content, list, source)
  }

  /// The items, older versions and changed occurrences among them.
  var items: [CalendarItem] {
    switch content {
    case .file(let reading, _): reading.items.map(\.item)
    case .item(let single): [single.item]
    }
  }

  /// The number of items, older versions and changed occurrences among them.
  var itemCount: Int {
    let joined = sharing?.groups.reduce(0) { $0 + $1.items.count } ?? 0
    return switch content {
    case .file(let reading, _): reading.items.count + joined
    case .item: 1 + joined
    }
  }

  /// Reports older versions of items, which are left out.
  func reportOlder(_ messages: inout Messages) {
    guard case .file(_, let groups) = content else { return }
    for group in groups where !isShared(group.key) { group.reportOlder(in: [name], &messages) }
  }

  /// Calls `body` with each item, its changed occurrences, and the zones that they are anchored in.
  func forEachItem(_ body: (CalendarItem, [CalendarItem], ExactDictionary<Zone>) -> Void) {
    switch content {
    case .file(_, let groups):
      for group in groups where !isShared(group.key) {
        group.forEachItem { body($0, $1, group.anchors) }
      }
    case .item(let single):
      if sharing == nil || !isShared(SeriesGroup.key(of: single.item)) {
        body(single.item, [], single.anchors)
      }
    }
    for group in sharing?.groups ?? [] { group.forEachItem { body($0, $1, group.anchors) } }
  }

  // MARK: Several files

  private func isShared(_ key: String?) -> Bool {
    guard let sharing, let key else { return false }
    return sharing.keys.contains(key)
  }

  /// The number of the calendar that an item comes from, which may lie in another file than its series.
  func origin(of item: CalendarItem, among number: Int) -> Int {
    sharing?.origins[Self.name(of: item)] ?? number
  }

  private static func name(of item: CalendarItem) -> String {
    (SeriesGroup.key(of: item) ?? "") + (item.occurrence.map { "\n\($0)" } ?? "")
  }

  private var keys: [String] {
    switch content {
    case .file(_, let groups): groups.compactMap(\.key)
    case .item(let single): [SeriesGroup.key(of: single.item)].compactMap(\.self)
    }
  }

  private func part(_ key: String) -> (items: [CalendarItem], anchors: ExactDictionary<Zone>) {
    switch content {
    case .file(let reading, let groups):
      (groups.filter { $0.isOf(key) }.flatMap(\.items), reading.anchors)
    case .item(let single): ([single.item], single.anchors)
    }
  }

  /// Joins the items that lie in several files and belong together.
  ///
  /// These are a series and its changed occurrences, or versions of an item, of which older ones are reported.
  static func join(_ calendars: inout [SourceCalendar], _ messages: inout Messages) {
    let own = calendars
    let shared = SharedKeys(
      (
        count: own.count, source: { own[$0].source }, keys: { own[$0].keys },
        hasSeries: { number, key in own[number].part(key).items.contains { $0.occurrence == nil } }
      ))
    guard !shared.all.isEmpty else { return }
    var keys: [Int: ExactSet] = [:]
    var groups: [Int: [SeriesGroup]] = [:]
    var origins: [Int: ExactDictionary<Int>] = [:]
    for (key, files) in shared.all {
      let parts = files.map { file in
        let (items, anchors) = own[file].part(key)
        return (file: file, items: items, anchors: anchors)
      }
      let group = SeriesGroup(key, joining: parts)
      let home =
        parts.first { $0.items.contains { $0.occurrence == nil } }?.file ?? parts[0].file
      for part in parts {
        keys[part.file, default: []].insert(key)
        for item in part.items { origins[home, default: [:]][name(of: item)] = part.file }
      }
      groups[home, default: []].append(group)
      group.reportOlder(in: own.map(\.name), &messages)
    }
    for (number, own) in keys {
      calendars[number].sharing = Sharing(
        keys: own, groups: groups[number] ?? [], origins: origins[number] ?? [:])
    }
  }

  /// The places of bytes in the file; nil for the only item of a text, whose place is known.
  var places: LinePlaces? {
    guard case .file(let reading, _) = content else { return nil }
    return LinePlaces(reading.document)
  }

  /// The place of the only item of a text.
  var place: Place {
    guard case .item(let single) = content else { return Place(line: 1, column: 1) }
    return Place(line: single.line, column: 1)
  }
}

/// The only item of a text of a store.
///
/// It is an object of its own, because a list of many of them is copied.
final class SingleItem: Sendable {
  let item: CalendarItem
  /// The zones that the item is anchored in, and maybe others.
  let anchors: ExactDictionary<Zone>
  /// The line of the text in which the item begins, from 1.
  let line: Int

  init(_ item: CalendarItem, anchors: ExactDictionary<Zone>, line: Int) {
    (self.anchors, self.line) = (anchors, line)
    // The texts of all items would take as much memory as their fields.
    var item = item
    item.original = Original()
    self.item = item
  }
}
