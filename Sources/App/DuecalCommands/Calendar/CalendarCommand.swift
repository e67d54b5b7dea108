import Agenda
import ArgumentParser
import CalendarItems
import Diagnostics
import ExactText
import TaskDates

/// `duecal calendar`.
struct CalendarCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "calendar",
    abstract: "Show months as grids, with the number of tasks and events on each day.",
    discussion: """
      Each day shows how many open tasks are due and, after a plus, how many events take place; an event \
      counts on each of its days. Tasks that are due in a week of the month, or in the month as a whole, \
      are listed below it. Without a period, this month is shown; with one, every month that it touches.

      Examples:
        duecal calendar home.taskpaper
        duecal calendar next month ~/notes --week-numbers
        duecal calendar next 3 months ~/notes ~/calendars --first-weekday sunday
        duecal calendar 2026-12 ~/notes --json
      """,
    aliases: ["cal"])

  @OptionGroup var options: AgendaOptions

  @Flag(help: .json)
  var json = false

  /// The maximum number of months in one run.
  private static let mostMonths = 120

  func run() throws {
    let runEnvironment = try RunEnvironment.current()
    let clock = try RunClock(options.sources, runEnvironment)
    let words = try options.parted(clock, runEnvironment)
    let months = try months(words.when, clock)
    var messages = Messages(options.verbosity, runEnvironment, to: json ? nil : .error)
    if !json { messages.countUnreadDates() }
    let items = try options.sources.items(
      at: try DefaultSources.paths(words.paths, runEnvironment),
      options.choice(closed: options.choosing.done, namesItems: json),
      where: options.choosing.condition,
      clock: clock,
      runEnvironment: runEnvironment, messages: &messages)
    let reading = AgendaReading(items, query(months, clock), messages: &messages)
    messages.reportUnreadDateCount(in: words.paths)
    items.reportHiddenMatches(&messages)
    let first = options.firstWeekday(runEnvironment)
    let grids = months.map { grid(of: $0, first, entries: reading.entries) }
    if json {
      MonthsJSON.print(
        grids, Self.coarse(reading.entries, in: nil), reading: reading,
        runEnvironment: runEnvironment,
        messages: messages)
    } else {
      PagedOutput.begin(runEnvironment, isWanted: !options.noPager)
      print(grids, reading, page: options.page(clock, runEnvironment))
    }
    try messages.status.throwUnlessDone()
  }

  /// The first days of the requested months.
  private func months(
    _ when: AgendaWords.When?, _ clock: RunClock
  ) throws(ExitStatus) -> [DateParameters] {
    let list: PeriodList
    switch when {
    case nil: list = PeriodList(DatePeriod(day: clock.today))
    case .expression(.list(let asked)): list = asked
    case .all, .expression(.overdue), .expression(.undated):
      throw refusal("a calendar shows months; expected a period such as 2026-12")
    }
    let number = { (day: DateParameters) in day.year * 12 + day.month - 1 }
    let numbers = number(list.firstDay)...number(list.lastDay)
    guard numbers.count <= Self.mostMonths else {
      throw refusal("the period has \(numbers.count) months; expected at most \(Self.mostMonths)")
    }
    return numbers.compactMap { try? DateParameters(year: $0 / 12, month: $0 % 12 + 1, day: 1) }
  }

  private func refusal(_ sentence: String) -> ExitStatus {
    Output.error.print("duecal: \(sentence)")
    return .usage
  }

  private func query(_ months: [DateParameters], _ clock: RunClock) -> AgendaQuery {
    let first = months.first ?? clock.today
    let last = months.last.flatMap { DatePeriod(.month, containing: $0) }?.lastDay ?? first
    var query = AgendaQuery(
      .list(PeriodList(.month, from: first, to: last)), now: clock.now, zone: clock.zone)
    query.showsLate = false
    query.showsClosed = options.choosing.done
    return query
  }

  private func grid(
    of month: DateParameters, _ first: Weekday, entries: [AgendaEntry]
  ) -> MonthGrid {
    var grid = MonthGrid(of: month, firstWeekday: first)
    grid.count(entries)
    return grid
  }

  /// The entries that are due in a week or a month, and so have no day in the grid.
  private static func coarse(_ entries: [AgendaEntry], in month: DatePeriod?) -> [AgendaEntry] {
    entries.filter { entry in
      guard let when = entry.when, when.unit > .day else { return false }
      return month.map { when.dayNumbers.overlaps($0.days) } ?? true
    }
  }

  private func print(_ grids: [MonthGrid], _ reading: AgendaReading, page: AgendaPage) {
    for (number, grid) in grids.enumerated() {
      if number > 0 { Output.standard.print("") }
      for line in grid.lines(on: page) { Output.standard.print(styled: line) }
      let agenda = Agenda(
        Self.coarse(reading.entries, in: grid.month), in: PeriodList(grid.month),
        gathersLate: false)
      guard !agenda.entries.isEmpty else { continue }
      Output.standard.print("")
      var text = AgendaText(page)
      text.forEachLine(of: agenda) { Output.standard.print(styled: $0) }
    }
  }
}
