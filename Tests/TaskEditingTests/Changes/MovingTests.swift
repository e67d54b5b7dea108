import TaskBridge
import TaskEditing
import TaskText
import Testing

private func line(_ number: Int, file: Int = 0) -> LineRef { LineRef(file: file, line: number) }

@Suite("Lines go to projects and archives") struct MovingTests {
  @Test func aTaskGoesWithAllBelowItToTheEndOfAProject() {
    let text = "A:\n\t- a\n\t\tnote\n\n\t- b\nB:\n\t- c\n\nC:\n"
    let result = change(text) {
      $0.move(line(1), to: $0.place(in: line(5), at: .end), words: "to B")
    }
    #expect(result.text == "A:\n\n\t- b\nB:\n\t- c\n\t- a\n\t\tnote\n\nC:\n")
    let top = change(text) { $0.move(line(1), to: $0.place(in: line(5), at: .top), words: "to B") }
    #expect(top.text == "A:\n\n\t- b\nB:\n\t- a\n\t\tnote\n\t- c\n\nC:\n")
  }

  @Test func nothingGoesBelowItself() {
    let result = change("A:\n\tB:\n\t\t- c\n") {
      $0.move(line(0), to: $0.place(in: line(1), at: .end), words: "")
    }
    #expect(result.faults == ["a task cannot be moved below itself"])
  }

  @Test func theTopOfAProjectIsBelowItsNotesAndOwnsNothing() {
    let result = change("- x\nA:\n\tnote\n\t\t\t- deep\n") {
      $0.move(line(0), to: $0.place(in: line(1), at: .top), words: "")
    }
    #expect(result.text == "A:\n\tnote\n\t\t\t- x\n\t\t\t- deep\n")
  }

  @Test func aLineIsCarriedToAnotherFileAsThatIndents() {
    let texts = ["A:\r\n\t- a @x\r\n\t\tnote\r\n\t- b", "B:\n  - c\nC:\n"]
    let results = changeAll(texts) {
      $0.move(line(1), to: $0.place(in: line(0, file: 1), at: .end), words: "to B")
    }
    #expect(results[0].text == "A:\r\n\t- b")
    #expect(results[1].text == "B:\n  - c\n  - a @x\n    note\nC:\n")
  }

  @Test func projectsAreMadeBeforeTheArchive() {
    let result = change("A:\n\t- a\n\nArchive:\n\t- old\n") {
      $0.move(line(1), to: $0.makeProjects(["B", "C"], in: nil, file: 0), words: "")
    }
    #expect(result.text == "A:\nB:\n\tC:\n\t\t- a\n\nArchive:\n\t- old\n")
    let below = change("A:\n\t- a\n") {
      $0.move(line(1), to: $0.makeProjects(["B"], in: line(0), file: 0), words: "")
    }
    #expect(below.text == "A:\n\tB:\n\t\t- a\n")
  }

  @Test func headingsOfMarkdownOwnWithoutIndent() {
    let text = "# A\n- [ ] a\n  - [ ] b\n## B\n- [ ] c\n# D\n"
    let moved = change(text, .markdown) {
      $0.move(line(1), to: $0.place(in: line(3), at: .end), words: "")
    }
    #expect(moved.text == "# A\n## B\n- [ ] c\n- [ ] a\n  - [ ] b\n# D\n")
    let made = change(text, .markdown) {
      $0.move(line(4), to: $0.makeProjects(["E"], in: line(0), file: 0), words: "")
    }
    #expect(made.text == "# A\n- [ ] a\n  - [ ] b\n## B\n## E\n- [ ] c\n# D\n")
    let archived = change("# A\n- [x] a\n", .markdown) { $0.archive([(line(1), ["A"])]) }
    #expect(archived.text == "# A\n# Archive\n- [x] a @project(A)\n")
  }

  /// After a heading below it, a line would belong to that heading.
  @Test func theEndOfAHeadingIsBeforeTheHeadingsBelowIt() {
    let text = "# A\n\n- [ ] a\n\n## B\n\n- [ ] b\n### C\n# D\n"
    for (owner, text) in [
      (0, "# A\n\n- [ ] a\n- [ ] b\n\n## B\n\n### C\n# D\n"),
      (7, "# A\n\n- [ ] a\n\n## B\n\n### C\n- [ ] b\n# D\n"),
      (8, "# A\n\n- [ ] a\n\n## B\n\n### C\n# D\n- [ ] b\n"),
    ] {
      let moved = change("# A\n\n- [ ] a\n\n## B\n\n- [ ] b\n### C\n# D\n", .markdown) {
        $0.move(line(6), to: $0.place(in: line(owner), at: .end), words: "")
      }
      #expect(moved.text == text)
    }
    let top = change(text, .markdown) {
      $0.move(line(2), to: $0.place(in: line(4), at: .end), words: "")
    }
    #expect(top.text == "# A\n\n\n## B\n\n- [ ] b\n- [ ] a\n### C\n# D\n")
  }

  @Test func whatIsDoneGoesToTheTopOfTheArchive() {
    let text =
      "A:\n\t- a @done\n\t\tnote\n\tB:\n\t\t- b @done(2026-01-01)\nArchive:\n\tnote\n\t- old\n- c @done\n"
    let result = change(text) {
      $0.archive([(line(1), ["A"]), (line(4), ["A", "B (x)"]), (line(8), [])])
    }
    #expect(
      result.text
        == "A:\n\tB:\nArchive:\n\tnote\n\t- a @done @project(A)\n\t\tnote\n"
        + "\t- b @done(2026-01-01) @project(A / B \\(x\\))\n\t- c @done\n\t- old\n")
  }

  @Test func theArchiveIsMadeAtTheEndAndAFileWithoutALastLineEndStaysSo() {
    let result = change("A:\r\n\t- a @done\r\n\t- b") { $0.archive([(line(1), ["A"])]) }
    #expect(result.text == "A:\r\n\t- b\r\nArchive:\r\n\t- a @done @project(A)")
  }

  @Test func aProjectThatIsThereAlreadyStays() {
    let result = change("A:\n\t- a @done @project(B)\n") { $0.archive([(line(1), ["A"])]) }
    #expect(result.text == "A:\nArchive:\n\t- a @done @project(B)\n")
  }
}
