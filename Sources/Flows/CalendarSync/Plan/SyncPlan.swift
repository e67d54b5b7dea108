import CalendarItems
import CalendarStores
import ExactText
import TaskDates

/// What a sync is going to do, computed from what was read; it writes nothing.
public struct SyncPlan: Sendable {
  /// The lists that belong together; those that are missing are created first.
  public private(set) var pairs: [ListPair]
  /// What is done with each item, new and changed ones first.
  public private(set) var steps: [SyncStep] = []

  /// The numbers of items of the state that are forgotten, because their list no longer exists.
  var orphaned: [Int64] { reading.orphaned }

  /// The pairs of lists that could not be read, which stay in sync.
  var heldLists: [SyncSides<ItemList.ID>] { reading.heldLists }

  /// The stores of lines.
  var lineSides: Set<SyncSide> { options.lineSides }

  private let reading: SyncReading
  private let options: SyncOptions
  private let pairIndex: ListPairIndex
  /// True if another machine may have synced the lines meanwhile.
  private var isShared: Bool
  /// The items with another UID on each side.
  private var pairedUIDs = PairedUIDs()
  /// The steps, by index, whose items are merged once all pairs are known.
  private var merges: [Int] = []
  /// The numbers of the pairs of lists that get items on each side.
  private var filledPairs = SyncSides<Set<Int>>(a: [], b: [])

  /// Plans a sync.
  public init(_ reading: SyncReading, _ options: SyncOptions) {
    pairs = reading.pairs
    self.reading = reading
    self.options = options
    pairIndex = ListPairIndex(reading.pairs)
    isShared = reading.isShared
    for item in reading.synced { pairedUIDs.add(item.uids) }
    var new = NewItems(reading, pairIndex, byTitle: !options.lineSides.isEmpty)
    var now = reading.synced.map { SyncSides(a: current($0, .a, &new), b: current($0, .b, &new)) }
    isShared = reading.isShared || zip(reading.synced, now).contains(where: changedAlike)
    for side in options.lineSides where isShared {
      for pair in Relinking(reading.synced, now, new, side).run(&now, &new) { adopt(pair) }
    }
    for (item, now) in zip(reading.synced, now) { plan(item, now, &new) }
    for pair in new.takePairs() { adopt(pair) }
    for side in SyncSide.allCases where options.lineSides.contains(side) {
      if !reading.isFirst {
        for pair in new.takeNamesakes(ifShared: isShared) { adopt(pair) }
      }
      for pair in new.takeRetyped(side, fromAnywhere: isShared) { adopt(pair) }
    }
    mergeAll()
    for side in SyncSide.allCases {
      let moved = MovedSeries(steps, on: side, ofLines: options.lineSides.contains(side))
      for item in new.rest(on: side) { create(item, from: side, beside: moved) }
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

  /// True if there are signs that another machine syncs these lines: lines and items are the same, or have changed in the
  /// same way, and no run of this machine has done that.
  var hasSignsOfSharing: Bool {
    !options.lineSides.isEmpty && (isShared || steps.contains { $0.reason == .paired })
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
    _ synced: SyncedItem, _ now: SyncSides<Current>, _ new: inout NewItems
  ) {
    var now = now
    for side in options.lineSides {
      if followMove(synced, side, &now, &new) { return }
      followReplacement(synced, side, &now, &new)
      followTitle(synced, side, &now, &new)
    }
    switch (now.a, now.b) {
    case (.missing, .missing): add(.forgotten, synced)
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

  private typealias Current = SyncedNow

  /// True if both sides have changed an item in the same way.
  private func changedAlike(_ synced: SyncedItem, _ now: SyncSides<Current>) -> Bool {
    guard case .changed(let a) = now.a, case .changed(let b) = now.b,
      let before = synced.contents
    else { return false }
    let isSame = ExactString(a.item.title) == ExactString(b.item.title)
    return isSame && ExactString(a.item.title) != ExactString(before.a.item.title)
  }

  private func current(
    _ synced: SyncedItem, _ side: SyncSide, _ new: inout NewItems
  ) -> Current {
    let known = synced.versions[side]
    let item = reading.items[side][known.ref]
    let isOther = item.map { ExactString($0.item.uid) != ExactString(synced.uids[side]) } ?? false
    guard !isOther, let version = reading.versions[side][known.ref] else {
      return new.take(synced, on: side).map(Current.changed) ?? .missing
    }
    if version == known { return .same(item) }
    // An item that is listed and cannot be read is neither changed nor removed.
    return item.map(Current.changed) ?? .same(nil)
  }

  /// Finds a line that was retyped as the other side was, in a file that another machine has changed.
  private func followTitle(
    _ synced: SyncedItem, _ side: SyncSide, _ now: inout SyncSides<Current>,
    _ new: inout NewItems
  ) {
    guard case .missing = now[side], let there = now[side.other].item,
      let pair = pairIndex.pair(of: there, on: side.other),
      let line = new.take(titled: there, in: pair, on: side)
        ?? (isShared ? new.take(like: there, on: side) : nil)
    else { return }
    now[side] = .changed(line)
  }

  /// Finds the new item of a line that looks like one that was retyped: another machine has removed or moved the old line,
  /// and has made a line of the new item at its place.
  private mutating func followReplacement(
    _ synced: SyncedItem, _ side: SyncSide, _ now: inout SyncSides<Current>, _ new: inout NewItems
  ) {
    guard !synced.isReleased, case .changed(let line) = now[side],
      case .missing = now[side.other], let pair = pairIndex.pair(of: line, on: side),
      let item = new.take(titled: line, in: pair, on: side.other)
    else { return }
    adopt(SyncSides(line, item, on: side))
    now[side] = .missing
  }

  /// Finds the line that another machine has moved to the list of its item.
  ///
  /// If only its new file has arrived here so far, the line in the old file is removed, as it is in the file that is going to
  /// arrive. The next run finds the item without it.
  ///
  /// - Returns: True if the old line is removed, and nothing else is done with the item.
  private mutating func followMove(
    _ synced: SyncedItem, _ side: SyncSide, _ now: inout SyncSides<Current>,
    _ new: inout NewItems
  ) -> Bool {
    guard !synced.isReleased, let there = now[side.other].item,
      there.id.list != synced.versions[side.other].ref.list,
      let pair = pairIndex.pair(of: there, on: side.other),
      pairs[pair].lists[side]?.id != synced.versions[side].ref.list
    else { return false }
    switch now[side] {
    case .missing:
      guard let before = synced.contents?[side] else { return false }
      if let line = new.take(like: before, in: pair, on: side) { now[side] = .changed(line) }
      return false
    case .same(let old?), .changed(let old):
      guard old.id.list == synced.versions[side].ref.list, mayReachOtherStore(old, on: side),
        new.take(like: old.content, in: pair, on: side) != nil
      else { return false }
      add(.removed, nil, old, on: side, SyncSides(.remove(old), on: side))
      return true
    case .same(nil): return false
    }
  }

  /// True if a person asks for an item, and it may be in the other store.
  private func mayReachOtherStore(_ item: StoredItem, on side: SyncSide) -> Bool {
    let participants = options.participants[side]
    return !participants.unmatched.contains(item.id) && participants.mayReachOtherStore(item)
  }

  /// True if a person does not ask for an item any more, or if its store leaves it out.
  private func isUnmatched(_ synced: SyncedItem, _ now: SyncSides<Current>) -> Bool {
    SyncSide.allCases.contains { side in
      if case .missing = now[side] { return false }
      let ref = now[side].item?.id ?? synced.versions[side].ref
      let participants = options.participants[side]
      return participants.leftOut.contains(ref)
        || !synced.isFromOtherStore && participants.unmatched.contains(ref)
    }
  }

  /// Removes the item of one side after the other side removed it, unless it was changed.
  private mutating func remove(_ synced: SyncedItem, there: Current, on side: SyncSide) {
    guard let item = there.item, let before = synced.contents else { return }
    if case .changed = there, !isUnchanged(item, since: before[side], on: side) {
      var content = pairedUIDs.content(item.content, from: side)
      content.setUID(synced.uids[side.other])
      guard let pair = pairIndex.pair(of: item, on: side) else { return }
      let create = SyncAction.create(content, pair: pair)
      return add(.restored, synced, item, on: side, SyncSides(create, on: side.other))
    }
    add(.removed, synced, item, on: side, SyncSides(.remove(item), on: side))
  }

  /// True if an item is as it was, but for the name of a project that was renamed.
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

  /// Merges the items that both sides have; their parents may have been paired after them.
  private mutating func mergeAll() {
    for index in merges {
      let step = steps[index]
      guard let a = step.now.a, let b = step.now.b else { continue }
      let items = SyncSides(a: a, b: b)
      if let synced = step.synced, let before = synced.contents {
        steps[index] = merged(step, synced, before, items)
      } else {
        steps[index] = merged(step, items)
      }
    }
  }

  /// The contents of both sides, related to others in the terms of the first one.
  private func related(_ contents: SyncSides<ItemContent>) -> SyncSides<ItemContent> {
    SyncSides(a: contents.a, b: pairedUIDs.content(contents.b, from: .b))
  }

  private func merged(
    _ step: SyncStep, _ synced: SyncedItem, _ before: SyncSides<ItemContent>,
    _ items: SyncSides<StoredItem>
  ) -> SyncStep {
    let (base, now) = (related(before), related(items.map(\.content)))
    let done = DoneDate(base, now: now, on: options.lineSides)
    let merge = ContentMerge(
      base: SyncSides(a: base.a, b: base.b), now: done.now, preference: options.preference)
    let fitted = fit(done.divided(merge.contents, on: options.lineSides), now)
    var actions = updates(items, fitted.contents)
    showHidden(items, fitted.contents, &actions)
    for side in SyncSide.allCases where fitted.parts.isEmpty {
      guard let text = ChangedText(from: side, before: before, now: items.map(\.content)) else {
        continue
      }
      actions[side.other] = .update(items[side.other], text.content)
    }
    for side in SyncSide.allCases { move(synced, items, from: side, &actions) }
    return SyncStep(
      reason: step.reason, synced: synced, now: step.now, actions: actions,
      conflicts: merge.conflicts, leftOut: fitted.parts)
  }

  /// Fits merged contents, each side with its own UIDs again.
  private func fit(
    _ merged: SyncSides<ItemContent>, _ now: SyncSides<ItemContent>
  ) -> (contents: SyncSides<ItemContent>, parts: [ContentMerge.LeftOut]) {
    let fitted = FittedContents(merged, now: now)
    let b = pairedUIDs.content(fitted.contents.b, from: .a)
    return (SyncSides(a: fitted.contents.a, b: b), fitted.parts)
  }

  private func hides(_ items: SyncSides<StoredItem>) -> Bool {
    SyncSide.allCases.contains { reading.hiding[$0].contains(items[$0].id) }
  }

  /// Stores a series again whose lines do not show its changed occurrences.
  private func showHidden(
    _ items: SyncSides<StoredItem>, _ contents: SyncSides<ItemContent>,
    _ actions: inout SyncSides<SyncAction?>
  ) {
    for side in SyncSide.allCases
    where actions[side] == nil && reading.hiding[side].contains(items[side].id) {
      actions[side] = .update(items[side], contents[side])
    }
  }

  private func updates(
    _ items: SyncSides<StoredItem>, _ contents: SyncSides<ItemContent>
  ) -> SyncSides<SyncAction?> {
    var actions = SyncSides<SyncAction?>()
    for side in SyncSide.allCases {
      let merged = contents[side]
      guard !merged.isEqual(to: items[side].content, under: .store) else { continue }
      actions[side] = .update(items[side], merged)
    }
    return actions
  }

  /// Moves the item of the other side if one side moved it to another list; if both did, the preferred list wins.
  private func move(
    _ synced: SyncedItem, _ items: SyncSides<StoredItem>, from side: SyncSide,
    _ actions: inout SyncSides<SyncAction?>
  ) {
    let other = side.other
    guard items[side].id.list != synced.versions[side].ref.list,
      items[other].id.list == synced.versions[other].ref.list
        || options.preference.winner == side,
      let pair = pairIndex.pair(of: items[side], on: side),
      pairs[pair].lists[other]?.id != items[other].id.list
    else { return }
    actions[other] = .move(
      items[other], actions[other]?.content ?? items[other].content, pair: pair)
  }

  // MARK: Items not in sync

  private mutating func adopt(_ pair: SyncSides<StoredItem>) {
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

  /// Merges items that were not in sync.
  private func merged(_ step: SyncStep, _ items: SyncSides<StoredItem>) -> SyncStep {
    let now = related(items.map(\.content))
    let merge = ContentMerge(base: SyncSides(), now: now, preference: options.preference)
    let fitted = fit(merge.contents, now)
    var actions = updates(items, fitted.contents)
    for side in options.lineSides { follow(items, from: side, &actions) }
    return SyncStep(
      reason: step.reason, synced: nil, now: step.now, actions: actions,
      conflicts: merge.conflicts, leftOut: fitted.parts)
  }

  /// Moves the item of a new line to the list of the line, if they were found in different lists.
  private func follow(
    _ items: SyncSides<StoredItem>, from side: SyncSide, _ actions: inout SyncSides<SyncAction?>
  ) {
    let other = side.other
    guard isShared, let pair = pairIndex.pair(of: items[side], on: side),
      let list = pairs[pair].lists[other]?.id, list != items[other].id.list
    else { return }
    let content = actions[other]?.content ?? items[other].content
    actions[other] = .move(items[other], content, pair: pair)
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
    let content = pairedUIDs.content(item.content, from: side)
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

  private mutating func add(
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
