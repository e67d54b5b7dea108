import TaskBridge
import TaskDates
import TaskEditing
import TaskText
import TestSupport
import Testing

@Suite("Tasks are done and open again") struct ClosingTests {
  @Test func aDayIsWritten() {
    #expect(done("- a @x\n- b\n").text == "- a @x @done(2026-12-05)\n- b\n")
    #expect(done("P: @x", line: 0).text == "P: @x @done(2026-12-05)")
  }

  @Test func aTimeIsWrittenOrNothing() {
    #expect(
      done("- a", on: "2026-12-05 10:00", stamp: .time).text == "- a @done(2026-12-05 10:00)")
    #expect(done("- a", stamp: .none).text == "- a @done")
  }

  @Test func whatIsDoneStaysAsItIs() {
    for line in ["- a @done", "- a @finished(2026-01-01)"] {
      let result = done(line)
      #expect(result.text == line)
      #expect(result.repeats == ["the task is already done"])
    }
  }

  @Test func whatWasGivenUpCanBeDone() {
    #expect(done("- a @cancelled(2026-01-01)").text == "- a @done(2026-12-05)")
  }

  @Test func aTaskIsGivenUp() {
    let result = change("- a @done(2026-01-01)") {
      $0.close(LineRef(file: 0, line: 0), with: Closing(.cancelled, at: date("2026-12-05")))
    }
    #expect(result.text == "- a @cancelled(2026-12-05)")
  }

  @Test func bulletsShowTheStateInTheirOwnWay() {
    #expect(done("☐ a", .plainTasks).text == "✔ a @done(2026-12-05)")
    #expect(done("[ ] a", .plainTasks).text == "[x] a @done(2026-12-05)")
    #expect(done("* [ ] a", .markdown).text == "* [x] a ✅ 2026-12-05")
    #expect(done("- [ ] a", .markdown, stamp: .none).text == "- [x] a")
    let cancelled = change("- [ ] a\n", .markdown) {
      $0.close(
        LineRef(file: 0, line: 0), with: Closing(.cancelled, at: date("2026-12-05"), stamp: .none))
    }
    #expect(cancelled.text == "- [-] a\n")
  }

  @Test func openAgainItLooksAsTheOthersDo() {
    #expect(undone("✔ a @done (24-01-05 10:00)\n❑ b", .plainTasks).text == "❑ a\n❑ b")
    #expect(undone("✔ a @done", .plainTasks).text == "☐ a")
    #expect(undone("- [x] a\n", .markdown).text == "- [ ] a\n")
    #expect(undone("- a @finished(x) @b @cancelled").text == "- a @b")
    #expect(undone("- a").repeats == ["the task is already open"])
  }

  @Test func onlyTheLineItselfDiffers() {
    let text = "\u{FEFF}Home:\r\n\t- a  \t@x \r\n  - b\r\n\t\t- c"
    #expect(
      done(text, line: 1).text
        == "\u{FEFF}Home:\r\n\t- a  \t@x @done(2026-12-05) \r\n  - b\r\n\t\t- c")
    #expect(
      done(text, line: 3).text
        == "\u{FEFF}Home:\r\n\t- a  \t@x \r\n  - b\r\n\t\t- c @done(2026-12-05)")
  }

  /// Closes and reopens each task of random files.
  @Test(arguments: TaskDialect.allCases) func doneAndOpenAgainIsAsItWas(dialect: TaskDialect) {
    for seed in 0..<60 as Range<UInt64> {
      var generator = TaskTextGenerator(seed: seed)
      let document = TaskDocument(bytes: generator.file(lines: 12), dialect: dialect)
      for (number, line) in document.lines.enumerated()
      where line.kind == .task && line.mark == .none {
        let open = document.string(line.body)
        guard !open.contains("@done"), !open.contains("@cancelled") else { continue }
        let closed = done(document.text, line: number, dialect)
        guard closed.faults.isEmpty else { continue }
        let lines = TaskDocument(closed.text, dialect: dialect).lines
        #expect(lines.count == document.lines.count)
        #expect(undone(closed.text, line: number, dialect).text == document.text)
      }
    }
  }
}
