import CalendarItems
import CalendarStores
import TaskDates
import TaskFolderStore
import Testing

@Suite("A phone completes tasks in the signs of Obsidian Tasks")
struct SignsTests {
  private let folder: TaskFolder

  init() throws {
    folder = try TaskFolder()
  }

  private var text: String { get throws { try folder.text("a.md") } }

  private func store(_ text: String) throws -> TaskFolderStore {
    try folder.write("a.md", text)
    return try folder.open()
  }

  private func first(_ store: TaskFolderStore) async throws -> StoredItem {
    try #require(try await store.items(matching: ItemPredicate()).first { !$0.item.isClosed })
  }

  private func day(_ text: String) throws -> TMDateType { try DatePayload(parsing: text).value }

  private let moment = Instant(seconds: 1_796_000_000)  // 30 November 2026

  private func complete(_ store: TaskFolderStore, title: String? = nil) async throws {
    var stored = try await first(store)
    stored.item.status = .completed
    stored.item.completed = moment
    stored.item.percent = 100
    try await store.update(stored)
  }

  @Test func aWholeSeriesGoesOn() async throws {
    let store = try store("- [ ] Pay 🆔 q 🔁 every month ⏳ 2026-08-30 📅 2026-08-31\n")
    try await complete(store)
    #expect(
      try text == """
        - [ ] Pay 🔁 every month ⏳ 2026-09-29 📅 2026-09-30
        - [x] Pay 🆔 q 🔁 every month ⏳ 2026-08-30 📅 2026-08-31 ✅ 2026-11-30

        """)
    let rule = try await first(store).item.recurrence?.rule
    #expect(rule?.monthDays == [28, 29, 30] && rule?.setPositions == [-1])
  }

  @Test func aSeriesWhenDoneGoesOn() async throws {
    let store = try store("- [ ] Pay 🔁 every month on the 1st when done 📅 2026-12-01\n")
    try await complete(store)
    #expect(
      try text == """
        - [ ] Pay 🔁 every month on the 1st when done 📅 2026-12-01
        - [x] Pay 🔁 every month on the 1st when done 📅 2026-12-01 ✅ 2026-11-30

        """)
  }

  @Test func aCompletedCopyIsTheLineOfItsSeries() async throws {
    let store = try store(
      "# A\n- [ ] Water ⏫ 🆔 q 🔁 every month ➕ 2026-11-01 ⏳ 2026-08-30 📅 2026-08-31\n- [ ] b\n")
    var series = try #require(
      try await store.items(matching: ItemPredicate()).first { $0.item.recurs })
    var copy = series.item
    copy.uid = "copy"
    (copy.recurrence, copy.hints) = (nil, [])
    (copy.status, copy.completed, copy.percent) = (.completed, moment, 100)
    try await store.create(copy, in: series.id.list)
    series = try #require(try await store.item(at: series.id))
    series.item.when = try day("2026-09-30")
    let version = try await store.update(series)
    #expect(
      try text == """
        # A
        - [ ] Water ⏫ 🔁 every month ⏳ 2026-09-29 📅 2026-09-30
        - [x] Water 🆔 q ⏫ 🔁 every month ➕ 2026-11-01 ⏳ 2026-08-30 📅 2026-08-31 ✅ 2026-11-30
        - [ ] b

        """)
    let now = try #require(try await store.item(at: version.ref))
    #expect(now.item.recurrence?.rule?.monthDays == [28, 29, 30])
  }

  @Test func aDoneLineIsNoSeriesWhenThePhoneOpensItAgain() async throws {
    let store = try store(
      "- [ ] a 🔁 every week 📅 2026-12-08\n- [x] a 🔁 every week 📅 2026-12-01 ✅ 2026-11-30\n")
    var done = try #require(
      try await store.items(matching: ItemPredicate()).first { $0.item.isClosed })
    (done.item.status, done.item.completed, done.item.percent) = (nil, nil, nil)
    try await store.update(done)
    #expect(try text == "- [ ] a 🔁 every week 📅 2026-12-08\n- [ ] a 📅 2026-12-01\n")
  }

  @Test func aCancelledTaskHasADay() async throws {
    let store = try store("- [ ] a 📅 2026-12-04\n")
    var stored = try await first(store)
    stored.item.status = .cancelled
    stored.item.revision = Revision(modified: moment)
    try await store.update(stored)
    #expect(try text == "- [-] a 📅 2026-12-04 ❌ 2026-11-30\n")
  }

  @Test func aTaskThatSaysSoIsDeleted() async throws {
    let store = try store("- [ ] a 🏁 delete 📅 2026-12-04\n- [ ] b\n")
    try await complete(store)
    #expect(try text == "- [ ] b\n")
    #expect(try await store.items(matching: ItemPredicate()).map(\.item.title) == ["b"])
  }

  @Test func aTaskWithNotesIsNotDeleted() async throws {
    let store = try store("- [ ] a 🏁 delete 📅 2026-12-04\n\tnote\n")
    try await complete(store)
    #expect(try text == "- [x] a 🏁 delete 📅 2026-12-04 ✅ 2026-11-30\n\tnote\n")
  }
}

@Suite("Copies of a phone in a list of several files")
struct CopyPlaceTests {
  @Test func aCompletedCopyGoesToTheFileOfItsSeries() async throws {
    let folder = try TaskFolder()
    try folder.write("a.md", "- [ ] first 📅 2026-12-01\n")
    try folder.write("z.md", "# Z\n- [ ] Water 🔁 every week 📅 2026-12-01\n")
    var options = TaskFolderOptions(zone: TaskFolder.zone)
    options.grouping = .one
    let store = try folder.open(options)
    let series = try #require(
      try await store.items(matching: ItemPredicate()).first { $0.item.recurs })
    var copy = series.item
    copy.uid = "copy"
    (copy.recurrence, copy.hints) = (nil, [])
    (copy.status, copy.completed) = (.completed, Instant(seconds: 1_796_000_000))
    try await store.create(copy, in: series.id.list)
    #expect(try folder.text("a.md") == "- [ ] first 📅 2026-12-01\n")
    #expect(
      try folder.text("z.md").contains("- [x] Water 🔁 every week 📅 2026-12-01 ✅ 2026-11-30\n"))
  }
}
