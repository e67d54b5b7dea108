import ArgumentParser
import CalendarFeeds
import CalendarItems
import Diagnostics
import DuecalConfiguration
import ExactText
import ICalendar
import TaskBridge
import TaskDates

/// How items are written, and where to.
struct FormOptions: ParsableArguments {
  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("Write to this file, and only if it changes.", valueName: "file"),
    completion: .file(extensions: ["ics"]))
  var output: String?

  @Option(
    help: ArgumentHelp(
      "Write a calendar for each project or file into the folder that -o names.",
      valueName: "project|file"))
  var split: FeedOptions.Split?

  @Flag(
    help: """
      Say what would change, and write nothing: + an item or calendar that is new, ~ one that changes, \
      with what differs in it, - one that goes.
      """)
  var dryRun = false

  @Flag(help: "With --dry-run: end with 3 if something would change.")
  var exitCode = false

  @Flag(help: "Write also where a source is empty or gone and the feed had items.")
  var allowEmpty = false

  @Option(help: ArgumentHelp("The calendar's name.", valueName: "text"))
  var name: String?

  @Option(
    help: ArgumentHelp(
      "How often readers may fetch it again: a minute or more, such as 30m, 1h, 1d, 2h30m.",
      valueName: "span"))
  var refresh: String?

  @Option(
    help: ArgumentHelp(
      "How times are pinned: to their zone, to UTC, to none.", valueName: "zone|utc|floating"))
  var times = ExportOptions.Times.zone

  @Flag(
    help:
      "Also dates that move with the clock, such as @due(tomorrow), as what they are now; duecal resolve writes them into the file instead."
  )
  var relative = false

  @Flag(help: "Standard properties alone, without what brings the outline back.")
  var plain = false

  @Option(
    help: ArgumentHelp(
      "How repeating to-dos are anchored: by default they begin when they are due; duration writes a "
        + "length, as RFC 5545 has it.", valueName: "equal|duration"))
  var recurringDue: ReminderDates.RecurringDue?

  @Option(
    help: ArgumentHelp("What stands before the title of an event that is done.", valueName: "text"))
  var doneMark = "\u{2713} "

  @Option(
    help: ArgumentHelp("Alarms: by default with to-dos, not with events.", valueName: "keep|strip"))
  var alarms: AlarmChoice?

  @Flag(
    help:
      "Print the items, messages and losses as one JSON document; the calendar goes to -o alone.")
  var json = false

  /// What alarms become.
  enum AlarmChoice: String, ExpressibleByArgument, CaseIterable {
    case keep, strip
  }

  func validate() throws {
    if let refresh, TimeSpan(parsing: refresh).map({ $0.nominalSeconds < 60 }) ?? true {
      throw ValidationError(
        "--refresh: \(refresh.quoted) is no span of a minute or more, such as 30m, 1h or 1d")
    }
    if exitCode, !dryRun { throw ValidationError("--exit-code goes with --dry-run") }
    if split != nil, path == nil { throw ValidationError("--split needs a folder: -o FOLDER") }
    if dryRun, path == nil { throw ValidationError("--dry-run needs -o, which it compares with") }
  }

  /// The path to write to, nil for standard output.
  var path: String? { output == "-" ? nil : output }

  /// What the calendar says of itself.
  func header(_ color: CalendarColor?) -> CalendarHeader {
    var header = CalendarHeader(name: name.flatMap { $0.isEmpty ? nil : $0 })
    header.color = color?.name
    header.colorValue = color?.value
    header.refresh = refresh.flatMap { TimeSpan(parsing: $0) }
    return header
  }

  /// How components are written.
  func encoding(_ configuration: Configuration) -> EncodingOptions {
    EncodingOptions(recurringDue: recurringDue ?? configuration.recurringDue ?? .equal)
  }

  /// Sets what these arguments say.
  func apply(to options: inout ExportOptions) {
    options.times = times
    options.isPlain = plain
    options.doneMark = doneMark
    options.keepsAlarms = alarms.map { $0 == .keep }
  }
}
