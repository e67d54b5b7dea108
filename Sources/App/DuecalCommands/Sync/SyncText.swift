import CalendarItems
import CalendarStores
import CalendarSync
import ExactText
import StoreAccess
import TaskDates

/// The steps of a plan in words.
struct SyncText {
  private let pairs: [ListPair]
  private let stores: SyncSides<OpenStore>
  private let clock: ReaderClock

  init(_ plan: SyncPlan, _ stores: SyncSides<OpenStore>, _ runEnvironment: RunEnvironment) {
    pairs = plan.pairs
    self.stores = stores
    clock = ReaderClock(runEnvironment)
  }

  /// What a plan does, in the order of stores and lists.
  func outcomes(of plan: SyncPlan) -> [StoreOutcome] {
    SyncSide.allCases.flatMap { side in
      newLists(side, plan) + plan.steps.compactMap { outcome(of: $0, side) } + goneLists(side)
    } + releases(of: plan)
  }

  /// The lists that are removed if they have no items left.
  private func goneLists(_ side: SyncSide) -> [StoreOutcome] {
    removals(of: pairs.compactMap { $0.drops.contains(side) ? $0.lists[side] : nil }, side)
  }

  /// The outcomes for lists that are removed, each title once: a task file has two lists.
  func removals(of lists: [ItemList], _ side: SyncSide) -> [StoreOutcome] {
    ExactSet(lists.map(\.title)).sorted().map {
      StoreOutcome(kind: .removed, list: stores[side].place.label($0), title: nil, uid: nil)
    }
  }

  /// The items that are not synced any more, as the first store has them.
  func releases(of plan: SyncPlan) -> [StoreOutcome] {
    plan.steps.filter { $0.reason == .released }.compactMap { step in
      guard let synced = step.synced else { return nil }
      let list = synced.versions.a.ref.list
      let title = pairs.first { $0.lists.a?.id == list }?.lists.a?.title ?? list.name
      return StoreOutcome(
        kind: .released, list: stores.a.place.label(title),
        title: step.title.isEmpty ? nil : step.title, uid: synced.uids.a)
    }
  }

  /// The new lists of a store, each title once; if there are two lists with one title, the one of events says so.
  private func newLists(_ side: SyncSide, _ plan: SyncPlan) -> [StoreOutcome] {
    let new = pairs.indices.filter { pairs[$0].missingSide == side && plan.makesList(of: $0) }
    let isMixed = stores[side].mixesKinds
    var seen = ExactSet()
    return new.compactMap { number in
      let pair = pairs[number]
      let hasTwin = pairs.contains {
        $0.title == pair.title && $0.details.kinds == [.reminder] && pair.details.kinds == [.event]
      }
      let mark = hasTwin && !isMixed ? " (events)" : ""
      let label = stores[side].place.label(pair.title) + mark
      guard seen.insert(label).inserted else { return nil }
      return StoreOutcome(kind: .added, list: label, title: nil, uid: nil)
    }
  }

  /// What a step does in a store; nil for nothing.
  func outcome(of step: SyncStep, _ side: SyncSide) -> StoreOutcome? {
    guard let action = step.actions[side] else { return nil }
    let item = action.content?.item ?? action.item?.item
    return StoreOutcome(
      kind: action.kind, list: stores[side].place.label(list(of: action, side)),
      title: item?.shownTitle, uid: item?.uid, details: details(of: action))
  }

  private func list(of action: SyncAction, _ side: SyncSide) -> String {
    switch action {
    case .create(_, let pair), .move(_, _, let pair):
      pairs[pair].lists[side]?.title ?? pairs[pair].title
    case .update(let item, _), .remove(let item):
      pairs.first { $0.lists[side]?.id == item.id.list }?.lists[side]?.title ?? item.id.list.name
    }
  }

  private func details(of action: SyncAction) -> [String] {
    guard let old = action.item?.content, let new = action.content else { return [] }
    let words = ItemFieldText(new.zones.merging(old.zones) { own, _ in own }, on: clock)
    var changes = ItemField.allCases.compactMap { change(of: $0, old.item, new.item, words) }
    // A series that is stored again as it is gets the lines of its occurrences.
    if old.changed != new.changed || changes.isEmpty && !new.changed.isEmpty {
      changes.append("occurrences")
    }
    if new.replacesText { changes.append("other properties") }
    return changes
  }

  /// The change of a field: `due 2026-12-03 → 2026-12-04`; nil if it is the same.
  private func change(
    of field: ItemField, _ old: CalendarItem, _ new: CalendarItem, _ words: ItemFieldText
  ) -> String? {
    guard old.differs(from: new, in: field) else { return nil }
    switch field {
    case .core(.revision), .core(.hints), .core(.uid), .core(.anchor): return nil
    case .core(.notes): return "notes"
    case .core(.relations): return relations(old, new)
    default:
      guard let (label, value) = words.change(field, of: new) else { return field.name }
      let before = words.change(field, of: old)?.value
      return "\(label) \(before.orNone) → \(value.orNone)".replacing("\n", with: ", ")
    }
  }
}

extension SyncText {
  /// What changed of the parent: `no longer a part of another item`; other relations have no words.
  private func relations(_ old: CalendarItem, _ new: CalendarItem) -> String {
    let parents = [old, new].map { $0.relations.first { $0.kind == .parent }?.uid }
    return switch (parents[0], parents[1]) {
    case (let before?, let after?) where before != after: "part of another item than before"
    case (nil, .some): "part of another item"
    case (.some, nil): "no longer part of another item"
    default: "related items"
    }
  }
}

extension ItemFieldText {
  /// The label of a field and its value, in a report of changes; nil for a field that has no words.
  func change(_ field: ItemField, of item: CalendarItem) -> (label: String, value: String?)? {
    switch field {
    case .core(.title): return (field.name, item.title)
    case .core(.alarms):
      return (field.name, item.alarms.map { text(of: $0, item) }.joined(separator: ", "))
    default:
      let shown = shown(field, of: item)
      return shown.label.isEmpty ? nil : shown
    }
  }
}

extension Optional where Wrapped == String {
  fileprivate var orNone: String { self.flatMap { $0.isEmpty ? nil : $0 } ?? "none" }
}

extension SyncAction {
  fileprivate var kind: StoreOutcome.Kind {
    switch self {
    case .create: .added
    case .update: .changed
    case .move: .moved
    case .remove: .removed
    }
  }
}
