import TaskText
import Testing

/// Makes an edit, checks that undoing it restores the original bytes, and returns the edited text.
private func expectEdit(
  _ text: String, dialect: TaskDialect = .taskPaper,
  _ location: SourceLocation = #_sourceLocation,
  _ make: (TaskDocument) throws -> TaskEdit
) throws -> String {
  let document = TaskDocument(text, dialect: dialect)
  let edit = try make(document)
  let edited = document.applying(edit)
  #expect(edited.printed == edited.bytes, sourceLocation: location)
  let undone = edited.applying(document.inverse(of: edit))
  #expect(undone.bytes == document.bytes, sourceLocation: location)
  return edited.text
}

@Suite("Tags are edited in place")
struct TagEditTests {
  @Test func aTagIsSetInItsPlace() throws {
    let text = "- a @due(2024-01-01) @x\r\n"
    let edited = try expectEdit(text) { try $0.setting(tag: "due", to: "2024-02-02", onLine: 0) }
    #expect(edited == "- a @due(2024-02-02) @x\r\n")
  }

  @Test func aNewTagGoesAfterTheLastOneBeforeTrailingSpaces() throws {
    #expect(
      try expectEdit("P: @a  ") { try $0.setting(tag: "b", to: nil, onLine: 0) } == "P: @a @b  ")
  }

  @Test func onlyTheFirstOfANameIsSet() throws {
    #expect(
      try expectEdit("- a @x(1) @x(2)") { try $0.setting(tag: "x", to: "3", onLine: 0) }
        == "- a @x(3) @x(2)")
  }

  @Test func parenthesesAreEscaped() throws {
    let edited = try expectEdit("- a") { try $0.setting(tag: "x", to: "(b) \\(c", onLine: 0) }
    #expect(edited == "- a @x(\\(b\\) \\\\(c)")
    let document = TaskDocument(edited)
    #expect(document.tags(of: document.lines[0]) == [.payloadTag("x", "(b) \\(c")])
  }

  @Test func anEmptyValueAndNoneAreTwoThings() throws {
    #expect(try expectEdit("- a") { try $0.setting(tag: "x", to: "", onLine: 0) } == "- a @x()")
    #expect(try expectEdit("- a") { try $0.setting(tag: "x", to: nil, onLine: 0) } == "- a @x")
  }

  @Test(arguments: ["a\nb", "a\rb", "a\\"]) func whatCannotBeWrittenIsRefused(value: String) {
    #expect(throws: TaskEditError.unwritableValue(value)) {
      try TaskDocument("- a").setting(tag: "x", to: value, onLine: 0)
    }
  }

  @Test(arguments: ["a b", "a:b", "50%", "\u{1F600}"]) func anIllegalNameIsRefused(name: String) {
    #expect(throws: TaskEditError.illegalTagName(name)) {
      try TaskDocument("- a").setting(tag: name, to: nil, onLine: 0)
    }
  }

  @Test func aTagThatWouldTurnAnEmptyTaskIntoANoteIsRefused() {
    #expect(throws: TaskEditError.wouldRead(as: .note, text: "-")) {
      try TaskDocument("- ").setting(tag: "done", to: nil, onLine: 0)
    }
  }

  @Test func aTagIsRemovedWithTheBlanksBeforeIt() throws {
    let text = "\t- call  @phone Ann @due(x) @phone\n"
    #expect(
      try expectEdit(text) { try $0.removing(tag: "phone", fromLine: 0) }
        == "\t- call Ann @due(x)\n")
  }

  @Test func aTagAtTheStartOfALineLeavesNoIndentBehind() throws {
    #expect(try expectEdit("@a  b") { try $0.removing(tag: "a", fromLine: 0) } == "b")
  }

  @Test func aProjectStaysOneWithoutItsTagAndTheSpacesAfterIt() throws {
    for spaces in [" ", "\t", " \t "] {
      let edited = try expectEdit("Home: @phone\(spaces)") {
        try $0.removing(tag: "phone", fromLine: 0)
      }
      #expect(edited == "Home:")
    }
  }

  @Test func aTagIsRenamedAndKeepsItsValueAsWritten() throws {
    #expect(
      try expectEdit("- a @deadline(\\(x) @deadline") {
        try $0.renaming(tag: "deadline", to: "due", onLine: 0)
      } == "- a @due(\\(x) @due")
  }

  @Test func aTaskIsMarkedDone() throws {
    #expect(
      try expectEdit("- a @x") { try $0.markingDone("2024-01-01", line: 0) }
        == "- a @x @done(2024-01-01)")
  }

  @Test func aBulletIsTickedInADialectThatTicks() throws {
    #expect(
      try expectEdit(" \u{2610} a", dialect: .plainTasks) { try $0.markingDone(nil, line: 0) }
        == " \u{2714} a @done")
    #expect(
      try expectEdit("* [ ] a", dialect: .markdown) { try $0.markingDone(nil, line: 0) }
        == "* [x] a @done")
  }
}

@Suite("Lines are edited in place")
struct LineEditTests {
  @Test func aTextIsSetBetweenBulletAndTags() throws {
    #expect(
      try expectEdit("\t- a: @x\r\n") { try $0.setting(text: "b", ofLine: 0) } == "\t- b @x\r\n")
    #expect(try expectEdit("P: @x") { try $0.setting(text: "Q", ofLine: 0) } == "Q: @x")
  }

  @Test func aTextThatWouldBeReadAsSomethingElseIsRefused() {
    #expect(throws: TaskEditError.wouldRead(as: .task, text: "x")) {
      try TaskDocument("note").setting(text: "- x", ofLine: 0)
    }
    #expect(throws: TaskEditError.wouldRead(as: .note, text: "x")) {
      try TaskDocument("note").setting(text: "x @y", ofLine: 0)
    }
    #expect(throws: TaskEditError.lineBreak("x\ny")) {
      try TaskDocument("note").setting(text: "x\ny", ofLine: 0)
    }
  }

  @Test func aKindIsSet() throws {
    func set(_ kind: LineKind, _ text: String) throws -> String {
      try expectEdit(text) { try $0.setting(kind: kind, ofLine: 0) }
    }
    #expect(try set(.note, "one: @done") == "one @done")
    #expect(try set(.project, "one @done") == "one: @done")
    #expect(try set(.task, "\tone: @done") == "\t- one @done")
    #expect(try set(.project, "- one @done") == "one: @done")
    #expect(try set(.note, "- one") == "one")
    #expect(try set(.task, "one") == "- one")
  }

  @Test func aKindThatTheTextForbidsIsRefused() {
    #expect(throws: TaskEditError.wouldRead(as: .project, text: "one")) {
      try TaskDocument("- one:").setting(kind: .note, ofLine: 0)
    }
  }

  @Test func linesMoveInAndOutWithWhatTheyOwn() throws {
    let text = "P:\n\t- a\n\n\t\tb\n\t- c\n"
    #expect(
      try expectEdit(text) { try $0.indenting(line: 1, by: 1) }
        == "P:\n\t\t- a\n\n\t\t\tb\n\t- c\n")
    #expect(
      try expectEdit(text) { try $0.indenting(line: 1, by: -1) } == "P:\n- a\n\n\tb\n\t- c\n")
    #expect(throws: TaskEditError.cannotMove) {
      try TaskDocument(text).indenting(line: 0, by: -1)
    }
  }

  @Test func aFileThatIndentsWithSpacesGoesOnDoingSo() throws {
    let text = "P:\n  - a\n  - b\n"
    #expect(
      try expectEdit(text) { try $0.indenting(line: 2, by: 1) } == "P:\n  - a\n    - b\n")
    #expect(
      try expectEdit(text) { try $0.inserting([("- c", 2)], beforeLine: 2) }
        == "P:\n  - a\n    - c\n  - b\n")
  }

  @Test func aLineIsDeletedWithWhatItOwns() throws {
    let text = "P:\r\n\t- a\r\n\t\tb\r\n\t- c"
    #expect(try expectEdit(text) { try $0.deleting(line: 1) } == "P:\r\n\t- c")
    #expect(try expectEdit(text) { try $0.deleting(line: 3) } == "P:\r\n\t- a\r\n\t\tb")
    #expect(try expectEdit("a") { try $0.deleting(line: 0) } == "")
  }

  @Test func newLinesTakeTheEndingOfTheLineAbove() throws {
    #expect(
      try expectEdit("a\r\nb\n") { try $0.inserting([("x", 0), ("y", 1)], beforeLine: 1) }
        == "a\r\nx\r\n\ty\r\nb\n")
    #expect(
      try expectEdit("a\r\nb") { try $0.inserting([("x", 0)], beforeLine: 2) }
        == "a\r\nb\r\nx")
    #expect(try expectEdit("") { try $0.inserting([("x", 0)], beforeLine: 0) } == "x\n")
  }

  @Test func linesMoveWithWhatTheyOwn() throws {
    let text = "P:\n\t- a\n\t\tb\nQ:\n\t- c"
    #expect(
      try expectEdit(text) { try $0.moving(line: 1, beforeLine: 5, level: 1) }
        == "P:\nQ:\n\t- c\n\t- a\n\t\tb")
    #expect(
      try expectEdit(text) { try $0.moving(line: 4, beforeLine: 1, level: 2) }
        == "P:\n\t\t- c\n\t- a\n\t\tb\nQ:")
    #expect(throws: TaskEditError.cannotMove) {
      try TaskDocument(text).moving(line: 0, beforeLine: 2, level: 1)
    }
  }

  @Test func aBlankLineCannotBeEdited() {
    #expect(throws: TaskEditError.noSuchLine(0)) {
      try TaskDocument("\n").setting(tag: "x", to: nil, onLine: 0)
    }
    #expect(throws: TaskEditError.noSuchLine(9)) { try TaskDocument("a").deleting(line: 9) }
  }
}
