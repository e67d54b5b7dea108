import TaskBridge
import TaskDates
import TaskEditing
import TaskText
import Testing

private func found(
  _ text: String, _ name: String, preferring preference: TaskLookup.Preference = .open
) -> [Int] {
  let file = TaskFile(
    name: "notes/a.taskpaper", identity: "a.taskpaper", modified: .epoch,
    document: TaskDocument(text))
  let entries = TaskEntries(files: [file], vocabulary: Vocabulary())
  return TaskLookup(entries).lines(called: name, preferring: preference).map(\.line)
}

@Suite("A task is found by what a person calls it") struct TaskLookupTests {
  private let text =
    "Ann:\n\t- Call Ann\n\t- call\n\t- Ann's book @done\n\t- Buy a book @due(2026-12-01)\n"

  @Test func aPieceOfTheTextInEitherCase() {
    #expect(found(text, "ANN") == [1])
    #expect(found(text, "b") == [4])
    #expect(found(text, "2026") == [])
  }

  @Test func aWholeTitleComesFirst() {
    #expect(found(text, "Call") == [2])
    #expect(found(text, "cal") == [1, 2])
  }

  @Test func whatIsDoneCountsWhereNothingElseDoes() {
    #expect(found(text, "ann's") == [3])
    #expect(found(text, "book") == [4])
    #expect(found(text, "book", preferring: .closed) == [3])
    #expect(found("- a @done\n\t- part\n- [x]", "part") == [1])
  }

  @Test func aProjectCountsWhereNoTaskDoes() {
    #expect(found("Garden:\n\t- dig\n", "garden") == [0])
    #expect(found("Garden:\n\t- dig the garden\n", "garden") == [1])
    #expect(found("Garden:\n\t- dig the garden @done\n", "garden") == [1])
  }

  @Test func aFileAndALine() {
    for file in ["a.taskpaper", "notes/a.taskpaper"] {
      #expect(found(text, "\(file):2") == [1])
      #expect(found(text, "\(file):9") == [])
      #expect(found(text, "\(file):0") == [])
      #expect(found(text, "\(file):\(Int.min)") == [])
      #expect(found(text, "\(file):\(Int.max)") == [])
    }
    #expect(found("- at 10:00\n", "10:00") == [0])
  }

  @Test func anIDNamesOneLine() {
    let file = TaskFile(
      name: "a", identity: "a", modified: .epoch, document: TaskDocument(text))
    let names = TaskLookup(TaskEntries(files: [file], vocabulary: Vocabulary()))
    for line in 0..<5 {
      let line = LineRef(file: 0, line: line)
      #expect(names.lines(called: names.ids.id(of: line)) == [line])
    }
  }
}
