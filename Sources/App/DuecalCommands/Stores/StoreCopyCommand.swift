import ArgumentParser
import CalendarItems
import CalendarStores
import ExactText
import StoreAccess

/// `duecal store copy`.
struct StoreCopyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "copy",
    abstract: "Copy items to another list, of the same store or of another.",
    discussion: """
      The items keep their UIDs. With --all and without a name, the whole list is copied. The target list is \
      created if it is missing. duecal copy copies all lists of a store.

      Examples:
        duecal store copy work#Inbox sqlite:#Home "call ann"
        duecal store copy vdir:~/calendars#office work#Home --all
      """)

  @OptionGroup var items: TransferOptions

  func run() throws { try items.run(.copied) }
}

/// `duecal store move`.
struct StoreMoveCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "move",
    abstract: "Move items to another list, of the same store or of another.",
    discussion: """
      With --all and without a name, the whole list is moved. An item is removed from its list once it is in \
      the other list. If the other list already has a different version of it, it is not moved, unless \
      --replace is given.

      Examples:
        duecal store move work#Inbox work#Home "call ann"
        duecal store move sqlite:#Home work#Home --all
      """)

  @OptionGroup var items: TransferOptions

  func run() throws { try items.run(.moved) }
}

/// The options for the items to copy or move, and their target.
struct TransferOptions: ParsableArguments {
  @Argument(
    help: "The list that they are in, such as work#Inbox.", completion: StoreCompletion.stores)
  var source: String

  @Argument(
    help: "The list that they go into, such as work#Home.", completion: StoreCompletion.stores)
  var target: String

  @Argument(help: "The items: UIDs, names in the store, or parts of titles.")
  var item: [String] = []

  @Flag(help: .all)
  var all = false

  @Flag(help: .replace)
  var replace = false

  @OptionGroup var writing: StoreWritingOptions

  func validate() throws {
    if item.isEmpty, !all { throw ValidationError("Missing the items; expected some, or --all") }
    if StorePlace.parted(target).list == nil {
      throw ValidationError("\(target): expected a list after the store, such as \(target)#Home")
    }
  }

  /// Copies or moves the items.
  func run(_ kind: StoreOutcome.Kind) throws {
    let run = try StoreRun(writing.stores, writing.verbosity, asJSON: writing.json)
    var messages = run.messages
    var report = StoreReport(writing)
    try run.pair(source, target, movesAway: kind == .moved, writing: writing, messages: &messages) {
      source, target, messages in
      let found = try source.found()
      if item.isEmpty { try source.reportUnread(&messages) }
      let chosen = try StoreChooser(takesAll: all, clock: ReaderClock(run.runEnvironment)).items(
        item, of: found, place: source.place, messages: &messages)
      let list = try list(in: target, like: chosen.first?.list, report: &report)
      try transfer(
        chosen, source, target: target, list: list, kind: kind, report: &report, messages: &messages
      )
    }
    report.finish(&messages)
    try messages.status.throwUnlessDone()
  }

  private func list(
    in target: OpenStore, like list: ItemList?, report: inout StoreReport
  ) throws(StoreError) -> TargetList {
    let title = target.place.list ?? ""
    if let known = try TargetList(called: title, in: target) { return known }
    let details = ItemList.Details(title: title, color: list?.details.color)
    return try TargetList(making: details, in: target, isDryRun: writing.dryRun, report: &report)
  }

  private func transfer(
    _ chosen: [FoundItem], _ source: OpenStore, target: OpenStore, list: TargetList,
    kind: StoreOutcome.Kind, report: inout StoreReport, messages: inout Messages
  ) throws(StoreError) {
    let known = try list.list.map { list throws(StoreError) in
      try target.known(among: chosen, in: list)
    }
    if let list = list.list, source.has(list, of: target, chosen: chosen, known: known ?? [:]) {
      return messages.fail("\(target.place.label): the items are already in this list", .usage)
    }
    var transfer = StoreTransfer(
      to: target, replace ? .replace : .leave, as: kind, isDryRun: writing.dryRun,
      progress: TransferProgress(of: chosen.count, writing.verbosity.level))
    let items = chosen.map {
      StoreTransfer.Passenger(content: $0.stored.content, origin: $0.stored.id)
    }
    let byOrigin = Dictionary(chosen.map { ($0.stored.id, $0) }) { first, _ in first }
    transfer.put(items, into: list, knowing: known ?? [:], report: &report, messages: &messages) {
      arrived, messages in
      guard kind == .moved, !writing.dryRun else { return }
      remove(
        arrived.compactMap { $0.origin.flatMap { byOrigin[$0] } }, from: source, messages: &messages
      )
    }
  }

  /// Removes the items that were written to the target, list by list.
  private func remove(
    _ items: [FoundItem], from source: OpenStore, messages: inout Messages
  ) {
    for (_, group) in Dictionary(grouping: items, by: \.list.id) {
      guard let list = group.first?.list else { continue }
      let changes = group.map { ItemChange.remove($0.stored.version) }
      do throws(StoreError) {
        for (item, result) in zip(group, try source.apply(changes, to: list.id)) {
          guard case .failure(let error) = result else { continue }
          messages.report(error, of: "\(item.label): \(item.title): the item is in both lists now")
        }
      } catch {
        messages.report(error, of: "\(list.title): items are in both lists now")
      }
    }
  }
}

extension OpenStore {
  /// True if the chosen items are already in that list of another store, because it is the same list.
  ///
  /// A file may have many names, and so may a server: there the versions of items show that it is the same.
  fileprivate func has(
    _ list: ItemList, of other: OpenStore, chosen: [FoundItem], known: StoreTransfer.Known
  ) -> Bool {
    let inList = chosen.filter { $0.list.id == list.id }
    if place.identity == other.place.identity { return !inList.isEmpty }
    guard place.address.server != nil, other.place.address.server != nil else { return false }
    return inList.contains { known[$0.item.uid]?.version == $0.stored.version }
  }

  /// The items of a list that have the UIDs of others.
  fileprivate func known(
    among items: [FoundItem], in list: ItemList
  ) throws(StoreError) -> StoreTransfer.Known {
    var predicate = ItemPredicate(in: [list.id])
    predicate.uids = ExactSet(items.map(\.item.uid))
    return ExactDictionary(try self.items(matching: predicate).map { ($0.item.uid, $0) }) {
      first, _ in
      first
    }
  }
}
