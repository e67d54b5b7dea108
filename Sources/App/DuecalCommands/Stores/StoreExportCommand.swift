import ArgumentParser
import CalendarItems
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
      Each item is written byte for byte as the store has it, with everything that other programs added, and \
      each time zone once. The calendar gets the name of the list, unless --name is given.

      Examples:
        duecal store export work#Home -o home.ics
        duecal store export sqlite: > all.ics
      """)

  @Argument(help: "The store, such as work or work#Home.", completion: StoreCompletion.stores)
  var store: String

  @Option(
    name: .shortAndLong, help: .output,
    completion: .file(extensions: ["ics"]))
  var output: String?

  @Option(help: .calendarName)
  var name: String?

  @OptionGroup var dry: DryRunOptions
  @OptionGroup var options: StoreOptions
  @OptionGroup var verbosity: VerbosityOptions

  func validate() throws {
    if dry.dryRun, path == nil {
      throw ValidationError("--dry-run needs -o, the file to compare with")
    }
  }

  private var path: String? { output == "-" ? nil : output }

  func run() throws {
    let run = try StoreRun(options, verbosity, asJSON: false)
    try StoreAddressCheck.refuse(
      path.map { [$0] } ?? [], for: .calendars, runEnvironment: run.runEnvironment)
    let export = StoreExport(
      path: path, name: name, isDryRun: dry.dryRun, hasExitCode: dry.exitCode)
    var messages = run.messages
    export.run(try run.places([store]), run.opening, messages: &messages)
    try messages.status.throwUnlessDone()
  }
}

/// Writes the items of stores as one calendar.
struct StoreExport {
  /// The file; nil for standard output.
  let path: String?
  /// The calendar's name; nil for that of the list, if there is one.
  let name: String?
  let isDryRun: Bool
  let hasExitCode: Bool

  /// Exports; writes nothing if a store cannot be read.
  func run(_ places: [StorePlace], _ opening: StoreOpening, messages: inout Messages) {
    var calendar = CombinedCalendar()
    var titles: ExactSet = []
    for place in places {
      guard let open = opening.open(place, for: .reading, messages: &messages) else { return }
      do throws(StoreError) {
        for list in try open.meantLists() {
          titles.insert(list.title)
          for stored in try open.items(matching: ItemPredicate(in: [list.id])) {
            calendar.add(open.whole(stored.content))
          }
        }
        try open.reportUnread(&messages)
      } catch {
        return messages.report(error, of: place.label)
      }
    }
    let header = CalendarHeader(name: name ?? (titles.count == 1 ? titles.first : nil))
    write(calendar.bytes(header), &messages)
    messages.log("\(calendar.count) \(calendar.count == 1 ? "item" : "items")")
  }

  private func write(_ bytes: [UInt8], _ messages: inout Messages) {
    guard let path else { return Output.standard.write(bytes) }
    do throws(FileError) {
      let lock = try FileLock(for: path)
      let old = try lock.snapshot()?.bytes
      if let old, !old.isEmpty, !isOurs(old) {
        return messages.fail(
          "\(path): this is not a calendar that duecal wrote and would be overwritten; expected a "
            + "new file, or a calendar that duecal wrote", .refused)
      }
      if isDryRun { return compare(old, bytes, path: path, messages: &messages) }
      let outcome = try FileReplacement.write(bytes, under: lock)
      messages.log("\(path): \(outcome == .unchanged ? "unchanged" : "written")")
    } catch {
      messages.reportUnwritable(error)
    }
  }

  private func isOurs(_ bytes: [UInt8]) -> Bool {
    FeedReader(bytes: bytes).productID == CalendarWriter.productID
  }

  private func compare(
    _ old: [UInt8]?, _ new: [UInt8], path: String, messages: inout Messages
  ) {
    guard old != new else { return messages.log("\(path): unchanged") }
    let shown = HomePath.shown(path, on: .standard)
    Output.standard.print("\(old == nil ? "+" : "~") \(shown)".visible)
    if hasExitCode { messages.note(.wouldChange) }
  }
}

extension OpenStore {
  /// An item with its text; one from a store that keeps no texts gets a new one.
  func whole(_ content: ItemContent) -> ItemContent {
    store.capabilities.contains(.preservesText)
      ? content : CalendarResource(content).content ?? content
  }
}
