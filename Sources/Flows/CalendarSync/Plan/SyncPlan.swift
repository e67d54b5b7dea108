import CalendarItems
import CalendarStores
import ExactText
import TaskDates

/// What a sync is going to do, computed from what was read; it writes nothing.
public struct SyncPlan: Sendable {
  /// The lists that belong together; those that are missing are created first.
  public private(set) var pairs: [ListPair]
  /// What is done with each item, new and changed ones first.
  public internal(set) var steps: [SyncStep] = []

  /// The numbers of items of the state that are forgotten, because their list no longer exists.
  var orphaned: [Int64] { reading.orphaned }

  /// The pairs of lists that could not be read, which stay in sync.
  var heldLists: [SyncSides<ItemList.ID>] { reading.heldLists }

  /// The stores of lines.
  var lineSides: Set<SyncSide> { options.lineSides }

  let reading: SyncReading
  let options: SyncOptions
  let pairIndex: ListPairIndex
  /// True if another machine may have synced the lines meanwhile.
  private(set) var isShared = false
  /// True if that is so sure that later runs need not find out again.
  private var isKnownAsShared = false
  /// The items with another UID on each side.
  var pairedUIDs = PairedUIDs()
  /// The UIDs that each store has; nil as long as nothing is created there.
  var usedUIDs = SyncSides<ExactSet?>()
  /// The steps, by index, whose items are merged once all pairs are known.
  private(set) var merges: [Int] = []
  /// The numbers of the pairs of lists that get items on each side.
  private var filledPairs = SyncSides<Set<Int>>(a: [], b: [])

  /// Plans a sync.
  public init(_ reading: SyncReading, _ options: SyncOptions) {
    pairs = reading.pairs
    self.reading = reading
    self.options = options
    pairIndex = ListPairIndex(reading.pairs)
    for item in reading.synced { pairedUIDs.add(item.uids) }
    var new = NewItems(reading, pairIndex)
    var now = reading.synced.map { SyncSides(a: current($0, .a, &new), b: current($0, .b, &new)) }
    isKnownAsShared =
      reading.isShared || zip(reading.synced, now).contains(where: haveSameNewTitle)
    isShared =
      isKnownAsShared || hasLineOfNewItem(now, new)
      || zip(reading.synced, now).contains(where: haveSameNewDate)
      || hasItemOfOtherMachine(new)
    assign(&now, &new)
    for (item, now) in zip(reading.synced, now) { plan(item, now, &new) }
    if !options.lineSides.isEmpty { adoptRetyped(&new) }
    mergeAll()
    for side in SyncSide.allCases {
      let moved = MovedSeries(steps, on: side, ofLines: options.lineSides.contains(side))
      for item in new.rest(on: side) {
        create(item, from: side, beside: moved)
      }
    }
    holdRefused()
    keepListsWithoutRemovals()
    noteFilledPairs()
  }

  /// Takes out the changes that a store has refused before, so that each is reported once.
  private mutating func holdRefused() {
    guard !reading.refused.isEmpty else { return }
    for index in steps.indices {
      for side in SyncSide.allCases {
        guard let number = number(of: steps[index], side), reading.refused.contains(number)
        else { continue }
        steps[index].held[side] = number
        steps[index].actions[side] = nil
      }
    }
  }

  /// Keeps the lists whose items were moved, and not removed.
  private mutating func keepListsWithoutRemovals() {
    for index in pairs.indices where pairs[index].dropsWithItems {
      let removes = steps.contains { step in
        pairs[index].drops.contains { side in
          guard case .remove(let item)? = step.actions[side] else { return false }
          return item.id.list == pairs[index].lists[side]?.id
        }
      }
      if !removes { pairs[index].drops = [] }
    }
  }

  /// The steps that change a store.
  public var writes: [SyncStep] { steps.filter { !$0.writesNothing } }

  /// True if lists are removed, as far as they have no items left.
  public var dropsLists: Bool { pairs.contains { !$0.drops.isEmpty } }

  /// True if there are the first signs that another machine syncs these lines: lines and items are the same, or have
  /// changed in the same way, and no run of this machine has done that.
  var hasSignsOfSharing: Bool {
    !options.lineSides.isEmpty && !reading.isShared
      && (isKnownAsShared || steps.contains(where: pairsItemOfOtherMachine))
  }

  /// The number of changes of both stores.
  public var writeCount: Int {
    steps.reduce(0) { count, step in
      count + SyncSide.allCases.count { step.actions[$0] != nil }
    }
  }

  /// True if a list of a pair is created, because the side that does not have it gets items of it.
  public func makesList(of number: Int) -> Bool {
    pairs[number].missingSide.map { filledPairs[$0].contains(number) } ?? false
  }

  /// Notes the pairs of lists that get items.
  private mutating func noteFilledPairs() {
    for step in steps {
      for side in SyncSide.allCases {
        switch step.actions[side] {
        case .create(_, let number)?, .move(_, _, let number)?: filledPairs[side].insert(number)
        case .update?, .remove?, nil: break
        }
      }
    }
  }

  /// The lists that one side no longer has and that are removed from the other one.
  var droppedLists: [SyncReading.GoneList] { reading.droppedLists }

  /// True if rules leave out a list whose partner is gone.
  func leavesOut(_ gone: SyncReading.GoneList) -> Bool {
    gone.isLeftOut(options.participants.map(\.leftOut))
  }

  // MARK: Items in sync

  private mutating func plan(
    _ synced: SyncedItem, _ now: SyncSides<SyncedNow>, _ new: inout NewItems
  ) {
    for side in SyncSide.allCases where options.lineSides.contains(side) {
      if followMove(synced, side, now, &new) { return }
    }
    switch (now.a, now.b) {
    case (.missing, .missing): add(.forgotten, synced)
    case (let there, .missing) where isLeftOut(synced, on: .b): sendAgain(synced, there, from: .a)
    case (.missing, let there) where isLeftOut(synced, on: .a): sendAgain(synced, there, from: .b)
    case _ where isUnmatched(synced, now):
      if !synced.isReleased { release(synced, now.map(\.item)) }
    // A released line that is chosen again is new, if the other side has removed its item.
    case (_, .missing) where synced.isReleased && options.lineSides.contains(.a),
      (.missing, _) where synced.isReleased && options.lineSides.contains(.b):
      add(.forgotten, synced)
    // Until both sides have removed a released item, the other one is not new.
    case (.missing, _) where synced.isReleased, (_, .missing) where synced.isReleased: break
    case (.same(let a?), .same(let b?)) where hides(SyncSides(a: a, b: b)) && !synced.isReleased:
      merge(synced, SyncSides(a: a, b: b))
    case (.same, .same): if synced.isReleased { add(.resumed, synced) }
    case (.missing, let there): remove(synced, there: there, on: .b)
    case (let there, .missing): remove(synced, there: there, on: .a)
    case (let a, let b): merge(synced, SyncSides(a: a.item, b: b.item))
    }
  }

  private func current(
    _ synced: SyncedItem, _ side: SyncSide, _ new: inout NewItems
  ) -> SyncedNow {
    let known = synced.versions[side]
    let item = reading.items[side][known.ref]
    guard !reading.isOther(synced, on: side), let version = reading.versions[side][known.ref] else {
      return new.take(synced, on: side).map(SyncedNow.changed) ?? .missing
    }
    if version == known { return .same(item) }
    // An item that is listed and cannot be read is neither changed nor removed.
    return item.map(SyncedNow.changed) ?? .same(nil)
  }

  /// True if a person does not ask for an item any more, or if its store leaves it out.
  private func isUnmatched(_ synced: SyncedItem, _ now: SyncSides<SyncedNow>) -> Bool {
    SyncSide.allCases.contains { side in
      if case .missing = now[side] { return false }
      let ref = now[side].item?.id ?? synced.versions[side].ref
      let participants = options.participants[side]
      return participants.leftOut.contains(ref)
        || !synced.isFromOtherStore && participants.unmatched.contains(ref)
    }
  }

  /// Removes the item of one side after the other side removed it, unless it was changed.
  private mutating func remove(_ synced: SyncedItem, there: SyncedNow, on side: SyncSide) {
    guard let item = there.item, let before = synced.contents else { return }
    if case .changed = there, !isUnchanged(item, since: before[side], on: side) {
      return create(synced, from: item, on: side, because: .restored)
    }
    add(.removed, synced, item, on: side, SyncSides(.remove(item), on: side))
  }

  /// True if undo took an item from a side, unless a person asks to remove its list from the other one.
  private func isLeftOut(_ synced: SyncedItem, on side: SyncSide) -> Bool {
    let other = side.other
    return synced.leftOut == side
      && !pairs.contains {
        $0.drops.contains(other) && $0.lists[other]?.id == synced.versions[other].ref.list
      }
  }

  /// Brings an item to the side from which undo took it, if it was changed since.
  private mutating func sendAgain(_ synced: SyncedItem, _ there: SyncedNow, from side: SyncSide) {
    guard case .changed(let item) = there, let before = synced.contents?[side],
      options.participants[side].include(item), !isUnchanged(item, since: before, on: side)
    else { return }
    create(synced, from: item, on: side, because: .new)
  }

  /// Creates an item in sync again on the side that does not have it.
  private mutating func create(
    _ synced: SyncedItem, from item: StoredItem, on side: SyncSide,
    because reason: SyncStep.Reason
  ) {
    var content = pairedUIDs.content(item.content, from: side)
    content.setUID(freeUID(synced.uids[side.other], on: side.other))
    guard let pair = pairIndex.pair(of: item, on: side) else { return }
    let create = SyncAction.create(content, pair: pair)
    add(reason, synced, item, on: side, SyncSides(create, on: side.other))
  }

  /// True if an item is as it was, but for the name of a project that was renamed, and for a parent that is gone.
  private func isUnchanged(
    _ item: StoredItem, since before: ItemContent, on side: SyncSide
  ) -> Bool {
    var now = item.content
    let (old, new) = (ExactSet(before.item.categories), ExactSet(now.item.categories))
    let (added, projects) = (new.subtracting(old), projects(of: item, on: side))
    if !added.isEmpty, added.isSubset(of: projects), old.subtracting(new).isDisjoint(with: projects)
    {
      now.item.categories = before.item.categories
    }
    if let parent = before.item.parentUID, now.item.parentUID == nil,
      !reading.uids(on: side).contains(parent)
    {
      now.item.relations = before.item.relations
    }
    return now.isEqual(to: before, under: .store)
  }

  /// The names of the projects in the list of lines to which an item belongs.
  private func projects(of item: StoredItem, on side: SyncSide) -> ExactSet {
    guard let pair = pairIndex.pair(of: item, on: side) else { return [] }
    return SyncSide.allCases.reduce(into: []) { names, side in
      if let list = pairs[pair].lists[side]?.id {
        names.formUnion(reading.projects[side][list] ?? [])
      }
    }
  }

  private mutating func merge(_ synced: SyncedItem, _ now: SyncSides<StoredItem?>) {
    guard now.a != nil, now.b != nil, synced.contents != nil else { return }
    merges.append(steps.count)
    steps.append(
      SyncStep(
        reason: .changed, synced: synced, now: now, actions: SyncSides(), conflicts: []))
  }

  // MARK: Items not in sync

  mutating func adopt(_ pair: SyncSides<StoredItem>) {
    guard
      SyncSide.allCases.allSatisfy({ options.participants[$0].mayReachOtherStore(pair[$0]) })
    else { return }
    pairedUIDs.add(pair.map(\.item.uid))
    merges.append(steps.count)
    steps.append(
      SyncStep(
        reason: .paired, synced: nil, now: SyncSides(a: pair.a, b: pair.b), actions: SyncSides(),
        conflicts: []))
  }

  private mutating func create(
    _ item: StoredItem, from side: SyncSide, beside moved: MovedSeries
  ) {
    let participants = options.participants[side]
    guard
      participants.include(item)
        || participants.mayReachOtherStore(item) && moved.include(item.item),
      let pair = pairIndex.pair(of: item, on: side)
    else { return }
    var content = pairedUIDs.content(item.content, from: side)
    content.setUID(freeUID(content.item.uid, on: side.other))
    // A line has no text of its own in which it could keep a contradiction.
    let fitted = options.lineSides.contains(side.other) ? FittedContents(new: content) : nil
    let create = SyncAction.create(fitted?.contents.a ?? content, pair: pair)
    steps.append(
      SyncStep(
        reason: .new, synced: nil, now: SyncSides(item, on: side),
        actions: SyncSides(create, on: side.other), conflicts: [], leftOut: fitted?.parts ?? []))
  }

  // MARK: Steps

  private mutating func release(_ synced: SyncedItem, _ now: SyncSides<StoredItem?>) {
    steps.append(
      SyncStep(
        reason: .released, synced: synced, now: now, actions: SyncSides(), conflicts: []))
  }

  private mutating func add(_ reason: SyncStep.Reason, _ synced: SyncedItem) {
    steps.append(
      SyncStep(
        reason: reason, synced: synced, now: SyncSides(), actions: SyncSides(), conflicts: []))
  }

  mutating func add(
    _ reason: SyncStep.Reason, _ synced: SyncedItem?, _ item: StoredItem, on side: SyncSide,
    _ actions: SyncSides<SyncAction?>
  ) {
    steps.append(
      SyncStep(
        reason: reason, synced: synced, now: SyncSides(item, on: side), actions: actions,
        conflicts: []))
  }
}

extension ItemContent {
  /// Sets the UID of the item and of all its changed occurrences.
  fileprivate mutating func setUID(_ uid: String) {
    item.uid = uid
    for index in changed.indices { changed[index].uid = uid }
  }
}
