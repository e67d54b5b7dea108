import CalendarItems
import ICalendar
import TaskBridge
import TaskDates

/// What was found for an agenda, and where each of it came from.
struct AgendaReading {
  /// The sources.
  let items: SourceItems
  /// The things that were asked for.
  private(set) var entries: [AgendaEntry] = []
  /// The series that they are of.
  private var series: [SourceSeries] = []
  /// How long all dates may take.
  private static let time = Duration.milliseconds(1500)

  /// Asks all sources.
  ///
  /// - Parameter isWanted: Whether a line is asked for beyond what options say.
  init(
    _ items: SourceItems, _ question: AgendaQuestion, _ messages: inout Messages,
    isWanted: (LineRef) -> Bool = { _ in true }
  ) {
    self.items = items
    let deadline = Deadline(after: Self.time)
    let bound = SeriesDates.Bound { deadline.isPast }
    items.forEachLine(closed: question.showsClosed, &messages) { line in
      guard question.mayWant(line.fields, isClosed: line.isClosed), isWanted(line.line),
        let series = items.series(of: line)
      else { return }
      add(series, question.answer(AgendaSeries(series, items, self.series.count), bound: bound))
    }
    var cutShort: [String] = []
    items.forEachCalendarSeries { series in
      let answer = question.answer(
        AgendaSeries(series, items, self.series.count), bound: bound)
      if answer.isCutShort { cutShort.append(items.name(of: series.origin)) }
      add(series, answer)
    }
    for name in Set(cutShort).sorted() {
      messages.fail("\(name): only a part is shown: it has too many dates", .partial)
    }
  }

  private mutating func add(_ found: SourceSeries, _ answer: AgendaQuestion.Answer) {
    guard !answer.entries.isEmpty else { return }
    series.append(found)
    entries += answer.entries
  }

  /// The short names of its lines.
  var shortIDs: AgendaIDs {
    let lines = series.map { one -> LineRef? in
      if case .line(let line) = one.origin { line.line } else { nil }
    }
    return AgendaIDs(ShortIDs(items.entries), lines)
  }

  /// Where an entry came from.
  func origin(of entry: AgendaEntry) -> SourceSeries.Origin { series[entry.source].origin }
}

extension AgendaSeries {
  fileprivate init(_ series: SourceSeries, _ items: SourceItems, _ number: Int) {
    switch series.origin {
    case .line(let line): self.init(series.item, of: line.entry, line.fields)
    case .component(let calendar):
      self.init(series.item)
      let offset = series.item.original.bytes?.startIndex ?? 0
      place = LineRef(file: items.entries.files.count + calendar, line: offset)
    }
    changed = series.changed
    zones = series.zones
    project = series.project
    source = number
  }
}
