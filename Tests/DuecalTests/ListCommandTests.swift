import Foundation
import Testing

/// A morning in Berlin.
private let morning = ["DUECAL_NOW": "2026-11-20T08:15:00Z"]

private func list(
  _ arguments: [String], input: String = "", in folder: URL? = nil,
  environment: [String: String] = [:]
) throws -> Run {
  try duecal(
    ["list"] + arguments, input: input, in: folder, environment: morning.merging(environment) { $1 }
  )
}

private func calendar(_ components: String...) -> String {
  "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//t//t//EN\r\n"
    + components.map { $0.replacingOccurrences(of: "\n", with: "\r\n") }.joined()
    + "END:VCALENDAR\r\n"
}

private func event(_ lines: String) -> String {
  "BEGIN:VEVENT\nDTSTAMP:20260101T000000Z\n\(lines)\nEND:VEVENT\n"
}

@Suite("duecal list")
struct ListCommandTests {
  private let fields = ["--format", "{due} {title}"]

  private func lines(
    _ arguments: [String], input: String, environment: [String: String] = [:]
  ) throws -> [Substring] {
    let run = try list(arguments + ["-"] + fields, input: input, environment: environment)
    #expect(run.status == 0 && run.error.isEmpty, "\(run.error)")
    return run.output.split(separator: "\n")
  }

  @Test func withoutWordsItIsToday() throws {
    let text = "- a @due(2026-11-20)\n- b @due(2026-11-21)\n- c @due(2026-11-19)\n- d\n"
    #expect(try lines([], input: text) == ["2026-11-19 c", "2026-11-20 a"])
    #expect(try lines(["--no-overdue"], input: text) == ["2026-11-20 a"])
    #expect(try lines(["tomorrow"], input: text) == ["2026-11-21 b"])
    #expect(try lines(["undated"], input: text) == [" d"])
    #expect(try lines(["overdue"], input: text) == ["2026-11-19 c"])
    #expect(try lines(["all"], input: text).count == 4)
  }

  @Test func datesThatMoveAreWhatTheyAreNow() throws {
    let text = "- a @due(today)\n- b @due(tomorrow 3pm)\n- c @due(next friday)\n"
    #expect(
      try lines(["next 14 days"], input: text)
        == ["2026-11-20 a", "2026-11-21 15:00 b", "2026-11-27 c"])
    let later = ["DUECAL_NOW": "2026-11-20T23:30:00Z"]
    #expect(try lines([], input: text, environment: later) == ["2026-11-21 a"])
  }

  @Test(arguments: [
    (
      "9999-12-31T23:59:59Z",
      ["week", "next week", "tomorrow", "next 7 days", "next month", "next year"]
    ),
    ("0001-01-01T00:00:00Z", ["yesterday", "last week", "last month", "last year"]),
  ])
  func aPeriodBeyondTheYearsIsCalledThat(now: String, periods: [String]) throws {
    let world = ["DUECAL_NOW": now, "TZ": "UTC"]
    for period in periods {
      let sentence = "\"\(period)\" goes beyond the years 1 to 9999; expected a shorter period"
      for arguments in [
        period.split(separator: " ").map(String.init) + ["-"], ["--when", period, "-"],
      ] {
        let run = try list(arguments, input: "- a\n", environment: world)
        #expect(run.status == 2)
        #expect(
          run.error.hasSuffix("\(sentence)\n") && !run.error.contains("not a period;"),
          "\(run.error)")
      }
    }
    for period in ["today", "month", "year", "all", "overdue"] {
      #expect(try list([period, "-"], input: "- a\n", environment: world).status == 0)
    }
    let nonsense = try list(["weak", "-"], input: "- a\n", environment: world)
    #expect(nonsense.error.contains("\"weak\" is neither a file nor a period"))
  }

  @Test func aListIsCutOnlyByCount() throws {
    let text = (1...30).map { "- t\($0) @due(2026-11-\($0 < 10 ? "0" : "")\($0))\n" }.joined()
    #expect(try lines(["month", "--count", "2"], input: text).count == 2)
    #expect(try lines(["month"], input: text).count == 30)
  }

  // A7
  @Test func occurrencesAreExactlyThoseThatTakePlace() throws {
    let text = calendar(
      event(
        """
        UID:1
        SUMMARY:a
        DTSTART;TZID=Europe/Berlin:20261116T090000
        DTEND;TZID=Europe/Berlin:20261116T093000
        RRULE:FREQ=DAILY;COUNT=6
        EXDATE;TZID=Europe/Berlin:20261118T090000
        RDATE;TZID=Europe/Berlin:20261122T180000
        """),
      event(
        """
        UID:1
        SUMMARY:moved
        RECURRENCE-ID;TZID=Europe/Berlin:20261119T090000
        DTSTART;TZID=Europe/Berlin:20261122T110000
        DTEND;TZID=Europe/Berlin:20261122T113000
        """),
      event(
        """
        UID:1
        SUMMARY:off
        STATUS:CANCELLED
        RECURRENCE-ID;TZID=Europe/Berlin:20261120T090000
        DTSTART;TZID=Europe/Berlin:20261120T090000
        """))
    #expect(
      try lines(["week"], input: text) == [
        "2026-11-16 09:00 - 09:30 a", "2026-11-17 09:00 - 09:30 a", "2026-11-21 09:00 - 09:30 a",
        "2026-11-22 11:00 - 11:30 moved", "2026-11-22 18:00 - 18:30 a",
      ])
    #expect(try lines(["2026-11-19"], input: text).isEmpty)
  }

  @Test func anOccurrenceNamesItsDateInTheSeries() throws {
    let text = calendar(
      event("UID:1\nSUMMARY:a\nDTSTART:20261116T090000Z\nRRULE:FREQ=DAILY;COUNT=9"),
      event("UID:1\nSUMMARY:b\nRECURRENCE-ID:20261119T090000Z\nDTSTART:20261120T110000Z"))
    let run = try list(["today", "-", "--json"], input: text)
    let items = try items(of: run)
    #expect(items.map { $0["title"] as? String } == ["a", "b"])
    #expect(
      items.map { $0["occurrence"] as? String } == ["2026-11-20T09:00:00", "2026-11-19T09:00:00"]
        || items.map { $0["occurrence"] as? String } == ["2026-11-20T09:00", "2026-11-19T09:00"])
    #expect(items.map { ($0["source"] as? [String: Any])?["line"] as? Int } == [4, 11])
  }

  private func items(of run: Run) throws -> [[String: Any]] {
    let json = try JSONSerialization.jsonObject(with: Data(run.output.utf8))
    let document = try #require(json as? [String: Any])
    #expect(Set(document.keys) == ["items", "messages"])
    return try #require(document["items"] as? [[String: Any]])
  }

  @Test func oneDocumentHasItemsAndMessages() throws {
    let text = "Home:\n\t- a @due(2026-11-20) @repeat(daily)\n\t- b @due(x)\n"
    let run = try list(["2026-11-20 thru 2026-11-21", "-", "--json"], input: text)
    #expect(run.status == 1 && run.error.isEmpty)
    let items = try items(of: run)
    #expect(items.count == 2)
    #expect(items.map { $0["occurrence"] as? String } == ["2026-11-20", "2026-11-21"])
    #expect(
      items.map { ($0["due"] as? [String: Any])?["start"] as? String } == [
        "2026-11-20", "2026-11-21",
      ])
    #expect(items.map { $0["project"] as? [String] } == [["Home"], ["Home"]])
    #expect(items.allSatisfy { ($0["id"] as? String)?.isEmpty == false && $0.count == 28 })
    #expect(run.output.contains("\"severity\" : \"error\""))
  }

  // A8
  @Test func whatIsOffIsNeverOpen() throws {
    let text = calendar(
      "BEGIN:VTODO\nUID:1\nSUMMARY:off\nSTATUS:CANCELLED\nDUE;VALUE=DATE:20261120\nEND:VTODO\n",
      "BEGIN:VTODO\nUID:2\nSUMMARY:on\nDUE;VALUE=DATE:20261120\nEND:VTODO\n",
      "BEGIN:VTODO\nUID:3\nSUMMARY:done\nSTATUS:COMPLETED\nDUE;VALUE=DATE:20261120\nEND:VTODO\n")
    #expect(try lines([], input: text) == ["2026-11-20 on"])
    #expect(try lines(["--done", "--format", "{state} {title}"], input: text).count == 3)
  }

  // A10
  @Test func oneBrokenLineAmongAThousandIsReportedAndTheOthersAreThere() throws {
    let good = (1...999).map { "- t\($0) @due(2026-11-20)\n" }.joined()
    let run = try list(["-"], input: "- bad @due(2026-02-30)\n" + good)
    #expect(run.status == 1)
    #expect(run.errorLines == ["duecal: 1 date cannot be read; run `duecal check`"])
    #expect(run.output.split(separator: "\n").filter { $0.contains("] t") }.count == 999)
  }

  @Test func oneBrokenItemAmongAThousandIsReportedAndTheOthersAreThere() throws {
    var text = (1...999).map { event("UID:\($0)\nSUMMARY:t\($0)\nDTSTART;VALUE=DATE:20261120") }
    text.insert(event("UID:x\nSUMMARY:bad\nDTSTART;VALUE=DATE:20261399"), at: 500)
    let run = try list(["-"] + fields, input: calendar(text.joined()))
    #expect(run.status == 1 && run.errorLines.count == 1 && run.error.hasPrefix("-:"))
    #expect(run.output.split(separator: "\n").filter { $0.contains(" t") }.count == 999)
  }

  @Test func aFileThatIsNotThereIsReportedAndTheOthersAreShown() throws {
    let scratch = try Scratch()
    let file = try scratch.write("a.taskpaper", "- a @due(2026-11-20)\n")
    let run = try list([file, scratch.path("none.taskpaper")])
    #expect(run.status == 66 && run.output.contains("[ ] a"))
  }

  // A11
  @Test func nothingIsWritten() throws {
    let scratch = try Scratch()
    try scratch.write("a.taskpaper", "- a @due(2026-11-20)\n")
    try scratch.write("b.ics", calendar(event("UID:1\nSUMMARY:b\nDTSTART:20261120T090000Z")))
    let before = try scratch.contents()
    for arguments in [["."], [".", "--json"], ["month", ".", "--ids"]] {
      let run = try list(
        arguments, in: scratch.url,
        environment: ["HOME": scratch.url.path, "XDG_STATE_HOME": scratch.path("state")])
      #expect(run.status == 0 && !run.output.isEmpty)
    }
    #expect(try scratch.contents() == before)
  }

  @Test func foldersHoldTasksAndCalendars() throws {
    let scratch = try Scratch()
    try scratch.write("n/a.taskpaper", "- a @due(2026-11-20)\n")
    try scratch.write("n/b.ics", calendar(event("UID:1\nSUMMARY:b\nDTSTART:20261120T090000Z")))
    let run = try list([scratch.path("n")] + fields)
    #expect(run.output == "2026-11-20 10:00 b\n2026-11-20 a\n")
  }

  // A14
  @Test(arguments: [
    "Pacific/Kiritimati", "Pacific/Auckland", "Asia/Tokyo", "Asia/Kolkata", "Europe/Berlin",
    "Africa/Cairo", "UTC", "America/Sao_Paulo", "America/New_York", "America/Los_Angeles",
    "Pacific/Honolulu", "Pacific/Pago_Pago",
  ])
  func aDayIsOneDateInEveryZone(zone: String) throws {
    let scratch = try Scratch()
    let file = try scratch.write("a.taskpaper", "- a @due(2026-11-20)\n")
    let ics = try scratch.write(
      "a.ics", calendar(event("UID:1\nSUMMARY:b\nDTSTART;VALUE=DATE:20261120")))
    for arguments in [["--zone", zone], []] {
      let run = try list(
        ["2026-11-20", "--no-overdue", file, ics] + fields + arguments, environment: ["TZ": zone])
      #expect(run.output == "2026-11-20 b\n2026-11-20 a\n", "\(zone)")
    }
  }

  @Test func aTimeElsewhereIsShownHereAndMarked() throws {
    let text = calendar(
      event("UID:1\nSUMMARY:a\nDTSTART;TZID=America/New_York:20261120T200000"),
      event("UID:2\nSUMMARY:b\nDTSTART:20261120T230000Z"))
    let run = try list(["2026-11-21", "-"], input: text)
    #expect(
      run.output == """
        Tomorrow, Saturday 21 November 2026
          00:00  *  b
          02:00  *  a  (20:00 America/New_York)

        """)
    let there = try list(["today", "-", "--zone", "America/New_York"], input: text)
    #expect(there.output.contains("  20:00  *  a\n"))
  }

  @Test func aShortNameIsTheSameWithTheArchive() throws {
    let text =
      "Archive:\n\t- a @project(Home) @due(2026-11-20) @done\nHome:\n\t- a @due(2026-11-20)\n"
    let format = ["--format", "{state} {id}", "-"]
    let open = try list(format, input: text).output
    #expect(open.hasPrefix("open ") && open.count > 9)
    let all = try list(["--done"] + format, input: text).output
    #expect(all.split(separator: "\n").contains { $0 + "\n" == open })
    #expect(all.contains("done \n"))
  }

  @Test func aQueryFindsWhatItFindsWheneverThatIs() throws {
    let text = "- a @due(2020-01-01) @x\n- b @x\n- c @due(2026-11-20)\n- d @done @x\n"
    #expect(try lines(["--where", "@x"], input: text) == ["2020-01-01 a", " b", " d"])
    #expect(try lines(["--where", "@x and not @done"], input: text) == ["2020-01-01 a", " b"])
    #expect(try lines(["undated", "--where", "@x"], input: text) == [" b"])
    #expect(try lines(["today", "--where", "@due"], input: text).count == 2)
    #expect(try list(["--where", "@x and", "-"], input: text).status == 2)
  }

  @Test func tenThousandTasksAreListedWithinASecond() throws {
    let scratch = try Scratch()
    var text = ""
    for number in 0..<10_000 {
      let day = "2026-\(String(format: "%02d-%02d", number % 12 + 1, number % 28 + 1))"
      let tags = [
        "@due(\(day) 15:00)", "@due(\(day)) @repeat(weekly)", "@home", "@due(\(day)) @done",
      ]
      text += "- task number \(number) \(tags[number % 4])\n"
    }
    let file = try scratch.write("tasks.taskpaper", text)
    for words in [
      ["today"], ["next 6 weeks"], ["today", "--where", "not @done and @due <[d] +7d"],
    ] {
      // The best of three runs, since the machine may be busy.
      let runs = try (0..<3).map { _ in try list(words + [file]) }
      #expect(runs.allSatisfy { $0.status == 0 && !$0.output.isEmpty })
      #expect(runs.map(\.processorSeconds).min() ?? 1 < 1, "\(words)")
    }
  }

  @Test func aMillionDatesAreCutAndThatIsReported() throws {
    let text = String(repeating: "- a @due(2026-01-01) @repeat(daily)\n", count: 5000)
    let run = try list(["2027", "-", "--format", "{due}"], input: text)
    #expect(run.status == 1 && run.error.contains("only a part is shown"))
    #expect(run.output.split(separator: "\n").count > 1000)
  }

  @Test func theConfigurationMaySetTheFormat() throws {
    let scratch = try Scratch()
    let file = try scratch.write("a.taskpaper", "- a @due(2026-11-20)\n")
    let path = try scratch.write("config.toml", "[list]\nformat = \"{title}!\"\n")
    let world = ["DUECAL_CONFIG": path]
    #expect(try list([file], environment: world).output == "a!\n")
    #expect(try list([file, "--by", "day"], environment: world).output.contains("[ ] a"))
    #expect(try list([file, "--format", "{due}"], environment: world).output == "2026-11-20\n")
    try scratch.write("config.toml", "[list]\nformat = \"{titel}\"\n")
    #expect(try list([file], environment: world).status == 78)
  }

  @Test func controlCharactersAreMadeVisible() throws {
    let run = try list(["-"], input: "- a\u{1B}[31mb\u{202E}c @due(2026-11-20)\n")
    #expect(!run.output.contains("\u{1B}") && !run.output.contains("\u{202E}"))
  }

  @Test func coloursGoWhereTheyAreWanted() throws {
    let text = "- a @due(2026-11-19)\n"
    #expect(try !list(["-"], input: text).output.contains("\u{1B}"))
    #expect(try list(["-", "--color", "always"], input: text).output.contains("\u{1B}[1;31m"))
    #expect(
      try !list(["-", "--color", "always", "--no-color"], input: text).output.contains("\u{1B}"))
  }

  @Test func anEmptyListIsEmptyForScripts() throws {
    let text = "- a @due(2026-12-20)\n"
    for option in ["-q", "--format={title}"] {
      let run = try list(["-", option], input: text)
      #expect(run.status == 0 && run.output.isEmpty && run.error.isEmpty)
    }
    #expect(try list(["-"], input: text).output.hasPrefix("nothing due today; next: a, "))
  }
}

@Suite("Words and files of a list")
struct ListWordTests {
  private func scratch() throws -> Scratch {
    let scratch = try Scratch()
    for name in ["today", "notes", "2027"] {
      try scratch.write(name, "- \(name) @due(2026-11-20)\n- y @due(2027)\n")
    }
    return scratch
  }

  private func titles(_ arguments: [String], _ scratch: Scratch) throws -> [Substring] {
    let run = try list(arguments + ["--format", "{title}"], in: scratch.url)
    #expect(run.status == 0, "\(run.error)")
    return run.output.split(separator: "\n")
  }

  @Test func whatNamesAPeriodIsOneAndTheRestAreFiles() throws {
    let scratch = try scratch()
    #expect(try titles(["notes"], scratch) == ["notes"])
    #expect(try titles(["next", "2", "days", "notes"], scratch) == ["notes"])
    #expect(try titles(["next 2 years", "notes"], scratch) == ["notes", "y"])
    #expect(try titles(["2026-11-20", "./2027", "./today"], scratch) == ["2027", "today"])
    #expect(try titles(["--when", "2027", "today"], scratch) == ["y"])
  }

  @Test(arguments: ["list", "calendar", "remind"])
  func aProjectThatIsNotThereIsNoEmptyOne(name: String) throws {
    let scratch = try Scratch()
    let file = try scratch.write("a.taskpaper", "Home:\n\t- a @due(2026-11-20)\nEmpty:\n")
    let state = ["XDG_STATE_HOME": scratch.path("state")]
    let run = try duecal(
      [name, file, "-q", "--project", "Hoem", "--project", "Home"], environment: state)
    #expect(run.status == 4)
    #expect(run.error == "duecal: --project: there is no project \"Hoem\"\n")
    let empty = try duecal([name, file, "--project", "Empty"], environment: state)
    #expect(empty.status == 0 && empty.error.isEmpty, "\(empty.error)")
  }

  @Test(arguments: ["list", "calendar", "plan"])
  func aTagThatNoLineHasIsReported(name: String) throws {
    let scratch = try Scratch()
    let file = try scratch.write("a.taskpaper", "- a @home @due(2026-11-20)\n")
    let calendar = try scratch.write(
      "c.ics",
      StoreHome.text("BEGIN:VTODO\nUID:1\nSUMMARY:b\nCATEGORIES:Work\nSTATUS:COMPLETED\nEND:VTODO"))
    let state = ["XDG_STATE_HOME": scratch.path("state")]
    for (tag, isThere) in [("home", true), ("@home", true), ("work", true), ("hoem", false)] {
      let run = try duecal([name, file, calendar, "-q", "--tag", tag], environment: state)
      #expect(run.status == (isThere ? 0 : 4), "\(tag) \(run.error)")
      #expect(
        run.error
          == (isThere
            ? ""
            : "duecal: --tag: no line has the tag \"hoem\"; expected one that duecal tags lists\n"))
    }
  }

  @Test(arguments: [["today"], ["today", "notes"], ["2027", "notes"]])
  func aWordThatIsBothIsRefused(arguments: [String]) throws {
    let scratch = try scratch()
    let run = try list(arguments, in: scratch.url)
    #expect(run.status == 2 && run.output.isEmpty)
    #expect(run.error.contains("is a file here") && run.error.contains("--when"))
  }

  @Test(arguments: [
    (["tomorow"], "neither a file nor a period"), (["2026-02-30", "notes"], "28 days"),
    (["--when", "never", "notes"], "--when"), (["next", "0", "days"], "1 to 9999"),
    (
      ["notes", "week"],
      "\"week\" is a period, not a file here; expected the period before the files"
    ),
    (
      ["week", "notes", "next", "week"], "\"next week\" is a period, not a file here; expected one"
    ),
  ])
  func aWordThatIsNeitherIsRefused(arguments: [String], sentence: String) throws {
    let scratch = try scratch()
    let run = try list(arguments, in: scratch.url)
    #expect(run.status == 2 && run.output.isEmpty)
    #expect(run.error.contains(sentence), "\(run.error)")
  }

  @Test func theFilesOfTheVariableAreReadWhereNoneIsNamed() throws {
    let scratch = try scratch()
    let run = try list(
      ["week", "--format", "{title}"], in: scratch.url,
      environment: ["DUECAL_FILES": scratch.path("notes")])
    #expect(run.output == "notes\n")
  }

  @Test(arguments: [
    ["--format", "{titel}", "-"], ["--json", "--format", "{title}", "-"], ["--count", "-1", "-"],
    ["--by", "name", "-"], ["--first-weekday", "x", "-"], ["--zone", "Mars/Base", "-"],
  ])
  func wrongOptionsAreWrongUsage(arguments: [String]) throws {
    #expect(try list(arguments).status == 2)
  }
}

@Suite("duecal calendar")
struct CalendarCommandTests {
  private func calendar(_ arguments: [String], input: String) throws -> Run {
    try duecal(["calendar"] + arguments + ["-"], input: input, environment: morning)
  }

  private let text = """
    - a @due(2026-11-20)
    - b @due(2026-11-20 10:00 - 11:00)
    - c @due(2026-W48)
    - d @due(2026-11) @repeat(monthly)
    - e @due(2026-11-03) @done
    """

  @Test func aMonthHasItsCounts() throws {
    let run = try calendar([], input: text)
    #expect(run.status == 0)
    #expect(
      run.output == """
        November 2026  1 task, 1 event
         Mon      Tue      Wed      Thu      Fri      Sat      Sun
                                                                1
          2        3        4        5        6        7        8
          9       10       11       12       13       14       15
         16       17       18       19      >20 1+1   21       22
         23       24       25       26       27       28       29
         30

        Week 48, 23 - 29 November 2026
         [ ] c

        November 2026
         [ ] d

        """)
  }

  @Test func everyMonthOfAPeriodIsShown() throws {
    let run = try calendar(["next 3 months", "--week-numbers"], input: text)
    let heads = run.output.split(separator: "\n").filter { $0.contains("task") }
    #expect(heads.map { $0.prefix(8) } == ["November", "December", "January "])
    #expect(run.output.contains("W53") && run.output.contains("W01"))
    #expect(try calendar(["2026-W53"], input: "").output.contains("January 2027"))
  }

  @Test func oneDocumentHasDaysAndItems() throws {
    let run = try calendar(["--json"], input: text)
    let json = try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any]
    let days = try #require(json?["days"] as? [[String: Any]])
    #expect(days.count == 30)
    #expect(days[19]["tasks"] as? Int == 1 && days[19]["events"] as? Int == 1)
    #expect(days[0]["week"] as? String == "2026-W44")
    #expect((json?["items"] as? [[String: Any]])?.map { $0["title"] as? String } == ["c", "d"])
  }

  @Test(arguments: [["overdue"], ["all"], ["next 20 years"], ["nonsense"]])
  func whatIsNoMonthIsRefused(arguments: [String]) throws {
    #expect(try calendar(arguments, input: text).status == 2)
  }
}
