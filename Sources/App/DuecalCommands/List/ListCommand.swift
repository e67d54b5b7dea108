import Agenda
import ArgumentParser
import Diagnostics
import DuecalConfiguration
import ExactText
import TaskDates

/// `duecal list`.
struct ListCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "Show what is to be done, and what takes place: today, in a week, in a month.",
    discussion: """
      Without words it is today. The list of a day, week, month or year has all that lies in it and is \
      no coarser: what is due in a month is in the list of that month and of its year, under a heading \
      of its own. A list that holds today begins with what is overdue. Repeating tasks and events \
      stand on each of their dates. Times are those of your zone; where another clock shows another \
      time, that stands behind.

      The first arguments that together say a period are one: today, tomorrow, friday, week, \
      next week, next 7 days, next 6 months, 2026-12-03, 2026-W49, 2026-12, 2026, \
      2026-12-01 thru 2026-12-05; or overdue, undated, all. What follows are files. Nothing is \
      written.

      Examples:
        duecal list home.taskpaper
        duecal list week ~/notes ~/calendars/office
        duecal list next 7 days ~/notes --project Home
        duecal list ~/notes --where 'not @done and @due <[d] +7d'
        duecal list overdue ~/notes --format '{due}\\t{title}\\t{project}'
        duecal list 2026-12 ~/notes --by project --week-numbers
        duecal list today ~/notes --json
      """)

  @OptionGroup var options: AgendaOptions

  @Option(
    help: ArgumentHelp(
      "Under which headings things stand: days, projects, or projects below days.",
      valueName: "day|project|both"))
  var by: Agenda.Grouping?

  @Flag(inversion: .prefixedNo, help: "Begin a list that holds today with what is overdue.")
  var overdue = true

  @Option(help: ArgumentHelp("Show at most so many.", valueName: "number"))
  var count: Int?

  @Flag(help: "Show the short name of each task, by which other commands are told it.")
  var ids = false

  @Option(
    help: ArgumentHelp(
      "Print a line for each thing, with fields in braces such as '{due}\\t{title}'; see Docs/Agenda.md.",
      valueName: "template"),
    transform: ListCommand.template)
  var format: AgendaTemplate?

  @Flag(help: "Print items and messages as one JSON document.")
  var json = false

  func validate() throws {
    if let count, count < 0 { throw ValidationError("--count: expected a number of things") }
    if json, format != nil { throw ValidationError("--format and --json exclude each other") }
  }

  @Sendable private static func template(_ text: String) throws -> AgendaTemplate {
    do throws(AgendaTemplateError) {
      return try AgendaTemplate(parsing: text)
    } catch {
      throw ValidationError("--format: \(error)")
    }
  }

  func run() throws {
    let runEnvironment = try RunEnvironment.current()
    let clock = try RunClock(options.zones, runEnvironment)
    let format = format(runEnvironment)
    let words = try options.parted(clock, runEnvironment)
    let question = question(words.when, clock)
    var messages = Messages(options.speech, runEnvironment, to: json ? nil : .error)
    if !json { messages.countUnreadDates() }
    let items = try options.sources.items(
      at: try DefaultSources.paths(words.paths, runEnvironment),
      options.choice(
        closed: question.showsClosed, namesItems: json || format?.fields.contains(.uid) == true),
      where: options.condition, clock: clock, runEnvironment: runEnvironment, messages: &messages)
    let reading = AgendaReading(items, question, messages: &messages)
    messages.sayUnreadDates()
    items.sayHiddenFinds(&messages)
    let agenda = Agenda(
      counted(reading.entries), in: question.list, by: by ?? .day, gathersLate: overdue)
    show(
      agenda, reading, question: question, format: format, runEnvironment: runEnvironment,
      messages: &messages)
    try messages.status.throwUnlessDone()
  }

  /// The template: that of the option, else of the configuration where no other form is asked for.
  private func format(_ runEnvironment: RunEnvironment) -> AgendaTemplate? {
    format ?? (by == nil && !json ? runEnvironment.configuration.listFormat : nil)
  }

  /// What is asked for; a query without words finds what it finds, whenever that is and done or not.
  private func question(_ when: AgendaWords.When?, _ clock: RunClock) -> AgendaQuery {
    let isSearch = when == nil && options.condition.isGiven
    var question = AgendaQuery(
      isSearch ? .all : extent(when, clock), now: clock.now, zone: clock.zone)
    question.showsLate = overdue
    question.showsClosed = options.done || isSearch
    return question
  }

  private func extent(_ when: AgendaWords.When?, _ clock: RunClock) -> AgendaQuery.Extent {
    switch when {
    case nil: .list(PeriodList(DatePeriod(day: clock.today)))
    case .all: .all
    case .expression(.overdue): .overdue
    case .expression(.undated): .undated
    case .expression(.list(let list)): .list(list)
    }
  }

  private func counted(_ entries: [AgendaEntry]) -> [AgendaEntry] {
    guard let count else { return entries }
    return Array(entries.sorted { $0.rank < $1.rank }.prefix(count))
  }

  private func show(
    _ agenda: Agenda, _ reading: AgendaReading, question: AgendaQuery,
    format: AgendaTemplate?, runEnvironment: RunEnvironment, messages: inout Messages
  ) {
    PagedOutput.begin(options.pager, runEnvironment, isWanted: !json && format == nil)
    if json {
      AgendaJSON.print(agenda.entries, reading, runEnvironment: runEnvironment, messages: messages)
    } else if let format {
      var fields = AgendaFields(reading)
      for entry in agenda.entries {
        Output.standard.print(
          format.text(of: entry, { fields.text(of: $0, entry) }, visible: { $0.visible }))
      }
    } else if agenda.entries.isEmpty {
      if Output.standard.isTerminal { Output.standard.print(question.nothing) }
    } else {
      print(agenda, reading, runEnvironment: runEnvironment)
    }
  }

  private func print(_ agenda: Agenda, _ reading: AgendaReading, runEnvironment: RunEnvironment) {
    var page = options.page(reading.items.clock, runEnvironment)
    if ids {
      let names = reading.shortIDs
      page.id = { names.id(of: $0.source) }
    }
    var text = AgendaText(page)
    for line in text.lines(of: agenda) { Output.standard.print(styled: line) }
  }
}

extension AgendaQuery {
  /// The stretch of the calendar that is asked for.
  fileprivate var list: PeriodList? { if case .list(let list) = extent { list } else { nil } }

  /// What is said where there is nothing.
  fileprivate var nothing: String {
    switch extent {
    case .overdue: "Nothing is overdue."
    case .undated: "Nothing is without a date."
    case .all: "There is nothing."
    case .list(let list):
      switch list.period {
      case let period? where period == DatePeriod(day: now.date): "Nothing for today."
      case let period?: "Nothing for \(period.spelled)."
      case nil: "Nothing from \(list.firstDay.spelled) to \(list.lastDay.spelled)."
      }
    }
  }
}
