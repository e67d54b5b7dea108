import CalendarItems
import CalendarStores
import ExactText
import StoreAccess

/// Copies the lists of a store to another.
struct StoreCopy {
  private let source: OpenStore
  private let target: OpenStore
  private let writing: StoreWritingOptions
  private let conflict: StoreTransfer.Conflict
  private let items: [FoundItem]
  /// All items of the target, by UID.
  private let known: ExactDictionary<[StoredItem]>
  private let progress: TransferProgress
  /// The lists of the target that already correspond to one of the source.
  private var used: Set<ItemList.ID> = []
  /// The lists for both kinds that were created, by number and title.
  private var mixed: ExactDictionary<TargetList> = [:]

  /// Reads both stores.
  init(
    _ source: OpenStore, _ target: OpenStore, replaces: Bool, writing: StoreWritingOptions
  ) throws(StoreError) {
    self.source = source
    self.target = target
    self.writing = writing
    conflict = replaces ? .replace : .leave
    items = try source.found()
    known = ExactDictionary(grouping: try target.items(matching: ItemPredicate()), by: \.item.uid)
    progress = TransferProgress(of: items.count, writing.verbosity.level)
  }

  /// Copies list after list; one that cannot be created is reported, and the others are copied.
  mutating func run(
    _ report: inout StoreReport, _ messages: inout Messages
  ) throws(StoreError) {
    let byList = Dictionary(grouping: items, by: \.list.id)
    let twins = ExactSet(
      ExactDictionary(grouping: items, by: \.item.uid).filter { $1.count > 1 }.keys)
    // Several lists with one title are matched with those of that title in the target, in order.
    var seen: ExactDictionary<[Set<CalendarItem.Kind>]> = [:]
    for list in try source.meantLists() {
      let number = seen[list.title, default: []].count { kinds in
        !mixesKinds || !kinds.isDisjoint(with: list.details.kinds)
      }
      seen[list.title, default: []].append(list.details.kinds)
      do throws(StoreError) {
        let there = try self.target(for: list, number, report: &report, messages: &messages)
        copy(byList[list.id] ?? [], into: there, twins: twins, report: &report, messages: &messages)
      } catch {
        messages.report(error, of: target.place.label(list.title), status: .partial)
      }
    }
  }

  // MARK: Lists

  /// True if the target has one list for reminders and events of one title.
  private var mixesKinds: Bool { target.mixesKinds }

  private mutating func target(
    for list: ItemList, _ number: Int, report: inout StoreReport, messages: inout Messages
  ) throws(StoreError) -> TargetList {
    if let named = target.place.list {
      if let known = try TargetList(called: named, in: target) { return known }
      return try make(list, titled: named, report: &report, messages: &messages)
    }
    let all = try target.lists()
    let title = Self.title(of: list)
    guard let there = try self.list(like: list, title, number: number, among: all) else {
      return try make(
        list, titled: title, number: number, besides: all, report: &report, messages: &messages)
    }
    used.insert(there.id)
    return TargetList(label: target.label(of: there, among: all), list: there)
  }

  /// The title of a list in the target; a list with a blank title gets its ID as the title.
  private static func title(of list: ItemList) -> String {
    ListTitle.plain(list.title).isEmpty ? list.id.name : list.title
  }

  /// The list in the target with the title of another, or with what the store would make of that title.
  private func list(
    like list: ItemList, _ title: String, number: Int, among all: [ItemList]
  ) throws(StoreError) -> ItemList? {
    let titled = all.filter { $0.title == title }
    func isFree(_ there: ItemList) -> Bool {
      mixesKinds
        ? there.details.kinds.isSuperset(of: list.details.kinds) : !used.contains(there.id)
    }
    let fitting = mixesKinds ? titled.filter(isFree) : titled
    if number < fitting.count { return fitting[number] }
    let taken = ExactSet(try source.lists().map(Self.title))
    let plain = ListTitle.plain(title)
    return all.first {
      ListTitle.plain($0.title) == plain && !taken.contains($0.title) && isFree($0)
    }
  }

  private mutating func make(
    _ list: ItemList, titled title: String, number: Int = 0, besides all: [ItemList] = [],
    report: inout StoreReport, messages: inout Messages
  ) throws(StoreError) -> TargetList {
    var details = list.details
    details.title = title
    if mixesKinds {
      if let known = mixed["\(number) \(title)"] { return known }
      details.kinds = Set(CalendarItem.Kind.allCases)
    }
    let made = try TargetList(
      making: details, in: target, besides: Set(all.map(\.id)), isDryRun: writing.dryRun,
      report: &report)
    if let id = made.list?.id { used.insert(id) }
    if mixesKinds { mixed["\(number) \(title)"] = made }
    if let got = made.list?.details {
      reportLosses(
        of: list.details(titled: target.place.list), got, label: made.label, messages: &messages)
    }
    return made
  }

  private func reportLosses(
    of wanted: ItemList.Details, _ got: ItemList.Details, label: String,
    messages: inout Messages
  ) {
    var lost = wanted.title == got.title ? [] : ["title"]
    if wanted.color.map({ $0 != got.color }) ?? false { lost.append("color") }
    if !got.kinds.isSuperset(of: wanted.kinds) { lost.append("kinds") }
    if !lost.isEmpty { messages.warn("\(label): not kept: \(lost.joined(separator: ", "))") }
  }

  // MARK: Items

  private func copy(
    _ items: [FoundItem], into list: TargetList, twins: ExactSet,
    report: inout StoreReport, messages: inout Messages
  ) {
    var transfer = StoreTransfer(
      to: target, conflict, as: .copied, isDryRun: writing.dryRun, progress: progress)
    let passengers = items.map { StoreTransfer.Passenger(content: $0.stored.content) }
    transfer.put(
      passengers, into: list, knowing: known(among: items, list, twins: twins), report: &report,
      messages: &messages)
    progress.hide()
    printSummary(transfer, list)
  }

  /// The target's items with these UIDs: in that list, or in another one to which somebody moved them.
  private func known(
    among items: [FoundItem], _ list: TargetList, twins: ExactSet
  ) -> StoreTransfer.Known {
    var found: StoreTransfer.Known = [:]
    for item in items {
      let uid = item.item.uid
      let there = known[uid] ?? []
      let own = there.first { $0.id.list == list.list?.id }
      found[uid] = own ?? (twins.contains(uid) || target.place.list != nil ? nil : there.first)
    }
    return found
  }

  /// Reports the result for a list.
  private func printSummary(_ transfer: StoreTransfer, _ list: TargetList) {
    guard !writing.dryRun, !writing.json, !writing.verbosity.level.quiet else { return }
    let kinds: [StoreOutcome.Kind] = [.copied, .changed, .unchanged, .different]
    var words = kinds.compactMap { kind in transfer.counts[kind].map { "\($0) \(kind.rawValue)" } }
    if transfer.failures > 0 { words.append("\(transfer.failures) failed") }
    Output.standard.print(
      "\(list.label): \(words.isEmpty ? "nothing" : words.joined(separator: ", "))".visible)
  }
}

extension ItemList {
  /// The details of the new list, with the requested title or its own.
  fileprivate func details(titled title: String?) -> Details {
    var details = details
    details.title = title ?? details.title
    return details
  }
}
