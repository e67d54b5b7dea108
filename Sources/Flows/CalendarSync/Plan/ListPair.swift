import CalendarItems
public import CalendarStores
import ExactText

/// Two lists whose items are kept equal: all of them, or those of one kind.
public struct ListPair: Hashable, Sendable {
  /// The list of each store; nil if it has to be created.
  public var lists: SyncSides<ItemList?>
  /// The details that a new list gets; `kinds` are those that this pair keeps equal.
  public var details: ItemList.Details
  /// The sides whose list is removed if it has no items after the run, because it was removed on the other side.
  public var drops: Set<SyncSide> = []
  /// True if it is removed only because its items are, since the other list was removed for good.
  var dropsWithItems = false

  /// The IDs of both lists; nil if one has to be created.
  var ids: SyncSides<ItemList.ID>? {
    guard let a = lists.a?.id, let b = lists.b?.id else { return nil }
    return SyncSides(a: a, b: b)
  }

  /// The title in messages.
  public var title: String { details.title }

  /// The side on which a list has to be created; nil if both exist.
  public var missingSide: SyncSide? { SyncSide.allCases.first { lists[$0] == nil } }
}

/// Finds the pair that keeps an item equal.
struct ListPairIndex {
  private struct Place: Hashable {
    let list: ItemList.ID
    let kind: CalendarItem.Kind
  }

  private var numbers = SyncSides<[Place: Int]>(a: [:], b: [:])

  init(_ pairs: [ListPair]) {
    for (number, pair) in pairs.enumerated() {
      for side in SyncSide.allCases {
        guard let list = pair.lists[side]?.id else { continue }
        for kind in pair.details.kinds {
          let place = Place(list: list, kind: kind)
          if numbers[side][place] == nil { numbers[side][place] = number }
        }
      }
    }
  }

  /// The number of the pair of an item of one side; nil if its list is in none.
  func pair(of item: StoredItem, on side: SyncSide) -> Int? {
    numbers[side][Place(list: item.id.list, kind: item.item.kind)]
  }
}

/// Finds out which lists of two stores belong together.
public struct ListPairing {
  /// Which lists belong together, and which are created.
  public struct Options: Sendable {
    /// Whether a list that one store no longer has is created again.
    public var restoresLists = false
    /// The titles of lists that one store no longer has, and that are removed from the other one too.
    public var droppedLists: [String] = []
    /// The lists of each store that a person has removed, and has confirmed that.
    public var removedLists = SyncSides<Set<ItemList.ID>>(a: [], b: [])
    /// Whether a list that one store does not have is created with its first item.
    public var createsLists = true
    /// The titles of lists that belong together.
    public var pairs: [SyncSides<String>] = []

    /// Creates options: lists with the same title belong together, and those that are missing are created.
    public init() {}
  }

  /// The pairs, in the order of the first store.
  public private(set) var pairs: [ListPair] = []
  /// Lists that were in sync and that one side no longer has.
  public private(set) var gone: [SyncReading.GoneList] = []
  /// Those of them that are removed from the other side too.
  public private(set) var dropped: [SyncReading.GoneList] = []
  /// The number of lists that were in sync and that both sides have.
  public private(set) var keptCount = 0

  private var left: SyncSides<[ItemList.ID: Set<CalendarItem.Kind>]>
  private let lists: SyncSides<[ItemList]>
  private let options: Options

  /// Pairs lists: first those that were in sync, then those of the options, then those with the same title.
  ///
  /// - Parameters:
  ///   - lists: The lists of each store.
  ///   - known: The lists that were in sync.
  ///   - options: Which lists belong together, and which are created.
  public init(
    _ lists: SyncSides<[ItemList]>, known: [SyncSides<ItemList.ID>], options: Options = Options()
  ) {
    self.lists = lists
    self.options = options
    left = lists.map { lists in
      Dictionary(lists.map { ($0.id, $0.details.kinds) }) { first, _ in first }
    }
    for ids in known { pairKnown(ids) }
    for titles in options.pairs { pair(titles) }
    for a in lists.a { pair(SyncSides(a: a.title, b: a.title)) }
    if options.createsLists { addMissing() }
  }

  private mutating func pairKnown(_ ids: SyncSides<ItemList.ID>) {
    let found = SyncSides(a: list(ids.a, .a), b: list(ids.b, .b))
    if let a = found.a, let b = found.b {
      keptCount += 1
      return pair(a, b)
    }
    for side in SyncSide.allCases {
      guard !options.restoresLists, found[side] == nil, let other = found[side.other] else {
        continue
      }
      let list = SyncReading.GoneList(side: side, other: other, ids: ids)
      if options.drops(other.title, on: side.other) {
        drop(list)
      } else {
        gone.append(list)
        left[side.other][other.id] = nil
      }
    }
  }

  /// Adds the pair of a list that is going to be removed.
  private mutating func drop(_ list: SyncReading.GoneList) {
    dropped.append(list)
    let (side, other) = (list.side.other, list.other)
    guard let kinds = left[side][other.id], !kinds.isEmpty else { return }
    var details = other.details
    (details.title, details.kinds) = (otherTitle(of: other, side), kinds)
    left[side][other.id] = nil
    pairs.append(ListPair(lists: SyncSides(other, on: side), details: details, drops: [side]))
  }

  private func list(_ id: ItemList.ID, _ side: SyncSide) -> ItemList? {
    lists[side].first { $0.id == id }
  }

  /// Pairs lists by their titles.
  private mutating func pair(_ titles: SyncSides<String>) {
    for a in lists.a where a.title == titles.a {
      for b in lists.b where b.title == titles.b { pair(a, b) }
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
        var details = list.details
        details.title = otherTitle(of: list, side)
        pairs.append(ListPair(lists: SyncSides(list, on: side), details: details))
      }
    }
  }

  /// The title of a list in the other store.
  private func otherTitle(of list: ItemList, _ side: SyncSide) -> String {
    options.pairs.first { $0[side] == list.title }?[side.other] ?? list.title
  }
}

extension ListPairing.Options {
  /// True if a person asks to remove the list with a title, which it has on one side.
  func drops(_ title: String, on side: SyncSide) -> Bool {
    let paired = pairs.filter { $0[side] == title }.map { $0[side.other] }
    return ([title] + paired).contains { name in droppedLists.contains { $0 == name } }
  }
}
