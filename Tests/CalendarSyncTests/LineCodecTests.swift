import CalendarItems
import CalendarStores
import CalendarSync
import ExactText
import LineCodec
import TaskDates
import TaskFolderStore
import Testing

/// Reading lines as items, and writing items as lines, takes most of the time of a sync.
@Suite("Lines that a sync reads and writes")
struct LineCodecTests {
  private static let lines =
    "Home:\n"
    + (1...30).map { "\t- Task \($0) @due(2026-12-\($0) 15:00) @home\n" }.joined()
    + "\t- Team @due(2026-12-07 09:00 - 09:15) @repeat(weekly 6 times)\n"

  private func counted(_ body: () async throws -> Void) async rethrows -> LineCodecCount {
    let count = LineCodecCount()
    try await LineCodecCount.$current.withValue(count) { try await body() }
    return count
  }

  @Test func aRunWithoutChangesReadsAndWritesNone() async throws {
    let both = try await FileAndPhone(Self.lines)
    let count = try await counted { try await both.sync() }
    #expect(count.read.isEmpty && count.written.isEmpty)
  }

  @Test func anItemThatAPhoneChangesIsTheOnlyOne() async throws {
    let both = try await FileAndPhone(Self.lines)
    var item = try await both.item("Task 7")
    item.content.item.title = "Task seven"
    _ = try await both.phone.update(item)
    let count = try await counted { try await both.sync() }
    #expect(Set(count.read.keys.map(title)) == ["Task 7", "Task seven"])
    #expect(Set(count.written.keys) == ["Task 7", "Task seven"])
    #expect(count.read.values.allSatisfy { $0 <= 2 }, "\(count.read)")
  }

  @Test func aLineThatAPersonChangesIsTheOnlyOne() async throws {
    let both = try await FileAndPhone(Self.lines)
    try both.write(both.lines.replacing("Task 7 ", with: "Task seven "))
    let count = try await counted { try await both.sync() }
    #expect(Set(count.read.keys.map(title)) == ["Task 7", "Task seven"])
    #expect(count.written.isEmpty)
    #expect(count.read.values.allSatisfy { $0 <= 2 }, "\(count.read)")
  }

  @Test func aNewItemOfAPhoneIsTheOnlyOne() async throws {
    let both = try await FileAndPhone(Self.lines)
    var item = CalendarItem(kind: .reminder, uid: "new", title: "Buy milk")
    item.when = .date(try #require(DateParameters(dayNumber: 20_800)))
    try await both.add(item)
    let count = try await counted { try await both.sync() }
    #expect(Set(count.read.keys.map(title)) == ["Buy milk"])
    #expect(count.written.values.sorted() == [1], "\(count.written)")
  }

  private func title(_ line: String) -> String {
    (line.split(separator: " @").first.map(String.init) ?? line).replacing("- ", with: "")
  }
}
