import CalendarItems
import CalendarStores
import ExactText
import TaskDates
import TaskFolderStore
import Testing

@Suite("The bullet of a new line")
struct BulletTests {
  private let folder: TaskFolder

  init() throws {
    folder = try TaskFolder()
  }

  /// The last line of a file after an item is added.
  private func line(
    added item: CalendarItem, to text: String, of name: String = "a.todo"
  ) async throws -> String? {
    try folder.write(name, text)
    let store = try folder.open()
    let version = try await store.create(item, in: ItemList.ID(name))
    let stored = try #require(try await store.item(at: version.ref))
    #expect(stored.item.isEqual(to: item) || stored.item.title == item.title)
    return try folder.text(name).split(separator: "\n").last.map(String.init)
  }

  @Test(arguments: [
    ("☐ Plan\n", "☐ New"), ("✔ Old @done\n❑ Plan\n", "❑ New"), ("- Plan\n", "- New"),
    ("[ ] Plan\n", "[ ] New"), ("", "☐ New"), ("✔ Old @done\n", "☐ New"), ("☐  Plan\n", "☐ New"),
  ])
  func isThatOfTheFirstOpenTask(_ text: String, _ line: String) async throws {
    let item = CalendarItem(kind: .reminder, uid: "1", title: "New")
    #expect(try await self.line(added: item, to: text) == line)
  }

  @Test(arguments: [("☐ Plan\n", "✔ New @done"), ("[ ] Plan\n", "[x] New @done")])
  func showsThatTheItemIsDone(_ text: String, _ line: String) async throws {
    var item = CalendarItem(kind: .reminder, uid: "1", title: "New")
    item.status = .completed
    #expect(try await self.line(added: item, to: text) == line)
  }

  @Test func isThatOfTaskPaperInItsFiles() async throws {
    let item = CalendarItem(kind: .reminder, uid: "1", title: "New")
    #expect(try await line(added: item, to: "- Plan\n", of: "a.taskpaper") == "- New")
  }
}
