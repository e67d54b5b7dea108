import ArgumentParser
import CalendarItems
import Diagnostics
import DuecalConfiguration
import ExactText
import ICalendar
import LineCodec
import TaskBridge
import TaskDates

/// The options for the form of a calendar and its items.
struct AppearanceOptions: ParsableArguments {
  @Option(help: .calendarName)
  var name: String?

  @Option(
    help: ArgumentHelp(
      "The calendar's colour: a CSS colour name such as teal, or #RRGGBB.", valueName: "color"),
    completion: .list(ColorNames.names), transform: CalendarColor.parse)
  var calendarColor: CalendarColor?

  @Option(
    help: ArgumentHelp(
      "How often programs should fetch the calendar again: at least a minute, such as 30m, 1h, 1d, 2h30m.",
      valueName: "span"))
  var refresh: String?

  @Option(
    help: ArgumentHelp(
      "Write times in their zone, in UTC, or without a zone.", valueName: "zone|utc|floating"))
  var times = ExportOptions.Times.zone

  @Flag(
    help:
      "Export dates that move with the clock, such as @due(tomorrow), as the dates that they mean now; duecal resolve writes these into the file instead."
  )
  var relative = false

  @Flag(help: "Write only standard properties, without those that restore the outline.")
  var plain = false

  @Option(
    help: ArgumentHelp(
      "How repeating to-dos are written: by default they begin when they are due; duration writes a "
        + "start and a length, as RFC 5545 requires.", valueName: "equal|duration"))
  var recurringDue: ReminderDates.RecurringDue?

  @Option(
    help: ArgumentHelp("The text before the title of an event that is done.", valueName: "text"))
  var doneMark = Self.standardMark

  @Option(
    help: ArgumentHelp("Alarms: by default in to-dos, not in events.", valueName: "keep|strip"))
  var alarms: AlarmChoice?

  /// How alarms are exported.
  enum AlarmChoice: String, WordArgument {
    case keep, strip
  }

  func validate() throws {
    if let refresh, TimeSpan(parsing: refresh).map({ $0.nominalSeconds < 60 }) ?? true {
      throw ValidationError(
        "--refresh: \(refresh.quoted) is not a span of a minute or more; expected one such as 30m, "
          + "1h or 1d")
    }
  }

  /// True if none of these options is given.
  var changesNothing: Bool {
    name == nil && calendarColor == nil && refresh == nil
      && times == .zone && !relative && !plain && recurringDue == nil && alarms == nil
      && doneMark == Self.standardMark
  }

  /// The text before the title of an event that is done, if no option sets another one.
  static let standardMark = "\u{2713} "

  /// The properties of the calendar itself, such as its name and colour.
  var header: CalendarHeader {
    var header = CalendarHeader(name: name.flatMap { $0.isEmpty ? nil : $0 })
    header.color = calendarColor?.name
    header.colorValue = calendarColor?.value
    header.refresh = refresh.flatMap { TimeSpan(parsing: $0) }
    return header
  }

  /// The form of components.
  func encoding(_ configuration: Configuration) -> EncodingOptions {
    EncodingOptions(recurringDue: recurringDue ?? configuration.recurringDue ?? .equal)
  }

  /// Sets the values of these options.
  func apply(to options: inout ExportOptions) {
    options.times = times
    options.isPlain = plain
    options.doneMark = doneMark
    options.keepsAlarms = alarms.map { $0 == .keep }
  }
}
