import Foundation
import TestSupport
import Testing

@Suite("duecal remind")
struct RemindCommandTests {
  // MARK: Choice of reminders

  @Test func aReminderComesOnceAtItsRemind() throws {
    let home = try RemindHome("- Call Ann @due(2026-12-03 15:00) @remind(15m)\n")
    #expect(try home.reported(at: "2026-12-03T13:40:00Z") == [])
    #expect(
      try home.reported(at: "2026-12-03T13:45:00Z")
        == ["2026-12-03 14:45  Call Ann (due 15:00)  tasks.taskpaper:1"])
    for time in ["13:45:01", "13:50:00", "14:00:00", "15:00:00"] {
      #expect(try home.reported(at: "2026-12-03T\(time)Z") == [])
    }
  }

  @Test func withoutARemindItComesWhenItIsDue() throws {
    let tasks = """
      - Call @due(2026-12-03 15:00)
      - Rent @due(2026-12-03)
      - Talk @due(2026-12-03 10:00 - 11:00)
      - Week @due(2026-W49)
      - Abroad @due(2026-12-03 09:00) @tz(America/New_York)
      - Someday

      """
    let home = try RemindHome(tasks)
    let day = ["--from", "2026-12-03", "--to", "2026-12-06"]
    #expect(
      try home.reported(day).map { $0.prefix(25) } == [
        "2026-12-03 09:00  Rent (d", "2026-12-03 10:00  Talk  t", "2026-12-03 15:00  Call  t",
        "2026-12-03 15:00  Abroad ", "2026-12-06 09:00  Week (d",
      ])
    #expect(try home.reported(day + ["--due", "never"]) == [])
  }

  @Test func whatIsDoneOrCancelledIsSilentAndWhatIsBelowADoneProject() throws {
    let home = try RemindHome(
      """
      - done @due(2026-12-03) @done
      - off @due(2026-12-03) @cancelled
      - parent @done
      	- child @due(2026-12-03)
      Old: @done
      	- part @due(2026-12-03)
      - open @due(2026-12-03)

      """)
    #expect(try home.titles(["--from", "2026-12-03", "--to", "2026-12-03"]) == ["child", "open"])
  }

  @Test func aRepeatingTaskComesAtEachOccurrence() throws {
    let home = try RemindHome(
      "- Water @due(2026-12-01 08:00) @repeat(daily) @remind(1h) @except(2026-12-03 08:00)\n")
    var days: [String] = []
    for day in 1...6 {
      days += try home.reported(at: "2026-12-0\(day)T12:00:00Z").map { String($0.prefix(16)) }
    }
    #expect(
      days == [
        "2026-12-02 07:00", "2026-12-04 07:00", "2026-12-05 07:00", "2026-12-06 07:00",
      ])
  }

  @Test func alarmsOfCalendarsComeAtTheirTimes() throws {
    let home = try RemindHome("")
    let alarm = "BEGIN:VALARM\r\nACTION:DISPLAY\r\nTRIGGER:-PT10M\r\n"
    try home.scratch.write(
      "calendar.ics",
      calendar([
        event(
          "1", "Talk", "DTSTART:20261203T100000Z", alarm + "REPEAT:1\r\nDURATION:PT5M\r\nEND:VALARM"
        ),
        event("2", "Silent", "DTSTART:20261203T100000Z"),
        event(
          "3", "Seen", "DTSTART:20261203T100000Z",
          alarm + "ACKNOWLEDGED:20261203T095100Z\r\nEND:VALARM"),
        todo("4", "Do", "DUE:20261203T110000Z"),
        todo("5", "Did", "DUE:20261203T110000Z", "STATUS:COMPLETED"),
      ]))
    let reported = try home.run(
      ["--from", "2026-12-03", "--to", "2026-12-03"], paths: ["calendar.ics"])
    #expect(
      reported.output == """
        2026-12-03 10:50  Talk (due 11:00)  calendar.ics:4
        2026-12-03 10:55  Talk (due 11:00)  calendar.ics:4
        2026-12-03 12:00  Do  calendar.ics:33

        """)
  }

  @Test func aDateThatMovesWithTheClockNeverComesAndIsReported() throws {
    let home = try RemindHome("- soon @due(today 15:00)\n")
    let run = try home.run(["--since", "1d"], at: "2026-12-03T20:00:00Z")
    #expect(run.output == "" && run.status == 0)
    #expect(run.error.contains("1:1: warning: a date that moves with the clock is never reached"))
  }

  @Test func howeverFarTheNextOneIsABrokenLineIsReportedOnce() throws {
    let home = try RemindHome("- a @due(2026-13-01)\n- b @due(tomorrow)\n- c @due(2029-01-01)\n")
    let run = try home.run(["--next"])
    #expect(run.output.contains("c ") && run.status == 1)
    #expect(
      run.errorLines.map { $0.contains("is never reached") } == [false, true], "\(run.error)")
  }

  @Test func aBrokenLineIsReportedAndTheOthersCome() throws {
    let home = try RemindHome("- half @due(2026-13-03)\n- whole @due(2026-12-03 15:00)\n")
    let run = try home.run(["--since", "1d"], at: "2026-12-03T14:00:00Z")
    #expect(run.status == 1 && run.output.contains("whole"))
    #expect(run.errorLines.count == 1 && run.error.contains("tasks.taskpaper:1:13: error"))
  }

  // MARK: Time of reminders

  @Test func whatWasMissedComesWithHowLateItIs() throws {
    let home = try RemindHome("- Call @due(2026-12-03 15:00)\n- Rent @due(2026-12-01)\n")
    #expect(try home.reported(at: "2026-11-30T12:00:00Z") == [])
    #expect(
      try home.reported(at: "2026-12-03T16:30:00Z") == [
        "2026-12-01 09:00  Rent (due 2026-12-01, 2 days late)  tasks.taskpaper:2",
        "2026-12-03 15:00  Call (2 hours late)  tasks.taskpaper:1",
      ])
    #expect(try home.reported(at: "2026-12-03T16:30:00Z") == [])
  }

  @Test func whatIsOlderThanTheBoundIsCountedOnce() throws {
    let home = try RemindHome("- Call @due(2026-12-03 15:00)\n- Rent @due(2026-12-20)\n")
    _ = try home.reported(at: "2026-11-30T12:00:00Z")
    let run = try home.run(["-q"], at: "2026-12-20T12:00:00Z")
    #expect(run.output.hasPrefix("2026-12-20 09:00  Rent") && run.status == 69)
    #expect(run.error.contains("1 reminder is older than 7d"))
    #expect(run.error.contains("--from 2026-12-03 --to 2026-12-03 shows them"))
    let next = try home.run(["-q"], at: "2026-12-20T12:01:00Z")
    #expect(next.output == "" && next.error == "" && next.status == 0)
  }

  @Test func aTaskThatIsMovedComesAgainAndOneThatIsRetypedDoesNot() throws {
    let home = try RemindHome("- Call @due(2026-12-03 15:00)\n")
    #expect(try home.reported(at: "2026-12-03T14:00:00Z").count == 1)
    try home.write("- Call Anne about the sink @due(2026-12-03 15:00)\n")
    #expect(try home.reported(at: "2026-12-03T14:05:00Z") == [])
    try home.write("- Call Anne about the sink @due(2026-12-03 15:30)\n")
    #expect(try home.reported(at: "2026-12-03T14:30:00Z").count == 1)
  }

  @Test func aJourneyLosesNothingAndDoublesNothing() throws {
    let home = try RemindHome("- Call @due(2026-12-03 15:00)\n- Dine @due(2026-12-03 19:00)\n")
    #expect(try home.reported(at: "2026-12-03T14:05:00Z", zone: "Europe/Berlin").count == 1)
    for hour in 15...23 {
      #expect(try home.reported(at: "2026-12-03T\(hour):30:00Z", zone: "America/New_York") == [])
    }
    #expect(try home.reported(at: "2026-12-04T00:30:00Z", zone: "America/New_York").count == 1)
    let east = try RemindHome("- Call @due(2026-12-03 15:00)\n")
    #expect(try east.reported(at: "2026-12-03T13:00:00Z", zone: "America/New_York") == [])
    #expect(try east.reported(at: "2026-12-03T14:30:00Z", zone: "Asia/Tokyo").count == 1)
    #expect(try east.reported(at: "2026-12-03T14:31:00Z", zone: "Asia/Tokyo") == [])
  }

  /// Several runs together deliver the same reminders as one window, on both days when clocks change.
  @Test(arguments: ["2026-10-24", "2026-03-28"])
  func runsAtAnyTimeReportAllOfAWindow(day: String) throws {
    var random = SeededGenerator(seed: 11)
    let home = try RemindHome(Self.tasks(from: day, &random))
    let start = try #require(ISO8601DateFormatter().date(from: "\(day)T00:00:00Z"))
    let end = start.addingTimeInterval(50 * 3600)
    var now = start
    var reported = try home.reported(at: iso(now))
    while now < end {
      now += [30, 300, 900, 3600, 20_000].randomElement(using: &random) ?? 60
      now = min(now, end)
      reported += try home.reported(at: iso(now))
    }
    let window = try home.reported(
      [
        "--from", berlin(start.addingTimeInterval(-900)), "--to", berlin(end.addingTimeInterval(1)),
      ],
      at: iso(end))
    #expect(reported.map(plain).sorted() == window.map(plain).sorted())
    #expect(reported.count > 60)
  }

  /// Tasks in two nights; clocks change in the first.
  private static func tasks(from day: String, _ random: inout SeededGenerator) -> String {
    let next = String(day.dropLast(2)) + "\((Int(day.suffix(2)) ?? 0) + 1)"
    var tasks = "- Tick @due(\(day) 00:10) @repeat(FREQ=HOURLY)\n"
    for number in 0..<30 {
      func one(of choices: [String]) -> String { choices.randomElement(using: &random) ?? "" }
      let time = "0\(Int.random(in: 0...4, using: &random)):" + one(of: ["00", "15", "30", "59"])
      let due = "@due(\(one(of: [day, next])) \(time))"
      let remind = one(of: ["", "@remind(1h)", "@remind(1d)", "@remind(+30m)", "@remind"])
      let zone = one(of: ["", "@tz(America/New_York)", "@tz(UTC)"])
      tasks += "- task \(number) \(due) \(remind) \(zone)\n"
    }
    return tasks
  }

  /// A line without the text about its delay.
  private func plain(_ line: String) -> String {
    line.replacing(/\ \(\d+ \w+ late\)|, \d+ \w+ late/, with: "")
  }

  private func iso(_ date: Date) -> String { ISO8601DateFormatter().string(from: date) }

  private func berlin(_ date: Date) -> String {
    let format = DateFormatter()
    format.locale = Locale(identifier: "en_US_POSIX")
    format.timeZone = TimeZone(identifier: "Europe/Berlin")
    format.dateFormat = "yyyy-MM-dd HH:mm:ss"
    return format.string(from: date)
  }

  // MARK: Recorded reminders

  @Test func aWindowRemembersNothing() throws {
    let home = try RemindHome("- Call @due(2026-12-03 15:00) @remind(15m)\n")
    let before = try home.scratch.contents()
    let now = "2026-12-03T13:40:00Z"
    let asked = [["--within", "15m"], ["--next"], ["--from", "2026-12-03", "--to", "2026-12-03"]]
    for window in asked {
      for _ in 0..<2 { #expect(try home.reported(window, at: now).count == 1) }
    }
    #expect(try home.reported(["--within", "5m"], at: now) == [])
    #expect(try home.reported(["--since", "1h"], at: now) == [])
    #expect(try home.reported(["--since", "2026-12-03"], at: "2026-12-03T13:45:00Z").count == 1)
    #expect(try home.reported(["--next"], at: "2026-12-04T13:45:00Z") == [])
    #expect(try home.scratch.contents() == before)
  }

  @Test func whatIsWrongIsReportedOnceHoweverFarTheNextOneIs() throws {
    let home = try RemindHome("- Odd @due()\n- Soon @due(soon)\n- Far @due(2029-01-01)\n")
    for arguments in [["--next"], ["--next", "--due", "never"]] {
      let run = try home.run(arguments, at: "2026-12-03T10:00:00Z")
      #expect(run.errorLines.count == 2, "\(run.error)")
      #expect(run.status == 1)
    }
  }

  @Test func aDryRunReportsWhatWouldComeAndChangesNothing() throws {
    let home = try RemindHome("- Call @due(2026-12-03 15:00)\n")
    let before = try home.scratch.contents()
    for command in [[], ["--notify"], ["--exec", "touch", "there"]] {
      let run = try home.run(
        ["-n", "--exit-code"] + command, at: "2026-12-03T14:00:00Z")
      #expect(run.status == 3 && run.output.contains("Call"))
    }
    #expect(try home.run(["-n", "--exit-code"], at: "2026-12-03T13:00:00Z").status == 0)
    #expect(try home.scratch.contents() == before)
  }

  @Test func eachJobRemembersByItself() throws {
    let home = try RemindHome("- Call @due(2026-12-03 15:00)\n")
    let now = "2026-12-03T14:00:00Z"
    #expect(try home.reported(at: now).count == 1)
    #expect(try home.reported(["--job", "other"], at: now).count == 1)
    #expect(try home.reported(["--exec", "echo", "{title}"], at: now) == ["Call"])
    #expect(try home.reported(["--job", "other"], at: now) == [])
    #expect(try home.reported(["--exec", "echo", "{title}"], at: now) == [])
    for name in ["", "a/b", "..", "a b", String(repeating: "a", count: 65)] {
      #expect(try home.run(["--job", name], at: now).status == 2)
    }
  }

  @Test func whatCouldNotBePrintedComesAgain() throws {
    let home = try RemindHome("- Call @due(2026-12-03 15:00)\n")
    let path = try #require(binary)
    let full = try home.shell("'\(path)' remind tasks.taskpaper >/dev/full")
    #expect(full.status == 74)
    #expect(try home.reported(at: RemindHome.now).count == 1)
  }

  @Test func aListThatIsNoneIsReportedAndStartedAgain() throws {
    let home = try RemindHome("- Call @due(2026-12-03 15:00)\n")
    try home.scratch.write(".local/state/duecal/reminders/print/ledger", "nonsense\n")
    let run = try home.run([])
    #expect(run.status == 1 && run.output.contains("Call"))
    #expect(run.error.contains("this is not a list of delivered reminders"))
    #expect(try home.run([]).status == 0)
    #expect(try home.run([]).output == "")
  }

  @Test func withoutAHomeThereIsNoMemory() throws {
    let home = try RemindHome("- Call @due(2026-12-03 15:00)\n")
    let run = try duecal(["remind", home.scratch.path("tasks.taskpaper")])
    #expect(run.status == 78 && run.error.contains("HOME is not set"))
  }

  @Test func ofTwoRunsAtOnceOneGivesEach() throws {
    let tasks = (0..<20).map { "- task \($0) @due(2026-12-03 15:00)\n" }.joined()
    let home = try RemindHome(tasks)
    DispatchQueue.concurrentPerform(iterations: 3) { _ in
      let run = try? home.run(["--exec", "sh", "-c", "echo \"$DUECAL_TITLE\" >>told"])
      #expect(run?.status == 0 && run?.error == "")
    }
    let reported = try home.scratch.text("told").split(separator: "\n")
    #expect(reported.count == 20 && Set(reported).count == 20)
  }

  @Test func whoWaitsTooLongComesBackLater() throws {
    let home = try RemindHome("- Call @due(2026-12-03 15:00)\n")
    _ = try home.run([], at: "2026-12-03T13:00:00Z")
    let path = try #require(binary)
    let run = try home.shell(
      "flock .local/state/duecal/reminders/print '\(path)' remind tasks.taskpaper")
    #expect(run.status == 75 && run.output == "")
    #expect(try home.reported(at: RemindHome.now).count == 1)
  }

  // MARK: Commands

  @Test func aCommandGetsItsWordsAsTheyAre() throws {
    let titles = ["$(rm -rf /)", "`id`; x", "-n", "a  'b' \"c\"", "{due} \\n %s", "é 日本"]
    let home = try RemindHome(
      titles.map { "- \($0) @due(2026-12-03 15:00)\n\tone\n\n\ttwo {title}\n" }.joined())
    try home.scratch.write(
      "show", "#!/bin/sh\nprintf '<%s>' \"$@\" \"$DUECAL_TITLE\" \"$DUECAL_LINE\"\necho\n")
    let run = try home.run(
      ["--exec", "/bin/sh", "show", "{title}", "at {due} {nothing} {", "{notes}", "{file}:{line}"])
    let expected = titles.enumerated().map { index, title in
      "<\(title)><at 2026-12-03 15:00 {nothing} {><one\n\ntwo {title}>"
        + "<tasks.taskpaper:\(4 * index + 1)><\(title)><\(4 * index + 1)>\n"
    }
    #expect(run.output == expected.joined())
    #expect(run.status == 0 && run.error == "")
  }

  @Test func aCommandThatFailsIsReportedAndTheReminderComesAgain() throws {
    let home = try RemindHome("- Call @due(2026-12-03 15:00)\n- Dine @due(2026-12-03 15:00)\n")
    let command = ["-q", "--exec", "sh", "-c", "test {line} != 1 && echo {title}"]
    for minute in ["00", "30"] {
      let run = try home.run(command, at: "2026-12-03T14:\(minute):00Z")
      #expect(run.status == 69 && run.output == (minute == "00" ? "Dine\n" : ""))
      #expect(
        run.error
          == "duecal: tasks.taskpaper:1: \"Call\" was not delivered: sh ended with 1; the next run "
          + "tries again\n"
      )
    }
    #expect(
      try home.reported(["--exec", "echo", "{title} {late}"], at: "2026-12-03T17:00:00Z")
        == ["Call 10800"])
    #expect(try home.reported(["--exec", "echo", "{title}"], at: "2026-12-03T17:00:00Z") == [])
  }

  @Test func aReminderMayBeGivenUp() throws {
    let home = try RemindHome("- Call @due(2026-12-03 15:00)\n")
    let command = ["--tries", "2", "--exec", "nowhere", "{title}"]
    let first = try home.run(command)
    #expect(
      first.error.contains(
        "nowhere cannot be run: No such file or directory; the next run tries again"))
    #expect(try home.run(command).error.contains("; no further run tries again"))
    #expect(try home.run(command).status == 0)
  }

  @Test func aCommandThatTakesTooLongIsEnded() throws {
    let home = try RemindHome("- Call @due(2026-12-03 15:00)\n")
    let run = try home.run(["--patience", "1", "--exec", "sleep", "100"])
    #expect(run.error.contains("sleep took longer than 1 seconds and was ended"))
    #expect(run.seconds < 20)
  }

  @Test func whatItHasStartedIsEndedWithIt() throws {
    let home = try RemindHome("- Call @due(2026-12-03 15:00)\n")
    let script = "trap '' TERM; sleep 97 & echo $! > started; wait; sleep 97"
    let run = try home.run(["--patience", "1", "--exec", "sh", "-c", script])
    #expect(run.status == 69 && run.seconds < 20)
    let started = try #require(
      try pid_t(home.scratch.text("started").trimmingCharacters(in: .newlines)))
    let state = try? String(contentsOfFile: "/proc/\(started)/stat", encoding: .utf8)
    #expect(state?.contains(") Z ") ?? true, "it still runs: \(state ?? "")")
  }

  @Test(arguments: [["--exec"], ["--exec", ""], ["-q", "--exec"]])
  func aCommandHasToBeNamed(arguments: [String]) throws {
    let home = try RemindHome("- Call @due(2026-12-03 15:00)\n")
    let run = try home.run(arguments)
    #expect(run.status == 2 && run.output.isEmpty)
    #expect(run.error.contains("--exec: the command is missing"))
    #expect(try home.reported(at: RemindHome.now).count == 1)
  }

  @Test func aRunThatIsKilledRepeatsNothingThatItKnows() throws {
    let tasks = (0..<6).map { "- task\($0) @due(2026-12-03 15:00)\n" }.joined()
    let home = try RemindHome(tasks)
    let killing = "echo {title} >>told; test {title} != task3 || kill -9 $PPID"
    #expect(try home.run(["--exec", "sh", "-c", killing]).status != 0)
    #expect(try home.scratch.text("told").hasSuffix("task3\n"))
    // The reminder that was being delivered when the run died, and those after it.
    #expect(
      try home.reported(["--exec", "echo", "{title}"], at: RemindHome.now)
        == ["task3", "task4", "task5"])
  }

  @Test func aValueThatIsTooLongIsCut() throws {
    let home = try RemindHome(
      "- Call @due(2026-12-03 15:00)\n\t\(String(repeating: "é", count: 200_000))\n")
    let run = try home.run(["--exec", "sh", "-c", "printf %s \"$DUECAL_NOTES\" | wc -c"])
    #expect(run.output.trimmingCharacters(in: .whitespacesAndNewlines) == "32771")
  }

  @Test func aCommandAndNotificationsAreTwoJobs() throws {
    let home = try RemindHome("")
    #expect(try home.run(["--notify", "--exec", "true"]).status == 2)
    for wrong in [
      ["--within", "soon"], ["--next", "--since", "1h"], ["--catch-up", "1m"], ["--tries", "0"],
      ["--exit-code"], ["--from", "2026-12-04", "--to", "2026-12-03"], ["--since", "2027-01-01"],
      ["--patience", "0"],
    ] {
      #expect(try home.run(wrong).status == 2, "\(wrong)")
    }
  }

  // MARK: Notifications

  @Test func aNotificationShowsWhatItIsAndNoMore() throws {
    let home = try RemindHome(
      "Home:\n\t- --help <b>\u{7} @due(2026-12-03 15:00)\n\t\tTom & Ann\n", fakes: true)
    let run = try home.run(
      ["--notify"], environment: ["XDG_RUNTIME_DIR": home.scratch.path("run")])
    #expect(run.status == 0 && run.output == "" && run.error == "")
    let reported = try home.scratch.text("notified")
    #expect(
      reported == """
        [--app-name=duecal][--icon=appointment-soon][--category=calendar][--][--help <b>]\
        [due 2026-12-03 15:00
        Home
        Tom &amp; Ann] unix:path=\(home.scratch.path("run"))/bus

        """)
    #expect(try home.run(["--notify"]).status == 0)
    #expect(try home.scratch.text("notified") == reported)
  }

  @Test func withoutADesktopANotificationWaits() throws {
    let home = try RemindHome("- Call @due(2026-12-03 15:00)\n", fakes: true)
    try home.scratch.write("bin/notify-send", "#!/bin/sh\nexit 1\n")
    #expect(try home.run(["--notify"]).status == 69)
    try home.makeNotifySend()
    #expect(try home.run(["--notify"], at: "2026-12-05T08:00:00Z").status == 0)
    #expect(try home.scratch.text("notified").contains("shown 42 hours late"))
  }

  // MARK: JSON

  @Test func jsonHasTheReminderAndItsItem() throws {
    let home = try RemindHome(
      "Home:\n\t- Call Ann @due(2026-12-03 15:00) @remind(15m) @phone\n\t- no @due(2026-13-01)\n")
    let run = try home.run(["--json"], at: "2026-12-03T13:46:00Z")
    let document = try JSONDecoder().decode(Document.self, from: Data(run.output.utf8))
    #expect(run.status == 1 && run.error == "")
    #expect(document.missed == 0 && document.messages.count == 1)
    let reminder = try #require(document.reminders.first)
    #expect(reminder.at == "2026-12-03T13:45Z" && reminder.local == "2026-12-03T14:45")
    #expect(reminder.late == 60 && reminder.failure == nil)
    #expect(reminder.item.title == "Call Ann" && reminder.item.source.line == 2)
    #expect(try home.run([], at: "2026-12-03T13:46:00Z").output == "")
    let failed = try home.run(["--json", "--exec", "sh", "-c", "echo x; false"])
    let reported = try JSONDecoder().decode(Document.self, from: Data(failed.output.utf8))
    #expect(failed.status == 69 && failed.error.hasPrefix("x\n"))
    #expect(reported.reminders.first?.failure == "sh ended with 1")
  }

  private struct Document: Decodable {
    struct Reminder: Decodable {
      struct Item: Decodable {
        struct Source: Decodable { let line: Int }
        let title: String
        let source: Source
      }
      let at: String
      let local: String
      let late: Int
      let failure: String?
      let item: Item
    }
    struct Message: Decodable { let text: String }
    let reminders: [Reminder]
    let missed: Int
    let messages: [Message]
  }

  // MARK: Speed

  @Test func tenThousandTasksAreQuick() throws {
    var tasks = ""
    for number in 0..<10_000 {
      let day = "2026-\(String(format: "%02d-%02d", number % 12 + 1, number % 28 + 1))"
      let tags = [
        "@due(\(day) 15:00)", "@due(\(day)) @repeat(daily)", "@home", "@due(\(day)) @done",
      ]
      tasks += "- task number \(number) \(tags[number % 4])\n"
    }
    let home = try RemindHome(tasks)
    _ = try home.run([], at: "2026-12-03T07:00:00Z")
    let run = try home.run([], at: "2026-12-03T07:05:00Z")
    #expect(run.status == 0 && run.output == "")
    #expect(run.processorSeconds < 5)
  }

  @Test func allYearsOfManyTasksTakeNoLongerThanADay() throws {
    let home = try RemindHome(
      (0..<3000).map { "- Task \($0) @due(2026-12-03 15:00)\n" }.joined())
    let run = try home.run(["--from", "0001-01-01", "--to", "9999-12-31"])
    #expect(run.status == 0 && run.error.isEmpty, "\(run.error)")
    #expect(run.output.split(separator: "\n").count == 3000)
  }

  @Test func manyRemindersOfOneLineTakeTimeInStepWithTheirNumber() throws {
    let tags = (0..<8000).map { " @remind(\($0)m)" }.joined()
    let home = try RemindHome("- Task @due(2026-12-03 15:00)\(tags)\n")
    let run = try home.run(["--from", "2026-11-20", "--to", "2026-12-04"])
    #expect(run.status == 0 && run.output.split(separator: "\n").count == 8000)
    #expect(run.processorSeconds < 5)
  }
}

/// A home folder with a task file, and a clock that a test sets.
private struct RemindHome {
  let scratch: Scratch
  /// The moment at which most tasks of the tests are due.
  static let now = "2026-12-03T14:00:00Z"

  init(_ tasks: String, fakes: Bool = false) throws {
    scratch = try Scratch()
    try write(tasks)
    guard fakes else { return }
    try makeNotifySend()
    try scratch.write("run/bus", "")
  }

  func write(_ tasks: String) throws { try scratch.write("tasks.taskpaper", tasks) }

  /// Creates a `notify-send` that writes its arguments to a file.
  func makeNotifySend() throws {
    let script = "printf '[%s]' \"$@\" >>notified; echo \" $DBUS_SESSION_BUS_ADDRESS\" >>notified"
    try scratch.write("bin/notify-send", "#!/bin/sh\n\(script)\n")
    chmod(scratch.path("bin/notify-send"), 0o755)
  }

  func run(
    _ arguments: [String], at now: String = now, zone: String = "Europe/Berlin",
    paths: [String] = ["tasks.taskpaper"], environment: [String: String] = [:]
  ) throws -> Run {
    try duecal(
      ["remind"] + paths + arguments, in: scratch.url,
      environment: self.environment(now, zone).merging(environment) { $1 })
  }

  private func environment(_ now: String, _ zone: String) -> [String: String] {
    [
      "HOME": scratch.url.path, "TZ": zone, "DUECAL_NOW": now,
      "PATH": "\(scratch.path("bin")):/usr/bin:/bin",
    ]
  }

  /// Runs a shell command.
  func shell(_ line: String) throws -> Run {
    try DuecalTests.run(
      ["/bin/sh", "-c", line], in: scratch.url,
      environment: environment(Self.now, "Europe/Berlin"))
  }

  /// The output of a run that reports no problem.
  func reported(
    _ arguments: [String] = [], at now: String = now, zone: String = "Europe/Berlin"
  ) throws -> [String] {
    let run = try run(arguments, at: now, zone: zone)
    #expect(run.status == 0 && run.error == "", "\(run.error)")
    return run.output.split(separator: "\n").map(String.init)
  }

  /// The titles that it prints.
  func titles(_ arguments: [String]) throws -> [String] {
    try reported(arguments).compactMap {
      $0.split(separator: " ").dropFirst(2).first.map(String.init)
    }
  }
}
