import Agenda
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
  private let numbers: SeriesNumbers
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
    numbers = SeriesNumbers(items)
    let steps = EntrySearch(items, query, numbers: numbers).steps()
    let deadline = Deadline(after: Self.time)
    let bound = SeriesDates.Bound { deadline.isPast }
    entries.reserveCapacity(steps.count)
    for step in steps {
      switch step {
      case .entry(let entry): entries.append(entry)
      case .series(let series): add(series, query, bound: bound)
      case .report(let report): messages.report(report, in: items.lines)
      }
    }
    items.reportMissingNames(&messages)
    for name in cutShort.sorted() {
      messages.fail("\(name): only a part is shown, because there are too many dates", .partial)
    }
  }

  private mutating func add(
    _ series: AgendaSeries, _ query: AgendaQuery, bound: SeriesDates.Bound
  ) {
    var query = query
    query.limit = occurrencesLeft + 1
    let result = query.result(series, bound: bound)
    if result.isCutShort { cutShort.insert(items.name(of: place(ofSource: series.source))) }
    guard !result.entries.isEmpty else { return }
    occurrencesLeft = max(0, occurrencesLeft - result.entries.count + 1)
    entries += result.entries
  }

  /// The short IDs of its lines, and of its items of stores.
  var shortIDs: AgendaIDs { AgendaIDs(items, numbers) }

  /// The place that an entry was read from.
  func place(of entry: AgendaEntry) -> SourcePlace { place(ofSource: entry.source) }

  private func place(ofSource number: Int) -> SourcePlace { numbers.place(of: number, in: items) }
}
