import ArgumentParser
import Diagnostics
import ExactText
import LineCodec
import TaskBridge
import TaskDates

/// The options that choose lines, and the items that they become.
struct ChoiceOptions: ParsableArguments {
  @OptionGroup var shape: ShapeOptions

  @Option(help: .from, completion: DateCompletion.any)
  var from: String?

  @Option(help: .to, completion: DateCompletion.any)
  var to: String?

  @OptionGroup var withheld: WithheldOptions

  func validate() throws {
    _ = try WithheldOptions.names(of: withheld.classes)
    if let from = Self.day(from), let to = Self.day(to), from.firstDay > to.lastDay {
      throw ValidationError("--from is after --to")
    }
  }

  var profile: ExportOptions.Profile { shape.profile }
  var filter: FilterOptions { shape.filter }
  var done: String? { shape.done }
  var undated: ExportOptions.Undated? { shape.undated }

  /// A day that means the same at every time, and under every configuration.
  private static func day(_ text: String?) -> TMDateType? {
    if case .absolute(let date)? = text.flatMap({ try? DateExpression(parsing: $0) }) {
      date.value
    } else {
      nil
    }
  }

  /// The export options that these arguments set.
  func options(_ runEnvironment: RunEnvironment, in zone: Zone) throws -> ExportOptions {
    let days = DayArgument(runEnvironment, in: zone)
    var options = ExportOptions(zone: zone)
    options.profile = profile
    options.projects = filter.project
    options.tags = filter.tag
    options.undated = undated
    options.takesImported = withheld.imported
    options.done = try done.map {
      try ShapeOptions.parse(done: $0, today: zone.civil(at: runEnvironment.now)?.date)
    }
    options.from = try from.map { try days.value("--from", $0).firstDay }
    options.to = try to.map { try days.value("--to", $0).lastDay }
    options.classes = try WithheldOptions.names(of: withheld.classes)
    return options
  }
}

/// The options that choose lines by what they are, and the items that they become.
struct ShapeOptions: ParsableArguments {
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

  func validate() throws {
    _ = try done.map { try Self.parse(done: $0, today: DateParameters(dayNumber: 0)) }
  }

  /// Reads the value of `--done`.
  static func parse(done: String, today: DateParameters?) throws -> ExportOptions.Done {
    switch done {
    case "include": return .include
    case "exclude": return .exclude
    case "only": return .only
    default: break
    }
    guard let span = TimeSpan(parsing: done), span.seconds == 0,
      let first = today?.advanced(byDays: -span.days)
    else {
      throw ValidationError(
        "--done: \(done.quoted) is not one of include, exclude, only, or a span such as 30d")
    }
    return .since(first)
  }
}
