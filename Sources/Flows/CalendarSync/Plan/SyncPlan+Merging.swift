import CalendarItems
import CalendarStores

/// Merging the items that both sides have.
extension SyncPlan {
  /// Merges the items that both sides have; their parents may have been paired after them.
  mutating func mergeAll() {
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

  func hides(_ items: SyncSides<StoredItem>) -> Bool {
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

  /// Merges items that were not in sync.
  private func merged(_ step: SyncStep, _ items: SyncSides<StoredItem>) -> SyncStep {
    let now = related(items.map(\.content))
    let merge = ContentMerge(base: SyncSides(), now: now, preference: options.preference)
    let fitted = fit(merge.contents, now)
    var actions = updates(items, fitted.contents)
    for side in SyncSide.allCases where options.lineSides.contains(side) {
      follow(items, from: side, &actions)
    }
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
}
