import CalendarItems
import CalendarStores
import TaskFolderStore
import Testing

@Suite("Items in Markdown files")
struct MarkdownTests {
  private let folder: TaskFolder

  init() throws {
    folder = try TaskFolder()
  }

  /// The file after an item was added, if the store then has the same item.
  private func text(adding item: CalendarItem, to text: String) async throws -> String {
    try folder.write("a.md", text)
    let store = try folder.open()
    let version = try await store.create(item, in: ItemList.ID("a.md"))
    let stored = try #require(try await folder.open().item(at: version.ref))
    #expect(stored.item.title == item.title)
    #expect(stored.item.notes == item.notes)
    return try folder.text("a.md")
  }

  private func item(_ title: String, notes: String? = nil) -> CalendarItem {
    var item = CalendarItem(kind: .reminder, uid: "1", title: title)
    item.notes = notes
    return item
  }

  @Test func aNewItemGoesBelowTheFrontMatter() async throws {
    let text = try await text(adding: item("New"), to: "---\ntags: x\n---\n\n# Head\n- [ ] Old\n")
    #expect(text == "---\ntags: x\n---\n- [ ] New\n\n# Head\n- [ ] Old\n")
  }

  @Test func notesThatMarkdownReadsAsStructureStayNotes() async throws {
    let notes = "# Topics\n- bullet\n1. [ ] x\n> - [ ] y\n```\nopen"
    let text = try await text(adding: item("New", notes: notes), to: "- [ ] Old\n")
    #expect(
      text.replacing("\u{2060}", with: "~")
        == "- [ ] Old\n- [ ] New\n\t~# Topics\n\t- bullet\n\t~1. [ ] x\n\t~> - [ ] y\n\t~```\n\topen\n"
    )
  }

  @Test func aTitleThatMarkdownReadsAsFieldsStaysATitle() async throws {
    let text = try await text(adding: item("Call 📅 2026-12-09"), to: "- [ ] Old ⏫\n")
    #expect(text == "- [ ] Old ⏫\n- [ ] Call 📅\u{2060} 2026-12-09\n")
  }

  @Test func changedNotesGetNoJoinersWithoutNeed() async throws {
    try folder.write("a.md", "- [ ] Old\n\t- bullet\n")
    let store = try folder.open()
    var stored = try #require(try await store.items(matching: ItemPredicate()).first)
    stored.item.notes = "- bullet\n- more\n# Topics"
    try await store.update(stored)
    #expect(
      try folder.text("a.md") == "- [ ] Old\n\t- bullet\n\t- more\n\t\u{2060}# Topics\n")
  }
}
