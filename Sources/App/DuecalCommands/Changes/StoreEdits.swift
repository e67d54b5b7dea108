import CalendarItems
import CalendarStores
import CalendarSync
import Diagnostics
import ExactText
import StoreAccess
import StoredText
import TaskBridge
import TaskDates
import TaskFolderStore
import TaskText
import UserFiles

/// An item that moves to another list of its store.
struct ItemTransfer {
  /// The line of the item.
  let line: LineRef
  let item: StoredItem
  let source: ChangedStores.List
  let target: (list: ItemList, label: String)

  /// The move as a line of a plan.
  var planned: String { outcome.planned }

  private var outcome: StoreOutcome {
    StoreOutcome(
      kind: .moved, list: target.label, title: item.item.shownTitle, uid: item.item.uid)
  }
}

/// The changes of items that follow from the changed lines of a run.
struct StoreEdits {
  private struct ListEdit {
    let list: ChangedStores.List
    let creations: [ItemChange]
    let updates: [ItemChange]
  }

  private var edits: [ListEdit] = []
  private var transfers: [ItemTransfer] = []
  /// The items that could not be written.
  private(set) var unwritten: Set<ItemRef> = []
  /// Why items cannot become what their lines are, in sentences.
  private(set) var faults: [String] = []
  /// The tags that items cannot have, in sentences.
  private var losses: [String] = []
  /// Why an item cannot have anything of its change.
  static let refusal = "the item cannot hold what was changed"
  /// The same for each such item, in sentences.
  private var refusals: [String] = []

  /// Creates edits that change nothing.
  init() {}

  init(_ report: ChangeReport) {
    transfers = report.transfers
    for (list, edited) in report.changedLists { add(list, edited) }
  }

  /// Creates the edits of one list from its lines after a change.
  init(_ list: ChangedStores.List, _ edited: EditedOutline) { add(list, edited) }

  private mutating func add(_ list: ChangedStores.List, _ edited: EditedOutline) {
    let changes = list.lines.changes(in: edited, newUID: NewUID.make)
    faults += changes.faults.map { "\(list.name(ofLine: $0.line)): \($0.reason)" }
    for (line, loss) in changes.losses { note(loss, list, line) }
    edits.append(
      ListEdit(
        list: list, creations: changes.items.filter(\.isCreation),
        updates: changes.items.filter { !$0.isCreation }))
  }

  private mutating func note(_ loss: ListLines.LineLoss, _ list: ChangedStores.List, _ line: Int) {
    let name = list.name(ofLine: line)
    switch loss {
    case .tags(let tags): losses += tags.map { "\(name): not kept: \($0)" }
    case .everything:
      refusals.append("\(name): \(Self.refusal)")
      if let item = list.lines.item(atLine: line) { unwritten.insert(item.id) }
    }
  }

  /// Reports what the items will not have.
  func reportLosses(_ messages: inout Messages) {
    for loss in losses { messages.warn(loss) }
    for refusal in refusals { messages.fail(refusal, .partial) }
  }

  var isEmpty: Bool {
    transfers.isEmpty && edits.allSatisfy { $0.creations.isEmpty && $0.updates.isEmpty }
  }

  // MARK: Writing

  /// Writes the items.
  ///
  /// - Parameters:
  ///   - journal: Keeps what is needed to undo the run.
  ///   - mayRetry: True if nothing else was written, so that the run can begin again if an item was changed meanwhile.
  /// - Returns: False if an item was changed meanwhile, and nothing is written.
  mutating func write(
    _ journal: StoreJournal, mayRetry: Bool, _ messages: inout Messages
  ) -> Bool {
    var isFirst = mayRetry
    for edit in edits {
      guard write(edit, journal, mayRetry: isFirst, &messages) else { return false }
      isFirst = false
    }
    for transfer in transfers { move(transfer, journal, &messages) }
    return true
  }

  /// Writes the items of a list: new ones first, which are taken back if the others cannot be written.
  private mutating func write(
    _ edit: ListEdit, _ journal: StoreJournal, mayRetry: Bool, _ messages: inout Messages
  ) -> Bool {
    var writing = ListWriting(edit.list)
    let place = edit.list.open.place
    let plan = journal.plan(
      writing.planned(edit.creations + edit.updates), in: place, &messages)
    writing.apply(edit.creations)
    if writing.errors.isEmpty { writing.apply(edit.updates) }
    if writing.updated == 0, !writing.errors.isEmpty { writing.takeBack() }
    if mayRetry, writing.isEmpty, writing.errors.contains(where: \.isChangedMeanwhile) {
      journal.record([], carryingOut: plan, in: place, &messages)
      return false
    }
    for error in writing.errors { messages.report(error, of: edit.list.label) }
    unwritten.formUnion(writing.missing(edit.updates))
    writing.verify(&messages)
    let changes = writing.changes
    for case (let before?, let after?) in changes {
      for name in ReplacedZones(from: before.content, to: after.content).names {
        messages.warn(replacedZone: name, of: after.item.title, in: edit.list.label)
      }
    }
    journal.record(changes, carryingOut: plan, in: place, &messages)
    return true
  }

  private mutating func move(
    _ transfer: ItemTransfer, _ journal: StoreJournal, _ messages: inout Messages
  ) {
    let open = transfer.source.open
    let target = transfer.target.list.id
    let planned = StoredItem(planned: transfer.item.content, in: target)
    let plan = journal.plan([(transfer.item, planned)], in: open.place, &messages)
    do throws(StoreError) {
      let version = try open.move(transfer.item, to: target)
      let after = try open.items(at: [version.ref]).first
      journal.record([(transfer.item, after)], carryingOut: plan, in: open.place, &messages)
    } catch {
      journal.record([], carryingOut: plan, in: open.place, &messages)
      unwritten.insert(transfer.item.id)
      messages.report(error, of: "\(transfer.source.label): \(transfer.item.item.shownTitle)")
    }
  }
}

/// What a run writes into one list.
private struct ListWriting {
  private let list: ChangedStores.List
  private var written: [(change: ItemChange, version: ItemVersion)] = []
  private(set) var errors: [StoreError] = []

  init(_ list: ChangedStores.List) { self.list = list }

  var isEmpty: Bool { written.isEmpty }

  /// The number of items that were there before and are changed now.
  var updated: Int { written.count { !$0.change.isCreation } }

  /// The items of some changes that were not written.
  func missing(_ changes: [ItemChange]) -> Set<ItemRef> {
    Set(changes.compactMap(\.old?.ref)).subtracting(written.map(\.version.ref))
  }

  mutating func apply(_ changes: [ItemChange]) {
    guard !changes.isEmpty else { return }
    do throws(StoreError) {
      for (change, result) in zip(changes, try list.open.apply(changes, to: list.list.id)) {
        switch result {
        case .success(let version): written.append((change, version))
        case .failure(let error): errors.append(error)
        }
      }
    } catch { errors.append(error) }
  }

  /// Removes the new items again.
  mutating func takeBack() {
    for (_, version) in written {
      do throws(StoreError) { _ = try list.open.apply(.remove(version), to: list.list.id) } catch {
        errors.append(error)
      }
    }
    written = []
  }

  /// Warns about everything that the store did not keep.
  func verify(_ messages: inout Messages) {
    var verification = WriteVerification()
    for (change, version) in written {
      if let content = change.content { verification.add(content, version) }
    }
    verification.compare(in: list.open, called: list.label, messages: &messages)
  }

  /// The items before some changes, and as these are to make them.
  func planned(_ changes: [ItemChange]) -> [StoreJournal.Change] {
    changes.map { change in
      (
        before(change),
        change.content.map { content in
          change.old.map { StoredItem(version: $0, content: content) }
            ?? StoredItem(planned: content, in: list.list.id)
        }
      )
    }
  }

  /// The items before and after.
  var changes: [StoreJournal.Change] {
    let refs = written.map(\.version.ref)
    let now = Dictionary(
      ((try? list.open.items(at: refs)) ?? []).map { ($0.id, $0) }
    ) { first, _ in first }
    return written.map { change, version in
      (before(change), change.content == nil ? nil : now[version.ref])
    }
  }

  private func before(_ change: ItemChange) -> StoredItem? {
    change.old.flatMap { list.lines.line(of: $0.ref) }.flatMap { list.lines.item(atLine: $0) }
  }
}

extension ItemChange {
  fileprivate var isCreation: Bool { if case .create = self { true } else { false } }

  fileprivate var content: ItemContent? {
    switch self {
    case .create(let content), .update(_, let content): content
    case .remove: nil
    }
  }

  fileprivate var old: ItemVersion? {
    switch self {
    case .create: nil
    case .update(let version, _), .remove(let version): version
    }
  }
}

extension StoreError {
  fileprivate var isChangedMeanwhile: Bool {
    if case .changedMeanwhile = self { true } else { false }
  }
}
