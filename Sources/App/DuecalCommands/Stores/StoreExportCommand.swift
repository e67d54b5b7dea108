import ArgumentParser
import CalendarStores
import ExactText
import ICalendar
import StoreAccess
import StoredText
import UserFiles

/// `duecal store export`.
struct StoreExportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: "Write the items of a store as one calendar.",
    discussion: """
      Each item is written byte for byte as it is kept, with all that other programs put into it, and each \
      zone once. With -o a file is written only if it changes.

      Examples:
        duecal store export work#Home -o home.ics
        duecal store export sqlite: > all.ics
      """)

  @Argument(help: "The store, such as work or work#Home.", completion: StoreCompletion.stores)
  var store: String

  @Option(
    name: .shortAndLong, help: ArgumentHelp("Write to this file.", valueName: "file"),
    completion: .file(extensions: ["ics"]))
  var output: String?

  @Option(
    help: ArgumentHelp("The calendar's name, by default that of a list.", valueName: "text"))
  var name: String?

  @Flag(help: "Say whether the file would change, and write nothing.")
  var dryRun = false

  @Flag(help: "With --dry-run: end with 3 if something would change.")
  var exitCode = false

  @OptionGroup var options: StoreOptions
  @OptionGroup var speech: VerbosityOptions

  func validate() throws {
    if exitCode, !dryRun { throw ValidationError("--exit-code goes with --dry-run") }
    if dryRun, path == nil {
      throw ValidationError("--dry-run needs -o, which it compares with")
    }
  }

  private var path: String? { output == "-" ? nil : output }

  func run() throws {
    let run = try StoreRun(options, speech, asJSON: false)
    try StoreAddressCheck.refuse(
      path.map { [$0] } ?? [], for: .calendars, runEnvironment: run.runEnvironment)
    let export = StoreExport(path: path, name: name, isDryRun: dryRun, hasExitCode: exitCode)
    var messages = run.messages
    export.run(try run.places([store]), run.opening, messages: &messages)
    try messages.status.throwUnlessDone()
  }
}

/// Writes the items of stores as one calendar.
struct StoreExport {
  /// The file; nil for standard output.
  let path: String?
  /// The calendar's name; nil for that of the list, where there is one.
  let name: String?
  let isDryRun: Bool
  let hasExitCode: Bool

  /// Exports; where a store cannot be read nothing is written.
  func run(_ places: [StorePlace], _ opening: StoreOpening, messages: inout Messages) {
    var gathered = CombinedCalendar()
    var titles: ExactSet = []
    for place in places {
      guard let open = opening.open(place, for: .reading, messages: &messages) else { return }
      do throws(StoreError) {
        for list in try open.meantLists() {
          titles.insert(list.title)
          for stored in try open.items(matching: ItemPredicate(in: [list.id])) {
            gathered.add(open.whole(stored.content))
          }
        }
      } catch {
        return messages.say(error, of: place.label)
      }
    }
    let header = CalendarHeader(name: name ?? (titles.count == 1 ? titles.first : nil))
    write(gathered.bytes(header), &messages)
    messages.tell("\(gathered.count) \(gathered.count == 1 ? "item" : "items")")
  }

  private func write(_ bytes: [UInt8], _ messages: inout Messages) {
    guard let path else { return Output.standard.write(bytes) }
    do throws(FileError) {
      let lock = try FileLock(for: path)
      let old = try lock.snapshot()?.bytes
      if let old, !old.isEmpty, !isOurs(old) {
        return messages.fail(
          "\(path): this is no calendar of duecal and would be lost; expected a new file, or a calendar "
            + "that duecal wrote", .refused)
      }
      if isDryRun { return compare(old, bytes, path: path, messages: &messages) }
      let outcome = try FileReplacement.write(bytes, under: lock)
      messages.tell("\(path): \(outcome == .unchanged ? "unchanged" : "written")")
    } catch {
      messages.sayUnwritable(error)
    }
  }

  private func isOurs(_ bytes: [UInt8]) -> Bool {
    FeedReader(bytes: bytes).productID == CalendarWriter.productID
  }

  private func compare(
    _ old: [UInt8]?, _ new: [UInt8], path: String, messages: inout Messages
  ) {
    guard old != new else { return messages.tell("\(path): unchanged") }
    Output.standard.print("\(old == nil ? "+" : "~") \(path)".visible)
    if hasExitCode { messages.note(.wouldChange) }
  }
}

extension OpenStore {
  /// An item with its text; one of a store that keeps none gets a new one.
  func whole(_ content: ItemContent) -> ItemContent {
    store.capabilities.contains(.preservesText)
      ? content : CalendarResource(content).content ?? content
  }
}
