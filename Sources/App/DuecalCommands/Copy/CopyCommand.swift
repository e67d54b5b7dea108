import ArgumentParser
import CalendarStores
import ExactText

/// `duecal copy`.
struct CopyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "copy",
    abstract: "Copy all items of a store to another store.",
    discussion: """
      Lists are matched by their titles, and created if they are missing. Items are matched by their UIDs: \
      new items are created, equal ones are left alone, and different ones are reported and left alone, \
      unless --replace is given. Nothing is removed. An interrupted copy continues where it stopped if you \
      run it again. What the other store cannot keep is reported.

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

  @Flag(help: .replace)
  var replace = false

  @OptionGroup var writing: StoreWritingOptions

  func run() throws {
    let run = try StoreRun(writing.stores, writing.verbosity, asJSON: writing.json)
    var messages = run.messages
    var report = StoreReport(writing, reportsEach: false)
    try run.pair(source, target, movesAway: false, writing: writing, messages: &messages) {
      source, target, messages in
      var copy = try StoreCopy(source, target, replaces: replace, writing: writing)
      try source.reportUnread(&messages)
      try copy.run(&report, &messages)
    }
    report.finish(&messages)
    try messages.status.throwUnlessDone()
  }
}
