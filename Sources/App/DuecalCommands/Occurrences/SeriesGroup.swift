import CalendarItems
import Diagnostics
import ExactText
import ICalendar
import TaskDates

/// The items of one UID, by their indices in a calendar: the series, and the occurrences that were changed.
struct SeriesGroup: Sendable {
  private var masters: [Int] = []
  private var changed: [Int] = []
  private var olderVersions: [Int] = []
  private var latestMaster: Int?
  private var latestChanged: [OccurrenceName: Int] = [:]
  private let reading: CalendarReading

  /// The groups of a calendar, or only that of one UID.
  static func all(of reading: CalendarReading, _ uid: String?) -> [SeriesGroup] {
    var groups: [SeriesGroup] = []
    var places: ExactDictionary<Int> = [:]
    for (index, read) in reading.items.enumerated() where uid == nil || read.item.uid == uid {
      let key = (read.item.kind == .event ? "e" : "r") + read.item.uid
      var place = read.item.uid.isEmpty ? nil : places[key]
      if place == nil {
        place = groups.count
        places[key] = groups.count
        groups.append(SeriesGroup(reading: reading))
      }
      if let place { groups[place].add(index, isMaster: read.item.occurrence == nil) }
    }
    return groups
  }

  private init(reading: CalendarReading) { self.reading = reading }

  private mutating func add(_ index: Int, isMaster: Bool) {
    if isMaster {
      add(index, to: \.masters, latest: \.latestMaster)
    } else {
      let item = reading.items[index].item
      let name = OccurrenceName(date: item.occurrence, anchor: item.anchor)
      add(index, to: \.changed, latest: \.latestChanged[name])
    }
  }

  /// Adds an item, or leaves out the older of two versions (RFC 5545, section 3.8.7.4); two items with the same version
  /// are both kept.
  private mutating func add(
    _ index: Int, to list: WritableKeyPath<SeriesGroup, [Int]>,
    latest: WritableKeyPath<SeriesGroup, Int?>
  ) {
    let other = self[keyPath: latest]
    let (sequence, known) = (sequence(of: index), other.map { self.sequence(of: $0) })
    if let known, sequence < known {
      olderVersions.append(index)
      return
    }
    if let other, let known, known < sequence {
      olderVersions.append(other)
      self[keyPath: list].removeAll { $0 == other }
    }
    self[keyPath: list].append(index)
    self[keyPath: latest] = index
  }

  private func sequence(of index: Int) -> Int { reading.items[index].item.revision?.sequence ?? 0 }

  /// Reports older versions of items, which are left out.
  func reportOlder(in file: String, _ messages: inout Messages) {
    guard let first = olderVersions.first else { return }
    messages.warn(
      "\(file): an older version of \(reading.items[first].item.uid.quoted) is left out")
  }

  /// The identity of an occurrence: its RECURRENCE-ID.
  private struct OccurrenceName: Hashable {
    let date: TMDateType?
    let anchor: CalendarItem.Anchor
  }

  /// The zones that the items are anchored in.
  var anchors: ExactDictionary<Zone> { reading.anchors }

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
    let items = (masters.isEmpty ? changed : masters).map { reading.items[$0].item }
    var own = masters.isEmpty ? [] : changed.map { reading.items[$0].item }
    for item in items {
      guard item.status != .cancelled, item.seriesDate != nil else {
        body(item, [])
        continue
      }
      body(item, own)
      own = []
    }
  }

  var isEndless: Bool {
    masters.contains { index in
      let item = reading.items[index].item
      return item.recurs && item.recurrence?.rules.contains { $0.end == .never } == true
    }
  }
}
