import CalendarItems

/// Merges an item on both sides of a sync.
struct SyncedMerge {
  /// The item after the last sync; nil if the side did not have it.
  let base: SyncSides<CalendarItem?>
  /// The item now.
  let now: SyncSides<CalendarItem>
  let preference: SyncPreference

  /// The merged item of each side, and the parts that both sides changed in different ways.
  func merged() -> (items: SyncSides<CalendarItem>, conflicts: [PartConflict]) {
    let (a, b) = (merged(.a), merged(.b))
    return (SyncSides(a: a.item, b: b.item), a.conflicts.map { PartConflict($0, seenFrom: .a) })
  }

  private func merged(_ side: SyncSide) -> (item: CalendarItem, conflicts: [ItemMerge.Conflict]) {
    ItemMerge(version(side), with: version(side.other), under: policy(side), isFirst: side == .a)
      .merged()
  }

  private func version(_ side: SyncSide) -> ItemMerge.Version {
    ItemMerge.Version(before: base[side], now: now[side])
  }

  private func policy(_ side: SyncSide) -> MergePolicy {
    .syncing(preference.winner.map { $0 == side ? .mine : .theirs } ?? .none)
  }
}

/// A part of an item that both sides changed in different ways.
struct PartConflict: Hashable {
  let part: ItemPart
  /// The side whose value both sides get; nil if each keeps its own.
  let winner: SyncSide?

  init(_ conflict: ItemMerge.Conflict, seenFrom side: SyncSide) {
    part = conflict.part
    winner =
      switch conflict.winner {
      case .mine: side
      case .theirs: side.other
      case .none: nil
      }
  }
}
