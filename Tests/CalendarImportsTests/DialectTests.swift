import CalendarImports
import TaskText
import Testing

@Suite("Files in other dialects")
struct ImportDialectTests {
  @Test(arguments: [TaskDialect.plainTasks, .markdown, .omniFocus, .taskPaper])
  func areImportedIntoAndFoundAgain(dialect: TaskDialect) throws {
    let input = calendar(
      todo("DUE;VALUE=DATE:20241203\nDESCRIPTION:one", title: "water the plants"),
      todo("", uid: "2", title: "b"))
    let first = try imported(input, dialect: dialect)
    let changed = calendar(
      todo("DUE;VALUE=DATE:20241204\nDESCRIPTION:one", title: "water the plants"),
      todo("", uid: "2", title: "b"))
    let second = try imported(
      changed, into: first.text.replacing("plants", with: "plants now"), after: first.memory,
      dialect: dialect)
    #expect(
      second.text
        == first.text.replacing("plants", with: "plants now").replacing("12-03", with: "12-04"))
    let lost = try imported(input, into: first.text, dialect: dialect)
    #expect(lost.text == first.text)
  }

  @Test func aLineThatTheDialectWritesItsOwnWayStaysAsItIs() throws {
    let input = calendar(todo("DUE;VALUE=DATE:20241203", title: "water the plants"))
    let first = try imported(input, dialect: .plainTasks)
    let mine = first.text.replacing("- water", with: "\u{2610} water")
    #expect(mine == "\u{2610} water the plants @due(2024-12-03)\n")
    let changed = calendar(todo("DUE;VALUE=DATE:20241204", title: "water the flowers"))
    let second = try imported(changed, into: mine, after: first.memory, dialect: .plainTasks)
    #expect(second.text == "\u{2610} water the flowers @due(2024-12-04)\n")
  }
}
