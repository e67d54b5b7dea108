import CalendarStores
import ExactText

/// Removing lists from one side that a person has removed from the other one.
extension SyncExecution {
  /// Removes the lists that have no items left, and forgets that they were in sync.
  mutating func dropLists() async throws(StoreError) {
    for pair in plan.pairs {
      for side in SyncSide.allCases where pair.drops.contains(side) {
        guard let list = pair.lists[side], try await isEmpty(list.id, on: side) else { continue }
        try await drop(list, on: side)
      }
    }
    let known = lists
    let kept = known.filter { !isOver($0) }
    guard kept.count < known.count else { return }
    if let undo {
      try run.state.keepLists(known.filter(isOver), of: run.number, run: undo.run)
    }
    try run.state.save(kept, of: run.number)
  }

  /// True if a list has no items; false if it is no longer there.
  private func isEmpty(_ list: ItemList.ID, on side: SyncSide) async throws(StoreError) -> Bool {
    do throws(StoreError) {
      return try await run.stores[side].versions(in: list).isEmpty
    } catch .noList {
      return false
    }
  }

  private mutating func drop(_ list: ItemList, on side: SyncSide) async throws(StoreError) {
    do throws(StoreError) {
      try await run.stores[side].removeList(list.id)
    } catch {
      return result.keptLists.append(
        SyncResult.Failure(side: side, title: list.title, error: error))
    }
    result.droppedLists.append((side, list))
    if let undo, undo.sides.contains(side) {
      try run.state.record(droppedList: list, on: side, run: undo.run)
    }
  }

  /// True if two lists are no longer in sync: one was removed, or the other one was removed by a person, and what it had is
  /// removed too, or in a new list.
  private func isOver(_ ids: SyncSides<ItemList.ID>) -> Bool {
    if result.droppedLists.contains(where: { ids[$0.side] == $0.list.id }) { return true }
    guard let gone = plan.droppedLists.first(where: { $0.ids == ids }) else { return false }
    return !unsettled.contains {
      $0.side == gone.side.other && $0.action.item?.id.list == gone.other.id
    }
  }
}
