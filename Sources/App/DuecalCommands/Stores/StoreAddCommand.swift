import ArgumentParser
import CalendarItems
import CalendarStores
import Diagnostics
import DuecalConfiguration
import ExactText
import LineCodec
import StoreAccess
import TaskBridge
import TaskDates
import TaskEditing
import TaskText

/// `duecal store add`.
struct StoreAddCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "add",
    abstract: "Add an item to a list of a store, or create a list.",
    discussion: """
      The words are those of duecal add: a date, a repetition and marks such as !1 among them become those \
      of the item, and tags have the same meaning as in a task file. A range of times or days becomes an event, everything else a \
      reminder; --as overrides that. With --list, the list is created if it is missing. Without a list, \
      the item goes into the first one that may be changed. The result is printed.

      Examples:
        duecal store add sqlite: --list Home
        duecal store add sqlite:#Home "Call Ann tomorrow 3pm @priority(1)"
        duecal store add work#Team Planning --due '2026-12-07 10:00 - 10:30'
        duecal store add vdir:~/calendars --list Birthdays --takes event
      """)

  @Argument(help: "The store, such as work or work#Home.", completion: StoreCompletion.stores)
  var store: String

  @Argument(help: "The words of the item.")
  var words: [String] = []

  @Option(
    help: ArgumentHelp(
      "Put the item into this list, which is created if it is missing.", valueName: "title"))
  var list: String?

  @Option(help: "What a new list may contain, by default both (may be repeated).")
  var takes: [CalendarItem.Kind] = []

  @Option(
    name: .customLong("list-color"),
    help: ArgumentHelp("The colour of a new list.", valueName: "name|#RRGGBB"))
  var listColor: String?

  @Option(
    name: .customLong("as"), help: ArgumentHelp("The kind of item.", valueName: "auto|todo|event"))
  var profile = ExportOptions.Profile.auto

  @OptionGroup var task: NewTaskOptions
  @OptionGroup var zones: ZoneOptions
  @OptionGroup var writing: StoreWritingOptions

  func validate() throws {
    if words.isEmpty, list == nil { throw ValidationError("Missing the words of the item") }
    if list != nil, StorePlace.parted(store).list != nil {
      throw ValidationError("--list: \(store) already names a list; expected only one of them")
    }
    if profile == .both { throw ValidationError("--as: expected auto, todo or event") }
    if let listColor, CalendarColor(listColor) == nil {
      throw ValidationError(
        "--list-color: \(listColor.quoted) is not a colour; expected a CSS colour name such as "
          + "teal, or #RRGGBB"
      )
    }
  }

  func run() throws {
    let run = try StoreRun(writing.stores, writing.verbosity, asJSON: writing.json)
    let clock = try RunClock(zones, run.runEnvironment)
    let addition = StoreAddition(
      task: task, profile: profile, list: list, takes: takes, listColor: listColor,
      writing: writing, clock: clock, runEnvironment: run.runEnvironment)
    try run.write(to: store, writing: writing) { open, report, messages in
      let texts = words.isEmpty ? [] : [words.joined(separator: " ")]
      try addition.add(texts, to: open, report: &report, messages: &messages)
    }
  }
}

/// Creates UIDs of new items.
enum NewUID {
  /// A random UID (RFC 9562, version 4).
  static func make() -> String {
    var bytes = (0..<16).map { _ in UInt8.random(in: 0...255) }
    bytes[6] = bytes[6] & 0x0F | 0x40
    bytes[8] = bytes[8] & 0x3F | 0x80
    let digits = bytes.map { byte in
      (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }
    let groups = [digits[0..<4], digits[4..<6], digits[6..<8], digits[8..<10], digits[10..<16]]
    return groups.map { $0.joined() }.joined(separator: "-")
  }
}
