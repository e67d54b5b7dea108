import ArgumentParser
import CalendarImports
import Diagnostics
import ExactText
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
      With --into the tasks are kept in a file, and the next import changes only what the calendar \
      changed since: a field that you changed stays, a line that you moved or retyped is found again, and \
      one that you removed is not imported again. Without it they are printed.

      The line of an item that its calendar no longer has goes, unless you edited it. What is over stays, \
      whether the calendar still has it or not: --past archive or --past delete tidies up. A calendar that is \
      empty, cut off or unreadable removes nothing; duecal undo takes an import back.

      Examples:
        duecal import calendar.ics
        duecal import calendar.ics --into inbox.taskpaper --under Calendar
        duecal import ~/calendars/office --into office.taskpaper --only todo
        duecal import calendar.ics --into inbox.taskpaper --dry-run
        duecal import calendar.ics --into inbox.taskpaper --removed archive -q
      """)

  @OptionGroup var sources: ImportSourceOptions
  @OptionGroup(title: "Where tasks go") var target: ImportTargetOptions
  @OptionGroup(title: "What becomes of items") var form: ImportFormOptions
  @OptionGroup var zones: ZoneOptions
  @OptionGroup var network: NetworkOptions
  @OptionGroup var speech: VerbosityOptions

  func validate() throws {
    if target.conflicts {
      if target.into == nil {
        throw ValidationError("--conflicts needs --into, whose conflicts they are")
      }
    } else if sources.sources.isEmpty {
      throw ValidationError("Missing expected argument '<sources> ...'")
    }
    if target.into == "-" {
      throw ValidationError("--into needs a file; without it tasks are printed")
    }
    if target.into == nil, target.exitCode || target.dryRun || !target.among.isEmpty {
      throw ValidationError("--dry-run, --exit-code and --among need --into")
    }
  }

  func run() throws {
    let runEnvironment = try RunEnvironment.current()
    try StoreAddressCheck.refuse(
      (target.into.map { [$0] } ?? []) + target.among, for: .importing,
      runEnvironment: runEnvironment)
    var messages = Messages(speech, runEnvironment, to: target.json ? nil : .error)
    var plans: [ImportRun.Planned] = []
    do {
      plans = try ImportRun(self, runEnvironment).run(&messages)
    } catch let status as ExitStatus {
      messages.note(status)
    } catch let error as StateError {
      messages.note(messages.status(of: error))
    }
    if target.json { ImportJSON.print(plans, messages) }
    try messages.status.throwUnlessDone()
  }
}

/// The calendars that are imported.
struct ImportSourceOptions: ParsableArguments {
  @Argument(
    help: "Calendar files (.ics), folders of them, addresses, stores, or - for standard input.",
    completion: .file())
  var sources: [String] = []

  @OptionGroup var limits: LimitOptions
}

/// Where the tasks of an import go.
struct ImportTargetOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Keep the tasks in this file; it is made where it is missing.", valueName: "file"),
    completion: .file())
  var into: String?

  @Option(
    help: ArgumentHelp(
      "Put new tasks in this project, such as \"Home / Calendar\"; it is made where it is missing.",
      valueName: "project"), completion: ProjectCompletion.kind)
  var under: String?

  @Option(
    help: ArgumentHelp(
      "Another task file, or a folder of them, in which lines may have been moved (may be repeated).",
      valueName: "path"), completion: .file())
  var among: [String] = []

  @Flag(help: "Show the change as a unified diff and write nothing.")
  var dryRun = false

  @Flag(help: "With --dry-run: end with 3 if something would change.")
  var exitCode = false

  @Flag(
    help:
      "List the fields of --into that both sides changed, with what the calendar said; import nothing."
  )
  var conflicts = false

  @Flag(help: "Print items, changes, messages and losses as one JSON document.")
  var json = false
}

/// What becomes of the items of an import.
struct ImportFormOptions: ParsableArguments {
  @Option(help: ArgumentHelp("Import only to-dos, or only events.", valueName: "todo|event"))
  var only: ImportKind?

  @Option(
    help: ArgumentHelp(
      "Import what is on this day or later: a date, or today, -7d and the like.", valueName: "date")
  )
  var from: String?

  @Option(
    help: ArgumentHelp("Import what is on this day or earlier.", valueName: "date"))
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
    help: "Import each occurrence from --from to --to as a task of its own, instead of @repeat.")
  var expand = false

  @Option(
    help: ArgumentHelp(
      "Leave times on their own clock, named with @tz, or show them in the run's zone.",
      valueName: "keep|convert"))
  var tz = LineMapping.Options.Zones.keep

  @Option(
    help: ArgumentHelp(
      "Write the items' names into the lines, as @uid, or keep them out of the text.",
      valueName: "write|hide"))
  var uids = UIDChoice.hide

  @Option(
    help: ArgumentHelp(
      "How many lines of notes are imported.", valueName: "all|number|none"))
  var notes = NoteLimit(count: 20)

  @Option(
    help: ArgumentHelp(
      "What becomes of the line of an item that its calendar no longer has, by default delete; one you edited stays.",
      valueName: "keep|archive|delete"))
  var removed: ImportOptions.Removed?

  @Option(
    help: ArgumentHelp(
      "What becomes, instead, of the line of an event or a closed to-do that is over, by default keep.",
      valueName: "keep|archive|delete"))
  var past: ImportOptions.Past?

  @Option(
    help: ArgumentHelp(
      "Let so many lines go at once; by default the larger of 10 and a fifth of all.",
      valueName: "number"))
  var allowDelete: Int?
}

/// To-dos or events.
enum ImportKind: String, CaseIterable, ExpressibleByArgument {
  case todo, event
}

/// Whether lines name their items.
enum UIDChoice: String, CaseIterable, ExpressibleByArgument {
  case write, hide
}

/// How many lines of notes are taken.
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
