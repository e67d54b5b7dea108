import CalendarItems
import CalendarStores
import ExactText

/// What a person allows once although it looks like an accident.
public struct SyncAllowance: Hashable, Sendable {
  /// How many items a run may remove.
  public var deletions: Int
  /// How many items a run may create.
  public var creations: Int
  /// How many items a run may change in one field.
  public var changes: Int

  /// Creates an allowance; by default nothing unusual is allowed.
  public init(deletions: Int = 0, creations: Int = 0, changes: Int = 0) {
    self.deletions = deletions
    self.creations = creations
    self.changes = changes
  }
}

/// Why a sync is not run: it looks like an accident.
public enum SyncRefusal: Hashable, Sendable {
  /// A store that had items is empty.
  case emptied(SyncSide, deletions: Int)
  /// All lists that were in sync are missing.
  case goneLists(SyncSide, titles: [String])
  /// Some lists would lose more than 10 items and more than a fifth, or all their items, of which 5 are open.
  case deletions(SyncSide, [Losses], all: Int)
  /// More than 50 items, and more than there are, would be created.
  case creations(SyncSide, count: Int, present: Int)
  /// One field would change in more than half of the items.
  case changes(SyncSide, part: String, count: Int, of: Int)

  /// The items of a list that would be removed.
  public struct Losses: Hashable, Sendable {
    /// The title of the list.
    public let list: String
    /// The number of items that would be removed.
    public let count: Int
    /// The number of items that were in sync.
    public let total: Int

    /// Creates the numbers of a list.
    public init(list: String, count: Int, total: Int) {
      (self.list, self.count, self.total) = (list, count, total)
    }
  }
}

/// The safety checks of a plan.
public struct SyncLimits {
  private let plan: SyncPlan
  private let reading: SyncReading
  private let allowance: SyncAllowance

  /// Prepares the checks of a plan.
  ///
  /// - Parameters:
  ///   - plan: The plan.
  ///   - reading: What it was computed from.
  ///   - allowance: What a person allows.
  public init(_ plan: SyncPlan, _ reading: SyncReading, _ allowance: SyncAllowance) {
    self.plan = plan
    self.reading = reading
    self.allowance = allowance
  }

  /// The reasons not to run the plan; empty if it is safe.
  public var refusals: [SyncRefusal] {
    let gone = goneLists
    guard gone.isEmpty else { return gone }
    return SyncSide.allCases.flatMap { side in
      emptied(side) ?? (deletions(side) + creations(side) + changes(side))
    }
  }

  /// One missing list is left as it is; if all are missing, it is another account, or a disk that is not mounted.
  ///
  /// A list that rules leave out in the other store does not count.
  private var goneLists: [SyncRefusal] {
    guard reading.keptListCount == 0 else { return [] }
    return SyncSide.allCases.compactMap { side in
      let gone = reading.goneLists.filter { $0.side == side && !plan.leavesOut($0) }
      return gone.isEmpty ? nil : .goneLists(side, titles: gone.map(\.other.title))
    }
  }

  // MARK: Deletions

  private func removals(on side: SyncSide) -> [SyncStep] {
    plan.steps.filter { if case .remove = $0.actions[side] { true } else { false } }
  }

  /// The refusal if the other side had items and has none now.
  private func emptied(_ side: SyncSide) -> [SyncRefusal]? {
    let dropped = Set(
      reading.pairs.filter { $0.drops.contains(side) }.compactMap { $0.lists[side]?.id })
    let count = removals(on: side).count { step in
      step.now[side].map { !dropped.contains($0.id.list) } ?? true
    }
    let isEmpty = reading.versions[side.other].isEmpty && !reading.inBothStores.isEmpty
    guard isEmpty, count > allowance.deletions else { return nil }
    return [.emptied(side.other, deletions: count)]
  }

  private func deletions(_ side: SyncSide) -> [SyncRefusal] {
    let removals = removals(on: side)
    guard removals.count > allowance.deletions else { return [] }
    let known = Dictionary(grouping: reading.inBothStores) { $0.versions[side].ref.list }
    let byList = Dictionary(grouping: removals) { $0.now[side]?.id.list }
    let losses = plan.pairs.compactMap { pair -> SyncRefusal.Losses? in
      guard let list = pair.lists[side]?.id else { return nil }
      let (count, total) = (byList[list]?.count ?? 0, known[list]?.count ?? 0)
      guard count > 10 && count * 5 > total || isReplaced(list, side, total) else { return nil }
      return SyncRefusal.Losses(list: pair.title, count: count, total: total)
    }
    return losses.isEmpty ? [] : [.deletions(side, losses, all: removals.count)]
  }

  /// True if the other side has none of the items in sync of a list, of which at least 5 are open.
  ///
  /// An item that is about to be created again is one of them.
  private func isReplaced(_ list: ItemList.ID, _ side: SyncSide, _ total: Int) -> Bool {
    let gone = plan.steps.filter { step in
      guard let synced = step.synced, synced.leftOut == nil else { return false }
      return step.now[side]?.id.list == list && step.now[side.other] == nil
    }
    return gone.count == total && gone.count { $0.now[side]?.item.isClosed == false } >= 5
  }

  // MARK: Creations and changes

  /// The first sync of a store may fill it.
  private func creations(_ side: SyncSide) -> [SyncRefusal] {
    let count = plan.steps.count { if case .create = $0.actions[side] { true } else { false } }
    let present = reading.versions[side].count
    guard !reading.inBothStores.isEmpty, count > 50, count > present, count > allowance.creations
    else { return [] }
    return [.creations(side, count: count, present: present)]
  }

  private func changes(_ side: SyncSide) -> [SyncRefusal] {
    let total = reading.inBothStores.count
    guard total >= 10 else { return [] }
    var counts: [ItemPart: Int] = [:]
    for case .update(let old, let new) in plan.steps.compactMap({ $0.actions[side] }) {
      for part in ItemPart.all(zoneChanged: old.item.anchor != new.item.anchor)
      where part.differs(old.item, new.item) && !Self.isHarmless(part, old.item, new.item) {
        counts[part, default: 0] += 1
      }
    }
    let most = counts.max { ($0.value, $1.key.name) < ($1.value, $0.key.name) }
    guard let most, most.value * 2 > total, most.value > allowance.changes else { return [] }
    return [.changes(side, part: most.key.name, count: most.value, of: total)]
  }

  /// True for a change that no accident makes: words of the title or categories that are new or gone as `#tags`.
  ///
  /// A filter of Markdown leaves titles when it is set, and its `#tags` become categories.
  private static func isHarmless(
    _ part: ItemPart, _ old: CalendarItem, _ new: CalendarItem
  ) -> Bool {
    switch part {
    case .categories:
      ExactSet(old.categories).subtracting(new.categories).isSubset(
        of: ExactSet(hashtags(old.title)))
    case .title: words(of: old.title).elementsEqual(words(of: new.title))
    default: false
    }
  }

  /// The names of the `#tags` in a title.
  private static func hashtags(_ title: String) -> [String] {
    title.split(separator: " ").filter { $0.first == "#" }.map { String($0.dropFirst()) }
  }

  /// The words of a title without its `#tags`.
  private static func words(of title: String) -> [ExactString] {
    title.split(separator: " ").filter { $0.first != "#" || $0.count == 1 }
      .map { ExactString(String($0)) }
  }
}
