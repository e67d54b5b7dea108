import ExactText
import TaskDates

/// Merges what the other side changed in an item into the item of this side, part by part.
///
/// Each side is compared with what that side itself had when both last agreed. So a value that a store cannot hold is
/// never taken for one that somebody removed.
package struct ItemMerge {
  /// An item of one side.
  package struct Version {
    /// The item when both sides last agreed; nil if the side did not have it.
    package let before: CalendarItem?
    /// The item now.
    package let now: CalendarItem

    package init(before: CalendarItem?, now: CalendarItem) {
      self.before = before
      self.now = now
    }

    /// What the side changed; without a last agreement, all that the item has is new.
    fileprivate var difference: ItemDifference {
      let before = before ?? CalendarItem(kind: now.kind, uid: now.uid, title: now.title)
      return ItemDifference(from: before, to: now)
    }

    fileprivate var withEnd: Version { Version(before: before?.withEnd, now: now.withEnd) }
  }

  /// A part that both sides changed in different ways.
  package struct Conflict: Hashable {
    package let part: ItemPart
    /// The side whose value both sides get; `none` if each keeps its own.
    package let winner: MergePolicy.Winner
  }

  private let mine: Version
  private let theirs: Version
  private let policy: MergePolicy
  private let isFirst: Bool

  /// Merges an item of one side.
  ///
  /// - Parameters:
  ///   - mine: The item of the side that gets the changes.
  ///   - theirs: The item of the other side.
  ///   - policy: What happens to parts that both changed.
  ///   - isFirst: True on the side that comes first where both sides must decide alike.
  package init(
    _ mine: Version, with theirs: Version, under policy: MergePolicy, isFirst: Bool
  ) {
    self.mine = mine
    self.theirs = theirs
    self.policy = policy
    self.isFirst = isFirst
  }

  /// The merged item of this side, and the parts that both sides changed in different ways.
  ///
  /// Events are merged with their ends; each side keeps its form, DTEND or DURATION.
  package func merged() -> (item: CalendarItem, conflicts: [Conflict]) {
    let merge = ItemMerge(
      mine.withEnd, with: theirs.withEnd, under: policy, isFirst: isFirst)
    let (item, conflicts) = merge.mergedParts()
    return (item.withLength(like: mine.now), conflicts)
  }

  private func mergedParts() -> (item: CalendarItem, conflicts: [Conflict]) {
    var item = mine.now
    var conflicts: [Conflict] = []
    for part in ItemPart.all(zoneChanged: changesZone) {
      if let winner = merge(part, into: &item) {
        conflicts.append(Conflict(part: part, winner: winner))
      }
    }
    takeRuleOfMovedDate(&item)
    return (item, conflicts)
  }

  private var changesZone: Bool {
    mine.before == nil || theirs.before == nil || isChanged(.anchor, mine)
      || isChanged(.anchor, theirs)
  }

  /// True if a side has changed a part; without a last agreement, if the sides are different.
  private func isChanged(_ part: ItemPart, _ version: Version) -> Bool {
    version.before.map { part.differs($0, version.now) } ?? part.differs(mine.now, theirs.now)
  }

  /// Merges a part; gives the winner if both sides changed it in different ways.
  private func merge(_ part: ItemPart, into item: inout CalendarItem) -> MergePolicy.Winner? {
    if part == .status, let open = openSeries {
      if open == .theirs { part.copy(from: theirs.now, to: &item) }
      return open
    }
    let decision = MergePolicy.decision(
      isChangedHere: isChanged(part, mine), isChangedThere: isChanged(part, theirs),
      isSame: !part.differs(mine.now, theirs.now))
    switch decision {
    case .keep: break
    case .take: if theirs.before != nil { theirs.difference.write(part, into: &item) }
    case .contested: return unite(part, into: &item) ? nil : settle(part, into: &item)
    }
    return nil
  }

  /// The side that has moved a series on while the other completed an occurrence of it.
  ///
  /// It stays open; otherwise the next occurrence would be completed as well.
  private var openSeries: MergePolicy.Winner? {
    guard mine.before != nil, theirs.before != nil else { return nil }
    if goesOn(theirs, while: mine) { return .theirs }
    return goesOn(mine, while: theirs) ? .mine : nil
  }

  private func goesOn(_ series: Version, while other: Version) -> Bool {
    series.now.recurs && !series.now.isClosed && other.now.isClosed
      && isChanged(.status, other) && isChanged(.when, series)
  }

  // MARK: Both sides

  /// Merges a part with several values that both sides changed; false if that is not possible.
  private func unite(_ part: ItemPart, into item: inout CalendarItem) -> Bool {
    switch part {
    case .notes: uniteNotes(&item)
    case .recurrence: uniteSeries(&item)
    case .relations where haveOtherParents: false
    default: theirs.difference.writeValues(of: part, into: &item)
    }
  }

  /// True if both sides put the item under one parent each, and these are not the same; it can be under one only.
  private var haveOtherParents: Bool {
    guard let own = mine.now.onlyParent, let other = theirs.now.onlyParent else { return false }
    return own != other
  }

  private func uniteNotes(_ item: inout CalendarItem) -> Bool {
    guard let agreed = mine.before?.noteLines, let then = theirs.before?.noteLines else {
      return false
    }
    let outcome = NotesMerge(from: then, to: theirs.now.noteLines)
      .merged(into: mine.now.noteLines, since: agreed, under: policy, mineFirst: isFirst)
    guard case .replace(let lines) = outcome else { return false }
    item.noteLines = lines
    return true
  }

  /// Merges a series of which at most one side changed the rules; the dates of both are added and excluded.
  private func uniteSeries(_ item: inout CalendarItem) -> Bool {
    guard theirs.difference.changesRules else {
      return theirs.difference.writeValues(of: .recurrence, into: &item)
    }
    guard !mine.difference.changesRules else { return false }
    item.recurrence = theirs.now.recurrence
    return mine.difference.writeValues(of: .recurrence, into: &item)
  }

  /// Lets one side win, or none.
  ///
  /// There is no conflict if both have the same state, such as done at times that differ by seconds, or if only one
  /// side has a value and nothing is known of the other.
  private func settle(_ part: ItemPart, into item: inout CalendarItem) -> MergePolicy.Winner? {
    if part == .status, mine.now.isClosed, mine.now.status == theirs.now.status { return nil }
    let isNew = mine.before == nil && theirs.before == nil
    let only = isNew ? onlySide(with: part) : nil
    let fuller = isNew && part == .title ? sideWithMoreWords : nil
    let winner = only ?? completedSide(part) ?? fuller ?? policy.winner
    if part == .relations {
      settleRelations(&item, winner)
    } else if winner == .theirs {
      part.copy(from: theirs.now, to: &item)
    }
    return only == nil ? winner : nil
  }

  /// Merges all relations but the parent, which is that of the winner.
  private func settleRelations(_ item: inout CalendarItem, _ winner: MergePolicy.Winner) {
    let parent = (winner == .theirs ? theirs : mine).now.onlyParent
    _ = theirs.difference.writeValues(of: .relations, into: &item)
    item.relations.removeAll { $0.kind == .parent && $0.uid != parent }
    if let parent, item.onlyParent == nil {
      item.relations.append(Relation(.parent, parent))
    }
  }

  /// The only side that has a value for a part; nil if both have one.
  private func onlySide(with part: ItemPart) -> MergePolicy.Winner? {
    let has = [mine, theirs].map { side in part.fields.contains { side.now.has($0) } }
    return has[0] == has[1] ? nil : has[0] ? .mine : .theirs
  }

  /// The side whose title has all words of the other one and more; nil if each has words of its own.
  private var sideWithMoreWords: MergePolicy.Winner? {
    let has = (
      mine.now.title.hasWords(of: theirs.now.title), theirs.now.title.hasWords(of: mine.now.title)
    )
    return has.0 == has.1 ? nil : has.0 ? .mine : .theirs
  }

  /// The side on which an item is done that was not known: what is done stays done.
  private func completedSide(_ part: ItemPart) -> MergePolicy.Winner? {
    guard part == .status, mine.before == nil || theirs.before == nil,
      mine.now.isClosed != theirs.now.isClosed
    else { return nil }
    return mine.now.isClosed ? .mine : .theirs
  }

  /// Takes the rule of the side that moved the date, if one side's rule has the old weekday and the other's has none.
  private func takeRuleOfMovedDate(_ item: inout CalendarItem) {
    guard let old = mine.before, let then = theirs.before,
      !ItemPart.recurrence.differs(old, then), !isChanged(.recurrence, mine),
      isChanged(.dates, theirs), !(isFirst && isChanged(.dates, mine)),
      ItemPart.recurrence.differs(item, theirs.now)
    else { return }
    ItemPart.recurrence.copy(from: theirs.now, to: &item)
  }
}

extension CalendarItem {
  /// The UID of the parent; nil if there is none, or more than one.
  fileprivate var onlyParent: String? {
    let parents = relations.filter { $0.kind == .parent }
    return parents.count == 1 ? parents[0].uid : nil
  }
}
