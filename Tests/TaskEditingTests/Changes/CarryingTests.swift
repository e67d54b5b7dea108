import TaskBridge
import TaskDates
import TaskEditing
import TaskText
import Testing

@Suite("Lines go to files of other dialects") struct CarryingTests {
  /// The text of a file with the project `A:` after the first line of another file went there, or the fault.
  private func carried(
    _ text: String, _ source: TaskDialect, to target: TaskDialect, below other: String = ""
  ) -> String {
    let files = [(text, source), ("A:\n" + other, target)].map { text, dialect in
      TaskFile(
        name: "b", identity: "\(dialect)", modified: .epoch,
        document: TaskDocument(text, dialect: dialect))
    }
    let reader = LineFieldReader { _ in nil }
    var changes = TaskChanges(files, reader, now: someNow, zone: .utc)
    let project = LineRef(file: 1, line: 0)
    changes.move(
      LineRef(file: 0, line: 0), to: changes.place(in: project, at: .end), words: "to A")
    let texts = changes.results.map(\.document.text)
    if let fault = changes.faults.first { return texts[0] == text ? fault.reason : texts[0] }
    return texts[0].isEmpty ? String(texts[1].dropFirst(3 + other.count)) : texts[0]
  }

  private let refusal = "its lines would be read differently in b"

  @Test(arguments: [
    ("- [ ] Rent 🔁 every month 📅 2026-12-01", "- Rent @repeat(every month) @due(2026-12-01)"),
    ("- [ ] Rent [due:: 2026-12-01T15:00]", "- Rent @due(2026-12-01T15:00)"),
    ("* [x] Rent ✅ 2026-12-01", "- Rent @done(2026-12-01)"), ("- [x] Rent", "- Rent @done"),
    ("- [-] Rent", "- Rent @cancelled"), ("> - [/] Rent #x", "- Rent #x @started"),
    ("- [ ] Rent ⏫ @home", "- Rent @home @priority(3)"),
    ("- [ ] Call ⏫\u{2060}", "- Call ⏫"),
  ])
  func aTaskOfMarkdownGetsTags(line: String, written: String) {
    #expect(carried(line + "\n", .markdown, to: .taskPaper) == "\t" + written + "\n")
  }

  @Test(arguments: [
    "- [ ] a 🆔 abc", "- [ ] a ^abc", "- [>] a", "- [ ] a ✅ 2026-12-01", "- [ ] a ➕ 2026-12-01",
  ])
  func whatNoTagSaysStays(line: String) {
    #expect(carried(line + "\n", .markdown, to: .taskPaper) == refusal)
  }

  @Test func partsAndNotesGoAlong() {
    #expect(
      carried(
        "- [ ] a\n\t- bullet\n\n\t- [x] b 📅 2026-12-01\n", .markdown, to: .plainTasks,
        below: "\t☐ c\n")
        == "\t☐ a\n\t\t\u{2060}- bullet\n\n\t\t✔ b @due(2026-12-01) @done\n")
  }

  @Test func aTaskGetsTheFormOfAMarkdownFile() {
    #expect(
      carried(
        "- a @due(2026-12-01) @done\n\t# b\n\t- c @home\n", .taskPaper, to: .markdown,
        below: "\t- [ ] d 📅 2026-12-02\n")
        == "\t- [x] a 📅 2026-12-01\n\t\t\u{2060}# b\n\t\t- [ ] c @home\n")
  }
}
