#if canImport(Testing)
import CalendarItems
public import CalendarStores
import ExactText
public import TaskDates
import Testing

/// Random operations on a store and on the reference, which must have the same results after each.
///
/// The same seed gives the same operations. There are never more than some hundred items, so that each step takes as
/// long as the first.
public struct RandomOperations {
  var store: any CalendarStore
  let reference: MemoryStore
  let lists: (mine: ItemList.ID, reference: ItemList.ID)
  var chance: RandomItems
  /// The items of both, in the versions that were read last; some of them are stale.
  var known = KnownItems()
  private var lastUID = 0
  /// The number of completed steps.
  private(set) var done = 0
  private let clock = TestClock()
  private let reopen: StoreRequirement.Maker?

  /// The maximum number of items.
  private static let most = 200

  /// Creates operations on an empty store.
  ///
  /// - Parameters:
  ///   - seed: Determines the operations.
  ///   - reopen: Opens the store again; nil if it is gone with the process.
  ///   - losses: The known changes that the server of the store makes.
  ///   - make: Creates an empty store.
  public init(
    seed: UInt64, reopen: StoreRequirement.Maker? = nil, losing losses: StoreLoss = [],
    make: StoreRequirement.Maker
  ) async throws {
    let (clock, other) = (clock, TestClock())
    store = try await make { clock.now }
    reference = MemoryStore { other.now }
    let details = ItemList.Details(title: "Random")
    lists = (
      try await store.createList(details).id, await reference.createList(details).id
    )
    chance = RandomItems(seed, losing: losses)
    self.reopen = reopen
  }

  /// Runs operations, and compares the affected items after each.
  ///
  /// - Parameters:
  ///   - count: The number of operations.
  ///   - wholeEvery: The number of operations after which all items are compared, in a store that is opened again if
  ///     possible.
  public mutating func run(_ count: Int, comparingAllEvery wholeEvery: Int = 200) async throws {
    for number in 1...max(1, count) {
      done += 1
      try await step()
      if number.isMultiple(of: wholeEvery) || number == count {
        if let reopen { store = try await reopen { [clock] in clock.now } }
        try await compareAll()
      }
    }
  }

  private mutating func step() async throws {
    switch chance.number(below: 12) {
    case 0..<4: try await known.count < Self.most ? create() : remove()
    case 4..<7: try await update()
    case 7: try await remove()
    case 8: try await ask()
    case 9: try await changeOccurrence()
    case 10: try await batch()
    default: try await reread()
    }
  }

  /// A new UID; in one of eight cases an earlier one.
  mutating func uid() -> String {
    if chance.isOne(in: 8), lastUID > 0 { return "uid \(1 + chance.number(below: lastUID))" }
    lastUID += 1
    return "uid \(lastUID)"
  }

  // MARK: Comparing

  /// Reads an item of both, which must be the same, and notes it as known.
  mutating func learn(_ uid: String, mine: ItemRef, other: ItemRef) async throws {
    let first = try await store.item(at: mine)
    let second = await reference.items(at: [other]).first
    #expect(first?.content.compared == second?.content.compared, "step \(done)")
    #expect(
      first?.item.revision?.sequence == second?.item.revision?.sequence, "step \(done), \(uid)")
    guard let first, let second else { return known[uid] = nil }
    known[uid] = KnownItems.Pair(mine: first, reference: second)
  }

  private mutating func reread() async throws {
    guard let uid = known.uid(&chance), let pair = known[uid] else { return }
    try await learn(uid, mine: pair.mine.id, other: pair.reference.id)
  }

  private mutating func ask() async throws {
    guard let window = chance.window() else { return }
    let predicates: [ItemPredicate] = [
      .events(in: window), .incompleteReminders(due: window), .undatedReminders(),
      .completedReminders(), .text("title \(chance.number(below: 10))"),
    ]
    guard let predicate = chance.element(of: predicates) else { return }
    let mine = try await store.items(matching: predicate).map(\.content.compared)
    let other = await reference.items(matching: predicate).map(\.content.compared)
    expectSame(mine.sorted(), other.sorted(), place: "in the answer to \(predicate)")
    let first = try await store.occurrences(in: window).all.map(\.compared)
    let second = try await reference.occurrences(in: window).all.map(\.compared)
    expectSame(first, second, place: "in \(window.instants)")
  }

  private func compareAll() async throws {
    let mine = try await store.items(matching: ItemPredicate(in: [lists.mine]))
    let other = await reference.items(matching: ItemPredicate())
    expectSame(
      mine.map(\.content.compared).sorted(), other.map(\.content.compared).sorted(),
      place: "as a whole")
  }

  /// Expects two equal results, and reports only the elements that one of them has.
  private func expectSame<Value: Hashable>(_ mine: [Value], _ other: [Value], place: String) {
    guard mine != other else { return }
    let difference = Set(mine).symmetricDifference(other)
    Issue.record("step \(done): the stores differ \(place): \(difference.map { "\($0)" })")
  }
}

extension ItemContent {
  /// The content that two stores must agree on: changed occurrences have no order.
  fileprivate var compared: ItemContent {
    var content = unstamped
    content.zones = [:]
    content.changed.sort {
      guard let left = $0.occurrence, let right = $1.occurrence else { return false }
      return left.startDate < right.startDate
    }
    return content
  }
}

extension [ItemContent] {
  fileprivate func sorted() -> [ItemContent] { sorted { $0.item.uid < $1.item.uid } }
}

extension ItemOccurrence {
  /// The part that two stores must agree on.
  var compared: String {
    "\(item.uid) \(item.title) \(originalDate) \(begin.seconds) \(end.seconds)"
  }
}
#endif
