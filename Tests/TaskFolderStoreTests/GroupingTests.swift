import CalendarItems
import CalendarStores
import ExactText
import StoreContract
import TaskFolderStore
import TestSupport
import Testing

@Suite("Several task files as one list")
struct GroupingTests {
  private let folder: TaskFolder
  private let all = ItemList.ID(".")
  private let work = ItemList.ID("work")

  init() throws {
    folder = try TaskFolder()
  }

  private func options(
    _ grouping: TaskFolderOptions.Grouping, _ lists: TaskFolderOptions.Lists = .mixed
  ) -> TaskFolderOptions {
    var options = folder.mixed
    options.grouping = grouping
    options.lists = lists
    return options
  }

  private func open(_ grouping: TaskFolderOptions.Grouping) throws -> TaskFolderStore {
    try folder.open(options(grouping))
  }

  /// Two files, and two more in a subfolder.
  private func writeFiles() throws {
    try folder.write("home.taskpaper", "- Call Ann\n")
    try folder.write("shop.taskpaper", "- Buy milk\n")
    try folder.makeFolder("work")
    try folder.write("work/a.taskpaper", "- Plan\n")
    try folder.write("work/Inbox.todo", "☐ Mail\n")
  }

  private func titles(_ store: TaskFolderStore, _ list: ItemList.ID) async throws -> [String] {
    try await store.items(matching: ItemPredicate(in: [list])).map(\.item.title).sorted()
  }

  @Test(arguments: StoreRequirement.all)
  func meetAsOne(_ requirement: StoreRequirement) async throws {
    let open: StoreRequirement.Maker = { now in try folder.open(options(.one), now: now) }
    try await requirement.check(reopen: open, make: open)
  }

  @Test(arguments: StoreRequirement.all)
  func meetByFolder(_ requirement: StoreRequirement) async throws {
    let open: StoreRequirement.Maker = { now in try folder.open(options(.folders), now: now) }
    try await requirement.check(reopen: open, make: open)
  }

  @Test(arguments: StoreRequirement.all)
  func meetWithListsOfOneKind(_ requirement: StoreRequirement) async throws {
    try folder.write("home.taskpaper", "")
    try folder.write("work.taskpaper", "")
    let open: StoreRequirement.Maker = { now in
      try folder.open(options(.folders, .separate), now: now)
    }
    try await requirement.check(reopen: open, make: open)
  }

  @Test func answerAsTheReference() async throws {
    let open: StoreRequirement.Maker = { now in try folder.open(options(.folders), now: now) }
    var operations = try await RandomOperations(seed: 1, reopen: open, make: open)
    try await operations.run(Steps.count(or: 150))
  }

  @Test func areAListForEachFolder() async throws {
    try writeFiles()
    let store = try open(.folders)
    let lists = try await store.lists()
    #expect(lists.map(\.id) == [all, work])
    #expect(lists.map(\.title) == ["notes", "work"])
    #expect(try await titles(store, all) == ["Buy milk", "Call Ann"])
    #expect(try await titles(store, work) == ["Mail", "Plan"])
  }

  @Test func areOneListWithTheTitleOfTheFolder() async throws {
    let store = try open(.one)
    #expect(try await store.lists().map(\.title) == ["notes"])
    try writeFiles()
    #expect(try await store.lists().map(\.id) == [all])
    #expect(try await titles(store, all) == ["Buy milk", "Call Ann", "Mail", "Plan"])
    await #expect(throws: StoreError.impossible(.changesLists)) {
      try await store.createList(ItemList.Details(title: "Other"))
    }
  }

  @Test func getNewItemsInTheInboxOtherwiseInTheFirst() async throws {
    try writeFiles()
    let store = try open(.folders)
    for list in [all, work] {
      try await store.create(
        CalendarItem(kind: .reminder, uid: "new in \(list.name)", title: "New"), in: list)
    }
    #expect(try folder.text("home.taskpaper") == "- Call Ann\n- New\n")
    #expect(try folder.text("work/Inbox.todo") == "☐ Mail\n☐ New\n")
  }

  @Test func getAnInboxWithTheFirstItem() async throws {
    let store = try open(.one)
    try await store.create(CalendarItem(kind: .reminder, uid: "1", title: "New"), in: all)
    #expect(try folder.text("inbox.taskpaper") == "- New\n")
  }

  @Test func getSubtasksInTheFileOfTheirParents() async throws {
    try writeFiles()
    let store = try open(.one)
    let items = try await store.items(matching: ItemPredicate())
    let parent = try #require(items.first { $0.item.title == "Plan" })
    var part = CalendarItem(kind: .reminder, uid: "1", title: "Part")
    part.relations = [Relation(.parent, parent.item.uid)]
    try await store.create(part, in: all)
    #expect(try folder.text("work/a.taskpaper") == "- Plan\n\t- Part\n")
  }

  @Test func areChangedEachByItself() async throws {
    try writeFiles()
    let store = try open(.one)
    let items = try await store.items(matching: ItemPredicate())
    var changes: [ItemChange] = []
    for var item in items {
      item.item.title += "!"
      changes.append(
        item.item.title == "Mail!" ? .remove(item.version) : .update(item.version, item.content))
    }
    let results = try await store.apply(changes, to: all)
    #expect(results.count == 4 && results.allSatisfy { (try? $0.get()) != nil })
    #expect(try folder.text("home.taskpaper") == "- Call Ann!\n")
    #expect(try folder.text("work/a.taskpaper") == "- Plan!\n")
    #expect(try folder.text("work/Inbox.todo").isEmpty)
    #expect(try await titles(store, all) == ["Buy milk!", "Call Ann!", "Plan!"])
  }

  @Test func keepTheUIDOfALineThatMovesAmongThem() async throws {
    try writeFiles()
    let store = try open(.one)
    let old = try await store.items(matching: ItemPredicate()).map(\.item.uid).sorted()
    try folder.write("home.taskpaper", "")
    try folder.write("shop.taskpaper", "- Buy milk\n- Call Ann\n")
    #expect(try await store.items(matching: ItemPredicate()).map(\.item.uid).sorted() == old)
  }

  @Test func areFrozenTogetherIfOneIsUnsafe() async throws {
    try writeFiles()
    let store = try open(.folders)
    #expect(try await store.versions(in: all).count == 2)
    #expect(try await store.versions(in: work).count == 2)
    try folder.remove("work/a.taskpaper")
    let (frozen, free) = (work, all)
    let error = await #expect(throws: StoreError.self) { try await store.versions(in: frozen) }
    guard case .unavailable(let sentence) = error else { throw StoreError.noList(frozen) }
    #expect(sentence.contains("work/a.taskpaper: the file is missing; it had 1 item;"))
    #expect(sentence.contains("#work'`"), "\(sentence)")
    let new = CalendarItem(kind: .reminder, uid: "1", title: "New")
    await #expect(throws: StoreError.self) { try await store.create(new, in: frozen) }
    #expect(try folder.text("work/Inbox.todo") == "☐ Mail\n")
    #expect(try await store.versions(in: free).count == 2)
    #expect(try await store.accept(work) == 1)
    #expect(try await titles(store, work) == ["Mail"])
    try await store.create(new, in: work)
    #expect(try folder.text("work/Inbox.todo") == "☐ Mail\n☐ New\n")
  }

  @Test func tellWhatAPersonTypes() async throws {
    try writeFiles()
    let store = try open(.folders)
    let old = try await store.items(matching: ItemPredicate(in: [work]))
    let plan = try #require(old.first { $0.item.title == "Plan" })
    var changes = await store.changes().makeAsyncIterator()
    try folder.write("work/a.taskpaper", "- Plan more\n")
    #expect(await changes.next() == .items(work, [plan.id]))
  }
}
