import TaskBridge
import TaskDates
import TaskQuery
import TaskText

/// A query is read or has an error in its text, and matches existing lines only.
enum QueryProperties {
  static func check(_ bytes: [UInt8], _ faults: inout Faults) {
    let text = String(decoding: bytes, as: UTF8.self)
    do {
      check(try Query(parsing: text), text, &faults)
    } catch {
      let end = text.unicodeScalars.count + 1
      faults.expect((1...end).contains(error.column), "\(text): \(error) is beyond column \(end)")
      faults.expect(!error.sentence.contains("\n"), "\(text): \(error) has several lines")
    }
  }

  private static func check(_ query: Query, _ text: String, _ faults: inout Faults) {
    guard let now = DateTimeParameters(secondNumber: 1_796_083_200) else { return }
    let file = TaskFile(
      name: "", identity: "", modified: Instant(seconds: 0), document: TaskDocument(outline))
    let lines = query.lines(in: file, now: now)
    faults.expect(lines == lines.sorted(), "\(text) finds \(lines)")
    faults.expect(Set(lines).count == lines.count, "\(text) finds lines twice")
    let kinds = lines.map { file.document.lines[$0].kind }
    faults.expect(!kinds.contains(.blank), "\(text) finds a blank line")
    let possible = QueryMatches([query], in: [file], now: now, vocabulary: Vocabulary())
    let references = lines.map { LineRef(file: 0, line: $0) }
    faults.expect(references.allSatisfy(possible.contains), "\(text) is found otherwise")
  }

  private static let outline = """
    Home: @area
    \t- Call Ann @due(2026-12-03 15:00) @p(1) @tags(a, b)

    \t\tabout the sink
    \t- Pay rent @deadline(2026-12) @done(2026-11-30)
    Work:
    \t- Broken @due(x) @start(tomorrow)

    """
}
