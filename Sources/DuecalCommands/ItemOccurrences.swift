import CalendarItems
import Diagnostics
import ICalendar
import TaskDates
import UserFiles

/// Some of the occurrences of the items of a calendar.
struct ItemQuestion {
  let window: DayWindow
  let count: Int?
  let uid: String?
  /// The zone in which times are shown; nil for the items' own.
  let zone: Zone?
  /// The zone in which floating times are put in order.
  let home: Zone?

  /// Prints the occurrences of a calendar's items.
  func print(
    calendar path: String, asJSON: Bool, _ messages: inout Messages
  ) throws {
    var sources = CalendarSources()
    sources.paths = [path]
    sources.limit = []
    var found: [ItemOccurrence] = []
    var isOne = uid != nil
    try sources.forEach(&messages) { name, reading, messages in
      let groups = SeriesGroup.all(of: reading, uid)
      for group in groups { group.sayOlder(in: name, &messages) }
      isOne = isOne || groups.count == 1
      if uid != nil, groups.isEmpty, reading.isCalendar {
        messages.fail("\(name): no item has this UID", .noInput)
      }
      let deadline = Deadline()
      var isLate = false
      for group in groups {
        found += occurrences(of: group, in: name, deadline, &isLate, &messages)
      }
      if isLate {
        messages.fail("\(name): only a part is shown: its dates take too long", .partial)
      }
    }
    found.sort { ($0.order, $0.title, $0.uid) < ($1.order, $1.title, $1.uid) }
    let shown = found.prefix(count ?? .max)
    if asJSON {
      JSONWriter.print(ItemOccurrencesJSON(occurrences: Array(shown), messages: messages.said))
    } else {
      for one in shown {
        Output.standard.print(isOne ? one.start : one.line(zone ?? home))
      }
    }
  }

  private func occurrences(
    of group: SeriesGroup, in file: String, _ deadline: Deadline, _ isLate: inout Bool,
    _ messages: inout Messages
  ) -> [ItemOccurrence] {
    let isEndless = group.isEndless && window.to == nil
    let bound = SeriesDates.Bound { deadline.isPast }
    var occurrences: [ItemOccurrence] = []
    group.forEachSeries { master, changed in
      guard
        var series = ItemSeries(master, changed: changed, zones: group.anchors, bound: bound)
      else { return }
      let clock = Clock(master.anchor, group.anchors, zone)
      for one in take(&series, isEndless, master.length, clock) {
        occurrences.append(ItemOccurrence(one, of: master, group.anchors, self))
      }
      if series.isCutShort, deadline.isPast {
        isLate = true
      } else if series.isCutShort {
        messages.fail(
          "\(file): only a part of \(master.uid.quoted) is shown: it has too many dates", .partial)
      }
    }
    return occurrences
  }

  /// Takes what is in the window as it is shown, also what began before it and lasts.
  private func take(
    _ series: inout ItemSeries, _ isEndless: Bool, _ length: Int, _ clock: Clock
  ) -> [ItemSeries.Occurrence] {
    let reach = zone == nil ? 0 : 2 * 86_400  // clocks of two zones are not further apart
    series.leap(
      to: window.first?.advanced(bySeconds: -length - reach),
      before: window.end?.advanced(bySeconds: reach))
    var left = count ?? (isEndless ? 10 : 100_000)
    var taken: [ItemSeries.Occurrence] = []
    while left > 0, let one = series.next() {
      let isAllDay = one.item.seriesDate?.isAllDay == true
      let date = isAllDay || zone == nil ? one.date : clock.shown(one.date)
      let end = date.advanced(bySeconds: max(0, length - 1)) ?? date
      guard window.contains(date) || window.first.map({ date < $0 && $0 <= end }) == true else {
        continue
      }
      taken.append(one)
      left -= 1
    }
    return taken
  }
}

/// The items of one UID, by their places in a calendar: those that repeat, and the occurrences that were
/// changed by themselves.
private struct SeriesGroup {
  private var masters: [Int] = []
  private var changed: [Int] = []
  private var olderVersions: [Int] = []
  private var latestMaster: Int?
  private var latestChanged: [OccurrenceName: Int] = [:]
  private let reading: CalendarReading

  /// All items of a calendar, or those of one UID.
  static func all(of reading: CalendarReading, _ uid: String?) -> [SeriesGroup] {
    var groups: [SeriesGroup] = []
    var places: [String: Int] = [:]
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
      add(index, to: \.masters, \.latestMaster)
    } else {
      let item = reading.items[index].item
      let name = OccurrenceName(date: item.occurrence, anchor: item.anchor)
      add(index, to: \.changed, \.latestChanged[name])
    }
  }

  /// Adds an item, or leaves out the older of two versions (RFC 5545, section 3.8.7.4); two of one
  /// version are both there.
  private mutating func add(
    _ index: Int, to list: WritableKeyPath<SeriesGroup, [Int]>,
    _ latest: WritableKeyPath<SeriesGroup, Int?>
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

  /// Says which versions of items are left out.
  func sayOlder(in file: String, _ messages: inout Messages) {
    guard let first = olderVersions.first else { return }
    messages.warn(
      "\(file): an older version of \(reading.items[first].item.uid.quoted) is left out")
  }

  /// An occurrence by its RECURRENCE-ID.
  private struct OccurrenceName: Hashable {
    let date: TMDateType?
    let anchor: CalendarItem.Anchor
  }

  /// The zones that the items are anchored in.
  var anchors: [String: Zone] { reading.anchors }

  /// Calls `body` with each series and what was changed of it, which is the first's that takes place;
  /// without any, what was changed stands alone.
  func forEachSeries(_ body: (CalendarItem, [CalendarItem]) -> Void) {
    let items = (masters.isEmpty ? changed : masters).map { reading.items[$0].item }
    var own = masters.isEmpty ? [] : changed.map { reading.items[$0].item }
    for item in items where item.status != .cancelled && item.seriesDate != nil {
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

/// An occurrence as it is shown.
private struct ItemOccurrence {
  let start: String
  let end: String?
  let title: String
  let uid: String
  let originalStart: String
  let isAllDay: Bool
  let zone: String?
  /// Where it stands among others: seconds since 1970.
  let order: Int
  init(
    _ one: ItemSeries.Occurrence, of master: CalendarItem, _ zones: [String: Zone],
    _ question: ItemQuestion
  ) {
    let item = one.item
    let series = Clock(master.anchor, zones, question.zone)
    let clock = Clock(item.anchor, zones, question.zone)
    let first = item.seriesDate?.startDate ?? one.date
    isAllDay = item.seriesDate?.isAllDay ?? true
    title = item.title.isEmpty ? "(no title)" : item.title
    uid = item.uid
    if isAllDay {
      let last = item.when?.lastDay
      start = one.date.date.formattedDate
      end = last.flatMap { $0 > one.date.date ? $0.formattedDate : nil }
      originalStart = one.originalDate.date.formattedDate
      self.zone = nil
    } else {
      start = clock.shown(first).iso
      end = item.end.map { clock.shown($0).iso }
      originalStart = series.shown(one.originalDate).iso
      self.zone = clock.name
    }
    order = clock.instant(first, isAllDay: isAllDay, question.home)
  }
}

extension ItemOccurrence {
  /// The date with its title; the zone behind it where it is not that of the reader (RFC 9557).
  fileprivate func line(_ home: Zone?) -> String {
    let suffix = zone.flatMap { $0 == home?.name ? nil : "[\($0)]" } ?? ""
    return "\(start)\(suffix)  \(title.visible)"
  }
}

/// The clock of an item, and that on which it is shown.
private struct Clock {
  private let anchor: CalendarItem.Anchor
  private let own: Zone?
  private let shown: Zone?

  init(_ anchor: CalendarItem.Anchor, _ zones: [String: Zone], _ shown: Zone?) {
    self.anchor = anchor
    own = anchor.zone(zones)
    self.shown = shown
  }

  /// The name of the clock that is shown.
  var name: String? {
    if own != nil, let shown { return shown.name }
    switch anchor {
    case .floating: return nil
    case .utc: return "UTC"
    case .zone(let name): return name
    }
  }

  /// A moment as it is shown; one that clocks skip as what it becomes.
  func shown(_ moment: DateTimeParameters) -> DateTimeParameters {
    guard let own else { return moment }
    let instant = own.instant(of: moment)
    return (shown ?? own).civil(at: instant) ?? moment
  }

  /// The seconds of UTC of a moment, of one that floats in a person's own zone.
  func instant(_ moment: DateTimeParameters, isAllDay: Bool, _ home: Zone?) -> Int {
    let zone = isAllDay ? shown ?? home : own ?? shown ?? home
    return zone?.instant(of: moment).seconds ?? moment.secondNumber
  }
}

extension CalendarItem {
  /// How many seconds it lasts on its clock, 0 for a moment.
  fileprivate var length: Int {
    guard let when, kind == .event else { return 0 }
    if when.isAllDay { return (when.lastDay.dayNumber - when.firstDay.dayNumber + 1) * 86_400 }
    return end.map { max(0, $0.secondNumber - when.startDate.secondNumber) } ?? 0
  }

  /// When an event ends, or a reminder of a range is due; nil for a moment.
  fileprivate var end: DateTimeParameters? {
    if let end = when?.endDate { return end }
    guard kind == .event, let estimate else { return nil }
    return when?.startDate.advanced(bySeconds: estimate.nominalSeconds)
  }
}

private struct ItemOccurrencesJSON: JSONValue {
  let occurrences: [ItemOccurrence]
  let messages: [MessageJSON]

  func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("messages", messages)
      json.member("occurrences", occurrences)
    }
  }
}

extension ItemOccurrence: JSONValue {
  func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("allDay", isAllDay)
      json.member("end", end)
      json.member("originalStart", originalStart)
      json.member("start", start)
      json.member("title", title)
      json.member("uid", uid)
      json.member("zone", zone)
    }
  }
}
