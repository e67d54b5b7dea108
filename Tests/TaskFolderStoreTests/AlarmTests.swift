import CalendarItems
import CalendarStores
import ExactText
import TaskDates
import TaskFolderStore
import Testing

@Suite("An alarm of a line that a phone has changed")
struct AlarmTests {
  private let folder: TaskFolder
  /// 3 December 2026, 10:00 in Berlin.
  private let ten = Instant(seconds: 1_796_288_400)

  init() throws {
    folder = try TaskFolder()
  }

  private var text: String { get throws { try folder.text("home.taskpaper") } }

  private func item(_ store: TaskFolderStore) async throws -> StoredItem {
    try #require(try await store.items(matching: ItemPredicate()).first)
  }

  /// The line after a change of its item's alarms.
  private func line(
    _ line: String, after change: (inout [Alarm]) -> Void
  ) async throws -> String {
    try folder.write("home.taskpaper", line + "\n")
    let store = try folder.open()
    try await self.change(store, change)
    return String(try text.dropLast())
  }

  private func change(
    _ store: TaskFolderStore, _ change: (inout [Alarm]) -> Void
  ) async throws {
    var stored = try await item(store)
    change(&stored.content.item.alarms)
    let wanted = stored.item.alarms
    try await store.update(stored)
    #expect(try await item(try folder.open()).item.alarms == wanted)
  }

  @Test func replacesOnlyThePayload() async throws {
    let new = try await line("- Call @due(2026-12-03) @remind(2026-12-3 10:00) @remind(1d) @x") {
      $0[0].trigger = .at(ten.advanced(by: 86_400 + 1800))
    }
    #expect(new == "- Call @due(2026-12-03) @remind(2026-12-4 10:30) @remind(1d) @x")
  }

  @Test func removesOnlyItsTag() async throws {
    let new = try await line("- Call @due(2026-12-03) @remind(2026-12-03 10:00) @remind(1d) @x") {
      $0.removeFirst()
    }
    #expect(new == "- Call @due(2026-12-03) @remind(1d) @x")
  }

  @Test func isOnTheClockOfALineWithADay() async throws {
    let new = try await line(
      "- Call @due(2026-12-03) @remind(2026-12-03 04:00) @tz(America/New_York)"
    ) {
      $0 = [Alarm(.at(ten.advanced(by: 3600)))]
    }
    #expect(new == "- Call @due(2026-12-03) @remind(2026-12-03 05:00) @tz(America/New_York)")
  }

  @Test func replacesATimeOfDay() async throws {
    let new = try await line("- Call @due(2026-12-03 15:00) @remind(9:00) @x") {
      $0 = [Alarm(.relative(TimeSpan(seconds: -3600), from: .due))]
    }
    #expect(new == "- Call @due(2026-12-03 15:00) @remind(1h) @x")
  }

  @Test func replacesATimeOfASeries() async throws {
    let new = try await line(
      "- Call @due(2026-12-03 15:00) @repeat(weekly) @remind(2026-12-03 13:00) @x"
    ) {
      $0[0].trigger = .relative(TimeSpan(seconds: -3600), from: .start)
    }
    #expect(new == "- Call @due(2026-12-03 15:00) @repeat(weekly) @remind(1h) @x")
  }

  @Test func isReplacedAfterItMovedWithTheDate() async throws {
    try folder.write("home.taskpaper", "- Call @due(2026-12-03)\n")
    let store = try folder.open()
    try await change(store) { $0 = [Alarm(.at(ten))] }
    #expect(try text == "- Call @due(2026-12-03) @remind(2026-12-03 10:00)\n")
    try folder.write("home.taskpaper", "- Call @due(2026-12-10) @remind(2026-12-03 10:00) @x\n")
    #expect(try await item(store).item.alarms == [Alarm(.at(ten.advanced(by: 7 * 86_400)))])
    try await change(store) { $0 = [Alarm(.at(ten.advanced(by: 6 * 86_400)))] }
    #expect(try text == "- Call @due(2026-12-10) @remind(2026-12-09 10:00) @x\n")
  }

  @Test func isUpToDateAfterAnyChangeOfThePhone() async throws {
    try folder.write("home.taskpaper", "- Call @due(2026-12-03)\n")
    let store = try folder.open()
    try await change(store) { $0 = [Alarm(.at(ten))] }
    try folder.write("home.taskpaper", "- Call @due(2026-12-10) @remind(2026-12-03 10:00)\n")
    var stored = try await item(store)
    stored.item.title = "Call Ann"
    try await store.update(stored)
    #expect(try text == "- Call Ann @due(2026-12-10) @remind(2026-12-10 10:00)\n")
    #expect(try await item(try folder.open()).item.alarms == stored.item.alarms)
  }

  @Test func isKeptBesideALineThatCannotExpressIt() async throws {
    let new = try await line("- Call @remind(2026-12-03 10:00) @x") {
      $0 = [Alarm(.relative(TimeSpan(seconds: -3600), from: .due))]
    }
    #expect(new == "- Call @x")
  }
}
