import Agenda
import ArgumentParser
import CalendarStores
import Diagnostics
import DuecalConfiguration
import ExactText
import TaskDates

/// `duecal list`.
struct ListCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "Show the tasks and events of a day, a week, a month or another period.",
    discussion: """
      Without a period, the list is about today. It shows all tasks and events of the period, also on \
      days that are over. What is due in a month is in the lists of that month and of its year, under a \
      heading of its own, and not in the list of a week or a day. A list that includes today begins with \
      what is overdue. Repeating tasks and events are on each of their dates. Times are in your zone; if \
      the clocks of an item's zone show another time, that is added.

      The period comes first: today, tomorrow, friday, week, next week, next 7 days, next 6 months, \
      2026-12-03, 2026-W49, 2026-12, 2026, 2026-12-01 thru 2026-12-05; or overdue, undated, all. The \
      other arguments are files. Nothing is written.

      Examples:
        duecal list home.taskpaper
        duecal list week ~/notes ~/calendars/office
        duecal list next 7 days ~/notes --project Home
        duecal list ~/notes --where 'not @done and @due <[d] +7d'
        duecal list overdue ~/notes --format '{due}\\t{title}\\t{project}'
        duecal list 2026-12 ~/notes --by project --week-numbers
        duecal list week ~/notes --sort priority
        duecal list today ~/notes --json
      """,
    aliases: ["ls"])

  @OptionGroup var options: AgendaOptions
  @OptionGroup(title: "How it is shown") var form: ListFormOptions

  @Flag(help: .json)
  var json = false

  func validate() throws {
    if json, form.format != nil { throw ValidationError("--format and --json cannot be combined") }
  }

  func run() throws {
    let runEnvironment = try RunEnvironment.current()
    let clock = try RunClock(options.sources, runEnvironment)
    let format = format(runEnvironment)
    let words = try options.parted(clock, runEnvironment)
    let query = query(words.when, clock)
    var messages = Messages(options.verbosity, runEnvironment, to: json ? nil : .error)
    if !json { messages.countUnreadDates() }
    var choice = options.choice(
      closed: query.showsClosed, namesItems: json || format?.fields.contains(.uid) == true)
    choice.stored = query.filter
    let paths = try DefaultSources.paths(words.paths, runEnvironment)
    let items = try items(at: paths, choice, clock, runEnvironment, messages: &messages)
    let reading = AgendaReading(items, query, messages: &messages)
    messages.reportUnreadDateCount(in: words.paths)
    items.reportHiddenMatches(&messages)
    let agenda = Agenda(
      sorted: form.chosen(reading.entries), in: query.list, by: form.by ?? .day,
      gathersLate: form.overdue)
    if agenda.entries.isEmpty, !json, format == nil {
      // A list of dates names what is next, also in a pipe; a search in a pipe prints only what it finds.
      let isNamed = !messages.level.quiet && (Output.standard.isTerminal || query.list != nil)
      if isNamed, reading.entries.isEmpty, messages.status == .done {
        choice.stored.days = choice.stored.days.map { $0.lowerBound..<Int.lastDay }
        var silent = messages
        silent.reportEachOnce()
        let all = try withLater(items, paths, choice, runEnvironment, messages: &silent)
        Output.standard.print(EmptyList(query, all).sentence(messages).visible)
      }
    } else {
      show(agenda, reading, format: format, runEnvironment: runEnvironment, messages: &messages)
    }
    UntilExit.keep((reading, agenda))
    try messages.status.throwUnlessDone()
  }

  /// The template of the option; without another output option, that of the configuration.
  private func format(_ runEnvironment: RunEnvironment) -> AgendaTemplate? {
    form.format ?? (form.by == nil && !json ? runEnvironment.configuration.listFormat : nil)
  }

  /// What the list shows.
  ///
  /// Without a period, `--where` and `--search` find tasks of any date, done or not.
  private func query(_ when: AgendaWords.When?, _ clock: RunClock) -> AgendaQuery {
    let isSearch = when == nil && options.choosing.condition.isGiven
    var query = AgendaQuery(
      isSearch ? .all : extent(when, clock), now: clock.now, zone: clock.zone)
    query.showsLate = form.overdue
    query.showsClosed = options.choosing.done || isSearch
    return query
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

  private func items(
    at paths: [String], _ choice: SourceItems.Choice, _ clock: RunClock,
    _ runEnvironment: RunEnvironment, messages: inout Messages
  ) throws -> SourceItems {
    try options.sources.items(
      at: paths, choice, where: options.choosing.condition, clock: clock,
      runEnvironment: runEnvironment, messages: &messages)
  }

  /// The items with those of later days, of which an empty list names the first.
  ///
  /// Only stores are read again, because only of them a part was read, and standard input can be read only once.
  private func withLater(
    _ items: SourceItems, _ paths: [String], _ choice: SourceItems.Choice,
    _ runEnvironment: RunEnvironment, messages: inout Messages
  ) throws -> SourceItems {
    guard !paths.contains("-"), !(try SourcePaths(paths, runEnvironment).stores.isEmpty) else {
      return items
    }
    return try self.items(at: paths, choice, items.clock, runEnvironment, messages: &messages)
  }

  private func show(
    _ agenda: Agenda, _ reading: AgendaReading, format: AgendaTemplate?,
    runEnvironment: RunEnvironment, messages: inout Messages
  ) {
    PagedOutput.begin(runEnvironment, isWanted: !options.noPager && !json && format == nil)
    if json {
      AgendaJSON.print(agenda.entries, reading, runEnvironment: runEnvironment, messages: messages)
    } else if let format {
      var fields = AgendaFields(reading)
      for entry in agenda.entries {
        Output.standard.print(
          format.text(of: entry, { fields.text(of: $0, entry) }, visible: { $0.visible }))
      }
    } else {
      print(agenda, reading, runEnvironment: runEnvironment)
    }
  }

  private func print(_ agenda: Agenda, _ reading: AgendaReading, runEnvironment: RunEnvironment) {
    var page = options.page(reading.items.clock, runEnvironment)
    page.threads = Processors.count
    if form.ids {
      let names = reading.shortIDs
      page.id = { names.id(of: $0) }
    }
    var text = AgendaText(page)
    text.forEachLine(of: agenda) { Output.standard.print(styled: $0) }
  }
}

extension AgendaQuery {
  /// The requested part of the calendar.
  fileprivate var list: PeriodList? { if case .list(let list) = extent { list } else { nil } }

  /// The items of a store that can be in the result.
  fileprivate var filter: StoredTextFilter {
    var filter = StoredTextFilter()
    filter.includesClosed = showsClosed
    let today = now.date.dayNumber
    switch extent {
    case .all, .undated: break
    case .overdue:
      filter.days = today..<today + 1
      filter.includesEarlierReminders = true
    case .list(let list):
      filter.days = list.days
      filter.includesEarlierReminders = showsLate && list.days.contains(today)
    }
    return filter
  }
}

extension Int {
  /// A day after all others.
  fileprivate static let lastDay = Int(Int32.max)
}
