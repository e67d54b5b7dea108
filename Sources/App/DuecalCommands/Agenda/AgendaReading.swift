import Agenda
import CalendarItems
import Diagnostics
import ExactText
import TaskBridge
import TaskDates

/// What was found for an agenda, and where each of it came from.
struct AgendaReading {
  /// The sources.
  let items: SourceItems
  /// The things that were asked for.
  private(set) var entries: [AgendaEntry] = []
  /// Where their series came from; keeping the series too would take most of the memory.
  private var places: [SourcePlace] = []
  /// How long all dates may take.
  private static let time = Duration.milliseconds(1500)
  /// How many occurrences of series there may be in all, beyond the first of each.
  private static let limit = 100_000
  private var occurrencesLeft = Self.limit
  /// The sources of which only a part is there.
  private var cutShort: ExactSet = []

  /// Asks all sources.
  init(_ items: SourceItems, _ question: AgendaQuery, messages: inout Messages) {
    self.items = items
    let deadline = Deadline(after: Self.time)
    let bound = SeriesDates.Bound { deadline.isPast }
    items.forEachLine(closed: question.showsClosed, &messages) { line in
      guard question.mayWant(line.fields, isClosed: line.isClosed),
        let series = items.series(of: line)
      else { return }
      add(series, question, bound: bound)
    }
    items.forEachCalendarSeries { add($0, question, bound: bound) }
    items.sayMissingProjects(&messages)
    for name in cutShort.sorted() {
      messages.fail("\(name): only a part is shown: there are too many dates", .partial)
    }
  }

  private mutating func add(
    _ found: SourceSeries, _ question: AgendaQuery, bound: SeriesDates.Bound
  ) {
    var question = question
    question.limit = occurrencesLeft + 1
    let answer = question.answer(AgendaSeries(found, items, number: places.count), bound: bound)
    if answer.isCutShort { cutShort.insert(items.name(of: found.origin)) }
    guard !answer.entries.isEmpty else { return }
    occurrencesLeft = max(0, occurrencesLeft - answer.entries.count + 1)
    places.append(found.origin.place)
    entries += answer.entries
  }

  /// The short names of its lines.
  var shortIDs: AgendaIDs {
    AgendaIDs(items.shortIDs, places.map(\.line))
  }

  /// Where an entry came from.
  func place(of entry: AgendaEntry) -> SourcePlace { places[entry.source] }
}

extension AgendaSeries {
  fileprivate init(_ series: SourceSeries, _ items: SourceItems, number: Int) {
    switch series.origin {
    case .line(let line): self.init(series.item, of: line.entry, fields: line.fields)
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
