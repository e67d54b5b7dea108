import ArgumentParser
import CalendarItems
import CalendarStores
import ExactText
import ICalendar
import StoreAccess

/// `duecal store show`.
struct StoreShowCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show",
    abstract: "Show the items of a store, one on each line, or some of them in full.",
    discussion: """
      Name an item by its UID, by its name in the store, or by a part of its title to see all of its fields, \
      as duecal show prints them.

      Examples:
        duecal store show sqlite:
        duecal store show work#Home
        duecal store show work#Home "call ann"
        duecal store show work#Home --json
      """)

  @Argument(help: "The store, such as work or work#Home.", completion: StoreCompletion.stores)
  var store: String

  @Argument(help: "The items: UIDs, names in the store, or parts of titles.")
  var item: [String] = []

  @Flag(help: .all)
  var all = false

  @Flag(help: "Show the UID of each item.")
  var uids = false

  @Flag(help: .json)
  var json = false

  @OptionGroup var options: StoreOptions

  @Flag(help: .noPager)
  var noPager = false

  @OptionGroup var verbosity: VerbosityOptions

  func run() throws {
    let run = try StoreRun(options, verbosity, asJSON: json)
    let clock = ReaderClock(run.runEnvironment)
    try run.read(store) { open, messages in
      let found = try open.found()
      if item.isEmpty { try open.reportUnread(&messages) }
      let chosen = try StoreChooser(takesAll: all, clock: clock).items(
        item, of: found, place: open.place, messages: &messages)
      PagedOutput.begin(run.runEnvironment, isWanted: !noPager && !json)
      if json {
        FoundItemsJSON.print(
          chosen, open.store.capabilities, runEnvironment: run.runEnvironment, messages: messages)
      } else if item.isEmpty {
        for one in chosen { Output.standard.print(one.shown(withUID: uids, on: clock)) }
      } else {
        for one in chosen { one.print(open.store.capabilities, on: clock) }
      }
    }
  }
}

extension FoundItem {
  /// The item on one line, as it is printed.
  func shown(withUID hasUID: Bool, on clock: ReaderClock) -> String {
    let line = line(on: clock)
    return (hasUID ? "\(line)  (\(item.uid))" : line).visible
  }

  /// Prints all known fields.
  fileprivate func print(_ capabilities: StoreCapabilities, on clock: ReaderClock) {
    let reading = reading(capabilities)
    var text = ItemText(reading, file: name, on: clock)
    for read in reading.items where read.item.uid == item.uid { text.print(read) }
  }
}
