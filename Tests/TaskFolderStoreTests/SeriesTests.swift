import CalendarItems
import CalendarStores
import ExactText
import TaskDates
import TaskFolderStore
import Testing

@Suite("A series in a task file that another program has changed")
struct SeriesTests {
  private let folder: TaskFolder

  init() throws {
    folder = try TaskFolder()
  }

  private func date(_ text: String) throws -> TMDateType { try DatePayload(parsing: text).value }

  private func series(_ store: TaskFolderStore) async throws -> StoredItem {
    try #require(try await store.items(matching: ItemPredicate()).first { $0.item.recurs })
  }

  /// Excludes one occurrence of the series on a line, changes the title of another, and moves a third.
  private func store(_ line: String, time: String) async throws -> TaskFolderStore {
    try folder.write("home.taskpaper", line + "\n")
    let store = try folder.open()
    var stored = try await series(store)
    stored.item.recurrence?.except = [try date("2026-12-08" + time)]
    for (day, title) in [("2026-12-15", "Changed"), ("2026-12-22", "Moved")] {
      var occurrence = stored.item
      occurrence.recurrence = nil
      occurrence.occurrence = try date(day + time)
      occurrence.when = try date(title == "Moved" ? "2026-12-24 20:00" : day + time)
      occurrence.title = title
      stored.content.changed.append(occurrence)
    }
    try await store.update(stored)
    return store
  }

  private func edit(_ old: String, _ new: String) throws {
    let text = try folder.text("home.taskpaper")
    #expect(text.contains(old), "\(text)")
    try folder.write("home.taskpaper", text.replacing(old, with: new))
  }

  private func names(_ stored: StoredItem) -> [String] {
    (stored.item.recurrence?.except ?? []).map { "\($0)" }
      + stored.content.changed.flatMap { [$0.occurrence, $0.when] }
      .map { $0.map { "\($0)" } ?? "none" }
  }

  @Test func movesItsOccurrencesToAnotherTime() async throws {
    let store = try await store(
      "- Water @due(2026-12-01 10:00) @repeat(weekly)", time: " 10:00")
    #expect(
      try folder.text("home.taskpaper").contains("@except(2026-12-08, 2026-12-15, 2026-12-22)"))
    try edit("@due(2026-12-01 10:00)", "@due(2026-12-01 11:30)")
    #expect(
      names(try await series(store)) == [
        "2026-12-08 11:30", "2026-12-15 11:30", "2026-12-15 10:00", "2026-12-22 11:30",
        "2026-12-24 20:00",
      ])
  }

  @Test func leavesItsOccurrencesWhereTheirLinesAreIfItMovesToAnotherDay() async throws {
    let store = try await store("- Water @due(2026-12-01) @repeat(weekly)", time: "")
    try edit("@due(2026-12-01)", "@due(2026-12-02)")
    #expect(
      names(try await series(store)) == [
        "2026-12-08", "2026-12-15", "2026-12-15", "2026-12-22", "2026-12-24 20:00",
      ])
  }

  @Test func keepsItsOccurrencesWhenItGoesOn() async throws {
    let store = try await store(
      "- Water @due(2026-12-01 10:00) @repeat(weekly)", time: " 10:00")
    let before = names(try await series(store))
    try edit("@due(2026-12-01 10:00)", "@due(2026-12-15 10:00)")
    #expect(names(try await series(store)) == before)
  }

  @Test func losesAnExclusionWithItsTag() async throws {
    let store = try await store(
      "- Water @due(2026-12-01 10:00) @repeat(weekly)", time: " 10:00")
    try edit("@except(2026-12-08, ", "@except(")
    #expect(try await series(store).item.recurrence?.except == [])
  }
}
