import TaskBridge
import TaskDates
import TaskEditing
import Testing

/// Files made to cause trouble: a change takes seconds in a build without optimisation, and minutes if it examines all
/// lines, or all tags, for each of them.
@Suite("Changes of hostile files come to an end", .timeLimit(.minutes(1)))
struct HostileChangeTests {
  private let first = LineRef(file: 0, line: 0)

  private func repeated(_ text: String, _ count: Int) -> String {
    String(repeating: text, count: count)
  }

  @Test func manyDatesOfOneLineArePinnedTogether() {
    let result = change("- a" + repeated(" @due(today)", 10_000)) { $0.resolve(first) }
    #expect(result.text == "- a" + repeated(" @due(2026-12-05)", 10_000))
  }

  @Test func manyRemindersOfOneLineMoveTogether() throws {
    let length = try RelativeDate(parsing: "+1d")
    let text = "- a @due(2026-12-05)" + repeated(" @remind(2026-12-04 09:00)", 6_000)
    let result = change(text) { $0.postpone(first, .by(length)) }
    #expect(
      result.text == "- a @due(2026-12-06)" + repeated(" @remind(2026-12-05 09:00)", 6_000))
  }

  @Test func manyLinesGoIntoTheArchive() {
    let lines = (0..<20_000).map { (line: LineRef(file: 0, line: $0), path: [String]()) }
    let result = change(repeated("- a @done\n", 20_000)) { $0.archive(lines) }
    #expect(result.text == "Archive:\n" + repeated("\t- a @done\n", 20_000))
  }
}
