import TaskBridge
import TaskDates
import TaskText
import Testing

@Suite("What is below a closed line")
struct ClosedOwnerTests {
  private func entries(_ text: String, _ dialect: TaskDialect) -> TaskEntries {
    let file = TaskFile(
      name: "a", identity: "a", modified: .epoch, document: TaskDocument(text, dialect: dialect))
    return TaskEntries(files: [file], vocabulary: Vocabulary(), includesArchive: false)
  }

  /// Whether the last task counts as done because of what contains it.
  @Test(arguments: [
    ("- a @done\n\t- b\n", TaskDialect.taskPaper, false),
    ("- a @cancelled\n\t- b\n", .taskPaper, true),
    ("- a @done @cancelled\n\t- b\n", .taskPaper, true),
    ("P: @done\n\t- b\n", .taskPaper, true),
    ("P: @cancelled\n\t- b\n", .taskPaper, true),
    ("P: @done\n\t- a\n\t\t- b\n", .taskPaper, true),
    ("- a @done\n\tP:\n\t\t- b\n", .taskPaper, false),
    ("- a @done\n\tP: @done\n\t\t- b\n", .taskPaper, true),
    ("- a @cancelled\n\t- c @done\n\t\t- b\n", .taskPaper, true),
    ("- [x] a\n\t- [ ] b\n", .markdown, false), ("- [-] a\n\t- [ ] b\n", .markdown, true),
  ])
  func isOpenBelowADoneTask(text: String, dialect: TaskDialect, isClosed: Bool) throws {
    let last = try #require(entries(text, dialect).entries.last)
    #expect(last.isClosedAbove == isClosed && last.hasClosedOwner)
  }
}
