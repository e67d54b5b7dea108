import ArgumentParser
import CalendarItems
import CalendarStores
import ExactText
import StoreAccess
import TaskDates

/// `duecal store search`.
struct StoreSearchCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "search",
    abstract: "Find items of a store by text, date and status.",
    discussion: """
      All words must be in the title, the notes, the place or the categories of an item, in upper or lower \
      case. With --from and --to, the item must have an occurrence on one of these days.

      Examples:
        duecal store search work dentist
        duecal store search work#Home --open --to 'in 7 days'
        duecal store search vdir:~/calendars --kind event --from today --json
        duecal store search work --undated
      """)

  @Argument(help: "The store, such as work or work#Home.", completion: StoreCompletion.stores)
  var store: String

  @Argument(help: "The words to find.")
  var words: [String] = []

  @OptionGroup var query: StoreQueryOptions

  @Flag(help: "Show the UID of each item.")
  var uids = false

  @Flag(help: .json)
  var json = false

  @OptionGroup var zones: ZoneOptions
  @OptionGroup var options: StoreOptions

  @Flag(help: .noPager)
  var noPager = false

  @OptionGroup var verbosity: VerbosityOptions

  func run() throws {
    let run = try StoreRun(options, verbosity, asJSON: json)
    let clock = try RunClock(zones, run.runEnvironment)
    var predicate = try query.predicate(clock)
    predicate.text = words.max { $0.count < $1.count }
    let others = words.map { ItemPredicate.text($0) }
    try run.read(store) { [predicate] open, messages in
      let found = try open.found(predicate).filter { one in
        others.allSatisfy { $0.matches(one.stored) }
      }
      try open.reportUnread(&messages)
      PagedOutput.begin(run.runEnvironment, isWanted: !noPager && !json)
      if json {
        FoundItemsJSON.print(
          found, open.store.capabilities, runEnvironment: run.runEnvironment, messages: messages)
      } else {
        let reader = ReaderClock(run.runEnvironment, in: clock.zone)
        for one in found { Output.standard.print(one.shown(withUID: uids, on: reader)) }
      }
    }
  }
}

/// The options of a search besides its words.
struct StoreQueryOptions: ParsableArguments {
  @Option(help: .from, completion: DateCompletion.any)
  var from: String?

  @Option(help: .to, completion: DateCompletion.any)
  var to: String?

  @Option(help: "Only reminders, or only events.")
  var kind: CalendarItem.Kind?

  @Flag(help: "Only what is open.")
  var open = false

  @Flag(help: "Only what is done.")
  var done = false

  @Flag(help: "Only what has no date.")
  var undated = false

  func validate() throws {
    if open, done { throw ValidationError("--open and --done cannot be combined") }
    if undated, from != nil || to != nil {
      throw ValidationError("--undated excludes --from and --to")
    }
  }

  /// The predicate in a person's zone.
  func predicate(_ clock: RunClock) throws -> ItemPredicate {
    var predicate = ItemPredicate(kind)
    predicate.progress = open ? .open : done ? .completed : nil
    if undated { predicate.dates = .none }
    if let window = try window(clock) { predicate.dates = .within(window) }
    return predicate
  }

  private func window(_ clock: RunClock) throws -> TimeWindow? {
    guard from != nil || to != nil else { return nil }
    let bounds = try DayArgument(clock).bounds(from: from, to: to)
    let days = DayWindow(from: bounds.from, to: bounds.to)
    return TimeWindow(
      from: days.first.map { clock.zone.instant(of: $0) },
      to: days.end.map { clock.zone.instant(of: $0) }, home: clock.zone)
  }
}
