#if canImport(Testing)
import CalendarItems
public import CalendarStores
public import TaskDates
import Testing

/// Random operations on a store and on the reference at once, which must answer the same after each.
///
/// The same seed makes the same operations.
public struct RandomOperations {
  private let store: any CalendarStore
  private let reference: MemoryStore
  private let lists: (mine: ItemList.ID, reference: ItemList.ID)
  private var chance: Seeded
  /// What both have, by UID, at the versions that were read last; some of them are stale.
  private var known: [String: (mine: StoredItem, reference: StoredItem)] = [:]
  private var lastUID = 0

  /// Begins with an empty store.
  public init(seed: UInt64, _ make: StorePromise.Maker) async throws {
    let (clock, other) = (TestClock(), TestClock())
    store = try await make { clock.now }
    reference = MemoryStore { other.now }
    let details = ItemList.Details(title: "Random")
    lists = (
      try await store.createList(details).id, await reference.createList(details).id
    )
    chance = Seeded(seed)
  }

  /// Does so many operations, and compares after each.
  ///
  /// - Parameter wholeEvery: After how many all items are compared; in between only those that were touched. By default about twenty times.
  public mutating func run(_ count: Int, comparingAllEvery wholeEvery: Int? = nil) async throws {
    let wholeEvery = wholeEvery ?? max(50, count / 20)
    for number in 1...count {
      try await step()
      if number.isMultiple(of: wholeEvery) { try await compareAll(number) }
    }
    try await compareAll(count)
  }

  private mutating func step() async throws {
    switch chance.number(below: 10) {
    case 0..<4: try await create()
    case 4..<7: try await update()
    case 7: try await remove()
    case 8: try await ask()
    default: try await reread()
    }
  }

  // MARK: Operations

  private mutating func create() async throws {
    // One in eight has a UID that is there already.
    if chance.number(below: 8) > 0 { lastUID += 1 }
    let item = chance.item(uid: "uid \(lastUID)")
    try await both(.create(ItemContent(item)), .create(ItemContent(item)), item.uid)
  }

  private mutating func update() async throws {
    guard let uid = chance.element(of: known.keys.sorted()), var pair = known[uid] else { return }
    let item = chance.item(uid: uid, like: pair.reference.item.kind)
    for path in [\CalendarItem.title] { pair.mine.item[keyPath: path] = item[keyPath: path] }
    var change = pair.mine.item
    (change.when, change.recurrence, change.notes) = (item.when, item.recurrence, item.notes)
    (change.categories, change.priority) = (item.categories, item.priority)
    pair.mine.item = change
    var other = change
    other.revision = pair.reference.item.revision
    pair.reference.item = other
    try await both(
      .update(pair.mine.version, pair.mine.content),
      .update(pair.reference.version, pair.reference.content), uid)
  }

  private mutating func remove() async throws {
    guard let uid = chance.element(of: known.keys.sorted()), let pair = known[uid] else { return }
    try await both(.remove(pair.mine.version), .remove(pair.reference.version), uid)
  }

  /// Does the same to both; they do it or refuse it alike.
  private mutating func both(_ mine: ItemChange, _ other: ItemChange, _ uid: String) async throws {
    let first = try await store.apply([mine], to: lists.mine)[0]
    let second = try await reference.apply([other], to: lists.reference)[0]
    switch (first, second) {
    case (.success(let mine), .success(let other)):
      // One time in four the old version stays known, and is stale from here on.
      guard chance.number(below: 4) > 0 || known[uid] == nil else { return }
      try await learn(uid, mine.ref, other.ref)
    case (.failure(let mine), .failure(let other)):
      #expect(mine.sort == other.sort)
      if let pair = known[uid] { try await learn(uid, pair.mine.id, pair.reference.id) }
    default: Issue.record("one store: \(first), the reference: \(second)")
    }
  }

  private mutating func reread() async throws {
    guard let uid = chance.element(of: known.keys.sorted()), let pair = known[uid] else { return }
    try await learn(uid, pair.mine.id, pair.reference.id)
  }

  private mutating func learn(_ uid: String, _ mine: ItemRef, _ other: ItemRef) async throws {
    let first = try await store.item(at: mine)
    let second = await reference.items(at: [other]).first
    #expect(first?.item.unstamped == second?.item.unstamped)
    #expect(first?.item.revision?.sequence == second?.item.revision?.sequence)
    guard let first, let second else {
      known[uid] = nil
      return
    }
    known[uid] = (first, second)
  }

  private mutating func ask() async throws {
    guard let day = chance.day() else { return }
    let window = TimeWindow(
      day...(day.advanced(byDays: chance.number(below: 40)) ?? day), home: StoreWorld.home)
    let predicates: [ItemPredicate] = [
      .events(in: window), .incompleteReminders(due: window), .undatedReminders(),
      .completedReminders(), .text("title \(chance.number(below: 10))"),
    ]
    guard let predicate = chance.element(of: predicates) else { return }
    let mine = try await store.items(matching: predicate).map(\.item.uid).sorted()
    #expect(await reference.items(matching: predicate).map(\.item.uid).sorted() == mine)
  }

  private func compareAll(_ number: Int) async throws {
    func sorted(_ items: [StoredItem]) -> [CalendarItem] {
      items.map(\.item.unstamped).sorted { $0.uid < $1.uid }
    }
    let mine = sorted(try await store.items(matching: ItemPredicate(in: [lists.mine])))
    let other = sorted(await reference.items(matching: ItemPredicate()))
    #expect(mine == other, "after \(number) operations")
  }
}

extension StoreError {
  /// Which case it is.
  fileprivate var sort: String {
    Mirror(reflecting: self).children.first?.label ?? "\(self)"
  }
}

/// A generator of random items that says the same for the same seed (SplitMix64).
private struct Seeded: RandomNumberGenerator {
  private var state: UInt64

  init(_ seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  mutating func number(below end: Int) -> Int { Int.random(in: 0..<end, using: &self) }

  mutating func element<Element>(of all: [Element]) -> Element? {
    all.randomElement(using: &self)
  }

  mutating func day() -> DateParameters? {
    DateParameters(dayNumber: 20_700 + number(below: 400))
  }

  mutating func item(uid: String, like kind: CalendarItem.Kind? = nil) -> CalendarItem {
    let kind = kind ?? (number(below: 2) == 0 ? .reminder : .event)
    var item = CalendarItem(kind: kind, uid: uid, title: "Title \(number(below: 10)) 日本; \\,")
    if kind == .event || number(below: 3) > 0 { item.when = day().map { .date($0) } }
    if number(below: 4) == 0 { item.notes = "Notes\nof \(number(below: 100))" }
    if number(below: 5) == 0 { item.categories = ["a, b", "c"] }
    if number(below: 5) == 0 { item.priority = 1 + number(below: 9) }
    if kind == .reminder, number(below: 5) == 0 {
      item.status = .completed
      item.completed = Instant(seconds: 1_796_000_000 + number(below: 1_000_000))
    }
    if item.when != nil, number(below: 6) == 0 {
      item.recurrence = Recurrence(rule: RecurrenceRule(.weekly, interval: 1 + number(below: 3)))
    }
    return item
  }
}
#endif
