import Agenda
import ArgumentParser
import Diagnostics
import ExactText
import TaskDates
import UserFiles

/// `duecal remind`.
struct RemindCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "remind",
    abstract: "Show the reminders since the last run, and what became due.",
    discussion: """
      For cron and timers. A task has a reminder at each @remind or, without one, at its due date (at 09:00 if \
      it is a day). Items of calendars have reminders at their alarms. Done and cancelled items have none. \
      Each reminder since the last run is shown once, with how late it is. Printing, --notify and --exec each \
      keep a record of the reminders that they have shown; --job gives a run a record of its own. With a \
      window of time, nothing is recorded.

      --exec takes the rest of the line: a command and its arguments, which is run for each reminder, without \
      a shell. {title}, {due}, {at}, {late}, {notes}, {project}, {location}, {url}, {uid}, {file} and {line} \
      are filled in; the variables DUECAL_TITLE and so on have the same values. If the command fails, that is \
      reported, and the next run tries again.

      Examples:
        duecal remind ~/notes
        duecal remind ~/notes ~/calendars --notify -q
        duecal remind ~/notes -q --exec mail -s '{title}' ann@example.com
        duecal remind ~/notes --within 15m
        duecal remind ~/notes --next
        duecal remind ~/notes --from today --to 'in 7 days' --json
      """)

  @Argument(
    help:
      "Task files, calendars (.ics), folders of both, addresses, stores, or - for standard input; by default those of DUECAL_FILES or the configuration.",
    completion: StoreCompletion.stores)
  var paths: [String] = []

  @OptionGroup(title: "Which reminders") var window: ReminderWindowOptions

  @OptionGroup(title: "Which reminders") var filter: FilterOptions
  @OptionGroup(title: "Which reminders") var condition: WhereOptions
  @OptionGroup(title: "How they are given") var giving: ReminderGivingOptions
  @OptionGroup(title: "Which files, and how they are read") var sources: AgendaSourceOptions
  @OptionGroup var verbosity: VerbosityOptions

  func run() throws {
    let runEnvironment = try RunEnvironment.current()
    let clock = try RunClock(sources, runEnvironment)
    let query = try window.query(clock)
    var messages = Messages(verbosity, runEnvironment, to: giving.json ? nil : .error)
    do {
      let paths = try DefaultSources.paths(paths + sources.file, runEnvironment)
      let items = try sources.items(
        at: paths, choice, where: condition, clock: clock, runEnvironment: runEnvironment,
        messages: &messages)
      items.reportMissingProjects(&messages)
      let search = ReminderSearch(items: items, noticesDates: window.due == .at)
      var run = RemindRun(
        self, query, search: search, clock: clock, runEnvironment: runEnvironment)
      try run.run(&messages)
    } catch let error as FileError {
      messages.reportUnwritable(error)
    }
    try messages.status.throwUnlessDone()
  }

  private var choice: SourceItems.Choice {
    SourceItems.Choice(
      projects: filter.project, tags: filter.tag, namesItems: giving.namesItems)
  }
}

/// Whether a person is reminded at the due date of items without an alarm.
enum DueNotice: String, WordArgument {
  case at, never
}

/// The options for how reminders are delivered and recorded.
struct ReminderGivingOptions: ParsableArguments {
  @Flag(help: "Show each reminder on the desktop, with notify-send.")
  var notify = false

  @Flag(help: .json)
  var json = false

  @Option(
    help: ArgumentHelp(
      "Keep the record of reminders under this name, separate from other jobs.", valueName: "name"))
  var job: String?

  @Option(
    help: ArgumentHelp(
      "Show missed reminders up to this age; older ones are only counted.",
      valueName: "span"))
  var catchUp = "7d"

  @Option(
    help: ArgumentHelp(
      "Try a failing command in this many runs, then give up the reminder; by default in all runs until "
        + "--catch-up.", valueName: "number"))
  var tries: Int?

  @Option(
    help: ArgumentHelp(
      "End a command that takes longer than this many seconds.", valueName: "seconds"))
  var patience = 60

  @OptionGroup var dry: DryRunOptions

  @Option(
    name: .customLong("exec"), parsing: .remaining,
    help: ArgumentHelp(
      "Run this command for each reminder; all words after it are its arguments.",
      valueName: "command> <argument"))
  var command: [String] = []

  func validate() throws {
    try expectCommand()
    if notify, !command.isEmpty { throw ValidationError("--notify and --exec cannot be combined") }
    if let tries, tries < 1 { throw ValidationError("--tries: expected a number from 1") }
    guard (1...3600).contains(patience) else {
      throw ValidationError("--patience: expected a number of seconds from 1 to 3600")
    }
    if let job, !Self.isName(job) {
      throw ValidationError(
        "--job: \(job.quoted) is not a job name; expected letters, digits, - and _, at most 64")
    }
    guard let span = TimeSpan(parsing: catchUp), span.nominalSeconds >= ReminderLedger.grace else {
      throw ValidationError(
        "--catch-up: \(catchUp.quoted) is not a length of time of at least 15m; expected one such "
          + "as 7d"
      )
    }
  }

  /// Refuses `--exec` without a command; the parsed arguments do not show that it was given.
  private func expectCommand() throws {
    let isEmpty = command.first?.isEmpty ?? (CommandLine.arguments.last == "--exec")
    if isEmpty {
      throw ValidationError("--exec: the command is missing; expected one, and its arguments")
    }
  }

  private static func isName(_ text: String) -> Bool {
    (1...64).contains(text.utf8.count)
      && text.utf8.allSatisfy {
        UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 | 0x20
          || UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0
          || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_")
      }
  }

  var dryRun: Bool { dry.dryRun }
  var exitCode: Bool { dry.exitCode }

  /// Whether the UIDs of items are asked for.
  var namesItems: Bool { json || !command.isEmpty }

  /// How reminders are delivered.
  var channel: ReminderChannel {
    if !command.isEmpty { return .command(command) }
    return notify ? .notification : .print
  }
}
