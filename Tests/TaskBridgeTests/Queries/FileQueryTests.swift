import Diagnostics
import TaskBridge
import TaskDates
import TaskQuery
import TaskText
import Testing

private func file(_ text: String, _ dialect: TaskDialect = .taskPaper) -> TaskFile {
  TaskFile(
    name: "a", identity: "a", modified: Instant(seconds: 0),
    document: TaskDocument(text, dialect: dialect))
}

private let home = """
  Home: @area
  \t- Call Ann @due(2024-12-05 10:00) @phone

  \tnote of Ann @deadline(2024-12-01)
  \tGarden:
  \t\t- Mow @p(1) @at(home) @remind(1h) @due(
  \t\t- Dig @project(Old / Place) @priority(high) @completed
  Work:

  \t- Write @due(tomorrow) @at @p(x)
  Loose @defer(2024-12-01) @due(2024-12-31) @deadline(2024-01-01)
  """

/// The lines that match a query, from 1.
private func find(
  _ query: String, in text: String = home, _ dialect: TaskDialect = .taskPaper
) throws -> [Int] {
  let now = try DateTimeParameters(year: 2024, month: 12, day: 4, hour: 9, minute: 30)
  return try Query(parsing: query).lines(in: file(text, dialect), now: now).map { $0 + 1 }
}

@Suite struct FileQueryTests {
  @Test(arguments: [
    ("*", [1, 2, 4, 5, 6, 7, 8, 10, 11]), ("project", [1, 5, 8]), ("task", [2, 6, 7, 10]),
    ("note", [4, 11]), ("project Home//task", [2, 6, 7]), ("Home/*", [2, 4, 5]),
    ("/project/task", [2, 10]), ("Mow/..", [5]), ("Mow/ancestor::project[0]", [1]),
  ])
  func theTreeIsThatOfTheOutline(query: String, expected: [Int]) throws {
    #expect(try find(query) == expected)
  }

  @Test(arguments: [
    // The text is the line as TaskPaper defines it, the title only its words.
    ("phone", [2]), ("@text = \"- Call Ann @due(2024-12-05 10:00) @phone\"", [2]),
    ("@title = call ann", [2]), ("@title = home", [1]), ("@text = \"Home: @area\"", [1]),
    ("@title beginswith w", [8, 10]), ("endswith :", [5, 8]),
    ("@type = task and @title = dig", [7]),
    ("@project = home", [2, 4, 5]), ("@project = \"Home / Garden\"", [6]),
    ("@project = \"Old / Place\"", [7]), ("@project", [2, 4, 5, 6, 7, 10]), ("@id", []),
  ])
  func linesHaveAttributesOfTheirOwn(query: String, expected: [Int]) throws {
    #expect(try find(query) == expected)
  }

  @Test(arguments: [
    ("@due", [2, 4, 10, 11]), ("@deadline", [2, 4, 10, 11]), ("@due = 2024-12-31", [11]),
    ("@due <[d] 2024-12-05", [4]), ("@start", [11]), ("@defer", [11]), ("@done", [7]),
    ("@due >=[d] tomorrow", [2, 10, 11]),
    // A short alias is read where its payload is valid, and is a name in a query.
    ("@priority", [6, 7]), ("@priority = [n] 1", [6]), ("@p", [6, 10]), ("@location", [6]),
    ("@at", [6, 10]), ("@remind", [6]), ("@Due", []), ("@phone", [2]),
  ])
  func aTagIsFoundByWhatItMeans(query: String, expected: [Int]) throws {
    #expect(try find(query) == expected)
  }

  @Test func bulletsOfOtherProgramsShowWhatIsDone() throws {
    let text = "✔ a @done (24-12-05 10:00)\n☐ b\n✘ c\n✔ d"
    #expect(try find("@done", in: text, .plainTasks) == [1, 4])
    #expect(try find("@done >[d] 2024-12-05", in: text, .plainTasks) == [1])
    #expect(try find("@cancelled", in: text, .plainTasks) == [3])
    #expect(try find("not @done", in: "- [x] a\n- [ ] b", .markdown) == [2])
    #expect(try find("@priority", in: "- a @flagged", .omniFocus) == [1])
  }

  @Test func linesOfAProjectAreFoundAnywhereInIt() throws {
    let text = "Home:\n\t- a\n\tGarden:\n\t\t- b\n\t- c @project(x)\n\t- d\n\t\tn\n"
    #expect(try find("@project = home", in: text) == [2, 3, 6, 7])
    #expect(try find("not @project = home", in: text) == [1, 4, 5])
    #expect(try find("@project = x or @project endswith garden", in: text) == [4, 5])
    #expect(try find("@project = @title or @title = @project", in: text).isEmpty)
  }

  @Test(
    .timeLimit(.minutes(1)),
    arguments: ["@project", "@project contains zz", "@project beginswith p"])
  func theLongNameOfAProjectIsReadOnceForAllItsLines(query: String) throws {
    let text =
      String(repeating: "P", count: 200_000) + ":\n" + String(repeating: "\t- a\n", count: 5_000)
    #expect(try find(query, in: text).count == (query.hasSuffix("zz") ? 0 : 5_000))
  }

  @Test func aProjectIsMissingThatNoNameAndNoPathIs() {
    let entries = TaskEntries(
      files: [file("Home:\n\tGarden / Shed:\n\t\t- a\n")], vocabulary: Vocabulary())
    let names = ["home", "GARDEN / SHED", "home / garden / shed", "Shed", "garden", "Home / x", ""]
    #expect(entries.projectNames(missingOf: names) == ["Shed", "garden", "Home / x"])
  }

  @Test func anEmptyFileHasNoLines() throws {
    #expect(try find("*", in: "").isEmpty)
    #expect(try find("//*/following::*[0]", in: "\n\n").isEmpty)
  }
}

@Suite struct QueryMatchesTests {
  private func lines(_ queries: String..., of text: String) throws -> QueryMatches {
    let now = try DateTimeParameters(year: 2024, month: 12, day: 4, hour: 9, minute: 30)
    return QueryMatches(
      try queries.map { text throws(QueryError) in try Query(parsing: text) }, in: [file(text)],
      now: now, vocabulary: Vocabulary())
  }

  @Test func everyQueryHasToFindALine() throws {
    let lines = try lines("a", "b", of: "a\nab\nb")
    #expect((0..<3).map { lines.contains(LineRef(file: 0, line: $0)) } == [false, true, false])
    #expect(try self.lines("a", "c", of: "a\nc").isEmpty)
  }

  @Test(arguments: [
    ("@due and not @done", true), ("@due <[d] tomorrow", true), ("@due >[d] tomorrow", true),
    ("not @due <[d] tomorrow", true),
    ("b and @due <[d] tomorrow", false), ("not @done and @due =[d] today", true),
    ("@done and @due =[d] today", false), ("* except @due >[d] 2030", true),
    ("@p <[n] 3", false), ("@due <[d] @start", false), ("count(@due <[d] tomorrow) > 0", false),
  ])
  func aDateThatCannotBeReadMayBeAny(query: String, expected: Bool) throws {
    for text in ["- a @due(2024-13-01) @p(x)", "- a @p(x) @due(2024-1", "- a @due()"] {
      let lines = try lines(query, of: text)
      let line = LineRef(file: 0, line: 0)
      #expect(lines.mayContain(line) == expected, "\(query) of \(text)")
    }
  }
}

@Suite struct SavedSearchTests {
  private let searches = SavedSearch.all(in: [
    file("Searches:\n\tToday @search(@due <[d] tomorrow)\n\ttoday @search(a)\n\t- @search( )\n"),
    file("Ünder @search(a \\(b\\) < \\(c)\nNone @search"),
  ])

  @Test func aSearchIsCalledByItsTitle() {
    #expect(searches.map(\.name) == ["Today", "today", "Ünder"])
    #expect(searches.map(\.text) == ["@due <[d] tomorrow", "a", "a (b) < (c"])
    #expect(SavedSearch.named("today", in: searches).map(\.text) == ["a"])
    #expect(SavedSearch.named("TODAY", in: searches).count == 2)
    #expect(SavedSearch.named("ünder", in: searches).count == 1)
    #expect(SavedSearch.named("x", in: searches).isEmpty)
  }

  @Test(arguments: [(1, 15), (2, 16), (3, 17), (4, 19), (6, 22), (7, 23), (10, 27), (99, 28)])
  func aColumnOfTheQueryIsAPlaceInTheFile(column: Int, expected: Int) {
    #expect(searches[2].place(ofColumn: column).column == expected)
  }
}
