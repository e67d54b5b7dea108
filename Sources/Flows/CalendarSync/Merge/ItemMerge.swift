import CalendarItems
import ExactText
import TaskDates

/// Merges what two sides changed in one item, part by part.
///
/// Each side is compared with what that side itself had after the last sync. So a value that a store cannot hold is
/// never taken for one that somebody removed.
struct ItemMerge {
  /// The item after the last sync; nil if the side did not have it.
  let base: SyncSides<CalendarItem?>
  /// The item now.
  let now: SyncSides<CalendarItem>
  let preference: SyncPreference

  /// The merged item of each side, and the parts that both sides changed in different ways.
  ///
  /// Events are merged with their ends; each side keeps its form, DTEND or DURATION.
  func merged() -> (items: SyncSides<CalendarItem>, conflicts: [PartConflict]) {
    let merge = ItemMerge(
      base: base.map { $0?.withEnd }, now: now.map(\.withEnd), preference: preference)
    var (items, conflicts) = merge.mergedParts()
    for side in SyncSide.allCases { items[side] = items[side].withLength(like: now[side]) }
    return (items, conflicts)
  }

  private func mergedParts() -> (items: SyncSides<CalendarItem>, conflicts: [PartConflict]) {
    var items = now
    var conflicts: [PartConflict] = []
    for part in MergedPart.all(zoneChanged: zoneChanged) {
      if let conflict = merge(part, into: &items) { conflicts.append(conflict) }
    }
    keepRuleOfMovedDate(&items)
    return (items, conflicts)
  }

  /// Takes the rule of the side that moved the date, if one side's rule has the old weekday and the other's has none.
  private func keepRuleOfMovedDate(_ items: inout SyncSides<CalendarItem>) {
    guard let a = base.a, let b = base.b, !MergedPart.recurrence.differs(a, b),
      MergedPart.recurrence.differs(items.a, items.b),
      let side = SyncSide.allCases.first(where: { isChanged(.dates, on: $0) })
    else { return }
    MergedPart.recurrence.copy(from: now[side], to: &items[side.other])
  }

  private var zoneChanged: Bool {
    SyncSide.allCases.contains { isChanged(.anchor, on: $0) } || base.a == nil || base.b == nil
  }

  /// True if a side has changed a part; without a last sync, if the sides are different.
  private func isChanged(_ part: MergedPart, on side: SyncSide) -> Bool {
    guard let before = base[side] else { return part.differs(now.a, now.b) }
    return part.differs(before, now[side])
  }

  /// Merges a part; gives the conflict if there is one.
  private func merge(
    _ part: MergedPart, into items: inout SyncSides<CalendarItem>
  ) -> PartConflict? {
    if part == .status, let conflict = keepNextDate(&items) { return conflict }
    switch (isChanged(part, on: .a), isChanged(part, on: .b)) {
    case (false, false): break
    case (true, false): carry(part, from: .a, into: &items)
    case (false, true): carry(part, from: .b, into: &items)
    case (true, true):
      guard part.differs(now.a, now.b) else { break }
      if unite(part, into: &items) { break }
      return settle(part, into: &items)
    }
    return nil
  }

  /// Keeps a series open if one side completed an occurrence and the other has moved the series on.
  ///
  /// Otherwise the next occurrence would be completed as well.
  private func keepNextDate(_ items: inout SyncSides<CalendarItem>) -> PartConflict? {
    for side in SyncSide.allCases {
      let other = side.other
      guard base.a != nil, base.b != nil, now[other].recurs, !now[other].isClosed,
        now[side].isClosed, isChanged(.status, on: side), isChanged(.when, on: other)
      else { continue }
      MergedPart.status.copy(from: now[other], to: &items[side])
      return PartConflict(part: .status, winner: other)
    }
    return nil
  }

  /// Applies the change of one side to the other.
  private func carry(
    _ part: MergedPart, from side: SyncSide, into items: inout SyncSides<CalendarItem>
  ) {
    guard let before = base[side] else { return }
    if !part.isWritten(in: now[side.other], as: before) {
      if addSets(of: part, from: side, into: &items) { return }
      if part == .recurrence, addDates(from: side, to: &items[side.other]) { return }
    }
    part.copy(from: now[side], to: &items[side.other])
  }

  // MARK: Both sides

  /// Merges a part with several values that both sides changed; false if that is not possible.
  private func unite(_ part: MergedPart, into items: inout SyncSides<CalendarItem>) -> Bool {
    if part == .notes { return uniteNotes(&items) }
    if part == .recurrence { return uniteSeries(&items) }
    let united = SyncSide.allCases.map { addSets(of: part, from: $0, into: &items) }
    return united.contains(true)
  }

  /// Applies what one side added to and removed from a set; false if the part is not one.
  ///
  /// Without a last sync, each side has added all its values.
  private func addSets(
    of part: MergedPart, from side: SyncSide, into items: inout SyncSides<CalendarItem>
  ) -> Bool {
    let (now, other) = (self.now[side], side.other)
    let before = base[side] ?? CalendarItem(kind: now.kind, uid: now.uid, title: now.title)
    switch part {
    case .categories:
      items[other].categories = ValueSetMerge(
        before: before.categories, now: now.categories, isSame: { $0 == $1 }
      ).applied(to: items[other].categories)
    case .alarms:
      items[other].alarms = ValueSetMerge(
        before: before.alarms, now: now.alarms, isSame: { $0.means($1) }
      ).applied(to: items[other].alarms)
    case .relations:
      items[other].relations = ValueSetMerge(before: before.relations, now: now.relations)
        .applied(to: items[other].relations)
    default: return false
    }
    return true
  }

  /// Merges a series of which at most one side changed the rules; the dates of both are added and excluded.
  private func uniteSeries(_ items: inout SyncSides<CalendarItem>) -> Bool {
    let ruleChanges = SyncSide.allCases.filter { !hasRulesOfBase($0) }
    guard ruleChanges.count < 2 else { return false }
    if let side = ruleChanges.first {
      items[side.other].recurrence = now[side].recurrence
      return SyncSide.allCases.allSatisfy { addDates(from: side.other, to: &items[$0]) }
    }
    return SyncSide.allCases.allSatisfy { addDates(from: $0, to: &items[$0.other]) }
  }

  private func hasRulesOfBase(_ side: SyncSide) -> Bool {
    guard let before = base[side]?.recurrence, let after = now[side].recurrence else {
      return false
    }
    return before.hasRules(of: after)
  }

  /// Applies the added and excluded dates of one side to a series; false if that side changed the rules too.
  private func addDates(from side: SyncSide, to item: inout CalendarItem) -> Bool {
    guard hasRulesOfBase(side), let before = base[side]?.recurrence,
      let after = now[side].recurrence, var series = item.recurrence
    else { return false }
    series.except = ValueSetMerge(before: before.except, now: after.except)
      .applied(to: series.except)
    series.also = ValueSetMerge(before: before.also, now: after.also).applied(to: series.also)
    item.recurrence = series
    return true
  }

  private func uniteNotes(_ items: inout SyncSides<CalendarItem>) -> Bool {
    guard let base = base.a?.notesLines, base == self.base.b?.notesLines,
      let lines = LineThreeWayMerge.merge(
        base: base, a: now.a.notesLines, b: now.b.notesLines)
    else { return false }
    let notes = lines.isEmpty ? nil : lines.joined(separator: "\n")
    items.a.notes = notes
    items.b.notes = notes
    return true
  }

  /// Lets one side win, or none.
  ///
  /// There is none if both have the same state, such as done at times that differ by seconds, or if only one side
  /// has a value and nothing is known of the other.
  private func settle(
    _ part: MergedPart, into items: inout SyncSides<CalendarItem>
  ) -> PartConflict? {
    if part == .status, now.a.isClosed, now.a.status == now.b.status { return nil }
    if base.a == nil, base.b == nil, let side = onlySide(with: part) {
      part.copy(from: now[side], to: &items[side.other])
      return nil
    }
    let winner = completed(part) ?? preference.winner
    if let winner { part.copy(from: now[winner], to: &items[winner.other]) }
    return PartConflict(part: part, winner: winner)
  }
}

extension ItemMerge {
  /// The only side that has a value for a part; nil if both have one.
  fileprivate func onlySide(with part: MergedPart) -> SyncSide? {
    let sides = SyncSide.allCases.filter { side in part.fields.contains { now[side].has($0) } }
    return sides.count == 1 ? sides.first : nil
  }

  /// The side on which an item is done that was not in sync: what is done stays done.
  fileprivate func completed(_ part: MergedPart) -> SyncSide? {
    guard part == .status, base.a == nil, now.a.isClosed != now.b.isClosed else { return nil }
    return now.a.isClosed ? .a : .b
  }
}

/// A part of an item that both sides changed in different ways.
struct PartConflict: Hashable {
  let part: MergedPart
  /// The side whose value both sides get; nil if each keeps its own.
  let winner: SyncSide?
}

extension CalendarItem {
  /// The lines of the notes; none if there are no notes.
  fileprivate var notesLines: [String] {
    guard let notes, !notes.isEmpty else { return [] }
    return notes.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }
}

extension Recurrence {
  /// True if another recurrence differs at most in added and excluded dates.
  fileprivate func hasRules(of other: Recurrence) -> Bool {
    rules == other.rules && exceptRules == other.exceptRules && isAfterDone == other.isAfterDone
      && countsStarts == other.countsStarts
  }
}
