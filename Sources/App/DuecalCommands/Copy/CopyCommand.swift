import ArgumentParser
import CalendarStores
import ExactText

/// `duecal copy`.
struct CopyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "copy",
    abstract: "Copy all items of a store to another.",
    discussion: """
      Lists are known by their titles and made where they are missing, items by their UIDs: what is new is \
      created, what says the same is left, and what says something else is said and left, unless --replace \
      is given. Nothing is removed. A run that was ended goes on where it stopped when it is run again. \
      What the other store cannot keep is said.

      Examples:
        duecal copy vdir:~/calendars sqlite:
        duecal copy sqlite: work --dry-run
        duecal copy work#Home sqlite:#Backup --replace -v
      """)

  @Argument(help: "The store, or one of its lists.", completion: StoreCompletion.stores)
  var source: String

  @Argument(
    help: "The store that they go into, or one of its lists.", completion: StoreCompletion.stores)
  var target: String

  @Flag(help: "Replace what is there already and says something else.")
  var replace = false

  @OptionGroup var writing: StoreWritingOptions

  func run() throws {
    let run = try StoreRun(writing.stores, writing.speech, asJSON: writing.json)
    var messages = run.messages
    var report = StoreReport(writing, tellsEach: false)
    try run.pair(source, target, movesAway: false, writing: writing, messages: &messages) {
      source, target, messages in
      var copy = try StoreCopy(source, target, replaces: replace, writing: writing)
      try copy.run(&report, &messages)
    }
    report.finish(&messages)
    try messages.status.throwUnlessDone()
  }
}
