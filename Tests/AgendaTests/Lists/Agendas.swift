import Agenda
import CalendarItems
import Diagnostics
import ExactText
import LineCodec
import TaskBridge
import TaskDates
import TaskText

/// The agenda of a task file in a short form for tests.
struct SmallAgenda {
  /// The time of the query and of the clock.
  var now = "2026-11-20 09:15"
  var zone = "Europe/Berlin"
  var showsLate = true
  var showsClosed = false
  let text: String

  init(_ text: String) { self.text = text }

  /// The entries for a period in words.
  func entries(_ words: String) throws -> [AgendaEntry] { try entries(query(words)) }

  /// The entries that a query finds.
  func entries(_ query: AgendaQuery) throws -> [AgendaEntry] {
    let file = TaskFile(
      name: "a", identity: "a", modified: .epoch, document: TaskDocument(text))
    let reader = LineFieldReader(
      relativeDates: .resolve(at: query.now), isZoneKnown: { _ in nil })
    let entries = TaskEntries(files: [file], vocabulary: reader.vocabulary)
    let found = try entries.entries.flatMap { entry -> [AgendaEntry] in
      try query.result(series(entry, entries, reader, query)).entries
    }
    return Agenda(found, in: nil).entries
  }

  /// Their titles, each with its date.
  func titles(_ words: String) throws -> [String] {
    try entries(words).map { "\($0.item.title) \($0.when?.description ?? "-")" }
  }

  func query(_ words: String) throws -> AgendaQuery {
    let now = try moment(now)
    var query = AgendaQuery(
      try extent(words, now), now: now, zone: try ZoneDatabase().zone(named: zone))
    query.showsLate = showsLate
    query.showsClosed = showsClosed
    return query
  }

  private func extent(
    _ words: String, _ now: DateTimeParameters
  ) throws -> AgendaQuery.Extent {
    if words == "all" { return .all }
    switch try PeriodExpression(parsing: words, now: now) {
    case .list(let list): return .list(list)
    case .overdue: return .overdue
    case .undated: return .undated
    }
  }

  private func series(
    _ entry: TaskEntry, _ entries: TaskEntries, _ reader: LineFieldReader,
    _ query: AgendaQuery
  ) throws -> AgendaSeries {
    let file = entries.file(of: entry)
    var reported: [Diagnostic] = []
    let fields = reader.fields(of: file.document, line: entry.line.line, diagnostics: &reported)
    var options = ExportOptions(zone: query.zone)
    options.done = .include
    options.zones = try named(fields)
    let kinds = Selection(options).kinds(of: entry, fields, in: entries)
    let source = ItemMapping.Source(
      line: entry.line.line, file: file, path: entries.path(of: entry), parentUID: nil)
    let item = ItemMapping(options).item(
      kinds.first ?? .reminder, fields, source: source, uid: "")
    var series = AgendaSeries(item, of: entry, fields: fields)
    series.project = source.path
    series.source = entry.line.line
    series.zones = options.zones.merging([query.zone.name: query.zone]) { $1 }
    return series
  }

  private func named(_ fields: LineFields) throws -> ExactDictionary<Zone> {
    guard case .named(let name)? = fields.zone else { return [:] }
    return [name: try ZoneDatabase().zone(named: name)]
  }
}

/// A day and time.
func moment(_ text: String) throws -> DateTimeParameters {
  try DatePayload(parsing: text).value.startDate
}
