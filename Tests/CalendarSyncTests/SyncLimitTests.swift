import CalendarItems
import CalendarStores
import CalendarSync
import ExactText
import TaskDates
import Testing

@Suite("Safety checks of a sync")
struct SyncLimitTests {
  private func filled(_ count: Int) async throws -> TwoStores {
    let two = try await TwoStores()
    for number in 0..<count { try await two.add("Task \(number)", uid: "\(number)", to: .a) }
    try await two.sync()
    return two
  }

  /// The same, with an item in another list, so that no store is empty.
  private func filledBesideAnotherList(_ count: Int) async throws -> TwoStores {
    let two = try await filled(count)
    let other = await two.stores.b.createList(ItemList.Details(title: "Other"))
    let stays = CalendarItem(kind: .reminder, uid: "other", title: "Other")
    try await two.stores.b.create(stays, in: other.id)
    return two
  }

  @Test func refuseToRemoveEverythingBecauseASideIsEmpty() async throws {
    let two = try await filled(3)
    for number in 0..<3 { try await two.remove("\(number)", on: .b) }
    #expect(try await two.refusals() == [.emptied(.b, deletions: 3)])
    #expect(try await two.refusals(SyncAllowance(deletions: 3)).isEmpty)
  }

  @Test func refuseMoreThanTenDeletionsIfTheyAreMoreThanAFifth() async throws {
    let two = try await filled(40)
    for number in 0..<10 { try await two.remove("\(number)", on: .b) }
    #expect(try await two.refusals().isEmpty)
    try await two.remove("10", on: .b)
    #expect(
      try await two.refusals() == [
        .deletions(.a, [SyncRefusal.Losses(list: "Home", count: 11, total: 40)], all: 11)
      ])
    #expect(try await two.refusals(SyncAllowance(deletions: 10)).count == 1)
    #expect(try await two.refusals(SyncAllowance(deletions: 11)).isEmpty)
  }

  @Test func allowTwelveDeletionsOfAHundred() async throws {
    let two = try await filled(100)
    for number in 0..<12 { try await two.remove("\(number)", on: .b) }
    #expect(try await two.refusals().isEmpty)
  }

  @Test func refuseToEmptyAListOfFiveOpenItems() async throws {
    let two = try await filledBesideAnotherList(5)
    try await two.sync()
    for number in 0..<5 { try await two.remove("\(number)", on: .b) }
    #expect(
      try await two.refusals() == [
        .deletions(.a, [SyncRefusal.Losses(list: "Home", count: 5, total: 5)], all: 5)
      ])
  }

  @Test func refuseToEmptyAListToWhichAPersonHasAdded() async throws {
    let two = try await filledBesideAnotherList(6)
    try await two.sync()
    for number in 0..<6 { try await two.remove("\(number)", on: .b) }
    try await two.change("1", on: .a) { $0.title = "Task 1 retyped" }
    try await two.add("Typed meanwhile", to: .a)
    #expect(
      try await two.refusals() == [
        .deletions(.a, [SyncRefusal.Losses(list: "Home", count: 5, total: 6)], all: 5)
      ])
  }

  @Test func allowToEmptyAListOfCompletedItems() async throws {
    let two = try await filledBesideAnotherList(6)
    for number in 0..<6 { try await two.change("\(number)", on: .b) { $0.status = .completed } }
    try await two.sync()
    for number in 0..<6 { try await two.remove("\(number)", on: .b) }
    #expect(try await two.refusals().isEmpty)
  }

  @Test func refuseToFillAStoreWithCopies() async throws {
    let two = try await filled(10)
    for number in 0..<51 { try await two.add("Copy \(number)", to: .b) }
    #expect(try await two.refusals() == [.creations(.a, count: 51, present: 10)])
    #expect(try await two.refusals(SyncAllowance(creations: 51)).isEmpty)
  }

  @Test func allowTheFirstSyncToFillAStore() async throws {
    let two = try await TwoStores()
    for number in 0..<200 { try await two.add("Task \(number)", to: .a) }
    #expect(try await two.refusals().isEmpty)
  }

  @Test func refuseToChangeOneFieldOfMostItems() async throws {
    let two = try await filled(20)
    for number in 0..<10 { try await two.change("\(number)", on: .b) { $0.priority = 1 } }
    #expect(try await two.refusals().isEmpty)
    try await two.change("10", on: .b) { $0.priority = 1 }
    #expect(try await two.refusals() == [.changes(.a, part: "priority", count: 11, of: 20)])
    #expect(try await two.refusals(SyncAllowance(changes: 11)).isEmpty)
  }
}
