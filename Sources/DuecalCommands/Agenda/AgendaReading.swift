import CalendarItems
import Diagnostics
import ExactText
import ICalendar
import TaskBridge
import TaskDates

/// What was found for an agenda, and where each of it came from.
struct AgendaReading {
  /// The sources.
  let items: SourceItems
  /// The things that were asked for.
  private(set) var entries: [AgendaEntry] = []
  /// Where the series that they are of came from; the series themselves would take more memory than all else.
  private var origins: [Origin] = []
  /// How long all dates may take.
  private static let time = Duration.milliseconds(1500)
  /// How many occurrences of series there may be in all, beyond the first of each.
  private static let limit = 100_000
  private var occurrencesLeft = Self.limit
  /// The sources of which only a part is there.
  private var cutShort: ExactSet = []

  /// Asks all sources.
  init(_ items: SourceItems, _ question: AgendaQuestion, _ messages: inout Messages) {
    self.items = items
    let deadline = Deadline(after: Self.time)
    let bound = SeriesDates.Bound { deadline.isPast }
    items.forEachLine(closed: question.showsClosed, &messages) { line in
      guard question.mayWant(line.fields, isClosed: line.isClosed),
        let series = items.series(of: line)
      else { return }
      add(series, question, bound)
    }
    items.forEachCalendarSeries { add($0, question, bound) }
    items.sayMissingProjects(&messages)
    for name in cutShort.sorted() {
      messages.fail("\(name): only a part is shown: there are too many dates", .partial)
    }
  }

  private mutating func add(
    _ found: SourceSeries, _ question: AgendaQuestion, _ bound: SeriesDates.Bound
  ) {
    var question = question
    question.limit = occurrencesLeft + 1
    let answer = question.answer(AgendaSeries(found, items, origins.count), bound: bound)
    if answer.isCutShort { cutShort.insert(items.name(of: found.origin)) }
    guard !answer.entries.isEmpty else { return }
    occurrencesLeft = max(0, occurrencesLeft - answer.entries.count + 1)
    origins.append(Origin(found.origin))
    entries += answer.entries
  }

  /// The short names of its lines.
  var shortIDs: AgendaIDs {
    let lines = origins.map { origin -> LineRef? in
      if case .line(let index) = origin { items.entries.entries[index].line } else { nil }
    }
    return AgendaIDs(items.shortIDs, lines)
  }

  /// Where an entry came from.
  func origin(of entry: AgendaEntry) -> SourceSeries.Origin {
    switch origins[entry.source] {
    case .line(let index): .line(items.line(at: index))
    case .component(let calendar): .component(calendar: calendar)
    }
  }

  /// Where a series came from, in a few bytes.
  private enum Origin {
    /// A line, by its number among the entries.
    case line(Int)
    /// A component, by the number of its calendar.
    case component(Int)

    init(_ origin: SourceSeries.Origin) {
      switch origin {
      case .line(let line): self = .line(line.index)
      case .component(let calendar): self = .component(calendar)
      }
    }
  }
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
