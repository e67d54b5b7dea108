import Agenda
import CalendarItems
import Parallel
import TaskBridge

/// Searches the sources of an agenda for entries, on all processors.
struct EntrySearch: Sendable {
  private let items: SourceItems
  private let query: AgendaQuery
  private let numbers: SeriesNumbers

  /// What a line or an item adds to an agenda.
  enum Step: Sendable {
    /// The entry of a single item.
    case entry(AgendaEntry)
    /// A series; its dates count against a limit for all series, so that they are not searched for here.
    indirect case series(AgendaSeries)
    /// What is wrong with a line.
    indirect case report(SourceLines.Report)
  }

  init(_ items: SourceItems, _ query: AgendaQuery, numbers: SeriesNumbers) {
    (self.items, self.query, self.numbers) = (items, query, numbers)
  }

  /// The steps of the lines, and then those of the calendars, in order.
  func steps() -> [Step] {
    steps(ofEach: items.entries.entries) { addLine($0, to: &$1) }
      + steps(ofEach: items.calendars) { addCalendar($0, to: &$1) }
  }

  private func steps<Source: Sendable>(
    ofEach sources: [Source], add: @Sendable (Int, inout [Step]) -> Void
  ) -> [Step] {
    Parallel.flatMap(sources, portion: 2048, threads: Processors.count) { portion in
      var steps: [Step] = []
      for index in portion.indices { add(index, &steps) }
      return steps
    }
  }

  private func addLine(_ index: Int, to steps: inout [Step]) {
    guard let found = items.lines.read(index, closed: query.showsClosed) else { return }
    if let report = found.report { steps.append(.report(report)) }
    guard let line = found.line, query.mayWant(line.fields, isClosed: line.isClosed),
      let series = items.lines.series(of: line)
    else { return }
    var agenda = AgendaSeries(series.item, of: line.entry, fields: line.fields)
    agenda.file = items.repeatedHeadings.file(of: line.entry, series.project.last)
    add(agenda, of: series, number: index, to: &steps)
  }

  private func addCalendar(_ number: Int, to steps: inout [Step]) {
    var next = numbers.first(ofCalendar: number)
    items.forEachSeries(ofCalendar: number) { series in
      var agenda = AgendaSeries(series.item)
      let offset = series.item.original.bytes?.startIndex ?? 0
      agenda.place = LineRef(file: items.entries.files.count + number, line: offset)
      add(agenda, of: series, number: next, to: &steps)
      next += 1
    }
  }

  private func add(
    _ agenda: AgendaSeries, of series: SourceSeries, number: Int, to steps: inout [Step]
  ) {
    var agenda = agenda
    agenda.changed = series.changed
    agenda.zones = series.zones
    agenda.project = series.project
    agenda.source = number
    if agenda.hasOccurrences {
      steps.append(.series(agenda))
    } else {
      steps += query.result(agenda).entries.map { .entry($0) }
    }
  }
}

/// Numbers for the series of an agenda: first one for each line, and then one for each item of the calendars.
struct SeriesNumbers: Sendable {
  private let lineCount: Int
  /// The first number of each calendar.
  private let firsts: [Int]

  init(_ items: SourceItems) {
    lineCount = items.entries.entries.count
    var next = lineCount
    firsts = items.calendars.map { calendar in
      defer { next += calendar.itemCount }
      return next
    }
  }

  /// The number of the first series of a calendar.
  func first(ofCalendar number: Int) -> Int { firsts[number] }

  /// The place of a series.
  func place(of series: Int, in items: SourceItems) -> SourcePlace {
    series < lineCount
      ? .line(items.entries.entries[series].line) : .component(calendar: calendar(of: series))
  }

  /// The calendar of a series: the last one that begins at or before its number.
  private func calendar(of series: Int) -> Int {
    var (low, high) = (0, firsts.count)
    while low + 1 < high {
      let middle = (low + high) / 2
      if firsts[middle] <= series { low = middle } else { high = middle }
    }
    return low
  }
}
