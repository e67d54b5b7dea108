import Agenda
public import ArgumentParser
import Diagnostics
import DuecalConfiguration
import ExactText
public import TaskDates
import UserFiles

/// What the commands that show items by date are asked.
struct AgendaOptions: ParsableArguments {
  @Argument(
    help: ArgumentHelp(
      "When, as in today, week, next 7 days or 2026-12; then task files, calendars (.ics), folders of "
        + "both, addresses, stores, or - for standard input; by default those of DUECAL_FILES or the configuration.",
      valueName: "when> <paths"),
    completion: .file())
  var words: [String] = []

  @Option(
    help: ArgumentHelp(
      "When, where a file has such a name; all arguments are paths then.", valueName: "period"))
  var when: String?

  @OptionGroup var zones: ZoneOptions

  @Option(
    help: ArgumentHelp(
      "Show these projects, by name or path 'A / B' (may be repeated).", valueName: "name"),
    completion: ProjectCompletion.kind)
  var project: [String] = []

  @Option(
    help: ArgumentHelp("Show what has this tag (may be repeated).", valueName: "name"),
    completion: TagCompletion.kind)
  var tag: [String] = []

  @OptionGroup var condition: WhereOptions

  @Flag(help: "Show also what is done or cancelled, and the archive.")
  var done = false

  @Option(
    help: ArgumentHelp(
      "The day that weeks begin on, by default monday; numbers of weeks stay those of ISO 8601.",
      valueName: "weekday"))
  var firstWeekday: Weekday?

  @Flag(help: "Show the numbers of weeks.")
  var weekNumbers = false

  @OptionGroup var pager: PagerOptions

  @Flag(help: "No colours, as --color never.")
  var noColor = false

  @OptionGroup(title: "How sources are read") var sources: AgendaSources
  @OptionGroup var speech: VerbosityOptions

  /// The day that weeks begin on.
  func firstWeekday(_ runEnvironment: RunEnvironment) -> Weekday {
    firstWeekday ?? runEnvironment.configuration.firstWeekday ?? .monday
  }

  /// The words and the paths; a mistake is said as wrong usage.
  func parted(
    _ clock: RunClock, _ runEnvironment: RunEnvironment
  ) throws(ExitStatus) -> AgendaWords {
    do throws(AgendaWords.Fault) {
      let stores = StoreNames(runEnvironment)
      return try AgendaWords(
        words, option: when, clock: clock, firstWeekday: firstWeekday(runEnvironment)
      ) {
        FileTree.isFile($0) || FileTree.isFolder($0) || stores.isOne($0)
      }
    } catch {
      Output.error.print("duecal: \("\(error)".visible)")
      throw .usage
    }
  }

  /// Which items are read of the sources.
  ///
  /// - Parameters:
  ///   - closed: Whether what is done, and the archive, is read.
  ///   - namesItems: Whether items get their UIDs.
  func choice(closed: Bool, namesItems: Bool) -> SourceItems.Choice {
    SourceItems.Choice(
      projects: project, tags: tag, includesArchive: closed, namesItems: namesItems)
  }

  /// What is printed on: a terminal has a width, a pipe has none.
  func page(_ clock: RunClock, _ runEnvironment: RunEnvironment) -> AgendaPage {
    var page = AgendaPage(today: clock.today)
    page.width = Output.standard.columns(runEnvironment)
    page.isColored =
      !noColor && Coloring.isWanted(speech.color, on: .standard, runEnvironment: runEnvironment)
    page.showsWeeks = weekNumbers
    page.visible = { $0.visible }
    return page
  }
}

extension Weekday: ExpressibleByArgument {
  /// A weekday by its name, or its first letters.
  public init?(argument: String) {
    let word = argument.lowercased()
    guard word.utf8.count >= 2,
      let day = Weekday.allCases.first(where: { $0.name.lowercased().hasPrefix(word) })
    else { return nil }
    self = day
  }

  /// The names.
  public static var allValueStrings: [String] { allCases.map { $0.name.lowercased() } }
}
