import Agenda
import CalendarItems
import Diagnostics
import ExactText
import TaskBridge
import TaskDates

/// The entries that were found for an agenda, with their sources.
struct AgendaReading {
  /// The sources.
  let items: SourceItems
  /// The entries that match the query.
  private(set) var entries: [AgendaEntry] = []
  /// The places of their series; to keep the series too would take most of the memory.
  private var places: [SourcePlace] = []
  /// The time limit for computing all dates.
  private static let time = Duration.milliseconds(1500)
  /// The maximum number of occurrences of all series, beyond the first of each.
  private static let limit = 100_000
  private var occurrencesLeft = Self.limit
  /// The sources that were read only in part.
  private var cutShort: ExactSet = []

  /// Searches all sources for entries.
  init(_ items: SourceItems, _ query: AgendaQuery, messages: inout Messages) {
    self.items = items
    let deadline = Deadline(after: Self.time)
    let bound = SeriesDates.Bound { deadline.isPast }
    var query = query
    items.forEachLine(closed: query.showsClosed, &messages) { line in
      guard query.mayWant(line.fields, isClosed: line.isClosed),
        let series = items.series(of: line)
      else { return }
      add(series, &query, bound: bound)
    }
    items.forEachCalendarSeries { add($0, &query, bound: bound) }
    items.reportMissingProjects(&messages)
    for name in cutShort.sorted() {
      messages.fail("\(name): only a part is shown, because there are too many dates", .partial)
    }
  }

  private mutating func add(
    _ found: SourceSeries, _ query: inout AgendaQuery, bound: SeriesDates.Bound
  ) {
    query.limit = occurrencesLeft + 1
    let result = query.result(
      AgendaSeries(found, number: places.count, fileCount: items.entries.files.count), bound: bound)
    if result.isCutShort { cutShort.insert(items.name(of: found.origin)) }
    guard !result.entries.isEmpty else { return }
    occurrencesLeft = max(0, occurrencesLeft - result.entries.count + 1)
    places.append(found.origin.place)
    entries += result.entries
  }

  /// The short IDs of its lines, and of its items of stores.
  var shortIDs: AgendaIDs { AgendaIDs(items, places) }

  /// The place that an entry was read from.
  func place(of entry: AgendaEntry) -> SourcePlace { places[entry.source] }
}

extension AgendaSeries {
  fileprivate init(_ series: SourceSeries, number: Int, fileCount: Int) {
    switch series.origin {
    case .line(let line): self.init(series.item, of: line.entry, fields: line.fields)
    case .component(let calendar):
      self.init(series.item)
      let offset = series.item.original.bytes?.startIndex ?? 0
      place = LineRef(file: fileCount + calendar, line: offset)
    }
    changed = series.changed
    zones = series.zones
    project = series.project
    source = number
  }
}
