import CalendarItems
import ExactText
import TaskDates

/// An occurrence in the form in which it is shown.
struct ShownOccurrence {
  let start: String
  let end: String?
  let title: String
  let uid: String
  let originalStart: String
  let isAllDay: Bool
  let zone: String?
  /// Its sort key: seconds since 1970.
  let order: Int

  init(
    _ one: ItemSeries.Occurrence, of master: CalendarItem, zones: ExactDictionary<Zone>,
    query: OccurrenceQuery
  ) {
    let item = one.item
    let series = DisplayClock(master.anchor, zones, shown: query.zone)
    let clock = DisplayClock(item.anchor, zones, shown: query.zone)
    let first = item.seriesDate?.startDate ?? one.date
    isAllDay = item.seriesDate?.isAllDay ?? true
    title = item.shownTitle
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
    order = clock.instant(first, isAllDay: isAllDay, home: query.home)
  }
}

extension ShownOccurrence {
  /// The date with its title; after the date the zone, if it differs from the reader's (RFC 9557).
  func line(_ home: Zone?) -> String {
    let suffix = zone.flatMap { $0 == home?.name ? nil : "[\($0)]" } ?? ""
    return "\(start)\(suffix)  \(title.visible)"
  }
}

extension ShownOccurrence: JSONValue {
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

extension CalendarItem {
  /// The duration in local time, in seconds; 0 for a moment.
  var length: Int {
    guard let when, kind == .event else { return 0 }
    if when.isAllDay { return (when.lastDay.dayNumber - when.firstDay.dayNumber + 1) * 86_400 }
    return end.map { max(0, $0.secondNumber - when.startDate.secondNumber) } ?? 0
  }

  /// The end of an event or of a reminder's range; nil for a moment.
  fileprivate var end: DateTimeParameters? {
    if let end = when?.endDate { return end }
    guard kind == .event, let estimate else { return nil }
    return when?.startDate.advanced(bySeconds: estimate.nominalSeconds)
  }
}
