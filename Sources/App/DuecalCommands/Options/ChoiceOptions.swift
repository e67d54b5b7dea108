import ArgumentParser
import Diagnostics
import ExactText
import TaskBridge
import TaskDates

/// The options that choose lines, and the items that they become.
struct ChoiceOptions: ParsableArguments {
  @Option(
    name: .customLong("as"),
    help: ArgumentHelp("What tasks with a date become.", valueName: "auto|todo|event|both"))
  var profile = ExportOptions.Profile.auto

  @OptionGroup var filter: FilterOptions

  @Option(
    help: ArgumentHelp(
      "Done and cancelled tasks: by default to-dos include them, events exclude them. A span such as "
        + "30d includes those of that time.", valueName: "include|exclude|only|span"),
    completion: .list(["include", "exclude", "only"]))
  var done: String?

  @Option(
    help: ArgumentHelp(
      "Tasks without a date: by default they become to-dos; with --as event they are left out.",
      valueName: "todo|skip"))
  var undated: ExportOptions.Undated?

  @Option(help: .from, completion: DateCompletion.any)
  var from: String?

  @Option(help: .to, completion: DateCompletion.any)
  var to: String?

  @OptionGroup var withheld: WithheldOptions

  func validate() throws {
    let options = try options(zone: .utc, today: DayArgument.someDay)
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

  /// The export options that these arguments set.
  func options(zone: Zone, today: DateTimeParameters?) throws -> ExportOptions {
    var options = ExportOptions(zone: zone)
    options.profile = profile
    options.projects = filter.project
    options.tags = filter.tag
    options.undated = undated
    options.takesImported = withheld.imported
    options.done = try done.map { try parse(done: $0, today: today) }
    options.from = try from.map { try DayArgument.value("--from", $0, today: today).firstDay }
    options.to = try to.map { try DayArgument.value("--to", $0, today: today).lastDay }
    options.classes = try WithheldOptions.names(of: withheld.classes)
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
        "--done: \(done.quoted) is not one of include, exclude, only, or a span such as 30d")
    }
    return .since(first)
  }
}
