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
      isOne = isOne || groups.count == 1
      if uid != nil, groups.isEmpty, reading.isCalendar {
        messages.fail("\(name): no item has this UID", .noInput)
      }
      for group in groups { found += occurrences(of: group, in: name, &messages) }
    }
    found.sort { ($0.order, $0.title, $0.uid) < ($1.order, $1.title, $1.uid) }
    let shown = found.prefix(limit(found))
    if asJSON {
      JSONWriter.print(ItemOccurrencesJSON(occurrences: Array(shown), messages: messages.said))
    } else {
      for one in shown {
        Output.standard.print(isOne ? one.start : "\(one.start)  \(one.title.visible)")
      }
    }
  }

  private func limit(_ found: [ItemOccurrence]) -> Int {
    count ?? (window.to == nil && found.contains(where: \.isEndless) ? 10 : .max)
  }

  private func occurrences(
    of group: SeriesGroup, in file: String, _ messages: inout Messages
  ) -> [ItemOccurrence] {
    let isEndless = group.isEndless && window.to == nil
    var occurrences: [ItemOccurrence] = []
    for (master, changed) in group.series {
      guard var series = ItemSeries(master, changed: changed, zones: group.anchors) else {
        continue
      }
      for one in take(&series, isEndless) {
        occurrences.append(ItemOccurrence(one, of: master, group.anchors, self, isEndless))
      }
      if series.isCutShort {
        messages.warn(
          "\(file): only a part of \(master.uid.quoted) is shown: it has too many dates")
      }
    }
    return occurrences
  }

  private func take(_ series: inout ItemSeries, _ isEndless: Bool) -> [ItemSeries.Occurrence] {
    if let moments = window.moments { return series.within(moments) }
    var left = count ?? (isEndless ? 10 : 100_000)
    var taken: [ItemSeries.Occurrence] = []
    while left > 0, let one = series.next() {
      if let from = window.from, one.date.date < from { continue }
      taken.append(one)
      left -= 1
    }
    return taken
  }
}

/// The items of one UID: those that repeat, each with the occurrences that were changed by themselves.
private struct SeriesGroup {
  private(set) var series: [(master: CalendarItem, changed: [CalendarItem])] = []
  private let reading: CalendarReading

  var isEndless: Bool {
    series.contains { item, _ in
      item.recurs && item.recurrence?.rules.contains { $0.end == .never } == true
    }
  }

  /// All items of a calendar, or those of one UID.
  static func all(of reading: CalendarReading, _ uid: String?) -> [SeriesGroup] {
    var groups: [SeriesGroup] = []
    var places: [String: Int] = [:]
    for read in reading.items where uid == nil || read.item.uid == uid {
      let key = read.item.uid.isEmpty ? nil : "\(read.item.kind) \(read.item.uid)"
      if let place = key.flatMap({ places[$0] }) {
        groups[place].add(read.item)
      } else {
        if let key { places[key] = groups.count }
        groups.append(SeriesGroup(read.item, reading))
      }
    }
    return groups
  }

  private init(_ item: CalendarItem, _ reading: CalendarReading) {
    self.reading = reading
    add(item)
  }

  /// Adds an item: to the series that it is a part of, or as one of its own.
  private mutating func add(_ item: CalendarItem) {
    if item.status == .cancelled, item.occurrence == nil { return }
    if item.occurrence != nil,
      let place = series.indices.first(where: { series[$0].master.occurrence == nil })
    {
      series[place].changed.append(item)
    } else if item.occurrence == nil {
      let orphans = series.filter { $0.master.occurrence != nil }.map(\.master)
      series.removeAll { $0.master.occurrence != nil }
      series.append((item, orphans))
    } else {
      series.append((item, []))
    }
  }

  /// The zones that the items are anchored in.
  var anchors: [String: Zone] { reading.anchors }
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
  /// True if there are more of its series than were taken.
  let isEndless: Bool

  init(
    _ one: ItemSeries.Occurrence, of master: CalendarItem, _ zones: [String: Zone],
    _ question: ItemQuestion, _ isEndless: Bool
  ) {
    let item = one.item
    let series = Clock(master.anchor, zones, question.zone)
    let clock = Clock(item.anchor, zones, question.zone)
    let first = item.seriesDate?.startDate ?? one.date
    isAllDay = item.seriesDate?.isAllDay ?? true
    title = item.title.isEmpty ? "(no title)" : item.title
    uid = item.uid
    self.isEndless = isEndless
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
