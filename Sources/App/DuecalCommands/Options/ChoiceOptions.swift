import ArgumentParser
import Diagnostics
import ExactText
import TaskBridge
import TaskDates

/// Which lines become which items.
struct ChoiceOptions: ParsableArguments {
  @Option(
    name: .customLong("as"),
    help: ArgumentHelp("What dated tasks become.", valueName: "auto|todo|event|both"))
  var profile = ExportOptions.Profile.auto

  @Option(
    help: ArgumentHelp(
      "Only this project and what is below it (may be repeated).", valueName: "name"),
    completion: ProjectCompletion.kind)
  var project: [String] = []

  @Option(
    help: ArgumentHelp("Only lines with this tag (may be repeated).", valueName: "name"),
    completion: TagCompletion.kind)
  var tag: [String] = []

  @Option(
    help: ArgumentHelp(
      "Tasks that are done or off: by default to-dos include them, events exclude them. A span such "
        + "as 30d keeps those done since then.", valueName: "include|exclude|only|span"),
    completion: .list(["include", "exclude", "only"]))
  var done: String?

  @Option(
    help: ArgumentHelp(
      "Tasks without a date: by default they are to-dos, with --as event left out.",
      valueName: "todo|skip"))
  var undated: ExportOptions.Undated?

  @Option(
    help: ArgumentHelp("Only items on this day or later, or without a date.", valueName: "date"))
  var from: String?

  @Option(
    help: ArgumentHelp("Only items on this day or earlier, or without a date.", valueName: "date"))
  var to: String?

  @Flag(help: "Also what stands in a root project Archive.")
  var archive = false

  @Flag(
    help: "Also lines that an import keeps in the files; they are in a calendar already.")
  var imported = false

  @Option(
    name: .customLong("class"),
    help: ArgumentHelp(
      "Also items of this @class; by default only public ones (may be repeated).",
      valueName: "private|confidential"), completion: .list(["private", "confidential"]))
  var classes: [String] = []

  func validate() throws {
    let someDay = try DateTimeParameters(
      date: DateParameters(year: 2000, month: 1, day: 1), time: .midnight)
    let options = try options(zone: .utc, today: someDay)
    if let from = options.from, let to = options.to, from > to, isAbsolute {
      throw ValidationError("--from is after --to")
    }
  }

  private var isAbsolute: Bool {
    [from, to].allSatisfy { text in
      if case .absolute? = text.flatMap({ try? DateExpression(parsing: $0) }) {
        true
      } else {
        false
      }
    }
  }

  /// The options that these arguments say.
  func options(zone: Zone, today: DateTimeParameters?) throws -> ExportOptions {
    var options = ExportOptions(zone: zone)
    options.profile = profile
    options.projects = project
    options.tags = tag
    options.undated = undated
    options.takesImported = imported
    options.done = try done.map { try parse(done: $0, today: today) }
    options.from = try from.map { try DayArgument.value("--from", $0, today: today).firstDay }
    options.to = try to.map { try DayArgument.value("--to", $0, today: today).lastDay }
    options.classes = try Set(["PUBLIC"] + classes.map(parse(class:)))
    return options
  }

  private func parse(done: String, today: DateTimeParameters?) throws -> ExportOptions.Done {
    switch done {
    case "include": return .include
    case "exclude": return .exclude
    case "only": return .only
    default: break
    }
    guard let span = TimeSpan(parsing: done), span.seconds == 0,
      let first = today?.date.advanced(byDays: -span.days)
    else {
      throw ValidationError(
        "--done: \(done.quoted) is none of include, exclude, only, or a span such as 30d")
    }
    return .since(first)
  }

  private func parse(class word: String) throws -> String {
    guard let name = Vocabulary.classification(word) else {
      throw ValidationError("--class: \(word.quoted) is none of public, private, confidential")
    }
    return name
  }
}
