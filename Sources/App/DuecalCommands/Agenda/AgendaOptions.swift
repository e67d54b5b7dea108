import Agenda
public import ArgumentParser
import Diagnostics
import DuecalConfiguration
import ExactText
public import TaskDates
import UserFiles

/// The options of the commands that show items by date.
struct AgendaOptions: ParsableArguments {
  @Argument(
    help: ArgumentHelp(
      "The period, such as today, week, next 7 days or 2026-12; then task files, calendars (.ics), folders of "
        + "both, addresses, stores, or - for standard input; by default those of DUECAL_FILES or the configuration.",
      valueName: "when> <paths"),
    completion: PeriodCompletion.orSources)
  var words: [String] = []

  @OptionGroup(title: "What is shown") var choosing: AgendaChoosing
  @OptionGroup(title: "Which files, and how they are read") var sources: AgendaSourceOptions

  @Flag(help: .noPager)
  var noPager = false

  @Flag(help: "No colours; the same as --color never.")
  var noColor = false

  @OptionGroup var verbosity: VerbosityOptions

  /// The day that weeks begin on.
  func firstWeekday(_ runEnvironment: RunEnvironment) -> Weekday {
    choosing.firstWeekday ?? runEnvironment.configuration.firstWeekday ?? .monday
  }

  /// Separates the words from the paths; a mistake is reported as wrong usage.
  func parted(
    _ clock: RunClock, _ runEnvironment: RunEnvironment
  ) throws(ExitStatus) -> AgendaWords {
    do throws(AgendaWords.Fault) {
      let stores = StoreNames(runEnvironment)
      let words = try AgendaWords(
        words, option: choosing.when, clock: clock, firstWeekday: firstWeekday(runEnvironment)
      ) {
        FileTree.isFile($0) || FileTree.isFolder($0) || stores.isOne($0)
      }
      return words.adding(sources.file)
    } catch {
      Output.error.print("duecal: \("\(error)".visible)")
      throw .usage
    }
  }

  /// The items to read from the sources.
  ///
  /// - Parameters:
  ///   - closed: Whether closed items and the archive are read.
  ///   - namesItems: Whether items get their UIDs.
  func choice(closed: Bool, namesItems: Bool) -> SourceItems.Choice {
    SourceItems.Choice(
      projects: choosing.project, tags: choosing.tag,
      includesArchive: closed, namesItems: namesItems)
  }

  /// The page that output is laid out for: a terminal has a width, a pipe has none.
  func page(_ clock: RunClock, _ runEnvironment: RunEnvironment) -> AgendaPage {
    var page = AgendaPage(clock, verbosity, runEnvironment)
    if noColor { page.isColored = false }
    page.showsWeeks = choosing.weekNumbers
    return page
  }
}

extension AgendaPage {
  /// The page for standard output: a terminal has a width, a pipe has none.
  init(_ clock: RunClock, _ verbosity: VerbosityOptions, _ runEnvironment: RunEnvironment) {
    self.init(today: clock.today)
    width = Output.standard.columns(runEnvironment)
    isColored = Coloring.isWanted(verbosity.color, on: .standard, runEnvironment: runEnvironment)
    visible = { $0.visible }
  }
}

/// The options for the items that are shown, and for the weeks that they are in.
///
/// It has the options of `FilterOptions` itself, because each group delays the start of a command.
struct AgendaChoosing: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The period, if a file has such a name; then all arguments are paths.", valueName: "period"),
    completion: PeriodCompletion.kind)
  var when: String?

  @Option(help: .project, completion: ProjectCompletion.kind)
  var project: [String] = []

  @Option(help: .tag, completion: TagCompletion.kind)
  var tag: [String] = []

  @OptionGroup var condition: WhereOptions

  @Flag(help: "Also show what is done or cancelled, and the archive.")
  var done = false

  @Option(
    help: ArgumentHelp(
      "The first day of a week, by default monday; week numbers are still those of ISO 8601.",
      valueName: "weekday"), completion: .list(Weekday.allValueStrings))
  var firstWeekday: Weekday?

  @Flag(help: "Show the numbers of weeks.")
  var weekNumbers = false
}

extension Weekday: ExpressibleByArgument {
  /// Reads the name of a weekday, or at least its first two letters.
  public init?(argument: String) {
    let word = argument.lowercased()
    guard word.utf8.count >= 2,
      let day = Weekday.allCases.first(where: { $0.name.lowercased().hasPrefix(word) })
    else { return nil }
    self = day
  }

  /// The names.
  public static var allValueStrings: [String] { allCases.map { $0.name.lowercased() } }

  /// None: a name is its own description.
  public static var allValueDescriptions: [String: String] { [:] }
}
