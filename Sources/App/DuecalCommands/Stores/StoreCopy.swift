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
  /// All that the target has, by UID.
  private let known: ExactDictionary<[StoredItem]>
  private let progress: TransferProgress
  /// The lists there that one of the source has become.
  private var used: Set<ItemList.ID> = []

  /// Looks at both stores.
  init(
    _ source: OpenStore, _ target: OpenStore, replaces: Bool, writing: StoreWritingOptions
  ) throws(StoreError) {
    self.source = source
    self.target = target
    self.writing = writing
    conflict = replaces ? .replace : .leave
    items = try source.found()
    known = ExactDictionary(grouping: try target.items(matching: ItemPredicate()), by: \.item.uid)
    progress = TransferProgress(of: items.count, writing.speech.loudness)
  }

  /// Copies list after list; one that cannot be made is said, and the others are copied.
  mutating func run(
    _ report: inout StoreReport, _ messages: inout Messages
  ) throws(StoreError) {
    let byList = Dictionary(grouping: items, by: \.list.id)
    let twins = ExactSet(
      ExactDictionary(grouping: items, by: \.item.uid).filter { $1.count > 1 }.keys)
    // Lists of one title are those of that title there, one after the other.
    var seen: ExactDictionary<Int> = [:]
    for list in try source.meantLists() {
      let number = seen[list.title, default: 0]
      seen[list.title] = number + 1
      do throws(StoreError) {
        let there = try self.target(for: list, number, report: &report, messages: &messages)
        copy(byList[list.id] ?? [], into: there, twins: twins, report: &report, messages: &messages)
      } catch {
        messages.say(error, of: target.place.label(list.title), status: .partial)
      }
    }
  }

  // MARK: Lists

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
      return try make(list, titled: title, besides: all, report: &report, messages: &messages)
    }
    used.insert(there.id)
    return TargetList(label: target.label(of: there, among: all), list: there)
  }

  /// What a list is called there: one whose title says nothing gets its id.
  private static func title(of list: ItemList) -> String {
    ListTitle.plain(list.title).isEmpty ? list.id.name : list.title
  }

  /// The list there with the title of another, or with what a store would make of that.
  private func list(
    like list: ItemList, _ title: String, number: Int, among all: [ItemList]
  ) throws(StoreError) -> ItemList? {
    let titled = all.filter { $0.title == title }
    if number < titled.count { return titled[number] }
    let taken = ExactSet(try source.lists().map(Self.title))
    let plain = ListTitle.plain(title)
    return all.first {
      ListTitle.plain($0.title) == plain && !taken.contains($0.title) && !used.contains($0.id)
    }
  }

  private mutating func make(
    _ list: ItemList, titled title: String, besides all: [ItemList] = [],
    report: inout StoreReport, messages: inout Messages
  ) throws(StoreError) -> TargetList {
    var details = list.details
    details.title = title
    let made = try TargetList(
      making: details, in: target, besides: Set(all.map(\.id)), isDryRun: writing.dryRun,
      report: &report)
    if let id = made.list?.id { used.insert(id) }
    if let got = made.list?.details {
      sayLosses(
        of: list.details(titled: target.place.list), got, label: made.label, messages: &messages)
    }
    return made
  }

  private func sayLosses(
    of wanted: ItemList.Details, _ got: ItemList.Details, label: String,
    messages: inout Messages
  ) {
    var lost = wanted.title == got.title ? [] : ["title"]
    if wanted.color.map({ $0 != got.color }) ?? false { lost.append("color") }
    if wanted.kinds != got.kinds { lost.append("kinds") }
    if !lost.isEmpty { messages.warn("\(label): not kept: \(lost.joined(separator: ", "))") }
  }

  // MARK: Items

  private func copy(
    _ items: [FoundItem], into list: TargetList, twins: ExactSet,
    report: inout StoreReport, messages: inout Messages
  ) {
    var transfer = StoreTransfer(
      to: target, conflict, saying: .copied, isDryRun: writing.dryRun, progress: progress)
    let passengers = items.map { StoreTransfer.Passenger(content: $0.stored.content) }
    transfer.put(
      passengers, into: list, knowing: known(among: items, list, twins: twins), report: &report,
      messages: &messages)
    progress.hide()
    tell(transfer, list)
  }

  /// What the target has of these UIDs: in that list, else in another that somebody moved it to.
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

  /// Says what became of a list.
  private func tell(_ transfer: StoreTransfer, _ list: TargetList) {
    guard !writing.dryRun, !writing.json, !writing.speech.loudness.quiet else { return }
    let kinds: [StoreOutcome.Kind] = [.copied, .changed, .unchanged, .different]
    var words = kinds.compactMap { kind in transfer.counts[kind].map { "\($0) \(kind.rawValue)" } }
    if transfer.failures > 0 { words.append("\(transfer.failures) failed") }
    Output.standard.print(
      "\(list.label): \(words.isEmpty ? "nothing" : words.joined(separator: ", "))".visible)
  }
}

extension ItemList {
  /// What it is to be there, under a title that was asked for or its own.
  fileprivate func details(titled title: String?) -> Details {
    var details = details
    details.title = title ?? details.title
    return details
  }
}
