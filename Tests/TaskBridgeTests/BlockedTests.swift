import TaskBridge
import TaskDates
import TaskQuery
import TaskText
import Testing

@Suite("Tasks that wait for others")
struct BlockedTests {
  private static let notes = [
    "- [ ] a 🆔 q\n- [ ] b ⛔ q,r\n- [x] c ⛔ q\n- [ ] d ⛔ r\n- [ ] e @blocked\n",
    "- [x] r 🆔 r\n- [ ] f [dependsOn:: x, q]\n- [ ] g ⛔ s\n- [-] s 🆔 s\n",
  ]

  /// The titles of the lines that match in any of the notes.
  private func found(_ query: String) throws -> String {
    let files = Self.notes.enumerated().map { number, text in
      TaskFile(
        name: "\(number).md", identity: "\(number).md", modified: .epoch,
        document: TaskDocument(text, dialect: .markdown))
    }
    let now = DateTimeParameters(
      date: try DateParameters(year: 2026, month: 11, day: 27), time: .midnight)
    let matches = QueryMatches(
      [try Query(parsing: query)], in: files, now: now, vocabulary: Vocabulary())
    return files.enumerated().flatMap { number, file in
      file.document.lines.indices.filter { matches.contains(LineRef(file: number, line: $0)) }
        .map { LineText(file, line: $0).title.prefix(1) }
    }.joined()
  }

  @Test(arguments: ["is:blocked", "@blocked", "task is:blocked"])
  func areFound(query: String) throws { #expect(try found(query) == "bef") }

  @Test func areLeftOut() throws {
    #expect(try found("task not is:blocked") == "acdrgs")
    #expect(try found("task not @blocked and not @done and not @cancelled") == "adg")
  }

  @Test func theWordsInQuotationMarksAreAText() throws {
    #expect(try found("\"is:blocked\"") == "")
  }
}
