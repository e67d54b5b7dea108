import CalendarItems
import CalendarStores
import CalendarSync
import ExactText
import SyncTrials
import TaskDates
import Testing

@Suite("What a store cannot hold")
struct SyncRefusalTests {
  private func date(_ text: String) throws -> TMDateType { try DatePayload(parsing: text).value }

  /// Two stores with one item, which the second one does not let anybody change.
  private func refusing() async throws -> TwoStores {
    let two = try await TwoStores()
    try await two.add("Meeting", uid: "1", to: .a)
    try await two.sync()
    await two.unreliable.b.refuseChanges(true)
    try await two.change("1", on: .a) { $0.title = "Meeting, later" }
    return two
  }

  @Test func isTriedAndReportedOnce() async throws {
    let two = try await refusing()
    #expect(try await two.sync().failures.map(\.error) == [.invalid("others are invited")])
    let count = await two.unreliable.b.changeCount
    for _ in 0..<2 {
      let result = try await two.sync()
      #expect(result.failures.isEmpty && result.done.isEmpty)
    }
    #expect(await two.unreliable.b.changeCount == count)
    #expect(await two.titles(on: .a) == ["Meeting, later"])
    #expect(await two.titles(on: .b) == ["Meeting"])
  }

  @Test func isTriedAgainAfterAnotherChange() async throws {
    let two = try await refusing()
    try await two.sync()
    try await two.change("1", on: .a) { $0.title = "Meeting, much later" }
    #expect(try await two.sync().failures.count == 1)
    #expect(try await two.sync().failures.isEmpty)
    await two.unreliable.b.refuseChanges(false)
    try await two.change("1", on: .b) { $0.location = "Room 1" }
    try await two.sync()
    let there = try #require(await two.item("1", on: .b)).item
    #expect(there.title == "Meeting, much later" && there.location == "Room 1")
    #expect(await two.item("1", on: .a)?.item.location == "Room 1")
    #expect(try await two.plan().plan.steps.isEmpty)
  }

  @Test func isTriedAgainIfAPersonAllowsIt() async throws {
    let two = try await refusing()
    try await two.sync()
    await two.unreliable.b.refuseChanges(false)
    #expect(try await two.sync().done.isEmpty)
    #expect(try await two.sync(retryingRefused: true).done.count == 1)
    #expect(await two.titles(on: .b) == ["Meeting, later"])
    #expect(try await two.plan().plan.steps.isEmpty)
  }

  /// What the other side changes in another field still arrives.
  @Test func doesNotHoldBackWhatTheOtherSideChanges() async throws {
    let two = try await refusing()
    try await two.sync()
    try await two.change("1", on: .b) { $0.location = "Room 1" }
    try await two.sync()
    #expect(await two.item("1", on: .a)?.item.location == "Room 1")
    #expect(await two.titles(on: .b) == ["Meeting"])
    #expect(try await two.sync().failures.isEmpty)
  }

  @Test func aStartThatIsNotBeforeTheNewDueDateIsLeftOutOnBothSides() async throws {
    let two = try await TwoStores()
    let (start, due, new) = (try date("2026-11-28"), try date("2026-11-30"), try date("2026-11-27"))
    try await two.add("Pack", uid: "1", to: .a) { ($0.start, $0.when) = (start, due) }
    try await two.sync()
    try await two.change("1", on: .b) { $0.when = new }
    let plan = try await two.plan().plan
    #expect(plan.steps.flatMap(\.leftOut).map(\.part) == ["start"])
    try await two.sync()
    for side in SyncSide.allCases {
      let item = try #require(await two.item("1", on: side)).item
      #expect(item.when == new && item.start == nil)
    }
    #expect(try await two.plan().plan.steps.isEmpty)
  }

  /// What a program has written itself stays, however odd it is.
  @Test func anOldContradictionIsNotTouched() async throws {
    let two = try await TwoStores()
    let (start, due) = (try date("2026-11-28"), try date("2026-11-27"))
    try await two.add("Pack", uid: "1", to: .b) { ($0.start, $0.when) = (start, due) }
    try await two.sync()
    try await two.change("1", on: .a) { $0.title = "Pack well" }
    #expect(try await two.plan().plan.steps.allSatisfy(\.leftOut.isEmpty))
    try await two.sync()
    #expect(await two.titles(on: .b) == ["Pack well"])
  }
}
