import CalendarItems
import CalendarStores
import ExactText
import Foundation
import TaskBridge
import TaskFolderStore
import Testing

@Suite("Task files in an unsafe state")
struct SafetyTests {
  private let folder: TaskFolder
  private let home = ItemList.ID("home.taskpaper")
  private let work = ItemList.ID("work.taskpaper")

  init() throws {
    folder = try TaskFolder()
    try folder.write("home.taskpaper", (1...20).map { "- Task \($0)\n" }.joined())
    try folder.write("work.taskpaper", "- Plan\n")
  }

  /// Opens the folder, reads it, and changes the file.
  private func store(then change: () throws -> Void) async throws -> TaskFolderStore {
    let store = try folder.open(folder.mixed)
    #expect(try await store.versions(in: home).count == 20)
    try change()
    return store
  }

  private func expectFrozen(_ store: TaskFolderStore, _ reason: String) async throws {
    let list = home
    let error = await #expect(throws: StoreError.self) { _ = try await store.versions(in: list) }
    guard case .unavailable(let sentence) = error else {
      Issue.record("another error: \(error.map { "\($0)" } ?? "none")")
      return
    }
    #expect(sentence.contains(reason), "\(sentence)")
    #expect(sentence.contains("duecal store accept"))
    await #expect(throws: StoreError.self) {
      try await store.create(CalendarItem(kind: .reminder, uid: "1", title: "a"), in: list)
    }
    // The other list goes on.
    #expect(try await store.lists().map(\.id) == [home, work])
    #expect(try await store.versions(in: work).count == 1)
    try await store.create(CalendarItem(kind: .reminder, uid: "1", title: "a"), in: work)
  }

  @Test func areFrozenIfMissing() async throws {
    let store = try await store { try folder.remove("home.taskpaper") }
    try await expectFrozen(store, "the file is missing; it had 20 items")
    try await store.accept(home)
    #expect(try await store.lists().map(\.id) == [home, work])
    #expect(try await store.versions(in: home).isEmpty)
    try await store.create(CalendarItem(kind: .reminder, uid: "1", title: "New"), in: home)
    #expect(try folder.text("home.taskpaper") == "- New\n")
  }

  @Test func areFrozenIfTheirFolderIsMissing() async throws {
    try folder.makeFolder("garden")
    try folder.makeFolder("garden/back")
    try folder.write("garden/back/trees.taskpaper", "- Prune\n- Water\n")
    let trees = ItemList.ID("garden/back/trees.taskpaper")
    #expect(try await folder.open(folder.mixed).versions(in: trees).count == 2)
    try folder.remove("garden")
    let store = try folder.open(folder.mixed)
    let error = await #expect(throws: StoreError.self) { _ = try await store.versions(in: trees) }
    guard case .unavailable(let sentence) = error else { throw StoreError.noList(trees) }
    #expect(sentence.contains("the file is missing; it had 2 items"), "\(sentence)")
    #expect(try await store.accept(trees) == 2)
    #expect(try await store.versions(in: trees).isEmpty)
    try await store.create(CalendarItem(kind: .reminder, uid: "1", title: "New"), in: trees)
    #expect(try folder.text("garden/back/trees.taskpaper") == "- New\n")
  }

  @Test func areEmptyIfTheirLinesAreInAnotherFile() async throws {
    let store = try await store {}
    _ = try await store.versions(in: work)
    try folder.write("work.taskpaper", "- Plan\n" + folder.text("home.taskpaper"))
    try folder.remove("home.taskpaper")
    #expect(try await store.lists().map(\.id) == [home, work])
    #expect(try await store.versions(in: home).isEmpty)
    #expect(try await store.versions(in: work).count == 21)
  }

  @Test(arguments: ["done", "fertig"])
  func keepItemsThatAreClosedAndMovedAtOnce(_ tag: String) async throws {
    var options = folder.mixed
    options.vocabulary.add(alias: "fertig", for: .done)
    let store = try folder.open(options)
    let old = try await store.items(matching: ItemPredicate(in: [home])).map(\.item.uid)
    _ = try await store.versions(in: work)
    try folder.write("home.taskpaper", (1...5).map { "- Task \($0)\n" }.joined())
    try folder.write(
      "work.taskpaper", "- Plan\n" + (6...20).map { "- Task \($0) @\(tag)(2026-11-23)\n" }.joined())
    #expect(try await store.versions(in: home).count == 5)
    let moved = try await store.items(matching: ItemPredicate(in: [work]))
    #expect(moved.count == 16)
    #expect(moved.count { old.contains($0.item.uid) && $0.item.status == .completed } == 15)
  }

  @Test func areFrozenIfAllTheirItemsAreInAnotherFile() async throws {
    _ = try await store {}
    try folder.write("home copy.taskpaper", try folder.text("home.taskpaper"))
    let copy = ItemList.ID("home copy.taskpaper")
    let store = try folder.open(folder.mixed)
    await #expect(throws: StoreError.self) { _ = try await store.versions(in: copy) }
    #expect(try await store.versions(in: home).count == 20)
    // An original that was edited since is one too.
    let edited = "- A new one\n" + (try folder.text("home.taskpaper"))
    try folder.write("home.taskpaper", edited)
    try folder.write("home copy.taskpaper", edited)
    let again = try folder.open(folder.mixed)
    await #expect(throws: StoreError.self) { _ = try await again.versions(in: copy) }
    try folder.write("home copy.taskpaper", edited + "- And another\n")
    #expect(try await store.versions(in: copy).count == 22)
  }

  @Test func areNotFrozenIfTheirOriginalIsGone() async throws {
    _ = try await store {}
    try folder.write("new.taskpaper", try folder.text("home.taskpaper"))
    try folder.remove("home.taskpaper")
    let store = try folder.open(folder.mixed)
    #expect(try await store.versions(in: home).count == 20)
  }

  @Test(arguments: ["- Something else\n", "- Task 3 of last year\n"])
  func areFrozenIfAllOfAFewLinesAreOthers(_ other: String) async throws {
    try folder.write(
      "home.taskpaper", (1...6).map { "- Task \($0)\n" }.joined() + "- Old @done(2026-11-01)\n")
    let store = try folder.open(folder.mixed)
    #expect(try await store.versions(in: home).count == 7)
    try folder.write("home.taskpaper", other)
    await #expect(throws: StoreError.self) { _ = try await store.versions(in: home) }
    try await store.accept(home)
    #expect(try await store.versions(in: home).count == 1)
  }

  @Test func areNotFrozenIfOneOfAFewLinesIsKept() async throws {
    try folder.write("home.taskpaper", (1...6).map { "- Task \($0)\n" }.joined())
    let store = try folder.open(folder.mixed)
    _ = try await store.versions(in: home)
    try folder.write("home.taskpaper", "- Task 3\n- Another\n")
    #expect(try await store.versions(in: home).count == 2)
  }

  @Test func areFrozenIfEmpty() async throws {
    let store = try await store { try folder.write("home.taskpaper", "\n") }
    try await expectFrozen(store, "the file is empty; it had 20 items")
    try await store.accept(home)
    #expect(try await store.versions(in: home).isEmpty)
  }

  @Test(arguments: ["- Task 19\n- Tas", "- Task 20 @due(2026-12"])
  func areFrozenIfTheyEndInsideALine(_ end: String) async throws {
    let lines = (1...19).map { "- Task \($0)\n" } + ["- Task 20 @due(2026-12-01)\n"]
    try folder.write("home.taskpaper", lines.joined())
    let text = try folder.text("home.taskpaper")
    let place = try #require(text.range(of: String(end.prefix(10))))
    let store = try await store {
      try folder.write("home.taskpaper", text[..<place.lowerBound] + end)
    }
    try await expectFrozen(store, "the file ends inside a line")
    try folder.write("home.taskpaper", text)
    #expect(try await store.versions(in: home).count == 20)
  }

  @Test func areNotFrozenWhileTheLastLineIsTyped() async throws {
    let text = try folder.text("home.taskpaper")
    let store = try await store { try folder.write("home.taskpaper", text + "- Ta") }
    #expect(try await store.versions(in: home).count == 21)
  }

  @Test func areFrozenIfNotUTF8() async throws {
    let store = try await store {
      try Data([0x2D, 0x20, 0xFF, 0x0A]).write(
        to: URL(fileURLWithPath: folder.path + "/home.taskpaper"))
    }
    try await expectFrozen(store, "the file is not UTF-8")
    await #expect(throws: StoreError.self) { try await store.accept(home) }
  }

  @Test func areFrozenIfManyLinesAreLost() async throws {
    let text = (1...9).map { "- Task \($0)\n" }.joined()
    let store = try await store { try folder.write("home.taskpaper", text) }
    try await expectFrozen(store, "the file lost 11 of 20 items at once")
    #expect(try await store.accept(home) == 11)
    #expect(try await store.versions(in: home).count == 9)
  }

  @Test func areNotFrozenIfTenLinesAreLost() async throws {
    let text = (1...10).map { "- Task \($0)\n" }.joined()
    let store = try await store { try folder.write("home.taskpaper", text) }
    #expect(try await store.versions(in: home).count == 10)
  }

  @Test func areReadAgainOnceTheyAreBack() async throws {
    let text = try folder.text("home.taskpaper")
    let store = try await store { try folder.write("home.taskpaper", "") }
    try await expectFrozen(store, "the file is empty")
    try folder.write("home.taskpaper", text)
    #expect(try await store.versions(in: home).count == 20)
  }

  @Test func areNotReadTogetherWithOthers() async throws {
    let store = try await store { try folder.write("home.taskpaper", "") }
    await #expect(throws: StoreError.self) { try await store.items(matching: ItemPredicate()) }
    #expect(try await store.items(matching: ItemPredicate(in: [work])).count == 1)
  }

  @Test func donelinesMayBeRemovedInAnyNumber() async throws {
    try folder.write("home.taskpaper", (1...20).map { "- Task \($0) @done\n" }.joined() + "- a\n")
    let store = try folder.open(folder.mixed)
    #expect(try await store.versions(in: home).count == 21)
    try folder.write("home.taskpaper", "- a\n")
    #expect(try await store.versions(in: home).count == 1)
  }

  @Test(arguments: [[], ["- Task 1 @done\n", "- Something else\n"]])
  func keepTheirListsAndItemsIfRenamed(_ changed: [String]) async throws {
    let store = try folder.open(folder.mixed)
    let old = try await store.items(matching: ItemPredicate(in: [home]))
    try folder.remove("home.taskpaper")
    let lines = changed + ((changed.count + 1)...20).map { "- Task \($0)\n" }
    try folder.write("house.taskpaper", lines.joined())
    let lists = try await store.lists()
    #expect(lists.map(\.id) == [home, work] && lists[0].title == "house")
    let new = try await store.items(matching: ItemPredicate(in: [home]))
    #expect(new.map(\.id) == old.map(\.id))
    #expect(new.count { item in old.contains { $0.content == item.content } } == 20 - changed.count)
  }

  @Test func keepTheirListsIfTheOldNameIsUsedAgain() async throws {
    let text = try folder.text("home.taskpaper")
    let store = try folder.open(folder.mixed)
    _ = try await store.versions(in: home)
    try folder.remove("home.taskpaper")
    try folder.write("house.taskpaper", text)
    _ = try await store.lists()
    try folder.write("home.taskpaper", "- Another\n")
    let again = ItemList.ID("home.taskpaper?2")
    #expect(try await store.lists().map(\.id) == [home, again, work])
    #expect(try await store.versions(in: home).count == 20)
    #expect(
      try await store.items(matching: ItemPredicate(in: [again])).map(\.item.title) == ["Another"])
    try folder.remove("house.taskpaper")
    try folder.write("barn.taskpaper", text)
    #expect(try await store.lists().map(\.id) == [home, again, work])
    #expect(try await store.versions(in: home).count == 20)
  }

  @Test func doNotLoseLinesThatAreInAnotherFileNow() async throws {
    let store = try folder.open(folder.mixed)
    let old = try await store.items(matching: ItemPredicate(in: [home]))
    _ = try await store.versions(in: work)
    let lines = (1...20).map { "- Task \($0)\n" }
    try folder.write("home.taskpaper", lines[..<2].joined())
    try folder.write("work.taskpaper", "- Plan\n" + lines[2...].joined())
    #expect(try await store.versions(in: home).count == 2)
    let all = try await store.items(matching: ItemPredicate())
    #expect(all.count == 21)
    let uids = ExactSet(old.map(\.item.uid))
    #expect(all.count { uids.contains($0.item.uid) } == 20)
  }
}
