import CalendarItems
import CalendarStores
import Diagnostics
import ExactText
import StoreAccess

/// Puts items into the lists of a store, a batch at a time, and says what became of each.
///
/// Items are compared by their UIDs before anything is written: what is there already and says the same is
/// left, so a run that was ended goes on where it stopped.
struct StoreTransfer {
  /// What is done with an item that is there already and says something else.
  enum Conflict {
    /// It is said and left.
    case leave
    /// It is replaced.
    case replace
    /// It is replaced, unless what is there is newer.
    case replaceOlder
  }

  let target: OpenStore
  let conflict: Conflict
  /// What is said of an item that is put there.
  let kind: StoreOutcome.Kind
  let isDryRun: Bool
  private let progress: TransferProgress
  /// How many items are written at once.
  private static let batch = 100

  /// How many items became what.
  private(set) var counts: [StoreOutcome.Kind: Int] = [:]
  private(set) var failures = 0

  init(
    to target: OpenStore, _ conflict: Conflict, saying kind: StoreOutcome.Kind, isDryRun: Bool,
    progress: TransferProgress
  ) {
    self.target = target
    self.conflict = conflict
    self.kind = kind
    self.isDryRun = isDryRun
    self.progress = progress
  }

  /// An item on its way.
  struct Passenger {
    let content: ItemContent
    /// Where it comes from, if that is a store; several items there may have one UID.
    var origin: ItemRef?

    var title: String { content.item.shownTitle }
  }

  /// What of the target is known by UID.
  typealias Known = ExactDictionary<StoredItem>

  /// Puts items into a list.
  ///
  /// - Parameters:
  ///   - items: The items.
  ///   - list: The list that they go into.
  ///   - known: The items of the target that have one of these UIDs.
  ///   - arrived: Is told which are there now, so that they may go where they come from.
  mutating func put(
    _ items: [Passenger], into list: TargetList, knowing known: Known, report: inout StoreReport,
    messages: inout Messages, arrived: ([Passenger], inout Messages) -> Void = { _, _ in }
  ) {
    for start in stride(from: 0, to: items.count, by: Self.batch) {
      let batch = items[start..<min(start + Self.batch, items.count)]
      var steps: [Step] = []
      var isThere: [Passenger] = []
      for item in batch {
        let step = step(for: item, known)
        if step.change == nil {
          progress.hide()
          tell(step, list, report: &report, messages: &messages)
        }
        if step.isThere { isThere.append(item) }
        if step.change != nil { steps.append(step) }
      }
      let done = write(steps, to: list, report: &report, messages: &messages)
      arrived(isThere + done, &messages)
      progress.advance(by: batch.count)
    }
  }

  // MARK: What to do

  /// What is to be done with an item.
  private struct Step {
    let item: Passenger
    let kind: StoreOutcome.Kind
    var change: ItemChange?
    /// True if the same is there already.
    var isThere = false
    var details: [String] = []
  }

  private func step(for item: Passenger, _ known: Known) -> Step {
    guard let there = known[item.content.item.uid] else {
      return Step(item: item, kind: kind, change: .create(item.content))
    }
    let differences = item.content.differences(from: there.content)
    if differences.isEmpty {
      return Step(item: item, kind: kind == .moved ? .moved : .unchanged, isThere: true)
    }
    if conflict == .leave || conflict == .replaceOlder && there.content.isNewer(than: item.content)
    {
      return Step(item: item, kind: .different, details: differences)
    }
    return Step(
      item: item, kind: .changed, change: .update(there.version, item.content),
      details: differences)
  }

  // MARK: Doing it

  /// Writes a batch; gives the items that are there now.
  private mutating func write(
    _ steps: [Step], to list: TargetList, report: inout StoreReport, messages: inout Messages
  ) -> [Passenger] {
    guard !isDryRun, let there = list.list else {
      for step in steps { tell(step, list, report: &report, messages: &messages) }
      return []
    }
    var done: [Passenger] = []
    var written = WriteVerification()
    let results = results(of: steps, in: there)
    progress.hide()
    for (step, result) in zip(steps, results) {
      do throws(StoreError) {
        written.add(step.item.content, try result.get())
        done.append(step.item)
        tell(step, list, report: &report, messages: &messages)
      } catch {
        failures += 1
        messages.say(error, of: "\(list.label): \(step.item.title)", status: .partial)
      }
    }
    written.compare(in: target, called: list.label, messages: &messages)
    return done
  }

  /// The results of a batch; where it is all or nothing, one bad item does not keep the others out.
  private func results(
    of steps: [Step], in list: ItemList
  ) -> [Result<ItemVersion, StoreError>] {
    guard !steps.isEmpty else { return [] }
    let changes = steps.compactMap(\.change)
    let isOfList = changes.allSatisfy { $0.list.map { $0 == list.id } ?? true }
    do throws(StoreError) {
      guard isOfList else { return each(changes, in: list) }
      let results = try target.apply(changes, to: list.id)
      let hasFailure = results.contains { if case .failure = $0 { true } else { false } }
      let isAtomic = target.store.capabilities.contains(.isAtomic)
      return hasFailure && isAtomic ? each(changes, in: list) : results
    } catch {
      return changes.map { _ in .failure(error) }
    }
  }

  /// The results of changes one by one; an item may have been moved to another list meanwhile.
  private func each(
    _ changes: [ItemChange], in list: ItemList
  ) -> [Result<ItemVersion, StoreError>] {
    changes.map { change in
      Result { () throws(StoreError) in try target.apply(change, to: change.list ?? list.id) }
    }
  }

  private mutating func tell(
    _ step: Step, _ list: TargetList, report: inout StoreReport, messages: inout Messages
  ) {
    counts[step.kind, default: 0] += 1
    report.add(
      StoreOutcome(
        kind: step.kind, list: list.label, title: step.item.title,
        uid: step.item.content.item.uid, details: step.details))
    guard step.kind == .different else { return }
    messages.warn(
      "\(list.label): \(step.item.title.quoted) is there already and says something else "
        + "(\(step.details.joined(separator: ", "))); it is left")
  }
}

extension ItemChange {
  /// The list of the item that is changed; nil for a new one.
  fileprivate var list: ItemList.ID? {
    switch self {
    case .create: nil
    case .update(let version, _), .remove(let version): version.ref.list
    }
  }
}
