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
    abstract: "Show months as grids of weeks, with how much there is on each day.",
    discussion: """
      On a day stands how many open tasks are due, and behind a plus how many events take place; on \
      each day that they last. What is due in a week of the month, or in the month as a whole, stands \
      below. Without words it is this month; every month that a period touches is shown.

      Examples:
        duecal calendar home.taskpaper
        duecal calendar next month ~/notes --week-numbers
        duecal calendar next 3 months ~/notes ~/calendars --first-weekday sunday
        duecal calendar 2026-12 ~/notes --json
      """)

  @OptionGroup var options: AgendaOptions

  @Flag(help: "Print days, the items of weeks and months, and messages as one JSON document.")
  var json = false

  /// No person looks at more months than these.
  private static let mostMonths = 120

  func run() throws {
    let runEnvironment = try RunEnvironment.current()
    let clock = try RunClock(options.zones, runEnvironment)
    let words = try options.parted(clock, runEnvironment)
    let months = try months(words.when, clock)
    var messages = Messages(options.speech, runEnvironment, to: json ? nil : .error)
    if !json { messages.countUnreadDates() }
    let items = try options.sources.items(
      at: try DefaultSources.paths(words.paths, runEnvironment),
      options.choice(closed: options.done, namesItems: json), where: options.condition,
      clock: clock,
      runEnvironment: runEnvironment, messages: &messages)
    let reading = AgendaReading(items, question(months, clock), messages: &messages)
    messages.sayUnreadDates()
    items.sayHiddenFinds(&messages)
    let first = options.firstWeekday(runEnvironment)
    let grids = months.map { grid(of: $0, first, entries: reading.entries) }
    if json {
      MonthsJSON.print(
        grids, Self.coarse(reading.entries, in: nil), reading: reading,
        runEnvironment: runEnvironment,
        messages: messages)
    } else {
      PagedOutput.begin(options.pager, runEnvironment)
      print(grids, reading, page: options.page(clock, runEnvironment))
    }
    try messages.status.throwUnlessDone()
  }

  /// The first days of the months that are asked for.
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
      throw refusal("these are \(numbers.count) months; expected at most \(Self.mostMonths)")
    }
    return numbers.compactMap { try? DateParameters(year: $0 / 12, month: $0 % 12 + 1, day: 1) }
  }

  private func refusal(_ sentence: String) -> ExitStatus {
    Output.error.print("duecal: \(sentence)")
    return .usage
  }

  private func question(_ months: [DateParameters], _ clock: RunClock) -> AgendaQuery {
    let first = months.first ?? clock.today
    let last = months.last.flatMap { DatePeriod(.month, containing: $0) }?.lastDay ?? first
    var question = AgendaQuery(
      .list(PeriodList(.month, from: first, to: last)), now: clock.now, zone: clock.zone)
    question.showsLate = false
    question.showsClosed = options.done
    return question
  }

  private func grid(
    of month: DateParameters, _ first: Weekday, entries: [AgendaEntry]
  ) -> MonthGrid {
    var grid = MonthGrid(of: month, firstWeekday: first)
    grid.count(entries)
    return grid
  }

  /// What is due in weeks and months, and so on no day of a grid.
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
      for line in text.lines(of: agenda) { Output.standard.print(styled: line) }
    }
  }
}
