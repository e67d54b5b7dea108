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
    abstract: "Say what fell due, or wants to be noticed, since the last run.",
    discussion: """
      For cron and timers. A reminder comes at each @remind of a task, or at its due date where it has \
      none (of a day at 09:00), and at the alarms of calendars; what is done or cancelled is silent. What \
      came since the last run is told, with how late it is, each once. Printing, --notify and --exec \
      remember apart from each other what they gave; --job gives a run a memory of its own. With a window \
      of time nothing is remembered.

      --exec takes the rest of the line: a command and its arguments, run for each reminder without a \
      shell. {title}, {due}, {at}, {late}, {notes}, {project}, {location}, {url}, {uid}, {file} and \
      {line} in them are filled in; DUECAL_TITLE and so on hold the same. A command that fails is said, \
      and that reminder comes again with the next run.

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
    completion: .file())
  var paths: [String] = []

  @OptionGroup(title: "Which reminders") var window: ReminderWindowOptions

  @Option(
    help: ArgumentHelp(
      "Whether what has no @remind and no alarm is noticed when it is due.",
      valueName: "at|never"))
  var due = DueNotice.at

  @Option(
    help: ArgumentHelp(
      "Those of these projects, by name or path 'A / B' (may be repeated).", valueName: "name"))
  var project: [String] = []

  @Option(help: ArgumentHelp("Those with this tag (may be repeated).", valueName: "name"))
  var tag: [String] = []

  @OptionGroup var condition: WhereOptions
  @OptionGroup(title: "How they are given") var giving: ReminderGivingOptions
  @OptionGroup var zones: ZoneOptions
  @OptionGroup(title: "How sources are read") var sources: AgendaSources
  @OptionGroup var speech: VerbosityOptions

  func run() throws {
    let runEnvironment = try RunEnvironment.current()
    let clock = try RunClock(zones, runEnvironment)
    let question = try window.question(clock)
    var messages = Messages(speech, runEnvironment, to: giving.json ? nil : .error)
    do {
      let paths = try DefaultSources.paths(paths, runEnvironment)
      let items = try sources.items(
        at: paths, choice, where: condition, clock: clock, runEnvironment: runEnvironment,
        messages: &messages)
      items.sayMissingProjects(&messages)
      let search = ReminderSearch(items: items, noticesDates: due == .at)
      var run = RemindRun(
        self, question, search: search, clock: clock, runEnvironment: runEnvironment)
      try run.run(&messages)
    } catch let error as FileError {
      messages.sayUnwritable(error)
    }
    try messages.status.throwUnlessDone()
  }

  private var choice: SourceItems.Choice {
    SourceItems.Choice(projects: project, tags: tag, namesItems: giving.namesItems)
  }
}

/// Whether things without an alarm are noticed when they are due.
enum DueNotice: String, CaseIterable, ExpressibleByArgument {
  case at, never
}

/// How reminders are given, and what is remembered of it.
struct ReminderGivingOptions: ParsableArguments {
  @Flag(help: "Show each on the desktop, through notify-send.")
  var notify = false

  @Flag(help: "Print them as one JSON document.")
  var json = false

  @Option(
    help: ArgumentHelp(
      "Remember what is given under this name, apart from other jobs.", valueName: "name"))
  var job: String?

  @Option(
    help: ArgumentHelp(
      "How old a reminder is told by itself that was missed; older ones are counted.",
      valueName: "span"))
  var catchUp = "7d"

  @Option(
    help: ArgumentHelp(
      "Try a command that fails with so many runs, then give the reminder up; by default with all until "
        + "--catch-up.", valueName: "number"))
  var tries: Int?

  @Option(
    help: ArgumentHelp(
      "End a command that takes longer than so many seconds.", valueName: "seconds"))
  var patience = 60

  @Flag(
    name: [.customShort("n"), .long], help: "Say what would be given; give and remember nothing.")
  var dryRun = false

  @Flag(help: "With --dry-run: exit with 3 if there is something to give.")
  var exitCode = false

  @Option(
    name: .customLong("exec"), parsing: .remaining,
    help: ArgumentHelp(
      "Run this command for each; all that follows is its own.", valueName: "command> <argument"))
  var command: [String] = []

  func validate() throws {
    try expectCommand()
    if notify, !command.isEmpty { throw ValidationError("--notify and --exec exclude each other") }
    if exitCode, !dryRun { throw ValidationError("--exit-code goes with --dry-run") }
    if let tries, tries < 1 { throw ValidationError("--tries: expected a number from 1") }
    guard (1...3600).contains(patience) else {
      throw ValidationError("--patience: expected a number of seconds from 1 to 3600")
    }
    if let job, !Self.isName(job) {
      throw ValidationError(
        "--job: \(job.quoted) is no name; expected letters, digits, - and _, at most 64")
    }
    guard let span = TimeSpan(parsing: catchUp), span.nominalSeconds >= ReminderLedger.grace else {
      throw ValidationError(
        "--catch-up: \(catchUp.quoted) is no length of time of at least 15m; expected one such as 7d"
      )
    }
  }

  /// Refuses `--exec` without a command: nothing of the parsed arguments says that it was there.
  private func expectCommand() throws {
    let isEmpty = command.first?.isEmpty ?? (CommandLine.arguments.last == "--exec")
    if isEmpty {
      throw ValidationError("--exec: there is no command; expected one, and its arguments")
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

  /// Whether the UIDs of items are asked for.
  var namesItems: Bool { json || !command.isEmpty }

  /// How they are given.
  var channel: ReminderChannel {
    if !command.isEmpty { return .command(command) }
    return notify ? .notification : .print
  }
}
