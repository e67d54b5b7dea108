import CalendarItems
import CalendarStores
import Diagnostics
import ExactText
import StoreAccess
import StoredText

/// Writes items into the lists of a store in batches, and reports the result of each.
///
/// Items are compared by their UIDs before anything is written. Those that exist already with the same contents are
/// left, so an interrupted run can be repeated and continues where it stopped.
struct StoreTransfer {
  /// What to do with an item that exists already with other contents.
  enum Conflict {
    /// Report it, and leave it as it is.
    case leave
    /// Replace it.
    case replace
    /// Replace it, unless the existing item is newer.
    case replaceOlder
  }

  let target: OpenStore
  let conflict: Conflict
  /// The kind of outcome that is reported for a written item.
  let kind: StoreOutcome.Kind
  let isDryRun: Bool
  private let progress: TransferProgress
  /// The number of items written at once.
  private static let batch = 100

  /// The number of items for each outcome.
  private(set) var counts: [StoreOutcome.Kind: Int] = [:]
  private(set) var failures = 0

  init(
    to target: OpenStore, _ conflict: Conflict, as kind: StoreOutcome.Kind, isDryRun: Bool,
    progress: TransferProgress
  ) {
    self.target = target
    self.conflict = conflict
    self.kind = kind
    self.isDryRun = isDryRun
    self.progress = progress
  }

  /// An item that is transferred.
  struct Passenger {
    let content: ItemContent
    /// Its place in the source, if that is a store; several items there may have one UID.
    var origin: ItemRef?

    var title: String { content.item.shownTitle }
  }

  /// The items of the target by UID.
  typealias Known = ExactDictionary<StoredItem>

  /// Writes items into a list.
  ///
  /// - Parameters:
  ///   - items: The items.
  ///   - list: The target list.
  ///   - known: The items of the target that have one of these UIDs.
  ///   - arrived: Called with the items that are now in the target, so that a move can remove them from the source.
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
          record(step, list, report: &report, messages: &messages)
        }
        if step.isThere { isThere.append(item) }
        if step.change != nil { steps.append(step) }
      }
      let done = write(steps, to: list, report: &report, messages: &messages)
      arrived(isThere + done, &messages)
      progress.advance(by: batch.count)
    }
  }

  // MARK: Planning

  /// The planned operation for an item.
  private struct Step {
    let item: Passenger
    let kind: StoreOutcome.Kind
    var change: ItemChange?
    /// True if the target has the same item already.
    var isThere = false
    var details: [String] = []
  }

  private func step(for item: Passenger, _ known: Known) -> Step {
    guard let there = known[item.content.item.uid] else {
      return Step(item: item, kind: kind, change: .create(item.content))
    }
    let isPart = item.content.item.occurrence != nil && there.item.occurrence == nil
    let content = content(of: item, beside: there.content)
    let item = Passenger(content: content, origin: item.origin)
    let differences = content.differences(from: there.content)
    if differences.isEmpty {
      return Step(item: item, kind: kind == .moved ? .moved : .unchanged, isThere: true)
    }
    let isOlder = !isPart && there.content.isNewer(than: content)
    if conflict == .leave || conflict == .replaceOlder && isOlder {
      return Step(item: item, kind: .different, details: differences)
    }
    return Step(
      item: item, kind: .changed, change: .update(there.version, content), details: differences)
  }

  /// The new content of an item: an occurrence of a series that is there changes only that occurrence, and occurrences that
  /// a calendar lacks stay, unless it has a later version of the series (RFC 5546, section 2.1.4).
  private func content(of item: Passenger, beside there: ItemContent) -> ItemContent {
    let content = item.content
    guard there.item.occurrence == nil else { return content }
    if content.item.occurrence != nil { return there.joining([content]) }
    let sequences = [content, there].map { $0.item.revision?.sequence ?? 0 }
    guard conflict == .replaceOlder, sequences[0] <= sequences[1], let known = there.occurrences
    else { return content }
    return content.joining([known])
  }

  // MARK: Writing

  /// Writes a batch; returns the items that are now in the target.
  private mutating func write(
    _ steps: [Step], to list: TargetList, report: inout StoreReport, messages: inout Messages
  ) -> [Passenger] {
    guard !isDryRun, let there = list.list else {
      for step in steps { record(step, list, report: &report, messages: &messages) }
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
        record(step, list, report: &report, messages: &messages)
      } catch {
        failures += 1
        messages.report(error, of: "\(list.label): \(step.item.title)", status: .partial)
      }
    }
    written.compare(in: target, called: list.label, messages: &messages)
    return done
  }

  /// The results of a batch; if a store writes all or nothing, one bad item does not prevent the others.
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

  /// The results of changes made one by one; an item may have been moved to another list meanwhile.
  private func each(
    _ changes: [ItemChange], in list: ItemList
  ) -> [Result<ItemVersion, StoreError>] {
    changes.map { change in
      Result { () throws(StoreError) in try target.apply(change, to: change.list ?? list.id) }
    }
  }

  private mutating func record(
    _ step: Step, _ list: TargetList, report: inout StoreReport, messages: inout Messages
  ) {
    counts[step.kind, default: 0] += 1
    report.add(
      StoreOutcome(
        kind: step.kind, list: list.label, title: step.item.title,
        uid: step.item.content.item.uid, details: step.details))
    guard step.kind == .different else { return }
    messages.warn(
      "\(list.label): \(step.item.title.quoted) is already there with other content "
        + "(\(step.details.joined(separator: ", "))) and is left unchanged")
  }
}

extension ItemChange {
  /// The list of the changed item; nil for a new one.
  fileprivate var list: ItemList.ID? {
    switch self {
    case .create: nil
    case .update(let version, _), .remove(let version): version.ref.list
    }
  }
}
