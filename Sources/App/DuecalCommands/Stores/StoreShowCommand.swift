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
    abstract: "Show the items of a store, a line each, or all of some of them.",
    discussion: """
      An item is named by its UID, by its name in the store, or by a piece of its title; then all of it is \
      shown that is known, as duecal show does.

      Examples:
        duecal store show sqlite:
        duecal store show work#Home
        duecal store show work#Home "call ann"
        duecal store show work#Home --json
      """)

  @Argument(help: "The store, such as work or work#Home.", completion: StoreCompletion.stores)
  var store: String

  @Argument(help: "Items of it.")
  var item: [String] = []

  @Flag(help: "Take all items that a name fits.")
  var all = false

  @Flag(help: "Show the UID of each.")
  var uids = false

  @Flag(help: "Print items and messages as one JSON document.")
  var json = false

  @OptionGroup var options: StoreOptions
  @OptionGroup var pager: PagerOptions
  @OptionGroup var speech: VerbosityOptions

  func run() throws {
    let run = try StoreRun(options, speech, asJSON: json)
    try run.read(store) { open, messages in
      let found = try open.found()
      let chosen = try StoreChooser(takesAll: all).items(
        item, of: found, place: open.place, messages: &messages)
      PagedOutput.begin(pager, run.runEnvironment, isWanted: !json)
      if json {
        FoundItemsJSON.print(
          chosen, open.store.capabilities, runEnvironment: run.runEnvironment, messages: messages)
      } else if item.isEmpty {
        for one in chosen { Output.standard.print(one.shown(withUID: uids)) }
      } else {
        for one in chosen { one.print(open.store.capabilities) }
      }
    }
  }
}

extension FoundItem {
  /// The item on one line, as it is printed.
  func shown(withUID hasUID: Bool) -> String {
    (hasUID ? "\(line)  (\(item.uid))" : line).visible
  }

  /// Prints all that is known of it.
  fileprivate func print(_ capabilities: StoreCapabilities) {
    let reading = reading(capabilities)
    var text = ItemText(reading, file: name)
    for read in reading.items where read.item.uid == item.uid { text.print(read) }
  }
}
