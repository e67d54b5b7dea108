import Foundation
import Testing

/// Two dates that cannot be read, one because of an error in a rule, and an error that is not in a date.
private let tasks = """
  - Pay @due(2026-13-01)
  - Call @due(2026-12-03)
  - Water @due(2026-12-03) @repeat(every blue moon)
  - Read @url(nowhere)

  """
private let world = ["DUECAL_NOW": "2026-12-03T09:00:00Z"]

@Suite("Dates that cannot be read")
struct UnreadDateTests {
  @Test(arguments: ["list", "calendar"])
  func areCountedInOneLine(command: String) throws {
    let run = try duecal([command, "-"], input: tasks, environment: world)
    #expect(run.status == 1 && !run.output.isEmpty)
    #expect(run.errorLines.count == 2)
    #expect(run.error.contains("duecal: 2 dates cannot be read; run `duecal check`\n"))
    #expect(run.error.contains("-:4:13: error: \"nowhere\" is not an address"))
  }

  @Test(arguments: ["list", "calendar"])
  func areNotReportedToWhoWantsErrorsAlone(command: String) throws {
    let run = try duecal([command, "-", "-q"], input: "- a @due(x)\n", environment: world)
    #expect(run.status == 1 && run.error.isEmpty)
    let one = try duecal([command, "-"], input: "- a @due(x)\n", environment: world)
    #expect(one.status == 1)
    #expect(one.error == "duecal: 1 date cannot be read; run `duecal check`\n")
  }

  @Test(arguments: ["list", "calendar"])
  func areEachInADocument(command: String) throws {
    let run = try duecal([command, "-", "--json"], input: tasks, environment: world)
    #expect(run.status == 1 && run.error.isEmpty)
    let document = try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any]
    let messages = document?["messages"] as? [[String: Any]]
    #expect(messages?.compactMap { $0["line"] as? Int } == [1, 3, 4])
  }

  @Test func aFileInOrderReportsNothing() throws {
    let run = try duecal(["list", "-"], input: "- a @due(2026-12-03)\n", environment: world)
    #expect(run.status == 0 && run.error.isEmpty)
  }

  // MARK: remind

  private func remind(_ scratch: Scratch, _ arguments: String...) throws -> Run {
    try duecal(
      ["remind", "a.taskpaper"] + arguments, in: scratch.url,
      environment: world.merging(["HOME": scratch.url.path]) { $1 })
  }

  @Test func remindReportsEachOnceOverItsRuns() throws {
    let scratch = try Scratch()
    try scratch.write("a.taskpaper", tasks)
    let first = try remind(scratch, "-q")
    #expect(first.status == 1 && first.errorLines.count == 3)
    let second = try remind(scratch, "-q")
    #expect(second.status == 1)
    #expect(second.errorLines.map { $0.prefix(16) } == ["a.taskpaper:4:13"])
    // A line that was moved counts as the same; one that was changed does not.
    try scratch.write(
      "a.taskpaper", "New:\n" + tasks.replacing("Pay @due(2026-13", with: "Pay @due(2026-14"))
    #expect(
      try remind(scratch, "-q").errorLines.map { $0.prefix(14) } == [
        "a.taskpaper:2:", "a.taskpaper:5:",
      ])
    #expect(try remind(scratch, "-q").errorLines.count == 1)
  }

  @Test func anotherJobAndADryRunReportThemAgain() throws {
    let scratch = try Scratch()
    try scratch.write("a.taskpaper", "- a @due(x)\n")
    #expect(try remind(scratch, "--dry-run").errorLines.count == 1)
    #expect(try remind(scratch).errorLines.count == 1)
    #expect(try remind(scratch).error.isEmpty)
    #expect(try remind(scratch, "--job", "other").errorLines.count == 1)
    #expect(try remind(scratch, "--from", "today", "--to", "today").errorLines.count == 1)
    #expect(try remind(scratch, "--json").output.contains("\"severity\" : \"error\""))
  }

  @Test func aDateThatWasFixedAndBrokenAgainIsReportedAgain() throws {
    let scratch = try Scratch()
    for (text, count) in [("- a @due(x)\n", 1), ("- a\n", 0), ("- a @due(x)\n", 1)] {
      try scratch.write("a.taskpaper", text)
      #expect(try remind(scratch).errorLines.count == count)
    }
  }

  @Test func whatIsRememberedMayBeDamaged() throws {
    let scratch = try Scratch()
    try scratch.write("a.taskpaper", "- a @due(x)\n")
    #expect(try remind(scratch).errorLines.count == 1)
    let file = ".local/state/duecal/reminders/print/unread-dates"
    #expect(FileManager.default.fileExists(atPath: scratch.path(file)))
    try scratch.write(file, Data([0xFF, 0x0A, 0x20, 0x00, 0x0A]))
    #expect(try remind(scratch).errorLines.count == 1)
    #expect(try remind(scratch).error.isEmpty)
  }
}

@Suite("Dates that move with the clock")
struct MovingDateTests {
  private static let now = ["DUECAL_NOW": "2026-11-22T10:00:00Z", "TZ": "UTC"]

  @Test(arguments: [
    ("tomorrow", "2026-11-23"), ("Dec 3 15:00", "2026-12-03 15:00"),
    ("fri 10am", "2026-11-27 10:00"), ("15:00", "2026-11-22 15:00"), ("next week", "2026-W48"),
  ])
  func areReportedAsTheDateToWrite(reported: String, date: String) throws {
    for (command, severity) in [("check", "warning"), ("export", "error")] {
      let run = try duecal([command, "-"], input: "- a @due(\(reported))\n", environment: Self.now)
      let sentence =
        "-:1:10: \(severity): \"\(reported)\" moves with the clock; write \(date), or run duecal resolve\n"
      #expect((run.output + run.error).contains(sentence), "\(run.error)")
    }
  }

  @Test func areWhatResolveWrites() throws {
    let home = try ChangeHome("- a @due(fri 10am) @remind(tomorrow 9am)\n")
    let reported = try home.run(["check", ChangeHome.name]).output
    try home.run(["resolve"])
    for date in ["2026-12-11 10:00", "2026-12-06 09:00"] {
      #expect(reported.contains("write \(date), or run duecal resolve"))
      #expect(try home.text.contains("(\(date))"))
    }
  }

  @Test func remindNamesTheDateToo() throws {
    let run = try duecal(
      ["remind", "-", "--from", "today", "--to", "today"], input: "- a @due(tomorrow)\n",
      environment: Self.now)
    #expect(run.error.contains("is never reached; write 2026-11-23, or run duecal resolve"))
  }

  @Test func anItemWithoutADateDoesNotStayAsItWas() throws {
    let scratch = try Scratch()
    let file = try scratch.write("a.taskpaper", "- a @due(tomorrow)\n- b @due(2026-12-01)\n")
    let export = ["export", file, "-o", scratch.path("a.ics")]
    let environment = Self.now.merging(["HOME": scratch.url.path]) { $1 }
    _ = try duecal(export, environment: environment)
    try scratch.write("a.taskpaper", "- a @due(tomorrow)\n- b @due(2026-13-01)\n")
    let run = try duecal(export, environment: environment)
    #expect(run.status == 1 && run.errorLines.count == 2, "\(run.error)")
    #expect(run.errorLines.first?.hasSuffix("; the item stays without a date") == true)
    #expect(run.errorLines.last?.hasSuffix("; the item stays as it was") == true)
  }

  @Test func theHelpOfExportNamesResolve() throws {
    #expect(try duecal(["export", "--help"]).output.contains("duecal resolve"))
  }
}
