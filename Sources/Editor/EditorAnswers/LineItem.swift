import CalendarItems
import ExactText
import ICalendar
import LineCodec
import TaskBridge
import TaskDates
import TaskText

/// The item that a line becomes.
extension EditorDocument {
  private var mappingOptions: ExportOptions {
    var options = ExportOptions(zone: clock.zone)
    options.zones = zones
    options.dayStart = dayStart
    return options
  }

  /// The item of a line with some fields.
  func item(of line: Int, _ fields: LineFields) -> CalendarItem {
    let source = ItemMapping.Source(
      line: line, file: file, path: projects(of: line), parentUID: nil)
    let mapping = ItemMapping(mappingOptions, vocabulary: vocabulary)
    return LineDecoder(source, fields, mapping, reader).item(fields.usualKind, uid: "")
  }

  /// The names of the projects that contain a line, outermost first.
  func projects(of line: Int) -> [String] {
    file.outline.ancestors(of: line).filter { text.lines[$0].kind == .project }
      .map { LineText(file, line: $0).title }.reversed()
  }

  /// The zones of items, by name, with that of the person.
  private var allZones: ExactDictionary<Zone> {
    var all = zones
    all[clock.zone.name] = clock.zone
    return all
  }

  /// The component that an export writes for a line, without the UID and the stamps: a feed keeps those that it has.
  func component(of item: CalendarItem) -> String {
    let lines = ItemEncoder(zones: allZones).lines(of: item)
    return String(decoding: lines, as: UTF8.self).split(separator: "\r\n")
      .filter { line in !Self.ofFeed.contains { line.hasPrefix("\($0):") } }
      .joined(separator: "\n")
  }

  private static let ofFeed = ["UID", "DTSTAMP", "LAST-MODIFIED", "SEQUENCE"]

  /// The next occurrences of an item on the clock of its line, from now on.
  func occurrences(of item: CalendarItem, count: Int) -> [DateTimeParameters] {
    let bound = SeriesDates.Bound(steps: 5000)
    guard let series = ItemSeries(item, zones: allZones, bound: bound) else { return [] }
    let today = DateTimeParameters(date: clock.today, time: .midnight)
    return Array(series.lazy.map(\.date).filter { $0 >= today }.prefix(count))
  }

  /// The next time at which an alarm of an item rings, on the clock of the person.
  func nextAlarm(_ item: CalendarItem) -> DateTimeParameters? {
    let alarms = AlarmSeries(
      item, zones: allZones, clock: AlarmSeries.Clock(home: clock.zone, dayStart: dayStart),
      bound: SeriesDates.Bound(steps: 5000))
    let year = clock.instant..<clock.instant.advanced(by: 366 * 86_400)
    let past = clock.instant.advanced(by: -366 * 86_400)..<clock.instant
    let instant =
      alarms.moments(in: year).moments.first?.instant
      ?? alarms.moments(in: past).moments.last?.instant
    return instant.flatMap(clock.zone.civil)
  }
}
