import CalendarItems
import Diagnostics
import ExactText
import ICalendar
import TaskDates

/// Selects and prints occurrences of the items of a calendar.
struct OccurrenceQuery {
  let window: DayWindow
  let count: Int?
  let uid: String?
  /// The source, as it was given.
  let source: String
  /// The zone in which times are shown; nil for the zone of each item.
  let zone: Zone?
  /// The zone in which floating times are sorted.
  let home: Zone?

  /// Prints the occurrences of the items of calendars.
  func print(_ calendars: CalendarFiles, asJSON: Bool, messages: inout Messages) {
    var found: [ShownOccurrence] = []
    var isOne = uid != nil
    let files = calendars.all(&messages)
    let all = FileGroups(files, uid)
    all.reportOlder(&messages)
    let itemCount = all.groups.reduce(0) { $0 + $1.count }
    isOne = isOne || itemCount == 1
    for (file, groups) in zip(files, all.groups) {
      let deadline = Deadline()
      var isLate = false
      for group in groups {
        found += occurrences(
          of: group, in: file.name, deadline: deadline, isLate: &isLate, messages: &messages)
      }
      if isLate {
        messages.fail(
          "\(file.name): only a part is shown, because its dates take too long", .partial)
      }
    }
    let read = files.filter(\.reading.isCalendar)
    if uid != nil, itemCount == 0, let first = read.first {
      let place = read.count == 1 ? first.name : source
      messages.fail("\(place): no item has this UID", .noInput)
    }
    found.sort { ($0.order, $0.title, $0.uid) < ($1.order, $1.title, $1.uid) }
    let shown = found.prefix(count ?? .max)
    if asJSON {
      JSONWriter.print(ReportJSON("occurrences", Array(shown), messages: messages.reported))
    } else {
      for one in shown {
        Output.standard.print(isOne ? one.start : one.line(zone ?? home))
      }
    }
  }

  private func occurrences(
    of group: SeriesGroup, in file: String, deadline: Deadline, isLate: inout Bool,
    messages: inout Messages
  ) -> [ShownOccurrence] {
    let isEndless = group.isEndless && window.to == nil
    let bound = SeriesDates.Bound { deadline.isPast }
    var occurrences: [ShownOccurrence] = []
    group.forEachSeries { master, changed in
      guard
        var series = ItemSeries(master, changed: changed, zones: group.anchors, bound: bound)
      else { return }
      let clock = DisplayClock(master.anchor, group.anchors, shown: zone)
      for one in take(&series, isEndless, length: master.length, clock: clock) {
        occurrences.append(ShownOccurrence(one, of: master, zones: group.anchors, query: self))
      }
      if series.isCutShort, deadline.isPast {
        isLate = true
      } else if series.isCutShort {
        messages.fail(
          "\(file): only a part of \(master.uid.quoted) is shown, because it has too many dates",
          .partial)
      }
    }
    return occurrences
  }

  /// Adds the occurrences in the window, also those that began before it and have not ended.
  private func take(
    _ series: inout ItemSeries, _ isEndless: Bool, length: Int, clock: DisplayClock
  ) -> [ItemSeries.Occurrence] {
    let reach = zone == nil ? 0 : 2 * 86_400  // zones differ by no more
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
