import ArgumentParser
import CalendarItems
import CalendarStores
import Diagnostics
import DuecalConfiguration
import ExactText
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
    try run.write(to: store, writing: writing) { open, report, messages in
      let draft = try words.isEmpty ? nil : draft(clock, run.runEnvironment, messages: &messages)
      let target = try target(open, draft?.content.item.kind, report: &report, messages: &messages)
      guard let draft, let target else { return }
      if !writing.dryRun, let list = target.list {
        var written = WriteVerification()
        written.add(draft.content, try open.apply(.create(draft.content), to: list.id))
        written.compare(in: open, called: target.label, messages: &messages)
      }
      report.add(
        StoreOutcome(
          kind: .added, list: target.label, title: draft.content.item.shownTitle,
          uid: draft.content.item.uid, details: draft.details))
    }
  }

  // MARK: The item

  /// An item made from the words of a command, and what was understood of them.
  private struct Draft {
    let content: ItemContent
    let details: [String]
  }

  private func draft(
    _ clock: RunClock, _ runEnvironment: RunEnvironment, messages: inout Messages
  ) throws -> Draft {
    let task = try dictated(clock, runEnvironment, messages: &messages)
    if let project = task.project {
      messages.warn("project:\(project) is left out; name a list instead, as in work#Home")
    }
    let lines = [task.body(in: .taskPaper)] + task.notes.map { "\t\($0)" }
    let file = TaskFile(
      name: "-", identity: "-", modified: clock.instant,
      document: TaskDocument(lines.joined(separator: "\n") + "\n"))
    var choice = SourceItems.Choice(profile: profile)
    choice.configuration = runEnvironment.configuration
    let items = SourceItems([file], [], clock: clock, choice: choice)
    var content: ItemContent?
    items.forEachLine(closed: true, &messages) { line in
      if content == nil, let series = items.series(of: line) {
        content = ItemContent(series.item, zones: series.zones)
      }
    }
    guard var content else {
      messages.fail("an event needs a date; expected one, with --due or among the words", .usage)
      throw ExitStatus.usage
    }
    let reading = reading(of: file, clock, runEnvironment: runEnvironment)
    content.item.uid = reading.fields(of: file.document).uid ?? NewUID.make()
    reading.warn(of: file, content.item, messages: &messages)
    return Draft(content: content, details: task.details(under: nil))
  }

  /// Reads the tags of the line that the words form.
  private func reading(
    of file: TaskFile, _ clock: RunClock, runEnvironment: RunEnvironment
  ) -> DictatedTags {
    let vocabulary = runEnvironment.configuration.vocabulary
    let named = NamedZones([file], vocabulary)
    let reader = LineFieldReader(
      vocabulary: vocabulary, relativeDates: .resolve(at: clock.now), isZoneKnown: named.error)
    return DictatedTags(
      reader: reader, checks: LineChecks(reader, zone: clock.zone, zones: named.zones))
  }

  private func dictated(
    _ clock: RunClock, _ runEnvironment: RunEnvironment, messages: inout Messages
  ) throws -> NewTask {
    let zones = SharedZones()
    let reader = LineFieldReader(
      vocabulary: runEnvironment.configuration.vocabulary, relativeDates: .resolve(at: clock.now),
      isZoneKnown: { zones.error(of: $0) })
    return try task.task(words.joined(separator: " "), reader, clock: clock, messages: &messages)
  }

  // MARK: The list

  /// The list for the item; nil, after a report, if there is none.
  private func target(
    _ open: OpenStore, _ kind: CalendarItem.Kind?, report: inout StoreReport,
    messages: inout Messages
  ) throws -> TargetList? {
    if let title = list ?? open.place.list {
      if let known = try TargetList(called: title, for: kind, in: open) { return known }
      guard list != nil else { throw StoreError.noList(ItemList.ID(title)) }
      return try make(title, open, report: &report)
    }
    let lists = try open.lists()
    let fitting = lists.first { list in
      list.isWritable && (kind.map(list.details.kinds.contains) ?? true)
    }
    if let fitting {
      return TargetList(label: open.label(of: fitting, among: lists), list: fitting)
    }
    messages.fail(
      "\(open.place.name): no list accepts the item; expected one, made with --list TITLE", .noInput
    )
    return nil
  }

  private func make(
    _ title: String, _ open: OpenStore, report: inout StoreReport
  ) throws(StoreError) -> TargetList {
    let kinds = takes.isEmpty ? Set(CalendarItem.Kind.allCases) : Set(takes)
    let details = ItemList.Details(
      title: title, color: listColor.flatMap { CalendarColor($0)?.value }, kinds: kinds)
    return try TargetList(making: details, in: open, isDryRun: writing.dryRun, report: &report)
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
