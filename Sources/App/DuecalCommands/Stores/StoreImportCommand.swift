import ArgumentParser
import CalendarItems
import CalendarStores
import ExactText
import ICalendar
import StoreAccess
import StoredText

/// `duecal store import`.
struct StoreImportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import",
    abstract: "Put the items of calendars into a list of a store.",
    discussion: """
      The list is created if it is missing. Items are matched by their UIDs: new items are added, equal \
      ones are left alone, and different ones are changed. If the store has a later version of an item, \
      it is reported, and changed only with --replace. Nothing is removed.

      Examples:
        duecal store import calendar.ics sqlite:#Home
        duecal store import ~/calendars/office work#Inbox --dry-run
        duecal store import https://example.org/team.ics sqlite:#Team
      """)

  @Argument(
    help: ArgumentHelp(
      "Calendar files (.ics), folders of them, addresses or - for standard input; after them the "
        + "list, such as work#Home.", valueName: "calendars> <list"), completion: .file())
  var arguments: [String]

  @OptionGroup var named: FileOptions

  @Flag(help: .replace)
  var replace = false

  @OptionGroup var limits: LimitOptions
  @OptionGroup var writing: StoreWritingOptions

  func validate() throws {
    guard !calendars.isEmpty, let target = arguments.last, StorePlace.parted(target).list != nil
    else {
      throw ValidationError("expected calendars, and after them a list such as sqlite:#Home")
    }
  }

  private var calendars: [String] { arguments.dropLast() + named.file }

  func run() throws {
    let run = try StoreRun(writing.stores, writing.verbosity, asJSON: writing.json)
    let calendars = CalendarFiles(
      sources: try SourcePaths(self.calendars, run.runEnvironment),
      limits: try limits.limits(),
      time: writing.stores.time, runEnvironment: run.runEnvironment)
    try run.write(to: arguments.last ?? "", writing: writing) { open, report, messages in
      let items = self.items(of: calendars, &messages)
      guard !items.isEmpty else { return }
      let list = try list(in: open, &report)
      var transfer = StoreTransfer(
        to: open, replace ? .replace : .replaceOlder, as: .added, isDryRun: writing.dryRun,
        progress: TransferProgress(of: items.count, writing.verbosity.level))
      transfer.put(
        items, into: list, knowing: try known(in: list, open), report: &report, messages: &messages)
    }
  }

  /// The items of calendars, each with a text of its own.
  private func items(
    of calendars: CalendarFiles, _ messages: inout Messages
  ) -> [StoreTransfer.Passenger] {
    var items: [StoreTransfer.Passenger] = []
    calendars.forEach(&messages) { name, reading, messages in
      for content in reading.parted {
        guard !content.item.uid.isEmpty else {
          messages.fail("\(name): an item without a UID is left out; expected one", .partial)
          continue
        }
        items.append(StoreTransfer.Passenger(content: content))
      }
    }
    return Self.joined(items)
  }

  /// The items; a series and its changed occurrences, which may lie in several calendars, are one.
  private static func joined(_ items: [StoreTransfer.Passenger]) -> [StoreTransfer.Passenger] {
    func key(_ item: StoreTransfer.Passenger) -> String {
      SeriesGroup.key(of: item.content.item) ?? ""
    }
    func isSeries(_ item: StoreTransfer.Passenger) -> Bool { item.content.item.occurrence == nil }
    var parts = ExactDictionary(
      items.filter { !isSeries($0) }.map { (key($0), [$0.content]) }, uniquingKeysWith: +)
    let series = ExactSet(items.filter(isSeries).map(key))
    return items.compactMap { item in
      let name = key(item)
      // The first of several series gets the occurrences; without one, they are one item of their own.
      guard isSeries(item) || !series.contains(name) else { return nil }
      guard let own = parts.removeValue(forKey: name) else { return isSeries(item) ? item : nil }
      let others = isSeries(item) ? own : Array(own.dropFirst())
      return StoreTransfer.Passenger(content: item.content.joining(others))
    }
  }

  private func list(
    in open: OpenStore, _ report: inout StoreReport
  ) throws(StoreError) -> TargetList {
    let title = open.place.list ?? ""
    if let known = try TargetList(called: title, in: open) { return known }
    return try TargetList(
      making: ItemList.Details(title: title), in: open, isDryRun: writing.dryRun, report: &report)
  }

  private func known(
    in list: TargetList, _ open: OpenStore
  ) throws(StoreError) -> StoreTransfer.Known {
    guard let list = list.list else { return [:] }
    let stored = try open.items(matching: ItemPredicate(in: [list.id]))
    return ExactDictionary(stored.map { ($0.item.uid, $0) }) { first, _ in first }
  }
}
