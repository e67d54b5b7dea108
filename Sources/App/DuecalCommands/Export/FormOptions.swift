import ArgumentParser
import CalendarFeeds
import CalendarItems
import DuecalConfiguration
import ExactText
import ICalendar
import LineCodec
import TaskDates

/// The options for the output, and for the form of items.
struct FormOptions: ParsableArguments {
  @Option(
    name: .shortAndLong, help: .output,
    completion: .file(extensions: ["ics"]))
  var output: String?

  @Option(
    help: ArgumentHelp(
      "Write a calendar for each project or file into the folder that -o names.",
      valueName: "project|file"))
  var split: FeedOptions.Split?

  @Flag(help: "Write even if a source is empty or gone although the feed had items.")
  var allowEmpty = false

  @OptionGroup var appearance: AppearanceOptions

  @Flag(help: .json)
  var json = false

  func validate() throws {
    if split != nil, path == nil { throw ValidationError("--split needs a folder: -o FOLDER") }
  }

  /// True if none of these options is given that changes the calendar or its place.
  var changesNothing: Bool { output == nil && split == nil && appearance.changesNothing }

  /// The path to write to, nil for standard output.
  var path: String? { output == "-" ? nil : output }

  var name: String? { appearance.name }
  var refresh: String? { appearance.refresh }
  var times: ExportOptions.Times { appearance.times }
  var relative: Bool { appearance.relative }
  var plain: Bool { appearance.plain }
  var recurringDue: ReminderDates.RecurringDue? { appearance.recurringDue }
  var alarms: AppearanceOptions.AlarmChoice? { appearance.alarms }
  var header: CalendarHeader { appearance.header }

  /// The form of components.
  func encoding(_ configuration: Configuration) -> EncodingOptions {
    appearance.encoding(configuration)
  }

  /// Sets the values of these options.
  func apply(to options: inout ExportOptions) { appearance.apply(to: &options) }
}
