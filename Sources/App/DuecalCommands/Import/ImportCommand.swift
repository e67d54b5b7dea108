import ArgumentParser
import CalendarImports
import Diagnostics
import DuecalConfiguration
import ExactText
import LineCodec
import LineState
import TaskBridge
import TaskDates
import TaskText

/// `duecal import`.
struct ImportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import",
    abstract: "Turn the events and to-dos of calendars into tasks.",
    discussion: """
      Without --into the tasks are printed. With --into they are kept in a file; new tasks go into --project, \
      which is created if it is missing. The next import writes only what has changed in the calendar since: \
      fields that you changed stay, lines that you moved or retyped are found again, and lines that you \
      removed are not imported again.

      If a calendar no longer has an item, its line is deleted, unless you edited it. Items that are over \
      stay, whether the calendar still has them or not; --past archive or --past delete tidies them up. A \
      calendar that is empty, cut off or unreadable removes nothing. duecal undo takes back an import.

      Besides calendars, the JSON of Taskwarrior's `task export` is read.

      Examples:
        duecal import calendar.ics
        duecal import calendar.ics --into inbox.taskpaper --project Calendar
        duecal import ~/calendars/office --into office.taskpaper --only todo
        duecal import calendar.ics --into inbox.taskpaper --dry-run
        duecal import calendar.ics --into inbox.taskpaper --removed archive -q
      """)

  @OptionGroup(title: "Where tasks go") var target: ImportTargetOptions
  @OptionGroup(title: "What becomes of items") var form: ImportFormOptions
  @OptionGroup var sources: ImportSourceOptions
  @OptionGroup(title: "Which files, and how they are read") var zones: ZoneOptions
  @OptionGroup(title: "Which files, and how they are read") var network: NetworkOptions
  @OptionGroup var dry: DryRunOptions
  @OptionGroup var verbosity: VerbosityOptions

  func validate() throws {
    if target.conflicts {
      if target.into == nil {
        throw ValidationError("--conflicts needs --into, the file whose conflicts are listed")
      }
    } else if sources.given.isEmpty {
      throw ValidationError("Missing expected argument '<sources> ...'")
    }
    if target.into == "-" {
      throw ValidationError("--into needs a file; without --into the tasks are printed")
    }
    if target.into == nil, dry.exitCode || dry.dryRun || !target.among.isEmpty {
      throw ValidationError("--dry-run, --exit-code and --among need --into")
    }
  }

  func run() throws {
    let runEnvironment = try RunEnvironment.current()
    try StoreAddressCheck.refuse(
      (target.into.map { [$0] } ?? []) + target.among, for: .importing,
      runEnvironment: runEnvironment)
    var messages = Messages(verbosity, runEnvironment, to: target.json ? nil : .error)
    var plans: [ImportRun.Planned] = []
    do {
      try LastRun.repeating(&messages) {
        last(runEnvironment)
      } run: { messages in
        plans = try ImportRun(self, runEnvironment).run(&messages)
        return true
      }
    } catch let status as ExitStatus {
      messages.note(status)
    } catch let error as StateError {
      messages.note(messages.status(of: error))
    }
    if target.json { ImportJSON.print(plans, messages) }
    try messages.status.throwUnlessDone()
  }

  /// The record of the last run, by which a run without changes is recognised; nil for a run that prints something, or
  /// depends on the clock.
  private func last(_ runEnvironment: RunEnvironment) -> LastRun? {
    let past = form.past ?? runEnvironment.configuration.past ?? .keep
    guard let path = target.into, writes, !target.json, !verbosity.level.verbose, past == .keep,
      !sources.given.contains(where: StoreNames(runEnvironment).isOne),
      let zone = try? ZoneOptions.zone(named: zones.zoneName(runEnvironment), runEnvironment)
    else { return nil }
    return LastRun(
      "imports", writing: path,
      from: [
        LastRun.Sources(paths: sources.given, endings: CalendarFiles.endings),
        LastRun.Sources(paths: target.among, endings: ImportStorage.endings),
      ], in: zone, runEnvironment)
  }
}

/// The options for the calendars to import.
struct ImportSourceOptions: ParsableArguments {
  @Argument(
    help: "Calendar files (.ics), folders of them, addresses, stores, or - for standard input.",
    completion: StoreCompletion.stores)
  var sources: [String] = []

  @OptionGroup(title: "Which files, and how they are read") var named: FileOptions
  @OptionGroup(title: "Which files, and how they are read") var limits: LimitOptions

  /// The calendars that were given, as arguments and as options.
  var given: [String] { sources + named.file }
}

/// The options for the files that tasks are imported into.
struct ImportTargetOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Keep the tasks in this file, which is created if it is missing.", valueName: "file"),
    completion: .file())
  var into: String?

  @OptionGroup var place: TargetProjectOptions

  @Option(
    help: ArgumentHelp(
      "Another task file, or a folder of them, in which lines may have been moved (may be repeated).",
      valueName: "path"), completion: .file())
  var among: [String] = []

  @Flag(
    help:
      "List the fields of --into that both you and the calendar changed, with the calendar's value; import nothing."
  )
  var conflicts = false

  @Flag(help: .json)
  var json = false
}

/// The options for the form of imported items.
struct ImportFormOptions: ParsableArguments {
  @Option(help: ArgumentHelp("Import only to-dos, or only events.", valueName: "todo|event"))
  var only: ImportKind?

  @Option(help: .from, completion: DateCompletion.any)
  var from: String?

  @Option(help: .to, completion: DateCompletion.any)
  var to: String?

  @Option(
    help: ArgumentHelp("Import items with this category (may be repeated).", valueName: "word"))
  var category: [String] = []

  @Option(
    help: ArgumentHelp(
      "Import items of this status, such as open, done, cancelled or TENTATIVE (may be repeated).",
      valueName: "status"))
  var status: [String] = []

  @Option(
    help: ArgumentHelp(
      "Import items with this text in title, notes or place (may be repeated).", valueName: "text"))
  var text: [String] = []

  @Flag(
    help: "Import each occurrence from --from to --to as a separate task, instead of @repeat.")
  var expand = false

  @Option(
    help: ArgumentHelp(
      "Keep the time zone of each item, written as @tz, or convert times to the zone of the run.",
      valueName: "keep|convert"))
  var tz = LineMapping.Options.Zones.keep

  @Option(
    help: ArgumentHelp(
      "Write the UIDs of items into the lines, as @uid, or leave them out.",
      valueName: "write|hide"))
  var uids = UIDChoice.hide

  @Option(
    help: ArgumentHelp(
      "How many lines of notes to import.", valueName: "all|number|none"))
  var notes = NoteLimit(count: 20)

  @Option(
    help: ArgumentHelp(
      "What happens to the line of an item that its calendar no longer has; by default delete. Lines that you edited stay.",
      valueName: "keep|archive|delete"))
  var removed: ImportOptions.Removed?

  @Option(
    help: ArgumentHelp(
      "What happens to the line of an event or a closed to-do that is over; by default keep. Overrides --removed.",
      valueName: "keep|archive|delete"))
  var past: ImportOptions.Past?

  @Option(
    help: ArgumentHelp(
      "Allow this many lines to be removed at once; by default 10, or a fifth of all if that is more.",
      valueName: "number"))
  var allowDelete: Int?
}

/// To-dos or events.
enum ImportKind: String, WordArgument {
  case todo, event
}

/// Whether lines contain the UIDs of their items.
enum UIDChoice: String, WordArgument {
  case write, hide
}

/// The maximum number of lines of notes to import.
struct NoteLimit: ExpressibleByArgument {
  let count: Int?

  init(count: Int?) { self.count = count }

  init?(argument: String) {
    switch argument {
    case "all": count = nil
    case "none": count = 0
    default:
      guard let number = Int(argument), number >= 0 else { return nil }
      count = number
    }
  }

  var defaultValueDescription: String { count.map(String.init) ?? "all" }
}
