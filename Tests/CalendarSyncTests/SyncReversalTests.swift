import CalendarItems
import CalendarStores
import CalendarSync
import ExactText
import SyncTrials
import TaskDates
import Testing

@Suite("The reversal of a run in a store")
struct SyncReversalTests {
  /// A store with two items that run 7 has renamed.
  private func renamed() async throws -> TwoStores {
    let two = try await TwoStores()
    var changes: [(before: StoredItem?, after: StoredItem?)] = []
    for title in ["One", "Two"] {
      let before = try await two.add(title, uid: title, to: .a)
      try await two.change(title, on: .a) { $0.title += "!" }
      changes.append((before, await two.item(title, on: .a)))
    }
    let plan = try two.state.plan([], in: "a", run: 7)
    try two.state.record(changes, run: 7, carryingOut: plan)
    return two
  }

  private func undo(_ two: TwoStores) async throws -> (errors: [StoreError?], left: Int) {
    let reversal = SyncReversal(
      of: 7, in: SyncSides<(any CalendarStore)?>(a: two.unreliable.a, b: nil), two.state)
    let items = try await reversal.items()
    let left = items.count { if case .leave = $0.action { true } else { false } }
    return (try await reversal.run(items), left)
  }

  private func isUndone(_ two: TwoStores) throws -> Bool {
    try two.state.runs().allSatisfy(\.isUndone)
  }

  @Test func isNotTakenForDoneIfTheStoreFails() async throws {
    let two = try await renamed()
    await two.unreliable.a.fail(.before, afterCalls: 0)
    #expect(try await undo(two).errors.contains { $0 != nil })
    #expect(try !isUndone(two))
    await two.unreliable.a.stopFailing()
    #expect(try await undo(two).errors.allSatisfy { $0 == nil })
    #expect(try isUndone(two))
    #expect(await two.titles(on: .a) == ["One", "Two"])
  }

  @Test func leavesWhatAnEarlierAttemptHasTakenBack() async throws {
    let two = try await renamed()
    await two.unreliable.a.fail(.before, afterCalls: 1)
    #expect(try await undo(two).errors.count { $0 != nil } == 1)
    await two.unreliable.a.stopFailing()
    try await two.change("Two", on: .a) { $0.priority = 1 }
    let second = try await undo(two)
    #expect(second.left == 1 && second.errors.allSatisfy { $0 == nil })
    #expect(try isUndone(two))
    #expect(await two.titles(on: .a) == ["One", "Two"])
    #expect(await two.item("Two", on: .a)?.item.priority == 1)
  }

  @Test func isDoneIfAllThatIsLeftWasChangedSince() async throws {
    let two = try await renamed()
    for uid in ["One", "Two"] { try await two.change(uid, on: .a) { $0.title = "Mine" } }
    #expect(try await undo(two).left == 2)
    #expect(try isUndone(two))
    #expect(await two.titles(on: .a) == ["Mine", "Mine"])
  }

  @Test func ofARunThatWasKilledTakesBackWhatItHasDone() async throws {
    let two = try await TwoStores()
    var plans: [(before: StoredItem?, after: StoredItem?)] = []
    for title in ["Old", "Other"] {
      let before = try await two.add(title, uid: title, to: .a)
      var content = before.content
      content.item.title += "!"
      plans.append((before, StoredItem(version: before.version, content: content)))
    }
    for uid in ["New", "Missing"] {
      var content = try #require(plans[0].after).content
      (content.item.uid, content.item.title) = (uid, uid)
      let ref = ItemRef(try #require(plans[0].before).id.list, name: "")
      plans.append((nil, StoredItem(version: ItemVersion(ref, tag: ""), content: content)))
    }
    _ = try two.state.plan(plans, in: "a", run: 7)
    try await two.change("Old", on: .a) { $0.title += "!" }
    try await two.add("New", uid: "New", to: .a)
    let undone = try await undo(two)
    #expect(undone.left == 0 && undone.errors.allSatisfy { $0 == nil })
    #expect(await two.titles(on: .a) == ["Old", "Other"])
  }
}
