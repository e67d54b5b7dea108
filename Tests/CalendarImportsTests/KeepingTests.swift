import CalendarImports
import LineState
import TaskBridge
import TaskText
import Testing

/// A calendar that is imported repeatedly into a file that a person edits in between.
struct Person {
  private(set) var text: String
  private(set) var memory = ImportMemory()
  private(set) var last: Imported
  private let change: (inout ImportOptions) -> Void

  init(
    _ input: CalendarInput, into text: String = "",
    change: @escaping (inout ImportOptions) -> Void = { _ in }
  ) throws {
    self.change = change
    last = try imported(input, into: text, change: change)
    self.text = last.text
    memory = last.memory
  }

  /// Changes some words of the file, as the person would.
  mutating func writes(_ new: String, for old: String) {
    #expect(text.contains(old))
    text = text.replacing(old, with: new)
  }

  /// Imports the calendar.
  mutating func imports(
    _ input: CalendarInput, _ location: SourceLocation = #_sourceLocation
  ) throws {
    last = try imported(input, into: text, after: memory, location, change: change)
    text = last.text
    memory = last.memory
  }

  /// Loses the state.
  mutating func forgets() { memory = ImportMemory() }
}

@Suite("A file that a person edits while a calendar changes")
struct KeepingTests {
  private let a = calendar(
    todo("DUE;VALUE=DATE:20241203\nDESCRIPTION:one\\ntwo", title: "call the plumber"))

  @Test func whatTheCalendarChangedArrives() throws {
    var person = try Person(a)
    try person.imports(
      calendar(todo("DUE;VALUE=DATE:20241204\nDESCRIPTION:one\\nthree", title: "b")))
    #expect(person.text == "- b @due(2024-12-04)\n\tone\n\tthree\n")
    #expect(person.last.plan.changes.first?.fields == ["title", "due", "notes"])
  }

  @Test func whatThePersonChangedStays() throws {
    var person = try Person(a)
    person.writes(
      "- call the plumber now @deadline(2024-12-3) @today",
      for: "- call the plumber @due(2024-12-03)")
    try person.imports(
      calendar(todo("DUE;VALUE=DATE:20241204\nDESCRIPTION:one\\ntwo", title: "call the plumber")))
    #expect(person.text == "- call the plumber now @deadline(2024-12-4) @today\n\tone\n\ttwo\n")
  }

  @Test func whatBothChangedStaysAndIsReported() throws {
    var person = try Person(a)
    person.writes("- call the plumber now", for: "- call the plumber")
    try person.imports(
      calendar(todo("DUE;VALUE=DATE:20241203\nDESCRIPTION:one\\ntwo", title: "theirs")))
    #expect(person.text == "- call the plumber now @due(2024-12-03)\n\tone\n\ttwo\n")
    #expect(person.last.conflicts == ["title: call the plumber now / theirs"])
  }

  @Test(arguments: [1, 2])
  func whatThePersonChangedStaysHoweverOftenIsImportedInBetween(imports: Int) throws {
    var person = try Person(a)
    person.writes(
      "- call the plumber now @due(2024-12-24)", for: "- call the plumber @due(2024-12-03)")
    person.writes("my two", for: "two")
    for _ in 0..<imports { try person.imports(a) }
    try person.imports(
      calendar(todo("DUE;VALUE=DATE:20241205\nDESCRIPTION:one\\n2", title: "theirs")))
    #expect(person.text == "- call the plumber now @due(2024-12-24)\n\tone\n\tmy two\n")
    #expect(person.last.conflicts.count == 3)
    try person.imports(
      calendar(todo("DUE;VALUE=DATE:20241206\nDESCRIPTION:one\\n3", title: "theirs again")))
    #expect(person.text == "- call the plumber now @due(2024-12-24)\n\tone\n\tmy two\n")
    #expect(person.last.conflicts.count == 3)
  }

  @Test func whatThePersonTookOverIsTheCalendarsAgain() throws {
    var person = try Person(a)
    person.writes("- call the plumber now", for: "- call the plumber")
    try person.imports(calendar(todo("DUE;VALUE=DATE:20241203\nDESCRIPTION:one\\ntwo", title: "b")))
    person.writes("- b", for: "- call the plumber now")
    try person.imports(calendar(todo("DUE;VALUE=DATE:20241203\nDESCRIPTION:one\\ntwo", title: "c")))
    #expect(person.text.hasPrefix("- c @due"))
  }

  @Test func aLineThatWasCompletedStaysCompleted() throws {
    var person = try Person(a)
    person.writes("@due(2024-12-03) @done(2024-12-02)", for: "@due(2024-12-03)")
    try person.imports(a)
    try person.imports(
      calendar(
        todo(
          "DUE;VALUE=DATE:20241203\nDESCRIPTION:one\\ntwo\nSTATUS:COMPLETED\nCOMPLETED:20241203T100000Z",
          title: "call the plumber")))
    #expect(person.text.hasPrefix("- call the plumber @due(2024-12-03) @done(2024-12-02)\n"))
    try person.imports(
      calendar(
        todo(
          "DUE;VALUE=DATE:20241203\nDESCRIPTION:one\\ntwo\nSTATUS:NEEDS-ACTION",
          title: "call the plumber")))
    #expect(person.text.hasPrefix("- call the plumber @due(2024-12-03) @done(2024-12-02)\n"))
  }

  @Test func aLineThatThePersonRemovedIsNotImportedAgain() throws {
    var person = try Person(calendar(todo(""), todo("", uid: "2", title: "b")))
    person.writes("", for: "- a\n")
    try person.imports(calendar(todo(""), todo("", uid: "2", title: "b")))
    #expect(person.text == "- b\n")
    try person.imports(calendar(todo("", title: "changed"), todo("", uid: "2", title: "b")))
    #expect(person.text == "- b\n")
    person.writes("- a\n- b", for: "- b")
    try person.imports(calendar(todo("", title: "c"), todo("", uid: "2", title: "b")))
    #expect(person.text == "- c\n- b\n")
  }

  @Test func aLineThatComesBackAsThePersonHadItIsTheItems() throws {
    var person = try Person(calendar(todo(""), todo("", uid: "2", title: "b")))
    person.writes("- a @x", for: "- a")
    try person.imports(calendar(todo(""), todo("", uid: "2", title: "b")))
    person.writes("", for: "- a @x\n")
    try person.imports(calendar(todo(""), todo("", uid: "2", title: "b")))
    person.writes("- b\n- a @x", for: "- b")
    try person.imports(calendar(todo("PRIORITY:1"), todo("", uid: "2", title: "b")))
    #expect(person.text == "- b\n- a @x @priority(1)\n")
  }

  @Test func aMovedLineIsTheItems() throws {
    var person = try Person(calendar(todo(""), todo("", uid: "2", title: "b")), into: "P:\n")
    person.writes("P:\n\t- a\n", for: "P:\n- a\n")
    try person.imports(calendar(todo("PRIORITY:1"), todo("", uid: "2", title: "b")))
    #expect(person.text == "P:\n\t- a @priority(1)\n- b\n")
  }

  // MARK: A lost state

  @Test func aLostStateDoublesNothing() throws {
    var person = try Person(a, into: "- mine\n")
    person.writes("@deadline(2024-12-3) @today", for: "@due(2024-12-03)")
    person.forgets()
    try person.imports(a)
    #expect(person.text == "- mine\n- call the plumber @deadline(2024-12-3) @today\n\tone\n\ttwo\n")
    #expect(person.last.changes == ["adopted call the plumber"])
  }

  @Test func aLostStateDistinguishesTwinsByTheirNotesAndTheirOrder() throws {
    let parts = [todo("RELATED-TO:3", title: "x"), todo("", uid: "2", title: "x")]
    let whole = todo("", uid: "3", title: "whole")
    var person = try Person(calendar(parts[0], parts[1], whole))
    #expect(person.text == "- whole\n\t- x\n- x\n")
    person.forgets()
    try person.imports(calendar(parts[0], parts[1], whole))
    try person.imports(
      calendar(parts[0], todo("PRIORITY:1", uid: "2", title: "x"), whole))
    #expect(person.text == "- whole\n\t- x\n- x @priority(1)\n")
    var noted = try Person(
      calendar(todo("", title: "x"), todo("DESCRIPTION:n", uid: "2", title: "x")))
    noted.writes("- x\n\tn\n- x\n", for: "- x\n- x\n\tn\n")
    noted.forgets()
    let changed = todo("DESCRIPTION:n\nPRIORITY:1", uid: "2", title: "x")
    try noted.imports(calendar(todo("", title: "x"), todo("DESCRIPTION:n", uid: "2", title: "x")))
    try noted.imports(calendar(todo("", title: "x"), changed))
    #expect(noted.text == "- x @priority(1)\n\tn\n- x\n")
  }

  @Test func whatWasTakenForAnItemIsThePersonsWhereItDiffers() throws {
    let two = todo("", uid: "2", title: "another thing")
    var person = try Person(calendar(todo("PRIORITY:5", title: "call the plumber"), two))
    person.writes("- call the plumbers @priority(5)", for: "- call the plumber @priority(5)")
    person.forgets()
    try person.imports(calendar(todo("PRIORITY:5", title: "call the plumber"), two))
    #expect(person.last.conflicts == ["title: call the plumbers / call the plumber"])
    #expect(!person.last.changes.contains { $0.hasPrefix("changed") })
    try person.imports(calendar(todo("PRIORITY:1", title: "call the baker"), two))
    #expect(person.text == "- call the plumbers @priority(1)\n- another thing\n")
  }

  // MARK: Items that are no longer in calendars

  private let three = calendar(
    todo(""), todo("", uid: "2", title: "b"), todo("", uid: "3", title: "c"))
  private let two = calendar(todo(""), todo("", uid: "3", title: "c"))

  @Test func aLineOfWhatIsGoneIsKeptIfThatIsWanted() throws {
    var person = try Person(three) { $0.removed = .keep }
    try person.imports(two)
    #expect(person.text == "- a\n- b\n- c\n")
    #expect(person.last.changes == ["kept b"])
    try person.imports(
      calendar(todo(""), todo("PRIORITY:1", uid: "2", title: "b"), todo("", uid: "3", title: "c")))
    #expect(person.text == "- a\n- b @priority(1)\n- c\n")
  }

  @Test func aLineOfWhatIsGoneIsRemoved() throws {
    var person = try Person(three)
    try person.imports(two)
    #expect(person.text == "- a\n- c\n")
  }

  @Test(arguments: [0, 2])
  func oneThatThePersonWroteInIsNeverRemoved(imports: Int) throws {
    var person = try Person(three) { $0.removed = .delete }
    person.writes("- b @mine", for: "- b")
    person.writes("- a\n\tmy note", for: "- a")
    for _ in 0..<imports { try person.imports(three) }
    try person.imports(calendar(todo("", uid: "3", title: "c")))
    #expect(person.text == "- a\n\tmy note\n- b @mine\n- c\n")
  }

  @Test func oneOfWhatIsGoneIsArchivedIfThatIsWanted() throws {
    var person = try Person(three, into: "P:\n") {
      $0.removed = .archive; $0.project = ["P"]
    }
    try person.imports(two)
    #expect(person.text == "P:\n\t- a\n\t- c\nArchive:\n\t- b @project(P)\n")
  }

  @Test func manyThatAreGoneStopTheImport() throws {
    let many = calendar(
      (1...20).map { todo("", uid: "\($0)", title: "\($0)") }.joined(separator: "\n"))
    var person = try Person(many) { $0.removed = .delete }
    try person.imports(calendar(todo("", uid: "1", title: "1")))
    #expect(person.last.plan.refusal == .removals(19, allowed: 10))
    #expect(person.last.lines.count == 20)
  }

  @Test func anEmptyCalendarIsRefusedUntilItIsAllowed() throws {
    let options = try importOptions { $0.allowedRemovals = 5 }
    let first = try imported(three)
    let empty = calendar(todo("").replacing("VTODO", with: "VJOURNAL"))
    let plan = ImportPlan(
      [empty], into: [taskFile(first.text)], after: first.memory, options: try importOptions())
    #expect(plan.refusal == .empty(had: 3))
    let allowed = ImportPlan(
      [empty], into: [taskFile(first.text)], after: first.memory, options: options)
    #expect(allowed.refusal == nil)
    let after = ImportPlan(
      [empty], into: [taskFile(first.text)], after: allowed.memory, options: try importOptions())
    #expect(after.refusal == nil)
  }
}

@Suite("Lines in several files")
struct SeveralFilesTests {
  private func plan(
    _ input: CalendarInput, _ files: [(String, String)], _ memory: ImportMemory
  ) throws -> ImportPlan {
    let files = files.map { taskFile($0.1, $0.0) }
    let plan = ImportPlan([input], into: files, after: memory, options: try importOptions())
    expectRest(plan, [input], try importOptions())
    return plan
  }

  private func texts(_ plan: ImportPlan) -> [String] { plan.files.map(\.edited.text) }

  @Test func aLineIsFoundInAnotherFile() throws {
    let input = calendar(todo(""), todo("", uid: "2", title: "b"))
    let first = try plan(input, [("in", ""), ("other", "- x\n")], ImportMemory())
    let changed = calendar(todo("PRIORITY:1"), todo("", uid: "2", title: "b"))
    let moved = try plan(changed, [("in", "- b\n"), ("other", "- x\n- a\n")], first.memory)
    #expect(texts(moved) == ["- b\n", "- x\n- a @priority(1)\n"])
  }

  @Test func aLineInAFileThatIsNotLookedAtIsNotGone() throws {
    let input = calendar(todo(""), todo("", uid: "2", title: "b"))
    let first = try plan(input, [("in", ""), ("other", "- x\n")], ImportMemory())
    let moved = try plan(input, [("in", "- b\n"), ("other", "- x\n- a\n")], first.memory)
    let without = try plan(input, [("in", "- b\n")], moved.memory)
    #expect(texts(without) == ["- b\n"])
    let changed = calendar(todo("PRIORITY:1"), todo("", uid: "2", title: "b"))
    let again = try plan(changed, [("in", "- b\n"), ("other", "- x\n- mine a\n")], without.memory)
    #expect(texts(again) == ["- b\n", "- x\n- mine a @priority(1)\n"])
  }

  @Test func aFileWithAnotherNameIsLookedThrough() throws {
    let input = calendar(todo("", title: "water the plants"), todo("", uid: "2", title: "b"))
    let first = try plan(input, [("in", ""), ("other", "- x\n")], ImportMemory())
    let moved = try plan(
      input, [("in", "- b\n"), ("other", "- x\n- water the plants\n")], first.memory)
    let changed = calendar(
      todo("PRIORITY:1", title: "water the plants"), todo("", uid: "2", title: "b"))
    let named = try plan(
      changed, [("in", "- b\n"), ("new", "- x\n- water the plants @today\n")], moved.memory)
    #expect(texts(named) == ["- b\n", "- x\n- water the plants @today @priority(1)\n"])
  }
}
