import CalendarItems
import CalendarStores
import ExactText
import TaskDates
import TaskFolderStore
import Testing

@Suite("An occurrence of a series that a phone completes as a changed one")
struct CompletedOccurrenceTests {
  private let folder: TaskFolder

  init() throws {
    folder = try TaskFolder()
  }

  private var text: String { get throws { try folder.text("home.taskpaper") } }

  private func series(_ store: TaskFolderStore) async throws -> StoredItem {
    try #require(try await store.items(matching: ItemPredicate()).first { $0.item.recurs })
  }

  /// Completes the occurrence of the series in a file on a date.
  @discardableResult
  private func complete(
    _ date: String, in store: TaskFolderStore, title: String? = nil
  ) async throws -> StoredItem {
    var stored = try await series(store)
    var occurrence = stored.item
    occurrence.recurrence = nil
    occurrence.occurrence = try DatePayload(parsing: date).value
    occurrence.when = occurrence.occurrence
    occurrence.status = .completed
    occurrence.completed = Instant(seconds: 1_796_000_000)
    if let title { occurrence.title = title }
    stored.content.changed.append(occurrence)
    try await store.update(stored)
    return stored
  }

  private func store(_ lines: String) throws -> TaskFolderStore {
    try folder.write("home.taskpaper", lines)
    return try folder.open()
  }

  @Test func becomesADoneLineAndTheSeriesGoesOn() async throws {
    let store = try store("- Water @due(2026-12-01) @repeat(weekly)\n- Plan\n")
    let old = try await complete("2026-12-01", in: store)
    let text = try text
    #expect(
      text == """
        - Water @due(2026-12-08) @repeat(weekly)
        - Water @due(2026-12-01) @done(2026-11-30 01:53)
        - Plan

        """)
    let now = try await series(store)
    #expect(now.id == old.id && now.content.changed.isEmpty && !now.item.isClosed)
    #expect(now.item.when?.firstDay.formattedDate == "2026-12-08")
    #expect(try await store.items(matching: .completedReminders()).count == 1)
  }

  @Test func isFoundByItsTimeOnTheClockOfTheLine() async throws {
    let store = try store(
      "- Water @due(2026-12-01 10:00) @repeat(weekly 3 times) @tz(America/New_York)\n")
    try await complete("2026-12-01 10:00", in: store)
    let text = try text
    #expect(
      text == """
        - Water @due(2026-12-08 10:00) @repeat(weekly 2 times) @tz(America/New_York)
        - Water @due(2026-12-01 10:00) @tz(America/New_York) @done(2026-11-29 19:53)

        """)
  }

  @Test func closesTheLineIfItIsTheLast() async throws {
    let store = try store("- Water @due(2026-12-01) @repeat(weekly 1 time)\n")
    try await complete("2026-12-01", in: store)
    let text = try text
    #expect(text == "- Water @due(2026-12-01) @repeat(weekly 1 time) @done(2026-11-30 01:53)\n")
    let items = try await store.items(matching: ItemPredicate())
    #expect(items.map(\.item.status) == [.completed] && items[0].content.changed.isEmpty)
  }

  @Test func isADoneLineBesideTheSeriesIfItIsALaterOne() async throws {
    let store = try store("- Water @due(2026-12-01) @repeat(weekly)\n")
    try await complete("2026-12-08", in: store)
    let text = try text
    #expect(
      text == """
        - Water @due(2026-12-01) @repeat(weekly) @except(2026-12-08)
        - Water @due(2026-12-08) @done(2026-11-30 01:53)

        """)
    #expect(try await series(store).content.changed.map(\.status) == [.completed])
  }

  @Test func isDoneWithTheOneThatWasCompletedBeforeIt() async throws {
    let store = try store("- Water @due(2026-12-01) @repeat(weekly)\n")
    try await complete("2026-12-08", in: store)
    try await complete("2026-12-01", in: store)
    let text = try text
    #expect(
      text == """
        - Water @due(2026-12-15) @repeat(weekly) @except(2026-12-08)
        - Water @due(2026-12-01) @done(2026-11-30 01:53)
        - Water @due(2026-12-08) @done(2026-11-30 01:53)

        """)
    #expect(try await store.items(matching: .completedReminders()).count == 1)
    #expect(try await series(store).content.changed.map(\.status) == [.completed])
  }

  @Test func keepsWhatElseIsChangedInIt() async throws {
    let store = try store("- Water @due(2026-12-01) @repeat(weekly)\n")
    try await complete("2026-12-01", in: store, title: "Water the roses")
    var text = try text
    #expect(
      text == """
        - Water @due(2026-12-01) @repeat(weekly) @except(2026-12-01)
        - Water the roses @due(2026-12-01) @done(2026-11-30 01:53)

        """)
    #expect(try await series(store).content.changed.map(\.title) == ["Water the roses"])
    try await complete("2026-12-08", in: store)
    text = try self.text
    #expect(
      text == """
        - Water @due(2026-12-15) @repeat(weekly) @except(2026-12-01)
        - Water @due(2026-12-08) @done(2026-11-30 01:53)
        - Water the roses @due(2026-12-01) @done(2026-11-30 01:53)

        """)
    #expect(try await series(store).content.changed.map(\.title) == ["Water the roses"])
  }
}
