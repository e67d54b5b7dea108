import CalendarItems
import CalendarStores
import ExactText

/// Finding lines that another machine has changed, moved or made, with which this one has not synced yet.
extension SyncPlan {
  /// True if both sides have given an item the same new title.
  func haveSameNewTitle(_ synced: SyncedItem, _ now: SyncSides<SyncedNow>) -> Bool {
    guard case .changed(let a) = now.a, case .changed(let b) = now.b,
      let before = synced.contents
    else { return false }
    let isSame = ExactString(a.item.title) == ExactString(b.item.title)
    return isSame && ExactString(a.item.title) != ExactString(before.a.item.title)
  }

  /// True if both sides have given an item the same new date; a person may have done that twice, so it counts only now.
  func haveSameNewDate(_ synced: SyncedItem, _ now: SyncSides<SyncedNow>) -> Bool {
    guard case .changed(let a) = now.a, case .changed(let b) = now.b, !a.item.recurs,
      let before = synced.contents, let date = a.content.dateInWords
    else { return false }
    return date == b.content.dateInWords && date != before.a.dateInWords
      && date != before.b.dateInWords
  }

  /// True if a step pairs a line with an item that says the same and that was made of a line, although not by this machine.
  func pairsItemOfOtherMachine(_ step: SyncStep) -> Bool {
    guard step.reason == .paired, let a = step.now.a, let b = step.now.b else { return false }
    return (options.lineSides.contains(.a) ? b : a).isMadeOfLine && a.content.isLike(b.content)
  }

  /// True if the store has a new item whose UID was made of a line: another machine has made it, or it was restored, so it
  /// counts only now.
  func hasItemOfOtherMachine(_ new: NewItems) -> Bool {
    !reading.isFirst
      && options.lineSides.contains { side in
        !options.lineSides.contains(side.other)
          && new.rest(on: side.other).contains(where: \.isMadeOfLine)
      }
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

  /// Gives each line that is in doubt its item, and pairs the items that both stores have.
  mutating func assign(_ now: inout [SyncSides<SyncedNow>], _ new: inout NewItems) {
    let sides = SyncSide.allCases.filter(options.lineSides.contains)
    for side in sides.isEmpty ? [.a] : sides {
      let rules = AssignmentRules(
        side: side, hasLines: !sides.isEmpty, isShared: isShared, isFirst: reading.isFirst,
        pairIndex: pairIndex)
      for pair in LineAssignment(reading.synced, now, new, rules).run(&now, &new) { adopt(pair) }
      for (synced, now) in zip(reading.synced, now) { notePair(synced, now, on: side) }
    }
  }

  /// Notes the UIDs of an item whose line was that of another item.
  private mutating func notePair(
    _ synced: SyncedItem, _ now: SyncSides<SyncedNow>, on side: SyncSide
  ) {
    guard case .changed(let line) = now[side],
      ExactString(line.item.uid) != ExactString(synced.uids[side])
    else { return }
    let other = now[side.other].item?.item.uid ?? synced.uids[side.other]
    pairedUIDs.add(SyncSides(line.item.uid, other, on: side))
  }

  /// A UID for a new item of a side: the given one, unless another item of the side has it.
  ///
  /// A line that has taken the item of another one leaves that one with the UID.
  mutating func freeUID(_ uid: String, on side: SyncSide) -> String {
    guard !options.lineSides.isEmpty else { return uid }
    let used = usedUIDs[side] ?? reading.uids(on: side)
    usedUIDs[side] = used
    guard used.contains(uid) else { return uid }
    var number = 2
    while used.contains("\(uid)-\(number)") { number += 1 }
    usedUIDs[side]?.insert("\(uid)-\(number)")
    return "\(uid)-\(number)"
  }

  /// Pairs new lines with the items that were made of them, or of which they were made, before they were retyped.
  mutating func adoptRetyped(_ new: inout NewItems) {
    if !reading.isFirst { for pair in new.takeNamesakes() { adopt(pair) } }
    for side in SyncSide.allCases where options.lineSides.contains(side) {
      for pair in new.takeRetyped(side, fromAnywhere: isShared) { adopt(pair) }
    }
  }

  /// Removes the old line of an item that another machine has moved to another list.
  ///
  /// Only its new file has arrived here so far; in the old one, which is going to arrive, the line is removed too. The next
  /// run finds the item without it.
  ///
  /// - Returns: True if the old line is removed, and nothing else is done with the item.
  mutating func followMove(
    _ synced: SyncedItem, _ side: SyncSide, _ now: SyncSides<SyncedNow>, _ new: inout NewItems
  ) -> Bool {
    guard !synced.isReleased, let there = now[side.other].item, let old = now[side].item,
      there.id.list != synced.versions[side.other].ref.list,
      let pair = pairIndex.pair(of: there, on: side.other),
      pairs[pair].lists[side]?.id != synced.versions[side].ref.list,
      old.id.list == synced.versions[side].ref.list, mayReachOtherStore(old, on: side),
      new.take(like: old.content, in: pair, on: side) != nil
    else { return false }
    add(.removed, nil, old, on: side, SyncSides(.remove(old), on: side))
    return true
  }

  /// True if a person asks for an item, and it may be in the other store.
  private func mayReachOtherStore(_ item: StoredItem, on side: SyncSide) -> Bool {
    let participants = options.participants[side]
    return !participants.unmatched.contains(item.id) && participants.mayReachOtherStore(item)
  }
}
