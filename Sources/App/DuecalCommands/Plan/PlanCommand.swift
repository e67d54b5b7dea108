import Agenda
import ArgumentParser
import Diagnostics
import ExactText
import TaskDates

/// `duecal plan`.
struct PlanCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "plan",
    abstract: "Show a list for each of the next days, weeks and months.",
    discussion: """
      What is overdue and what has no date comes first. Then there is a list for each of the next 7 days, \
      6 weeks and 6 months, and one for this year. A task is in the list of its own unit: one that is due in \
      2026-W48 is in the list of that week. The lists of longer periods say how many tasks and events their \
      days and weeks have. Lists without any are left out, but for today; --empty shows them. @show assigns a task \
      to other lists. Weeks are those of ISO 8601.

      On a terminal of at least 138 columns, the lists of days, weeks and months are side by side.

      --move goes through the open tasks of past days, weeks and months, and asks what becomes of each. On a \
      terminal, one key is an answer: d, w, m or y moves it to this day, week, month or year, t asks for a date such \
      as friday or 2026-W50, x marks it as done, - cancels it, s leaves it, q ends the review, and ? shows the keys. \
      Without a terminal, each line of standard input is an answer, or a date. All changes are one step of duecal undo.

      Examples:
        duecal plan ~/notes
        duecal plan ~/notes --days 14 --weeks 2 --months 0 --years 0
        duecal plan ~/notes --project Home --json
        duecal plan ~/notes --move
        echo w | duecal plan ~/notes --move
      """)

  @Argument(
    help: ArgumentHelp(
      """
      Task files, calendars (.ics), folders of both, addresses, stores, or - for standard input; by default those \
      of DUECAL_FILES or the configuration.
      """,
      valueName: "path"),
    completion: .file())
  var paths: [String] = []

  @Flag(help: "Ask what becomes of each open task of past days, weeks and months.")
  var move = false

  @OptionGroup(title: "Which lists") var lists: PlanOptions
  @OptionGroup(title: "What is shown") var filter: FilterOptions
  @OptionGroup(title: "What is shown") var condition: WhereOptions
  @OptionGroup(title: "Which files, and how they are read") var sources: AgendaSourceOptions

  @Flag(help: .noPager)
  var noPager = false

  @OptionGroup var dry: DryRunOptions

  @Flag(help: "Write even if an editor has the file open.")
  var forceEditing = false

  @Flag(help: .json)
  var json = false

  @OptionGroup var verbosity: VerbosityOptions

  func validate() throws {
    for (option, isGiven) in [("--dry-run", dry.dryRun), ("--force-editing", forceEditing)]
    where isGiven && !move {
      throw ValidationError("\(option) needs --move")
    }
  }

  func run() throws {
    if move { try review() } else { try show() }
  }

  /// Asks what becomes of the tasks of past lists, and changes their files.
  private func review() throws {
    var writing = try WritingOptions.parse([])
    (writing.dry, writing.json, writing.forceEditing) = (dry, json, forceEditing)
    (writing.reading.extensions, writing.reading.dialect) = (sources.extensions, sources.dialect)
    (writing.zones.zone, writing.verbosity) = (sources.zone, verbosity)
    let review = PlanReview(filter, condition)
    try ChangeRun(writing, "plan").run(paths + sources.file) { draft, messages in
      try review.plan(&draft, &messages)
    }
  }

  private func show() throws {
    let runEnvironment = try RunEnvironment.current()
    let clock = try RunClock(sources, runEnvironment)
    var messages = Messages(verbosity, runEnvironment, to: json ? nil : .error)
    if !json { messages.countUnreadDates() }
    let items = try sources.items(
      at: try DefaultSources.paths(paths + sources.file, runEnvironment),
      SourceItems.Choice(
        projects: filter.project, tags: filter.tag, includesArchive: false, namesItems: json),
      where: condition, clock: clock, runEnvironment: runEnvironment, messages: &messages)
    let query = Plan.query(lists.extent, now: clock.now, zone: clock.zone)
    let reading = AgendaReading(items, query, messages: &messages)
    messages.reportUnreadDateCount(in: paths + sources.file)
    items.reportHiddenMatches(&messages)
    let plan = Plan(reading.entries, lists.extent, from: clock.today)
    if json {
      JSONWriter.print(PlanJSON(plan, reading, messages: messages.reported))
    } else {
      PagedOutput.begin(runEnvironment, isWanted: !noPager)
      let text = PlanLayout(
        AgendaPage(clock, verbosity, runEnvironment), withEmpty: lists.empty)
      for line in text.lines(of: plan) { Output.standard.print(styled: line) }
    }
    try messages.status.throwUnlessDone()
  }
}

/// How many lists a plan has.
struct PlanOptions: ParsableArguments {
  @Option(help: ArgumentHelp("The number of days, from 0 to 366.", valueName: "number"))
  var days = 7

  @Option(help: ArgumentHelp("The number of weeks, from 0 to 106.", valueName: "number"))
  var weeks = 6

  @Option(help: ArgumentHelp("The number of months, from 0 to 60.", valueName: "number"))
  var months = 6

  @Option(help: ArgumentHelp("The number of years, from 0 to 10.", valueName: "number"))
  var years = 1

  @Flag(help: "Also show lists without tasks and events.")
  var empty = false

  var extent: Plan.Extent {
    Plan.Extent(days: days, weeks: weeks, months: months, years: years)
  }

  func validate() throws {
    for (option, number, most) in [
      ("--days", days, 366), ("--weeks", weeks, 106), ("--months", months, 60),
      ("--years", years, 10),
    ] where !(0...most).contains(number) {
      throw ValidationError("\(number) is not a valid \(option); expected 0 to \(most)")
    }
  }
}
