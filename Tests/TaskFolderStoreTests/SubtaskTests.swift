import CalendarItems
import CalendarStores
import ExactText
import TaskFolderStore
import Testing

@Suite("A subtask that arrives before its parent")
struct SubtaskTests {
  private let folder: TaskFolder
  private let home = ItemList.ID("home.taskpaper")
  private var part = CalendarItem(kind: .reminder, uid: "part", title: "Buy a valve")
  private let parent = CalendarItem(kind: .reminder, uid: "parent", title: "Call Ann")

  init() throws {
    folder = try TaskFolder()
    try folder.write("home.taskpaper", "- Plan\n")
    part.relations = [Relation(.parent, "parent")]
    part.notes = "brass"
  }

  private var text: String { get throws { try folder.text("home.taskpaper") } }

  private func add(_ items: [CalendarItem], _ store: TaskFolderStore) async throws {
    let results = try await store.apply(items.map { .create(ItemContent($0)) }, to: home)
    #expect(results.allSatisfy { (try? $0.get()) != nil })
  }

  private func relations(_ store: TaskFolderStore) async throws -> [Relation]? {
    try await store.items(matching: .uid("part")).first?.item.relations
  }

  @Test func isPutBelowAParentOfTheSameChange() async throws {
    let store = try folder.open()
    try await add([part, parent], store)
    #expect(try text == "- Plan\n- Call Ann\n\t- Buy a valve\n\t\tbrass\n")
    #expect(try await relations(store) == part.relations)
  }

  @Test func isPutBelowAParentThatArrivesLater() async throws {
    let store = try folder.open()
    try await add([part], store)
    #expect(try text == "- Plan\n- Buy a valve\n\tbrass\n")
    try await add([parent], try folder.open())
    #expect(try text == "- Plan\n- Call Ann\n\t- Buy a valve\n\t\tbrass\n")
    #expect(try await relations(store) == part.relations)
  }

  @Test func bringsItsOwnParts() async throws {
    var below = CalendarItem(kind: .reminder, uid: "below", title: "Measure")
    below.relations = [Relation(.parent, "part")]
    let store = try folder.open()
    try await add([below], store)
    try await add([part], store)
    try await add([parent], store)
    #expect(try text == "- Plan\n- Call Ann\n\t- Buy a valve\n\t\tbrass\n\t\t- Measure\n")
  }

  @Test func waitsForTheParentThatAnUpdateNames() async throws {
    let store = try folder.open()
    var stored = try #require(try await store.items(matching: ItemPredicate()).first)
    stored.item.relations = [Relation(.parent, "parent")]
    try await store.update(stored)
    #expect(try text == "- Plan\n")
    try await add([parent], store)
    #expect(try text == "- Call Ann\n\t- Plan\n")
  }

  @Test func staysWhereAPersonPutIt() async throws {
    let store = try folder.open()
    try await add([part], store)
    try folder.write("home.taskpaper", "- Plan\n\t- Buy a valve\n\t\tbrass\n")
    #expect(try await relations(store)?.count == 1)
    try await add([parent], store)
    #expect(try text == "- Plan\n\t- Buy a valve\n\t\tbrass\n- Call Ann\n")
  }
}
