import CalendarItems
import CalendarStores
import CalendarSync
import ExactText
import SyncTrials
import TaskDates
import Testing

@Suite("A sync that is interrupted")
struct SyncCrashTests {
  /// At most two further runs reach what an undisturbed run reaches.
  @Test(arguments: [UnreliableStore.Failure.before, .after], SyncSide.allCases)
  func isCompletedByTheNextRuns(failure: UnreliableStore.Failure, side: SyncSide) async throws {
    for call in 0..<6 {
      let two = try await disturbed()
      await two.unreliable[side].fail(failure, afterCalls: call)
      _ = try? await two.sync()
      try await two.sync()
      try await two.sync()
      for side in SyncSide.allCases {
        #expect(await two.titles(on: side) == ["Five", "Four", "Three!", "Two!"], "call \(call)")
      }
      #expect(await two.item("Two", on: .a)?.item.priority == 3)
      #expect(try await two.plan().plan.steps.isEmpty)
      #expect(try two.state.conflicts(of: two.number).isEmpty)
    }
  }

  /// Two stores with a change of each kind on each side.
  private func disturbed() async throws -> TwoStores {
    let two = try await TwoStores()
    for title in ["One", "Two", "Three", "Four"] { try await two.add(title, uid: title, to: .a) }
    try await two.sync()
    try await two.change("Two", on: .a) { $0.title = "Two!" }
    try await two.change("Two", on: .b) { $0.priority = 3 }
    try await two.change("Three", on: .b) { $0.title = "Three!" }
    try await two.remove("One", on: .b)
    try await two.add("Five", to: .a)
    return two
  }

  /// The answer to a change was lost, and the person changes the same field again before the next run.
  @Test func doesNotTakeItsOwnChangeForAConflict() async throws {
    let two = try await TwoStores()
    try await two.add("Call Ann", uid: "1", to: .a)
    try await two.sync()
    try await two.change("1", on: .a) { $0.title = "Call Bob" }
    await two.unreliable.b.fail(.after, afterCalls: 0)
    _ = try? await two.sync()
    try await two.change("1", on: .a) { $0.title = "Call Cem" }
    try await two.sync()
    #expect(await two.item("1", on: .b)?.item.title == "Call Cem")
    #expect(try two.state.conflicts(of: two.number).isEmpty)
  }

  /// The answer to a change was lost, and the person takes the change back before the next run.
  @Test(arguments: SyncSide.allCases)
  func bringsBackWhatAPersonTakesBack(side: SyncSide) async throws {
    let two = try await TwoStores()
    try await two.add("Call Ann", uid: "1", to: .a)
    try await two.sync()
    try await two.change("1", on: side) { $0.title = "Call Bob" }
    await two.unreliable[side.other].fail(.after, afterCalls: 0)
    _ = try? await two.sync()
    #expect(await two.item("1", on: side.other)?.item.title == "Call Bob")
    try await two.change("1", on: side) { $0.title = "Call Ann" }
    try await two.sync()
    #expect(await two.item("1", on: side.other)?.item.title == "Call Ann")
    #expect(try two.state.conflicts(of: two.number).isEmpty)
  }

  /// One of two changes of an item was refused, and the person changes again what the other one brought.
  @Test func remembersTheChangeOfOneSideIfThatOfTheOtherFails() async throws {
    let two = try await TwoStores()
    try await two.add("Call Ann", uid: "1", to: .a)
    try await two.sync()
    try await two.change("1", on: .a) { $0.title = "Call Bob" }
    try await two.change("1", on: .b) { $0.priority = 3 }
    await two.unreliable.b.fail(.refusedFalsely, afterCalls: 0)
    try await two.sync()
    #expect(await two.item("1", on: .a)?.item.priority == 3)
    try await two.change("1", on: .b) { $0.priority = 5 }
    try await two.sync()
    #expect(await two.item("1", on: .a)?.item.priority == 5)
    #expect(await two.item("1", on: .b)?.item.title == "Call Bob")
    #expect(try two.state.conflicts(of: two.number).isEmpty)
  }

  /// An item was restored, the answer was lost, and the person then removes the item that the other store still had.
  @Test func doesNotRestoreAnItemAgainThatWasRemovedSince() async throws {
    let two = try await TwoStores()
    try await two.add("Call Ann", uid: "1", to: .a)
    try await two.sync()
    try await two.change("1", on: .a) { $0.title = "Call Bob" }
    try await two.remove("1", on: .b)
    await two.unreliable.b.fail(.after, afterCalls: 0)
    _ = try? await two.sync()
    await two.unreliable.b.stopFailing()
    #expect(await two.titles(on: .b) == ["Call Bob"])
    try await two.remove("1", on: .a)
    try await two.sync()
    for side in SyncSide.allCases { #expect(await two.titles(on: side) == []) }
  }

  /// A phone moves an item to another list and back, and a move by the sync is interrupted after it has made the copy.
  @Test func removesTheCopyOfAnInterruptedMove() async throws {
    let two = try await TwoStores()
    var lists = SyncSides(a: TwoStores.home, b: TwoStores.home)
    for side in SyncSide.allCases {
      lists[side] = await two.stores[side].createList(ItemList.Details(title: "Garden")).id
    }
    try await two.add("Water", uid: "9", to: .a)
    try await two.sync()
    for list in [lists.b, TwoStores.home] {
      try await two.stores.b.move(try #require(await two.item("9", on: .b)), to: list)
    }
    try await two.stores.a.move(try #require(await two.item("9", on: .a)), to: lists.a)
    await two.unreliable.b.fail(.refusedFalsely, afterCalls: 0)
    try await two.sync()
    await two.unreliable.b.stopFailing()
    #expect(try await two.sync().failures.isEmpty)
    for side in SyncSide.allCases {
      #expect(await two.titles(on: side) == ["Water"])
      #expect(await two.item("9", on: side)?.id.list == lists[side])
    }
  }

  /// The answer to a creation was lost, and the person moves the original, or the copy, before the next run.
  @Test(arguments: SyncSide.allCases)
  func movesACopyWithItsOriginal(_ side: SyncSide) async throws {
    let two = try await TwoStores()
    var lists = SyncSides(a: TwoStores.home, b: TwoStores.home)
    for side in SyncSide.allCases {
      lists[side] = await two.stores[side].createList(ItemList.Details(title: "Garden")).id
    }
    try await two.add("Water", uid: "9", to: .a)
    await two.unreliable.b.fail(.refusedFalsely, afterCalls: 0)
    try await two.sync()
    await two.unreliable.b.stopFailing()
    try await two.stores[side].move(try #require(await two.item("9", on: side)), to: lists[side])
    try await two.sync()
    for side in SyncSide.allCases {
      #expect(await two.item("9", on: side)?.id.list == lists[side])
    }
  }

  @Test func leavesAnItemThatSomebodyChangesMeanwhileForTheNextRun() async throws {
    let two = try await TwoStores()
    try await two.add("Call Ann", uid: "1", to: .a)
    try await two.sync()
    try await two.change("1", on: .a) { $0.title = "Call Bob" }
    let plan = try await two.plan().plan
    try await two.change("1", on: .b) { $0.priority = 1 }
    let run = SyncRun(
      SyncSides(a: two.stores.a, b: two.stores.b), two.state, number: two.number)
    let result = try await run.execute(plan, at: Instant(seconds: 0))
    #expect(result.failures.count == 1)
    try await two.sync()
    for side in SyncSide.allCases {
      let item = try #require(await two.item("1", on: side)).item
      #expect(item.title == "Call Bob")
      #expect(item.priority == 1)
    }
  }
}
