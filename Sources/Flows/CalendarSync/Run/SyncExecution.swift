import CalendarItems
import CalendarStores
import ExactText
import StoredText
import TaskDates

/// The progress of one execution.
struct SyncExecution {
  /// A step's change of one side.
  struct Change {
    let step: Int
    let side: SyncSide
    let action: SyncAction
  }

  let run: SyncRun
  let plan: SyncPlan
  var result = SyncResult()
  /// The lists of the pairs of the plan; nil where one could not be created.
  var pairs: [ListPair]
  /// What each step has on each side so far; nil for an item that is not there.
  private var items: [SyncSides<StoredItem?>]
  /// The steps of which a change failed, or is not done yet.
  private var open: [Set<SyncSide>]
  private var recorded: Set<Int> = []
  /// What is recorded to undo the run.
  var undo: UndoRecording?
  /// What was written and is not recorded yet.
  private var unrecorded: [WrittenItem] = []
  /// The changes that a store refuses as they are, by their numbers.
  private(set) var refused: ExactSet = []
  /// The steps of which a store did not confirm a change.
  private var failed: Set<Int> = []

  init(_ run: SyncRun, _ plan: SyncPlan) {
    self.run = run
    self.plan = plan
    pairs = plan.pairs
    items = plan.steps.map(\.now)
    open = plan.steps.map { step in
      Set(SyncSide.allCases.filter { step.actions[$0] != nil || step.held[$0] != nil })
    }
  }

  var lists: [SyncSides<ItemList.ID>] { pairs.compactMap(\.ids) + plan.heldLists }

  /// The lists that are equal after the run, because the stores made all changes.
  var equalLists: [SyncSides<ItemList.ID>] {
    let unequal = unsettled.map { (side: $0.side, list: list(of: $0.action, $0.side)) }
    return pairs.compactMap(\.ids).filter { ids in
      !unequal.contains { ids[$0.side] == $0.list }
    }
  }

  // MARK: Lists

  mutating func makeLists() async throws(StoreError) {
    for index in pairs.indices {
      guard let side = pairs[index].missingSide, plan.makesList(of: index) else { continue }
      do throws(StoreError) {
        pairs[index].lists[side] = try await madeList(pairs[index].details, on: side)
      } catch {
        result.failures.append(
          SyncResult.Failure(side: side, title: pairs[index].title, error: error))
      }
    }
  }

  /// The list of a new pair: a new one, or if the store mixes kinds, the list of the other kind with its title.
  private func madeList(
    _ details: ItemList.Details, on side: SyncSide
  ) async throws(StoreError) -> ItemList {
    let store = run.stores[side]
    guard store.capabilities.contains(.changesLists) else {
      throw StoreError.impossible(.changesLists)
    }
    guard store.capabilities.contains(.mixesKinds) else {
      return try await store.createList(details)
    }
    var details = details
    let (title, kinds) = (details.title, details.kinds)
    let twins = pairs.compactMap { $0.lists[side] }.filter { twin in
      twin.title == title
        && !pairs.contains {
          $0.lists[side]?.id == twin.id && !$0.details.kinds.isDisjoint(with: kinds)
        }
    }
    details.kinds = Set(CalendarItem.Kind.allCases)
    guard let twin = twins.first else { return try await store.createList(details) }
    return twin.details.kinds == details.kinds
      ? twin : try await store.updateList(twin.id, to: details)
  }

  // MARK: Batches

  /// The changes of some kind, in groups of one side and one list.
  func batches(of kind: (SyncAction) -> Bool) -> [[Change]] {
    var groups: [[Change]] = []
    var places: [BatchKey: Int] = [:]
    for (number, step) in plan.steps.enumerated() {
      for side in SyncSide.allCases {
        guard let action = step.actions[side], kind(action), let list = list(of: action, side)
        else { continue }
        let key = BatchKey(side: side, list: list)
        if let place = places[key], groups[place].count < SyncRun.batch {
          groups[place].append(Change(step: number, side: side, action: action))
        } else {
          places[key] = groups.count
          groups.append([Change(step: number, side: side, action: action)])
        }
      }
    }
    return groups
  }

  private struct BatchKey: Hashable {
    let side: SyncSide
    let list: ItemList.ID
  }

  /// The list that an action changes; nil if it could not be created.
  private func list(of action: SyncAction, _ side: SyncSide) -> ItemList.ID? {
    switch action {
    case .create(_, let pair), .move(_, _, let pair): pairs[pair].lists[side]?.id
    case .update(let item, _), .remove(let item): item.id.list
    }
  }

  /// The changes of both sides in the steps that are not recorded, because a store did not confirm one of them.
  var unsettled: [Change] {
    failed.sorted().flatMap { number in
      SyncSide.allCases.compactMap { side in
        plan.steps[number].actions[side].map { Change(step: number, side: side, action: $0) }
      }
    }
  }

  func intents(of batch: [Change]) -> [SyncIntent] {
    batch.compactMap { change in
      guard let content = change.action.content else { return nil }
      let step = plan.steps[change.step]
      // Items that are paired are compared again by the next run.
      if step.reason == .paired { return nil }
      let source = change.action.item ?? step.now[change.side.other]
      return source.map {
        SyncIntent(
          item: step.synced?.id, side: change.side, source: $0.content, content: content,
          list: change.action.staysInList ? nil : list(of: change.action, change.side),
          creates: change.action.item == nil)
      }
    }
  }

  // MARK: Changing

  /// Makes the changes of a group, and reads back what was written.
  mutating func write(_ batch: [Change]) async throws(StoreError) {
    guard let first = batch.first, let list = list(of: first.action, first.side) else { return }
    let results = try await apply(batch.compactMap(\.change), to: list, on: first.side)
    var written: [(Change, ItemVersion)] = []
    for (change, result) in zip(batch, results) {
      switch result {
      case .failure(let error): fail(change, error)
      case .success(let version): written.append((change, version))
      }
    }
    try await readBack(written)
  }

  /// The results of changes; if a store writes all or nothing, one bad item does not prevent the others.
  private func apply(
    _ changes: [ItemChange], to list: ItemList.ID, on side: SyncSide
  ) async throws(StoreError) -> [Result<ItemVersion, StoreError>] {
    let store = run.stores[side]
    let results = try await store.apply(changes, to: list)
    guard store.capabilities.contains(.isAtomic),
      results.contains(where: { if case .failure = $0 { true } else { false } })
    else { return results }
    var each: [Result<ItemVersion, StoreError>] = []
    for change in changes { each += try await store.apply([change], to: list) }
    return each
  }

  mutating func move(_ batch: [Change]) async throws(StoreError) {
    for change in batch {
      guard case .move(let item, let content, _) = change.action,
        let list = list(of: change.action, change.side)
      else { continue }
      let store = run.stores[change.side]
      do throws(StoreError) {
        var version = try await store.move(item, to: list)
        if !content.isEqual(to: item.content, under: .store) {
          version = try await store.update(StoredItem(version: version, content: content))
        }
        try await readBack([(change, version)])
      } catch {
        fail(change, error)
      }
    }
  }

  private mutating func fail(_ change: Change, _ error: StoreError) {
    failed.insert(change.step)
    if error.isLasting, let number = plan.number(of: plan.steps[change.step], change.side) {
      refused.insert(number)
    }
    let title = plan.steps[change.step].title
    result.failures.append(
      SyncResult.Failure(
        side: change.side, title: title, error: error, step: plan.steps[change.step]))
  }

  private mutating func readBack(
    _ written: [(change: Change, version: ItemVersion)]
  ) async throws(StoreError) {
    guard let side = written.first?.change.side else { return }
    let refs = written.compactMap { $0.change.action.content == nil ? nil : $0.version.ref }
    let found = try await run.items(at: refs, on: side)
    for (change, version) in written {
      if undo?.sides.contains(side) ?? false {
        unrecorded.append(
          WrittenItem(side: side, before: change.action.item, after: found[version.ref]))
      }
      items[change.step][side] = found[version.ref]
      open[change.step].remove(side)
      result.done.append((side, plan.steps[change.step]))
      guard let meant = change.action.content else { continue }
      guard let item = found[version.ref] else {
        // The line says that it is deleted when it is done, and the next run removes the item of the other store.
        if meant.item.isClosed { followUp(meant, version.ref, change) }
        continue
      }
      noteZones(change.action.item, item, side)
      let isLine = plan.lineSides.contains(side)
      if isLine { noteUnsaid(meant, change) }
      if item.content.hasGoneOn(after: meant) || isLine && item.content.hasOtherRule(than: meant) {
        followUp(meant, item.id, change)
      } else {
        noteLosses(of: meant, in: item, change)
      }
    }
  }

  /// Keeps what was meant, so that the next run brings the next date of the series to the other store.
  private mutating func followUp(_ meant: ItemContent, _ ref: ItemRef, _ change: Change) {
    items[change.step][change.side] = StoredItem(version: .unknown(of: ref), content: meant)
    result.needsAnotherRun = true
  }

  private mutating func noteZones(
    _ before: StoredItem?, _ after: StoredItem, _ side: SyncSide
  ) {
    guard let before else { return }
    result.replacedZones += ReplacedZones(from: before.content, to: after.content).names.map {
      SyncResult.ReplacedZone(side: side, title: after.item.title, name: $0)
    }
  }

  private mutating func noteUnsaid(_ content: ItemContent, _ change: Change) {
    for property in content.unsaidProperties {
      result.unsaid.append(
        SyncResult.Unsaid(
          side: change.side, title: content.item.title, property: property.name,
          value: property.value, reason: property.reason, step: plan.steps[change.step]))
    }
  }

  private mutating func noteLosses(
    of meant: ItemContent, in item: StoredItem, _ change: Change
  ) {
    let lost = ItemPart.all(zoneChanged: false).filter { part in
      part.differs(meant.item, item.item) && part.isGone(from: meant.item, in: item.item)
    }
    guard !lost.isEmpty else { return }
    result.losses.append(
      SyncResult.Loss(
        side: change.side, title: meant.item.title, parts: lost.map(\.name),
        step: plan.steps[change.step]))
  }

  // MARK: Recording

  /// Records the items of a group whose changes are all done.
  mutating func record(_ batch: [Change], at now: Instant) throws(StoreError) {
    try record(steps: Set(batch.map(\.step)).sorted(), at: now)
  }

  /// True if a step makes a line of an item of the other store.
  private func isReceived(_ step: SyncStep) -> Bool {
    step.reason == .new && plan.lineSides.contains { step.actions[$0] != nil }
  }

  /// Records the items that needed no change.
  mutating func recordRest(at now: Instant) throws(StoreError) {
    try record(steps: plan.steps.indices.filter { !recorded.contains($0) }, at: now)
  }

  /// Records steps whose changes are all done.
  ///
  /// If a change failed, the item stays in the state as it was, and the next run compares both sides with that again.
  private mutating func record(steps: [Int], at now: Instant) throws(StoreError) {
    var (records, gone): ([SyncedRecord], [Int64]) = ([], [])
    let done = steps.filter { open[$0].isEmpty }
    for number in done {
      let step = plan.steps[number]
      recorded.insert(number)
      if step.reason == .released || step.reason == .resumed { continue }
      if let a = items[number].a, let b = items[number].b {
        records.append(
          SyncedRecord(
            id: step.synced?.id, items: SyncSides(a: a, b: b), isReceived: isReceived(step)))
      } else if let id = step.synced?.id {
        gone.append(id)
      }
    }
    try run.state.save(
      records, forgetting: gone, of: run.number, written: unrecorded, run: undo?.run)
    unrecorded = []
    for reason in [SyncStep.Reason.released, .resumed] {
      let items = done.map { plan.steps[$0] }.filter { $0.reason == reason }
      try run.state.setReleased(reason == .released, of: items.compactMap(\.synced?.id))
    }
    for number in done where !plan.steps[number].conflicts.isEmpty {
      try run.state.saveConflicts(of: plan.steps[number], sync: run.number, at: now)
    }
  }
}

extension ItemContent {
  /// True if a line gave its series another rule, by which a calendar comes to the next date.
  fileprivate func hasOtherRule(than meant: ItemContent) -> Bool {
    let (own, other) = (item.recurrence?.rule, meant.item.recurrence?.rule)
    return item.when == meant.item.when && own != other
      && [own, other].contains { $0?.setPositions == [-1] }
  }

  /// True if a store completed an occurrence of a series, and moved the series on to its next date, or closed it.
  ///
  /// The next date may be the same, if the series repeats after it is done.
  fileprivate func hasGoneOn(after meant: ItemContent) -> Bool {
    if meant.item.isClosed { return !item.isClosed }
    guard meant.changed.contains(where: { $0.status == .completed }) else { return false }
    return item.isClosed || item.when != meant.item.when || item.start != meant.item.start
  }
}

extension SyncExecution.Change {
  fileprivate var change: ItemChange? {
    switch action {
    case .create(let content, _): .create(content)
    case .update(let item, let content): .update(item.version, content)
    case .remove(let item): .remove(item.version)
    case .move: nil
    }
  }
}

extension SyncAction {
  var isMove: Bool { if case .move = self { true } else { false } }
  var isRemoval: Bool { if case .remove = self { true } else { false } }
  var staysInList: Bool { if case .update = self { true } else { isRemoval } }
  /// True for the creation of an item, and for new content.
  var isWrite: Bool { !isMove && !isRemoval }
}

extension ItemVersion {
  /// A version of an item that no store has, so that the next run compares the item.
  static func unknown(of ref: ItemRef) -> ItemVersion { ItemVersion(ref, tag: "") }
}
