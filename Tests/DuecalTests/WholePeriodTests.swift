import Foundation
import Testing

@Suite("A list of a period shows all of it")
struct WholePeriodTests {
  /// On Sunday, 22 November 2026.
  private static let sunday = ["DUECAL_NOW": "2026-11-22T10:00:00Z", "TZ": "Europe/Berlin"]
  private static let tasks = """
    - Before @due(2026-11-10)
    - Monday @due(2026-11-16)
    - Done @due(2026-11-18) @done(2026-11-18)
    - Today @due(2026-11-22)
    - This morning @due(2026-11-22 08:00)
    - Lunch @due(2026-11-19 12:00 - 12:30)
    - Workshop @due(2026-11-19 09:00 - 18:00)
    - Hand in @due(2026-11-19 15:00)
    - Later @due(2026-11-27) @priority(1)

    """

  private func list(_ arguments: [String], _ tasks: String = Self.tasks) throws -> String {
    let run = try duecal(["list"] + arguments + ["-"], input: tasks, environment: Self.sunday)
    #expect(run.status == 0 && run.error.isEmpty, "\(run.error)")
    return run.output
  }

  @Test(arguments: [
    ["week"], ["2026-W47"], ["this", "week"], ["2026-11-16", "thru", "2026-11-22"],
  ])
  func daysThatAreOverAreShown(period: [String]) throws {
    let output = try list(period)
    #expect(output.hasPrefix("Overdue\n  Tue 10 Nov  [ ] Before  12 days late\n\nMonday 16 "))
    #expect(output.contains("Monday 16 November 2026\n              [ ] Monday  6 days late\n"))
    #expect(!output.contains("Done") && !output.contains("Later"))
    #expect(try list(period + ["--done"]).contains("Wednesday 18 November 2026"))
  }

  @Test func longerPeriodsToo() throws {
    for period in ["month", "year"] {
      let output = try list([period])
      #expect(!output.contains("Overdue"))
      #expect(output.contains("Tuesday 10 November 2026"))
    }
  }

  @Test func whatIsLateTodayIsOverdueInTheListOfToday() throws {
    let output = try list(["today"])
    #expect(output.contains("Sun 22 Nov 08:00 [ ] This morning"))
    #expect(output.hasPrefix("Overdue\n"))
  }

  @Test func eventsAreSortedByTheirStartAndTasksByTheirDue() throws {
    let output = try list(["2026-11-19"])
    let places = ["Workshop", "Lunch", "Hand in"].map { output.range(of: $0)?.lowerBound }
    #expect(places.allSatisfy { $0 != nil })
    #expect(places.compactMap(\.self) == places.compactMap(\.self).sorted())
  }

  private static let orders = [
    ("due", "Lunch Hand in Workshop"), ("start", "Workshop Lunch Hand in"),
    ("title", "Hand in Lunch Workshop"), ("file", "Lunch Workshop Hand in"),
  ]

  @Test(arguments: orders) func thingsAreSorted(order: (name: String, titles: String)) throws {
    let output = try list(["2026-11-19", "--sort", order.name, "--format", "{title}"])
    #expect(
      output
        == order.titles.replacing("Hand in", with: "Hand~in").split(separator: " ")
        .map { $0.replacing("~", with: " ") + "\n" }.joined())
  }

  @Test func theHighestPriorityIsFirst() throws {
    let first = try list(["all", "--sort", "priority", "--count", "1", "--format", "{title}"])
    #expect(first == "Later\n")
  }

  @Test func anEmptyListNamesWhatIsNext() throws {
    let scratch = try Scratch()
    try scratch.write(
      "a.taskpaper", "- Ann @due(2026-12-11)\n- Bob @due(2026-12-07 15:00)\n- Old @done\n")
    try scratch.write("b.taskpaper", "- x\n")
    func shown(_ arguments: String...) throws -> String {
      try onTerminal(["list"] + arguments, in: scratch.url)
    }
    #expect(try shown("a.taskpaper") == "nothing due today; next: Bob, Mon 7 Dec 15:00\n")
    #expect(try shown("2026-12-08", "a.taskpaper").hasSuffix("; next: Ann, Fri 11 Dec\n"))
    #expect(try shown("b.taskpaper") == "nothing due today\n")
    #expect(try shown("overdue", "a.taskpaper") == "nothing overdue\n")
    #expect(try shown("a.taskpaper", "--json").contains("\"items\""))
    let piped = try duecal(
      ["list", "a.taskpaper"], in: scratch.url, environment: ["DUECAL_NOW": "2026-12-05T10:00:00Z"])
    #expect(piped.output == "nothing due today; next: Bob, Mon 7 Dec 15:00\n")
    #expect(piped.error.isEmpty)
    let quiet = try duecal(
      ["list", "a.taskpaper", "-q"], in: scratch.url,
      environment: ["DUECAL_NOW": "2026-12-05T10:00:00Z"])
    #expect(quiet.output.isEmpty && quiet.error.isEmpty)
  }

  @Test func anEmptyListNamesWhatIsNextInAStore() throws {
    let home = try StoreHome()
    #expect(try home.run(["store", "add", "vdir:v", "--list", "Home"]).status == 0)
    #expect(try home.run(["store", "add", "vdir:v", "Call Ann 2031-12-04 15:00"]).status == 0)
    let run = try home.run(["list", "vdir:v"])
    #expect(run.output == "nothing due today; next: Call Ann, Thu 4 Dec 2031 15:00\n")
    #expect(try home.run(["list", "vdir:v", "-q"]).output.isEmpty)
    #expect(try !home.run(["list", "vdir:v", "--json"]).output.contains("nothing due"))
    #expect(try home.run(["list", "vdir:v", "--format", "{title}"]).output.isEmpty)
  }

  @Test func theNextThingIsTomorrow() throws {
    let scratch = try Scratch()
    try scratch.write("a.taskpaper", "- Call Ann @due(2026-12-06 15:00) @phone\n")
    let printed = try duecal(
      ["list", "a.taskpaper"], in: scratch.url, environment: ["DUECAL_NOW": "2026-12-05T10:00:00Z"])
    #expect(printed.output == "nothing due today; next: Call Ann, tomorrow 15:00\n")
  }

  /// Days are counted from Saturday, 5 December 2026.
  @Test(arguments: [
    (
      "- A @due(2026-12-05) @repeat(weekly)\n- B @due(2027-03-01)", "tomorrow",
      "nothing due on Sunday 6 December 2026; next: A, Sat 12 Dec"
    ),
    (
      "- A @due(2026-W51)", "next week",
      "nothing due in week 50, 7 - 13 December 2026; next: A, Week 51, 14 - 20 December 2026"
    ),
    (
      "- A @due(2027-02)", "2026-12",
      "nothing due in December 2026; next: A, February 2027"
    ),
    (
      "- A @due(2026-12-09)", "tomorrow",
      "nothing due on Sunday 6 December 2026; next: A, Wed 9 Dec"
    ),
  ])
  func theNextThingAfterAPeriodIsNamed(text: String, period: String, sentence: String) throws {
    let scratch = try Scratch()
    try scratch.write("a.taskpaper", text + "\n")
    let printed = try onTerminal(
      ["list"] + period.split(separator: " ").map(String.init) + ["a.taskpaper"], in: scratch.url)
    #expect(printed == sentence + "\n")
  }

  @Test func anEmptyListSaysNothingIfMoreIsThereOrWrong() throws {
    let scratch = try Scratch()
    try scratch.write("a.taskpaper", "- A @due(2026-12-05)\n")
    #expect(try onTerminal(["list", "--count", "0", "a.taskpaper"], in: scratch.url).isEmpty)
    #expect(
      try !onTerminal(["list", "missing.taskpaper"], in: scratch.url).contains("nothing due"))
  }

  @Test func shortNamesOfCommandsWork() throws {
    #expect(
      try duecal(["ls", "all", "-"], input: "- a\n").output.contains("[ ] a"))
    #expect(
      try duecal(["cal", "2026-12", "-"], input: "- a\n").output.hasPrefix("December 2026"))
    let run = try duecal(["ls", "--nonsense"])
    #expect(run.status == 2 && !run.error.contains("Unknown command"))
  }
}
