import CalendarFeeds
import LineCodec
import TaskBridge
import Testing

/// Tasks with parts, in several zones, with errors, and enough of them for several threads.
private let tasks = (0..<3_000).map { number in
  """
  - Task \(number) @due(2026-12-\(10 + number % 20) 10:00) @remind(15m)
  \t- Part of it @due(2026-11-\(10 + number % 20) 08:00) @zone(Asia/Tokyo)
  \t\tA note
  - Task \(number % 100) @due(2025-02-30) @zone(America/New_York)
  - Same @due(2026-01-01 09:00) @zone(America/New_York)

  """
}.joined()

@Suite("A feed that several threads build")
struct ThreadedFeedTests {
  @Test func hasTheBytesThatOneThreadWrites() throws {
    for kinds in [ExportOptions.Profile.todo, .both] {
      let change: (inout ExportOptions) -> Void = { $0.profile = kinds }
      let one = try export(tasks, keepsItems: false, change: change)
      for threads in [2, 3] {
        let several = try export(tasks, keepsItems: false, threads: threads, change: change)
        #expect(several.feed.bytes == one.feed.bytes)
        #expect(several.sentences == one.sentences)
        #expect(several.feed.losses == one.feed.losses)
        #expect(several.feed.changes.map(\.uid) == one.feed.changes.map(\.uid))
        #expect(several.feed.reminderCount == one.feed.reminderCount)
      }
    }
  }
}
