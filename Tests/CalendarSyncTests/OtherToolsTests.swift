import CalendarItems
import CalendarStores
import CalendarSync
import ExactText
import SyncTrials
import TaskDates
import Testing

/// Accidents that users of other tools reported.
@Suite("Accidents of other tools that sync")
struct OtherToolsTests {
  /// Interrupted syncs left 1,429 copies of one event (org-caldav, issue 263).
  @Test(arguments: [UnreliableStore.Failure.before, .after])
  func interruptedSyncsMakeNoCopies(failure: UnreliableStore.Failure) async throws {
    let two = try await TwoStores()
    for title in ["One", "Two", "Three"] { try await two.add(title, to: .a) }
    for number in 0..<40 {
      try await two.change("uid of One", on: .a) { $0.priority = number % 9 + 1 }
      await two.unreliable.b.fail(failure, afterCalls: number % 3)
      _ = try? await two.sync()
    }
    await two.unreliable.b.stopFailing()
    try await two.sync()
    for side in SyncSide.allCases {
      #expect(await two.titles(on: side) == ["One", "Three", "Two"])
    }
  }

  /// A prefix of the title grew with each round trip, as `DL: DL:` (org-caldav, issue 350): two machines with the same files
  /// sync with the same server.
  @Test func twoMachinesThatShareFilesStopWriting() async throws {
    let two = try await TwoStores()
    let second = try SyncState()
    let number = try second.number(of: SyncSides(a: "a", b: "b"))
    func syncOther() async throws -> Int {
      let run = SyncRun(SyncSides(a: two.stores.a, b: two.stores.b), second, number: number)
      let plan = SyncPlan(try await run.read(), SyncOptions())
      _ = try await run.execute(plan, at: Instant(seconds: 0))
      return plan.writes.count
    }
    try await two.add("Deadline", uid: "1", to: .a)
    try await two.sync()
    try await two.change("1", on: .a) { $0.title = "DL: Deadline" }
    #expect(try await syncOther() <= 1)
    for _ in 0..<3 {
      try await two.sync()
      #expect(try await syncOther() == 0)
    }
    for side in SyncSide.allCases { #expect(await two.titles(on: side) == ["DL: Deadline"]) }
  }

  /// An entry that was moved to another file was treated as deleted (org-caldav, issue 285).
  @Test func anEntryThatIsMovedToAnotherListIsNotDeleted() async throws {
    let two = try await TwoStores()
    for side in SyncSide.allCases {
      _ = await two.stores[side].createList(ItemList.Details(title: "Work"))
    }
    for number in 1...12 { try await two.add("Task \(number)", uid: "\(number)", to: .a) }
    try await two.sync()
    let work = try #require(await two.stores.a.lists().first { $0.title == "Work" })
    for number in 1...12 {
      let item = try #require(await two.item("\(number)", on: .a))
      try await two.stores.a.move(item, to: work.id)
    }
    #expect(try await two.refusals().isEmpty)
    let plan = try await two.plan().plan
    #expect(plan.steps.count == 12 && plan.steps.allSatisfy { $0.actions.b?.name == "move" })
    try await two.sync()
    for side in SyncSide.allCases { #expect(await two.titles(on: side).count == 12) }
  }

  /// Another machine moved a line and its item, and its new file arrives before the old one without the line.
  @Test(arguments: [true, false])
  func aMovedLineIsNotDoubledIfItsNewFileArrivesFirst(isAsked: Bool) async throws {
    var two = try await TwoStores()
    two.options.lineSides = [.a]
    let work = SyncSides(
      a: await two.stores.a.createList(ItemList.Details(title: "Work")),
      b: await two.stores.b.createList(ItemList.Details(title: "Work")))
    try await two.add("Call Ann", uid: "1", to: .a)
    try await two.sync()
    try await two.stores.b.move(try #require(await two.item("1", on: .b)), to: work.b.id)
    var copy = try #require(await two.item("1", on: .a)).item
    copy.uid = "made of the line in its new file"
    try await two.stores.a.create(copy, in: work.a.id)
    guard isAsked else {
      // A line that does not take part stays where it is.
      two.options.participants.a.unmatched = [try #require(await two.item("1", on: .a)).id]
      try await two.sync()
      return #expect(await two.titles(on: .a) == ["Call Ann", "Call Ann"])
    }
    for _ in 0..<2 {
      try await two.sync()
      for side in SyncSide.allCases {
        let items = await two.stores[side].items(matching: ItemPredicate())
        #expect(items.map(\.id.list) == [work[side].id])
      }
    }
  }

  /// A server stored an item, and answered that somebody else had changed it (status 412).
  @Test func aChangeThatIsRefusedFalselyIsNoConflict() async throws {
    let two = try await TwoStores()
    try await two.add("Call Ann", uid: "1", to: .a)
    try await two.sync()
    try await two.change("1", on: .a) { $0.title = "Call Bob" }
    try await two.add("Buy paint", uid: "2", to: .a)
    for _ in 0..<2 {
      await two.unreliable.b.fail(.refusedFalsely, afterCalls: 0)
      #expect(try await two.sync().failures.count <= 2)
    }
    await two.unreliable.b.stopFailing()
    try await two.sync()
    #expect(try await two.plan().plan.steps.isEmpty)
    for side in SyncSide.allCases {
      #expect(await two.titles(on: side) == ["Buy paint", "Call Bob"])
    }
    #expect(try two.state.conflicts(of: two.number).isEmpty)
  }
}
