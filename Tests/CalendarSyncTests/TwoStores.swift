import CalendarItems
import CalendarStores
import CalendarSync
import ExactText
import SyncTrials
import Synchronization
import TaskDates
import Testing

/// Two stores in memory that are synced, and what a person does in them.
struct TwoStores: Sendable {
  let stores: SyncSides<MemoryStore>
  /// The same stores, which fail when a test asks for it.
  let unreliable: SyncSides<UnreliableStore>
  let state: SyncState
  let number: Int64
  var options = SyncOptions()
  static let home = ItemList.ID("1")

  /// Creates two empty stores, of which the first has a list.
  init() async throws {
    let clock = Clock()
    stores = SyncSides(a: MemoryStore { clock.now }, b: MemoryStore { clock.now })
    unreliable = stores.map { UnreliableStore($0) }
    state = try SyncState()
    number = try state.number(of: SyncSides(a: "a", b: "b"))
    _ = await stores.a.createList(ItemList.Details(title: "Home"))
    _ = await stores.b.createList(ItemList.Details(title: "Home"))
  }

  private final class Clock: Sendable {
    private let seconds = Mutex(1_796_000_000)
    var now: Instant {
      seconds.withLock {
        $0 += 1
        return Instant(seconds: $0)
      }
    }
  }

  // MARK: Syncing

  private var run: SyncRun {
    SyncRun(SyncSides(a: unreliable.a, b: unreliable.b), state, number: number)
  }

  /// Reads both stores, and plans.
  func plan(
    retryingRefused retries: Bool = false
  ) async throws -> (plan: SyncPlan, reading: SyncReading) {
    let reading = try await run.read(retryingRefused: retries)
    return (SyncPlan(reading, options), reading)
  }

  /// Why a sync would be refused.
  func refusals(_ allowance: SyncAllowance = SyncAllowance()) async throws -> [SyncRefusal] {
    let (plan, reading) = try await plan()
    return SyncLimits(plan, reading, allowance).refusals
  }

  /// Syncs, whatever it removes.
  @discardableResult
  func sync(retryingRefused retries: Bool = false, undo: Int? = nil) async throws -> SyncResult {
    let plan = try await plan(retryingRefused: retries).plan
    let recording = undo.map { UndoRecording(run: $0, sides: Set(SyncSide.allCases)) }
    return try await run.execute(plan, at: Instant(seconds: 1_796_000_000), undo: recording)
  }

  /// Undoes or redoes a run, if it is not in that state.
  func reverse(_ number: Int, _ direction: SyncReversal.Direction, home: SyncSide) async throws {
    guard let known = try state.runs().first(where: { $0.number == number }),
      known.isUndone == (direction == .redo)
    else { return }
    let reversal = SyncReversal(
      of: number, direction, in: stores.map { $0 as (any CalendarStore)? }, home: home, state)
    let errors = try await reversal.run(try await reversal.items())
    #expect(errors.allSatisfy { $0 == nil })
  }

  /// Gives both sides the value that one had in a conflict.
  func resolve(_ conflict: SyncConflict, to side: SyncSide) async throws {
    try await run.resolve(conflict, to: side)
  }

  // MARK: What a person does

  /// Adds an item to one store.
  @discardableResult
  func add(
    _ title: String, uid: String? = nil, to side: SyncSide,
    _ change: (inout CalendarItem) -> Void = { _ in }
  ) async throws -> StoredItem {
    var item = CalendarItem(kind: .reminder, uid: uid ?? "uid of \(title)", title: title)
    change(&item)
    let version = try await stores[side].create(item, in: Self.home)
    return try #require(await stores[side].item(at: version.ref))
  }

  /// Changes the item with a UID in one store.
  func change(
    _ uid: String, on side: SyncSide, _ change: (inout CalendarItem) -> Void
  ) async throws {
    var stored = try #require(await item(uid, on: side))
    change(&stored.content.item)
    try await stores[side].update(stored)
  }

  /// Removes the item with a UID from one store.
  func remove(_ uid: String, on side: SyncSide) async throws {
    try await stores[side].remove(try #require(await item(uid, on: side)).version)
  }

  func item(_ uid: String, on side: SyncSide) async -> StoredItem? {
    await stores[side].items(matching: .uid(uid)).first
  }

  func titles(on side: SyncSide) async -> [String] {
    await stores[side].items(matching: ItemPredicate()).map(\.item.title).sorted()
  }
}
