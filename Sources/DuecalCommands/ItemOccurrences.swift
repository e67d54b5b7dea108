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
      for one in take(&series, isEndless) {
        occurrences.append(ItemOccurrence(one, of: master, group.anchors, self, isEndless))
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

  private func take(_ series: inout ItemSeries, _ isEndless: Bool) -> [ItemSeries.Occurrence] {
    series.leap(to: window.first, before: window.end)
    var left = count ?? (isEndless ? 10 : 100_000)
    var taken: [ItemSeries.Occurrence] = []
    while left > 0, let one = series.next() {
      guard window.contains(one.date) else { continue }
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
    if isMaster { masters.append(index) } else { changed.append(index) }
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
