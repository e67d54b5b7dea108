import Testing

@Suite("duecal occurrences")
struct OccurrencesCommandTests {
  @Test func printsADateALine() throws {
    let run = try duecal([
      "occurrences", "FREQ=DAILY;COUNT=2", "--start", "1997-09-02T09:00", "--zone", "Asia/Tokyo",
    ])
    #expect(run.status == 0)
    #expect(run.output == "1997-09-02T09:00\n1997-09-03T09:00\n")
  }

  @Test func printsOneDocument() throws {
    let run = try duecal([
      "occurrences", "weekly", "--start", "2026-12-07", "--count", "2", "--json",
    ])
    #expect(
      run.output
        == "{\n  \"occurrences\" : [\n    \"2026-12-07\",\n    \"2026-12-14\"\n  ]\n}\n")
  }

  @Test(
    arguments: [
      (["--count", "3"], 3), ([], 10), (["--to", "2026-12-05"], 5), (["--count", "0"], 0),
      (["--from", "2026-12-03", "--to", "2026-12-05"], 3),
      (["--from", "9999-12-31", "--count", "5"], 1),
    ] as [([String], Int)])
  func leavesOutWhatIsNotAskedFor(arguments: [String], count: Int) throws {
    let run = try duecal(["occurrences", "daily", "--start", "2026-12-01"] + arguments)
    #expect(run.status == 0)
    #expect(run.output.split(separator: "\n").count == count)
  }

  @Test(arguments: [
    ["sometimes", "--start", "2026-12-01"], ["daily", "--start", "soon"],
    ["daily", "--start", "2026-12-01", "--zone", "Mars/Base"],
    ["daily", "--start", "2026-12-01", "--count", "-1"], ["daily"],
    ["FREQ=WEEKLY;BYMONTHDAY=1", "--start", "2026-12-01"],
  ])
  func refusesWhatIsNoRuleAndNoDate(arguments: [String]) throws {
    let run = try duecal(["occurrences"] + arguments)
    #expect(run.status == 2)
    #expect(run.output.isEmpty && !run.error.isEmpty)
  }
}
