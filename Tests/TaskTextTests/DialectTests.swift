import TaskText
import Testing

private struct Read: Equatable {
  let kind: LineKind
  let mark: LineMark
  let text: String
}

private func read(_ text: String, _ dialect: TaskDialect) -> [Read] {
  let document = expectDocument(text, dialect: dialect)
  return document.lines.map {
    Read(kind: $0.kind, mark: $0.mark, text: document.string($0.text))
  }
}

@Test(arguments: ["\u{2610}", "\u{2751}", "\u{2013}", "[ ]", "-"])
func anOpenBulletIsATask(bullet: String) {
  #expect(read("\(bullet) a", .plainTasks) == [Read(kind: .task, mark: .none, text: "a")])
}

@Test(arguments: ["\u{2714}", "\u{2611}", "[x]", "+", "- [x]"])
func aTickedBulletIsADoneTask(bullet: String) {
  #expect(read("\(bullet) a", .plainTasks) == [Read(kind: .task, mark: .done, text: "a")])
}

@Test(arguments: ["\u{2718}", "[-]", "x"]) func aCrossIsACancelledTask(bullet: String) {
  #expect(read("\(bullet) a", .plainTasks) == [Read(kind: .task, mark: .cancelled, text: "a")])
}

@Test func aValueMayComeAfterASpaceOnlyInPlainTasks() {
  let text = "- a @done (24-01-05 10:00)"
  let lenient = TaskDocument(text, dialect: .plainTasks)
  #expect(lenient.tags(of: lenient.lines[0]) == [.payloadTag("done", "24-01-05 10:00")])
  let strict = TaskDocument(text)
  #expect(strict.tags(of: strict.lines[0]) == [.tag("done")])
}

@Test func aPersonInParenthesesIsNoValue() {
  let document = TaskDocument("- ask @bob (the plumber)", dialect: .plainTasks)
  #expect(document.tags(of: document.lines[0]) == [.tag("bob")])
}

@Test func checkBoxesAreTasksInMarkdown() {
  let text = "- [ ] a\n* [x] b\n1. [-] c\n- d\ne:"
  #expect(
    read(text, .markdown) == [
      Read(kind: .task, mark: .none, text: "a"), Read(kind: .task, mark: .done, text: "b"),
      Read(kind: .task, mark: .cancelled, text: "c"), Read(kind: .note, mark: .none, text: "- d"),
      Read(kind: .project, mark: .none, text: "e"),
    ])
}

@Test func aHeadingOwnsWhatIsBelowIt() {
  let document = expectDocument("# A\n- [ ] a\n## B\n- [ ] b\n  - [ ] c\n# D", dialect: .markdown)
  let outline = Outline(document)
  #expect(document.lines.indices.map { outline.parent(of: $0) } == [nil, 0, 0, 2, 3, nil])
  #expect(document.lines[0].kind == .project)
}

@Test(arguments: ["", " ", "   ", "\t", "        "])
func onlyTheRankOfAHeadingDecidesItsLevel(indent: String) {
  let text = "\(indent)## A\n- [ ] a\n  - [ ] b\n# B\n- [ ] c"
  let document = expectDocument(text, dialect: .markdown)
  let outline = Outline(document)
  #expect(document.lines[0].level == 1 && document.lines[3].level == 0)
  #expect(document.lines.indices.map { outline.parent(of: $0) }[..<2] == [nil, 0])
}

@Test(arguments: [
  ("", 0), ("- [ ] a\n", 0), ("---\ntags: x\n---\n\n# Head\n", 3), ("---\na\n", 0),
  ("---\na\n\n---", 4),
])
func tasksGoBelowTheFrontMatter(text: String, place: Int) {
  #expect(TaskDocument(text, dialect: .markdown).firstTaskPlace == place)
  #expect(TaskDocument(text).firstTaskPlace == 0)
}

@Test(arguments: [("---\na\n---\n\n# Head\n", 3), ("# Head\n", 0), ("- [ ] a\n\n# Head\n", 1)])
func theLastPlaceBeforeAHeadingIsBelowTheText(text: String, place: Int) throws {
  let document = TaskDocument(text, dialect: .markdown)
  let heading = try #require(document.lines.indices.first(where: document.isHeading))
  #expect(document.lastTaskPlace(before: heading) == place)
  #expect(document.lastTaskPlace(before: document.lines.count) == heading + 1)
}

@Test func anExtensionDecidesTheDialect() {
  #expect(TaskDialect(fileExtension: "todo") == .plainTasks)
  #expect(TaskDialect(fileExtension: ".MD") == .markdown)
  #expect(TaskDialect(fileExtension: "taskpaper") == .taskPaper)
}

@Test(arguments: [
  ("notes/home.md", TaskDialect.markdown), ("a.b/home.todo", .plainTasks), ("x/.md/", .taskPaper),
  ("x/a.md/", .markdown), ("a.md.", .markdown), (".md", .taskPaper), ("", .taskPaper),
  ("/", .taskPaper), ("a.md/b", .taskPaper),
])
func theLastNameOfAPathDecidesTheDialect(path: String, dialect: TaskDialect) {
  #expect(TaskDialect(path: path) == dialect)
}
