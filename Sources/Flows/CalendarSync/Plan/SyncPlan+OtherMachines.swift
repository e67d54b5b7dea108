import CalendarItems
import CalendarStores
import ExactText

/// Finding lines that another machine has changed, moved or made, with which this one has not synced yet.
extension SyncPlan {
  /// True if both sides have changed an item in the same way.
  func changedAlike(_ synced: SyncedItem, _ now: SyncSides<SyncedNow>) -> Bool {
    guard case .changed(let a) = now.a, case .changed(let b) = now.b,
      let before = synced.contents
    else { return false }
    let isSame = ExactString(a.item.title) == ExactString(b.item.title)
    return isSame && ExactString(a.item.title) != ExactString(before.a.item.title)
  }

  /// True if a line was retyped with the whole title of a new item: another machine has put the line of that item in the
  /// place of the old one.
  func hasLineOfNewItem(_ now: [SyncSides<SyncedNow>], _ new: NewItems) -> Bool {
    options.lineSides.contains { side in
      let retyped = zip(reading.synced, now).compactMap { synced, now -> String? in
        guard case .changed(let line) = now[side], let before = synced.contents?[side],
          line.item.title.words != before.item.title.words, line.item.title.hasSeveralWords
        else { return nil }
        return line.item.title.words
      }
      guard !retyped.isEmpty else { return false }
      let titles = ExactSet(new.rest(on: side.other).map(\.item.title.words))
      return retyped.contains(where: titles.contains)
    }
  }

  /// Finds a line that was retyped as the other side was, in a file that another machine has changed.
  func followTitle(
    _ synced: SyncedItem, _ side: SyncSide, _ now: inout SyncSides<SyncedNow>,
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
  mutating func followReplacement(
    _ synced: SyncedItem, _ side: SyncSide, _ now: inout SyncSides<SyncedNow>, _ new: inout NewItems
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
  mutating func followMove(
    _ synced: SyncedItem, _ side: SyncSide, _ now: inout SyncSides<SyncedNow>,
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
}
