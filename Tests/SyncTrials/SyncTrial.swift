import CalendarItems
public import CalendarStores
public import CalendarSync
import ExactText
import TaskDates
import TestSupport

/// Random changes of two synced stores, with syncs that fail, compared with what has to be the result.
///
/// Each item has a tag of its own, by which it is recognised after all changes.
public struct SyncTrial {
  /// What went wrong, after how many operations.
  public struct Violation: Error, CustomStringConvertible {
    public let description: String
  }

  private let stores: SyncSides<any CalendarStore>
  private let unreliable: SyncSides<UnreliableStore>
  private let state: SyncState
  private let number: Int64
  private var random: SeededGenerator
  /// What each item has to be at the next check.
  private var expected: [String: ExpectedItem] = [:]
  private var made = 0
  private var steps = 0
  /// What was done since the last check.
  private var history: [String] = []
  private static let limit = 40

  /// Creates a trial of two stores that both have the lists `Home` and `Work`.
  ///
  /// - Parameters:
  ///   - stores: The stores.
  ///   - state: The state of the sync.
  ///   - seed: The seed; the same one gives the same operations.
  public init(
    _ stores: SyncSides<any CalendarStore>, _ state: SyncState, seed: UInt64
  ) async throws {
    self.stores = stores
    self.state = state
    unreliable = stores.map { UnreliableStore($0) }
    number = try state.number(of: SyncSides(a: "a", b: "b"))
    random = SeededGenerator(seed: seed)
    for side in SyncSide.allCases {
      for title in ["Home", "Work"] {
        _ = try await stores[side].createList(ItemList.Details(title: title))
      }
    }
  }

  /// Does random operations, with a sync after every tenth on average.
  public mutating func run(_ count: Int) async throws {
    for _ in 0..<count {
      steps += 1
      switch random.number(below: 30) {
      case 0, 1, 2: try await check()
      case 3, 4: try await failingSync()
      default: try await operation()
      }
    }
    try await check()
  }

  // MARK: Operations

  private mutating func operation() async throws {
    let side: SyncSide = random.isOne(in: 2) ? .a : .b
    let items = try await singleItems(on: side)
    let kind = random.number(below: 10)
    if items.isEmpty || kind < 2 && items.count < Self.limit {
      return try await create(on: side)
    }
    guard let item = random.element(of: items) else { return }
    switch kind {
    case 2: try await remove(item, on: side)
    case 3: try await move(item, on: side)
    default: try await change(item, on: side)
    }
  }

  /// The items of a side; an interrupted move may have left two with one tag, which a person would not touch.
  private func singleItems(on side: SyncSide) async throws -> [StoredItem] {
    let items = try await stores[side].items(matching: ItemPredicate())
    let counts = Dictionary(grouping: items) { $0.item.tag ?? "" }.mapValues(\.count)
    return items.filter { counts[$0.item.tag ?? ""] == 1 }
  }

  private mutating func create(on side: SyncSide) async throws {
    made += 1
    let tag = "tag\(made)"
    let kind: CalendarItem.Kind = random.isOne(in: 4) ? .event : .reminder
    var item = CalendarItem(kind: kind, uid: "uid\(made)", title: "Title \(made)")
    if kind == .event { item.when = random.date() }
    item.categories = [tag]
    let lists = try await stores[side].lists().filter { $0.details.kinds.contains(kind) }
    guard let list = random.element(of: lists) else { return }
    try await stores[side].create(item, in: list.id)
    expected[tag] = ExpectedItem(item, madeOn: side)
    history.append("\(tag) created in \(side)")
  }

  private mutating func change(_ stored: StoredItem, on side: SyncSide) async throws {
    guard let tag = stored.item.tag, var known = expected[tag] else { return }
    var stored = stored
    let field = ExpectedItem.Field.allCases[random.number(below: ExpectedItem.Field.allCases.count)]
    let value = random.number(below: 9) + 1
    field.set(value, of: &stored.content.item)
    try await stores[side].update(stored)
    known.change(field, to: value, on: side)
    expected[tag] = known
    history.append("\(tag) changed in \(side): \(field) \(value)")
  }

  private mutating func remove(_ stored: StoredItem, on side: SyncSide) async throws {
    guard let tag = stored.item.tag else { return }
    try await stores[side].remove(stored.version)
    expected[tag]?.remove(on: side)
    history.append("\(tag) removed from \(side)")
  }

  private mutating func move(_ stored: StoredItem, on side: SyncSide) async throws {
    let lists = try await stores[side].lists()
    let other = lists.first {
      $0.id != stored.id.list && $0.details.kinds.contains(stored.item.kind)
    }
    guard let list = other else { return }
    try await stores[side].move(stored, to: list.id)
    history.append("\(stored.item.tag ?? "?") moved in \(side) to \(list.title)")
  }

  // MARK: Syncing

  private func plan() async throws -> SyncPlan {
    let run = SyncRun(SyncSides(a: unreliable.a, b: unreliable.b), state, number: number)
    return SyncPlan(try await run.read(), SyncOptions())
  }

  private func sync() async throws -> SyncResult {
    let run = SyncRun(SyncSides(a: unreliable.a, b: unreliable.b), state, number: number)
    let plan = SyncPlan(try await run.read(), SyncOptions())
    return try await run.execute(plan, at: Instant(seconds: 0))
  }

  /// A sync in which one call fails, before or after it was done.
  private mutating func failingSync() async throws {
    let side: SyncSide = random.isOne(in: 2) ? .a : .b
    let kind = random.element(of: UnreliableStore.Failure.allCases) ?? .before
    let calls = random.number(below: 4)
    await unreliable[side].fail(kind, afterCalls: calls)
    let result = try? await sync()
    let isDone = result != nil
    for tag in expected.keys {
      expected[tag]?.noteSync(isComplete: result?.failures.isEmpty ?? false)
    }
    history.append("sync of \(side): \(isDone ? "done" : "failed \(kind) call \(calls)")")
    for side in SyncSide.allCases { await unreliable[side].stopFailing() }
  }

  // MARK: Checks

  /// Syncs until nothing is left to do, and compares both stores with what has to be there.
  private mutating func check() async throws {
    for _ in 0..<2 {
      let result = try await sync()
      if let failure = result.failures.first {
        throw violation("\(failure)\n\(try await items(titled: failure.title))")
      }
    }
    let plan = try await plan()
    guard plan.steps.isEmpty else {
      throw violation("a third run has \(plan.steps.count) steps: \(plan.steps.map(\.reason))")
    }
    let items = SyncSides(a: try await byTag(.a), b: try await byTag(.b))
    try compare(items)
    try await compareLists()
    settle(items.a)
  }

  /// Where the items with a title are, for a report.
  private func items(titled title: String) async throws -> String {
    var found: [String] = []
    for side in SyncSide.allCases {
      for item in try await stores[side].items(matching: ItemPredicate())
      where item.item.title == title {
        found.append("\(side): \(item.item.tag ?? "?") in \(item.id.list.name)/\(item.id.name)")
      }
    }
    return found.joined(separator: ", ")
  }

  private func byTag(_ side: SyncSide) async throws -> [String: CalendarItem] {
    var found: [String: CalendarItem] = [:]
    for item in try await stores[side].items(matching: ItemPredicate()).map(\.item) {
      guard let tag = item.tag else { throw violation("an item has lost its tag: \(item.title)") }
      guard found.updateValue(item, forKey: tag) == nil else {
        throw violation("\(tag) is twice in \(side)")
      }
    }
    return found
  }

  /// Compares the lists in which the items of both sides are.
  private func compareLists() async throws {
    let titles = SyncSides(a: try await listTitles(.a), b: try await listTitles(.b))
    for (tag, title) in titles.a.sorted(by: { $0.key < $1.key }) where titles.b[tag] != title {
      throw violation("\(tag) is in \(title), and in \(titles.b[tag] ?? "no list")")
    }
  }

  /// The titles of the items' lists, by tag.
  private func listTitles(_ side: SyncSide) async throws -> [String: String] {
    let lists = try await stores[side].lists().map { ($0.id, $0.title) }
    let titles = Dictionary(lists) { first, _ in first }
    let items = try await stores[side].items(matching: ItemPredicate()).map {
      ($0.item.tag ?? "", titles[$0.id.list] ?? "")
    }
    return Dictionary(items) { first, _ in first }
  }

  private func compare(_ items: SyncSides<[String: CalendarItem]>) throws {
    for (tag, known) in expected.sorted(by: { $0.key < $1.key }) {
      let (a, b) = (items.a[tag], items.b[tag])
      guard (a == nil) == (b == nil) else { throw violation("\(tag) is only in one store") }
      guard let a, let b else {
        if known.mustStay { throw violation("\(tag) is lost") }
        continue
      }
      if known.mustGo { throw violation("\(tag) has come back") }
      for field in ExpectedItem.Field.allCases {
        let (left, right) = (field.value(of: a), field.value(of: b))
        guard left == right else { throw violation("\(tag) has two values of \(field)") }
        guard known.allows(left, field) else {
          throw violation("\(tag): \(field) is \(left), expected \(known.changes[field] ?? [:])")
        }
      }
    }
    let unknown = Set(items.a.keys).subtracting(expected.keys)
    if !unknown.isEmpty { throw violation("unknown items: \(unknown)") }
  }

  /// Takes what is there now as the new beginning.
  private mutating func settle(_ items: [String: CalendarItem]) {
    expected = items.mapValues { ExpectedItem($0) }
    history = []
  }

  private func violation(_ text: String) -> Violation {
    Violation(
      description: "after \(steps) operations: \(text)\n\(history.joined(separator: "\n"))")
  }
}

extension CalendarItem {
  fileprivate var tag: String? { categories.first { $0.hasPrefix("tag") } }
}
