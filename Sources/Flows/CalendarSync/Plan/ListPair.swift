import CalendarItems
public import CalendarStores
import ExactText

/// Two lists whose items are kept equal: all of them, or those of one kind.
public struct ListPair: Hashable, Sendable {
  /// The list of each store; nil if it has to be created.
  public var lists: SyncSides<ItemList?>
  /// The details that a new list gets; `kinds` are those that this pair keeps equal.
  public var details: ItemList.Details

  /// The title in messages.
  public var title: String { details.title }

  /// The side on which a list has to be created; nil if both exist.
  public var missingSide: SyncSide? { SyncSide.allCases.first { lists[$0] == nil } }
}

/// Finds out which lists of two stores belong together.
public struct ListPairing {
  /// The pairs, in the order of the first store.
  public private(set) var pairs: [ListPair] = []
  /// Lists that were in sync and that one side no longer has.
  public private(set) var gone: [SyncReading.GoneList] = []

  private var left: SyncSides<[ItemList.ID: Set<CalendarItem.Kind>]>
  private let lists: SyncSides<[ItemList]>
  private let restoresLists: Bool

  /// Pairs lists: first those that were in sync, then those with the same title.
  ///
  /// - Parameters:
  ///   - lists: The lists of each store.
  ///   - known: The lists that were in sync.
  ///   - restoresLists: Whether a list that one store no longer has is created again.
  public init(
    _ lists: SyncSides<[ItemList]>, known: [SyncSides<ItemList.ID>], restoresLists: Bool = false
  ) {
    self.lists = lists
    self.restoresLists = restoresLists
    left = lists.map { lists in
      Dictionary(lists.map { ($0.id, $0.details.kinds) }) { first, _ in first }
    }
    for ids in known { pairKnown(ids) }
    pairTitles()
    addMissing()
  }

  private mutating func pairKnown(_ ids: SyncSides<ItemList.ID>) {
    let found = SyncSides(a: list(ids.a, .a), b: list(ids.b, .b))
    if let a = found.a, let b = found.b { return pair(a, b) }
    for side in SyncSide.allCases {
      guard !restoresLists, found[side] == nil, let other = found[side.other] else { continue }
      gone.append(SyncReading.GoneList(side: side, other: other))
      left[side.other][other.id] = nil
    }
  }

  private func list(_ id: ItemList.ID, _ side: SyncSide) -> ItemList? {
    lists[side].first { $0.id == id }
  }

  private mutating func pairTitles() {
    for a in lists.a {
      for b in lists.b where b.title == a.title { pair(a, b) }
    }
  }

  private mutating func pair(_ a: ItemList, _ b: ItemList) {
    guard let ownKinds = left.a[a.id], let otherKinds = left.b[b.id] else { return }
    let kinds = ownKinds.intersection(otherKinds)
    guard !kinds.isEmpty else { return }
    left.a[a.id] = ownKinds.subtracting(kinds)
    left.b[b.id] = otherKinds.subtracting(kinds)
    let details = ItemList.Details(title: a.title, color: a.details.color, kinds: kinds)
    pairs.append(ListPair(lists: SyncSides(a: a, b: b), details: details))
  }

  /// Adds a pair for each list that belongs to none of the other store.
  ///
  /// A list of which only one kind has no partner is not created again for that kind.
  private mutating func addMissing() {
    for side in SyncSide.allCases {
      for list in lists[side]
      where !list.details.kinds.isEmpty && left[side][list.id] == list.details.kinds {
        pairs.append(ListPair(lists: SyncSides(list, on: side), details: list.details))
      }
    }
  }
}
