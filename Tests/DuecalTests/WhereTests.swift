import Foundation
import Testing

private let tasks = """
  Home:
  \t- Call Ann @due(2026-12-03 15:00)
  \t- Pay rent @due(2026-12-01) @done(2026-12-01)
  Work:
  \t- Report @deadline(2026-12-08) @p(1)
  \t- Plan
  Open @search(not @done and \\(@due or Plan\\))
  Bad @search(not @done and @due <[x] 3)
  Soon @search(@due <[d] +7d)

  """

@Suite("Queries in commands")
struct WhereTests {
  private func titles(_ arguments: String..., text: String = tasks) throws -> [String] {
    let run = try duecal(
      ["export", "-"] + arguments, input: text, environment: ["DUECAL_NOW": "2026-12-02T09:00:00Z"])
    return run.output.split(separator: "\r\n").filter { $0.hasPrefix("SUMMARY:") }
      .map { String($0.dropFirst(8)) }
  }

  @Test func exportTakesWhatAQueryFinds() throws {
    #expect(try titles("--where", "not @done and @due") == ["Call Ann", "Report"])
    #expect(try titles("--where", "project Work//*") == ["Report", "Plan"])
    #expect(try titles("--where", "@due <[d] +3d") == ["Call Ann", "Pay rent"])
    #expect(try titles("--where", "@due", "--where", "@priority") == ["Report"])
    #expect(try titles("--where", "@due", "--project", "Home", "--done", "exclude") == ["Call Ann"])
    #expect(try titles("--where", "nobody") == [])
  }

  @Test func aSavedSearchIsAQuery() throws {
    #expect(try titles("--search", "Open") == ["Call Ann", "Report", "Plan"])
    #expect(try titles("--search", "soon", "--where", "not @done") == ["Call Ann", "Report"])
  }

  @Test func aBrokenQueryIsWrongUsage() throws {
    for command in ["export", "check"] {
      let run = try duecal([command, "-", "--where", "@due <[x] 3"], input: tasks)
      #expect(run.status == 2)
      #expect(
        run.error.hasPrefix(
          """
          Error: --where: column 8: "x" is not a modifier; expected i, s, n or d, alone or with l, or a \
          slice
            @due <[x] 3
                   ^

          """))
      let wide = try duecal([command, "-", "--where", "ü @"], input: tasks)
      #expect(wide.status == 2 && wide.error.contains("column 4"))
      #expect(!wide.error.contains("^"))
    }
  }

  @Test func aBrokenSearchIsShownInItsFile() throws {
    let run = try duecal(["export", "-", "--search", "bad"], input: tasks)
    #expect(run.status == 2)
    #expect(
      run.error.hasPrefix("<stdin>:8:34: error: \"x\" is not a modifier")
        || run.error.contains(":8:34: error"))
    let none = try duecal(["check", "-", "--search", "Nope"], input: tasks)
    #expect(none.status == 2)
    #expect(
      none.error
        == "duecal: --search: no file saves a search \"Nope\"; expected \"Bad\", \"Open\", \"Soon\"\n"
    )
    let two = try duecal(
      ["export", "-", "--search", "a"], input: "a @search(x)\na @search(y)\nb @search(z)\n")
    #expect(two.status == 2 && two.error.contains("several searches are called \"a\""))
    #expect(try titles("--search", "a", text: "a @search(x)\na @search(x)\n- x").isEmpty == false)
  }

  @Test func checkSpeaksOfTheLinesThatAreFound() throws {
    let text = "A:\n\t- a @due(x)\nB:\n\t- b @due(y)\n\t- c @due(2026-12-01 24:00)\n"
    let all = try duecal(["check", "-"], input: text)
    #expect(all.output.split(separator: "\n").count == 3)
    let some = try duecal(["check", "-", "--where", "project B//*"], input: text)
    #expect(some.output.split(separator: "\n").count == 2 && some.status == 1)
    let none = try duecal(["check", "-", "--where", "project C//*"], input: text)
    #expect(none.output.isEmpty && none.status == 0)
    // Lines that cannot be read may be those that a query looks for.
    let dated = try duecal(["check", "-", "--where", "@due <[d] 2030"], input: text)
    #expect(dated.output == all.output)
  }

  @Test func aQueryThatFindsNothingEmptiesNoFeed() throws {
    let scratch = try Scratch()
    let source = try scratch.write("a.taskpaper", tasks)
    let output = ["export", source, "-o", scratch.path("a.ics"), "-q"]
    #expect(try duecal(output + ["--where", "@due"]).status == 0)
    let before = try scratch.text("a.ics")
    let run = try duecal(output + ["--where", "project Wrok//*"])
    #expect(run.status == 4)
    #expect(run.error.contains("the query finds no line, and the feed has 3 items"))
    #expect(try scratch.text("a.ics") == before)
    #expect(try duecal(output + ["--where", "project Wrok//*", "--allow-empty"]).status == 0)
    #expect(!(try scratch.text("a.ics")).contains("SUMMARY"))
    // A feed that is already empty may stay empty.
    #expect(try duecal(output + ["--where", "project Wrok//*"]).status == 0)
  }

  @Test func aDateThatIsBeingTypedMakesNoItemVanish() throws {
    let scratch = try Scratch()
    let source = try scratch.write("a.taskpaper", "")
    func export(_ date: String) throws -> Run {
      try scratch.write("a.taskpaper", "- Call Ann \(date)\n- Buy bread @due(2026-12-04)\n")
      return try duecal(
        ["export", source, "-o", scratch.path("a.ics"), "--where", "@due <[d] 2027"])
    }
    #expect(try export("@due(2026-12-03)").status == 0)
    for typed in ["@due(2026-12-0", "@due(2026-13-03)", "@due()"] {
      let run = try export(typed)
      #expect(run.status == (typed == "@due()" ? 0 : 1), "\(typed): \(run.error)")
      #expect(try scratch.text("a.ics").contains("SUMMARY:Call Ann"), "\(typed)")
    }
    #expect(try export("@due(2027-12-03)").status == 0)
    #expect(!(try scratch.text("a.ics")).contains("SUMMARY:Call Ann"))
  }

  // MARK: Queries that are probably mistakes

  private func list(_ query: String, _ arguments: String..., text: String = tasks) throws -> Run {
    try duecal(
      ["list", "-", "--where", query] + arguments, input: text,
      environment: ["DUECAL_NOW": "2026-12-02T09:00:00Z"])
  }

  @Test(arguments: [
    ("@due < tomorrow", "@due < tomorrow", "@due <[d] tomorrow"),
    ("tomorrow > @due", "@due < tomorrow", "@due <[d] tomorrow"),
    (
      "task and (not @deadline >= 2026-12 or @due = today)", "@deadline >= 2026-12",
      "@deadline >=[d] 2026-12"
    ),
    ("@due <[i] +7d", "@due < +7d", "@due <[d] +7d"),
  ])
  func aDateThatIsComparedAsATextIsWarnedOfOnce(query: String, reported: String, remedy: String)
    throws
  {
    let run = try list(query)
    #expect(
      run.error == "duecal: \"\(reported)\" compares texts; write \"\(remedy)\" to compare dates\n")
    #expect(run.status == 0)
    #expect(try list(query, "-q").error.isEmpty)
    #expect(try list(query, "--json").output.contains("compares texts"))
  }

  @Test(arguments: [
    "@due <[d] tomorrow", "@due contains 2026-12", "@due beginswith 2026", "@priority < 3",
    "@due < soon",
    "@phone < tomorrow", "@due <[s] 2026-12", "@due", "@text = today",
  ])
  func otherComparisonsAreNotWarnedOf(query: String) throws {
    #expect(try !list(query).error.contains("compares texts"))
  }

  @Test func aSearchThatIsSavedIsWarnedOfToo() throws {
    let text = tasks + "Late @search(@due < today)\n"
    let run = try duecal(["list", "-", "--search", "late"], input: text)
    #expect(run.error.contains("\"@due < today\" compares texts"))
  }

  @Test func linesThatNoListShowsAreSpokenOf() throws {
    let project = try list("project Home")
    #expect(project.status == 0 && project.output.isEmpty)
    #expect(
      project.error
        == "duecal: the query finds 1 line, but none that a list shows; expected tasks, as in "
        + "'project Home//task'\n")
    #expect(try list("project").error.contains("finds 2 lines,"))
    #expect(try list("project Home", "-q").error.isEmpty)
    #expect(try list("project Home//task").error.isEmpty)
    #expect(try list("nobody").error.isEmpty)
  }
}
