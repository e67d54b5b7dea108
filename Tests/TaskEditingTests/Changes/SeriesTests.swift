import TaskBridge
import TaskDates
import TaskEditing
import TaskText
import Testing

@Suite("A series goes on when a date of it is done") struct SeriesTests {
  @Test func theNextDateIsCountedFromTheDueDate() {
    let result = done("- Pay rent @due(2026-12-01) @repeat(monthly) @home\n- b\n")
    #expect(
      result.text
        == "- Pay rent @due(2027-01-01) @repeat(monthly) @home\n"
        + "- Pay rent @due(2026-12-01) @home @done(2026-12-05)\n- b\n")
    #expect(result.changes.map(\.details) == [["next 2027-01-01"]])
  }

  @Test func aSeriesOfThreeIsDoneThreeTimesAndClosedForGood() {
    var text = "- a @due(2026-12-01) @repeat(weekly 3 times) @remind(15m)\n"
    text = done(text).text
    #expect(text.hasPrefix("- a @due(2026-12-08) @repeat(weekly 2 times) @remind(15m)\n"))
    text = done(text).text
    #expect(text.hasPrefix("- a @due(2026-12-15) @repeat(weekly 1 time) @remind(15m)\n"))
    let last = done(text)
    #expect(last.changes.map(\.details) == [["the last of its series"]])
    #expect(
      last.text.hasPrefix(
        "- a @due(2026-12-15) @repeat(weekly 1 time) @remind(15m) @done(2026-12-05)\n"))
    let lines = last.text.split(separator: "\n")
    #expect(lines.count == 3 && lines.allSatisfy { $0.contains("@remind(15m)") })
    #expect(lines.dropFirst().allSatisfy { $0.contains("@done") && !$0.contains("@repeat") })
    #expect(done(last.text).repeats == ["the task is already done"])
  }

  @Test(arguments: [
    ("FREQ=WEEKLY;COUNT=3", "FREQ=WEEKLY;COUNT=2"),
    ("every 3 days  3 times", "every 3 days  2 times"),
    ("every 2 weeks 2 times", "every 2 weeks 1 time"),
    ("freq=daily;interval=12;count=12", "freq=daily;interval=12;count=11"),
  ])
  func theCountIsReplacedInItsPlace(rule: String, next: String) {
    #expect(done("- a @due(2026-12-01) @repeat(\(rule))").text.contains("@repeat(\(next))"))
  }

  @Test func aCopyIsIndentedByteForByteAsItsLine() {
    let text = "    - a @due(2026-12-01) @repeat(weekly)\n    \t  note\n- b\n\t- c\n"
    let copy = "    - a @due(2026-12-01) @done(2026-12-05)\n    \t  note\n"
    #expect(done(text).text.hasSuffix("    \t  note\n" + copy + "- b\n\t- c\n"))
  }

  @Test func untilEndsIt() {
    let text = "- a @due(2026-12-01) @repeat(weekly until 2026-12-08)"
    let first = done(text).text
    #expect(first.hasPrefix("- a @due(2026-12-08) @repeat(weekly until 2026-12-08)\n"))
    #expect(done(first).changes.map(\.details) == [["the last of its series"]])
  }

  @Test func aRuleOfAnotherCalendarDoesNotEndIt() {
    let line = "- a @due(2026-12-01) @repeat(RSCALE=HEBREW;FREQ=YEARLY)"
    let result = done(line)
    #expect(result.text == line && result.faults.count == 1)
    #expect(result.faults.allSatisfy { $0.contains("another calendar system") })
    #expect(done(line, series: .end).text == line + " @done(2026-12-05)")
  }

  @Test func ofAnEventTheNextDateIsCancelledAndNotOneThatIsOver() {
    let line = "- a @due(2026-11-30 10:00 - 10:15) @repeat(weekly) @except(2026-12-14)\n"
    let result = change(line) {
      $0.close(LineRef(file: 0, line: 0), with: Closing(.cancelled, at: date("2026-12-05")))
    }
    #expect(
      result.text
        == "- a @due(2026-11-30 10:00 - 10:15) @repeat(weekly) @except(2026-12-14, 2026-12-07)\n"
        + "- a @due(2026-12-07 10:00 - 10:15) @cancelled(2026-12-05)\n")
    #expect(result.changes.map(\.details) == [["next 2026-12-21 10:00"]])
  }

  @Test func exceptionsAreSkippedAndCounted() {
    let result = done(
      "- a @due(2026-12-01) @repeat(weekly 5 times) @except(2026-12-08, 2026-12-15)")
    #expect(
      result.text.hasPrefix(
        "- a @due(2026-12-22) @repeat(weekly 2 times) @except(2026-12-08, 2026-12-15)\n"))
  }

  @Test func anAddedDateIsDoneInItsTurn() {
    let first = done("- a @due(2026-12-01) @repeat(weekly) @also(2026-12-03, 2026-12-20)")
    #expect(
      first.text.hasPrefix("- a @due(2026-12-08) @repeat(weekly) @also(2026-12-03, 2026-12-20)"))
    #expect(first.changes.map(\.details) == [["next 2026-12-03"]])
    let second = done(first.text)
    #expect(
      second.text.hasPrefix(
        "- a @due(2026-12-08) @repeat(weekly) @also(2026-12-20)\n"
          + "- a @due(2026-12-03) @done(2026-12-05)\n"))
    let third = done(second.text)
    #expect(third.text.hasPrefix("- a @due(2026-12-15) @repeat(weekly) @also(2026-12-20)\n"))
  }

  @Test func anAddedDateAfterTheLastOfTheRuleIsTheLast() {
    let first = done("- a @due(2026-12-01) @repeat(weekly 1 times) @also(2026-12-20)")
    #expect(
      first.text.hasPrefix(
        "- a @due(2026-12-20) @repeat(weekly 1 times)\n- a @due(2026-12-01) @done"))
    #expect(done(first.text).changes.map(\.details) == [["the last of its series"]])
  }

  @Test func addedDatesAloneAreASeries() {
    let first = done("- a @due(2026-12-01) @also(2026-12-05, 2026-12-09)")
    #expect(
      first.text
        == "- a @due(2026-12-05) @also(2026-12-09)\n- a @due(2026-12-01) @done(2026-12-05)")
    #expect(first.changes.map(\.details) == [["next 2026-12-05"]])
    let second = done(first.text)
    #expect(second.text.hasPrefix("- a @due(2026-12-09)\n- a @due(2026-12-05) @done"))
    #expect(done("- a @due(2026-12-09)").text == "- a @due(2026-12-09) @done(2026-12-05)")
  }

  @Test func anExceptedDueDateIsNotWhatIsDone() {
    let result = done("- a @due(2026-12-01) @repeat(weekly) @except(2026-12-01)")
    #expect(
      result.text
        == "- a @due(2026-12-15) @repeat(weekly) @except(2026-12-01)\n"
        + "- a @due(2026-12-08) @done(2026-12-05)")
  }

  @Test func afterDoneCountsFromTheDayItIsDone() {
    #expect(
      done("- a @due(2026-11-01 09:00) @repeat(every 10 days after done)").text
        .hasPrefix("- a @due(2026-12-15 09:00) @repeat(every 10 days after done)\n"))
    #expect(
      done("- a @due(2026-12-01) @repeat(weekly on sat after done)").text.hasPrefix(
        "- a @due(2026-12-12)"))
    #expect(
      done("- a @due(2026-12-01) @repeat(monthly after done)", on: "2027-01-31").text
        .hasPrefix("- a @due(2027-02-28)"))
    #expect(
      done("- a @due(2026-12-01) @repeat(daily 1 times after done)").changes.map(\.details)
        == [["the last of its series"]])
    #expect(
      done("- a @due(2026-12-01) @repeat(weekly until 2026-12-11 after done)").changes
        .map(\.details) == [["the last of its series"]])
  }

  @Test func withoutADateItGetsOne() {
    #expect(
      done("- a @repeat(weekly after done)").text
        == "- a @repeat(weekly after done) @due(2026-12-12)\n- a @done(2026-12-05)")
  }

  @Test func startAndRemindersKeepTheirDistance() {
    let result = done(
      "- a @start(2026-11-28) @due(2026-12-01 10:00) @repeat(monthly) "
        + "@remind(2026-11-30 18:00) @remind(1h) @remind(9:00)")
    #expect(
      result.text.hasPrefix(
        "- a @start(2026-12-29) @due(2027-01-01 10:00) @repeat(monthly) "
          + "@remind(2026-12-31 18:00) @remind(1h) @remind(9:00)\n"
          + "- a @start(2026-11-28) @due(2026-12-01 10:00) @remind(2026-11-30 18:00) @remind(1h) "
          + "@remind(9:00) @done"))
  }

  @Test(arguments: [
    ("2026-11", "monthly", "2026-12"), ("2026-W53", "weekly", "2027-W01"),
    ("2026", "yearly", "2027"),
    ("2026-11", "weekly on mon", "2026-12"),
    ("2026-12-01 9:00 to 10:30", "weekly", "2026-12-08 9:00 to 10:30"),
    ("2026-12-01 22:00 thru 2026-12-02 02:00", "daily", "2026-12-02 22:00 thru 2026-12-03 02:00"),
    ("2026-12-1 thru 2026-12-3", "monthly", "2027-01-1 thru 2027-01-3"),
    ("2026-12-31 3pm", "monthly", "2027-01-31 3pm"), ("2027-01-31", "monthly", "2027-03-31"),
    ("2028-02-29", "yearly", "2032-02-29"),
    ("2026-12-04 23:00", "every 2 hours", "2026-12-05 01:00"),
  ])
  func spellingAndLengthAreKept(due: String, rule: String, next: String) {
    #expect(done("- a @due(\(due)) @repeat(\(rule))").text.hasPrefix("- a @due(\(next)) @repeat"))
  }

  @Test func whatIsPastCanBeSkipped() {
    let text = "- a @due(2026-11-02) @repeat(weekly 9 times)"
    #expect(done(text).text.hasPrefix("- a @due(2026-11-09) @repeat(weekly 8 times)\n"))
    #expect(
      done(text, series: .nextAfterToday).text.hasPrefix(
        "- a @due(2026-12-07) @repeat(weekly 4 times)\n"))
    #expect(
      done("- a @due(2026-11-02) @repeat(weekly 2 times)", series: .nextAfterToday).changes
        .map(\.details) == [["the last of its series"]])
  }

  @Test func itCanBeEndedForGood() {
    #expect(
      done("- a @due(2026-12-01) @repeat(weekly)", series: .end).text
        == "- a @due(2026-12-01) @repeat(weekly) @done(2026-12-05)")
  }

  @Test func aDateThatMovesWithTheClockIsPinned() {
    #expect(
      done("- a @due(today) @repeat(daily)").text
        == "- a @due(2026-12-06) @repeat(daily)\n- a @due(2026-12-05) @done(2026-12-05)")
  }

  @Test func whatCannotBeReadIsLeftAsItIs() {
    for line in [
      "- a @due(2026-12-01) @repeat(sometimes)", "- a @due(nonsense) @repeat(daily)",
      "- a @due(2026-12-01) @repeat",
    ] {
      let result = done(line)
      #expect(result.text == line)
      #expect(result.faults.count == 1 && result.faults[0].hasPrefix("the task repeats and"))
    }
  }

  @Test func notesAndWhatIsDoneGoWithTheDateAndThePartsAreOpenAgain() {
    let text = """
      - Backup @due(2026-12-01) @repeat(monthly) @uid(b)
      \tto the red disk

      \tand the blue one
      \t- mount @done(2026-12-05)
      \t\twith care
      \t- copy @due(2026-11-30)
      \t\t- verify @done
      \t- report @cancelled
      \t- own @repeat(daily) @due(2026-12-02) @done
      Next:
      """
    #expect(
      done(text).text == """
        - Backup @due(2027-01-01) @repeat(monthly) @uid(b)
        \tto the red disk

        \tand the blue one
        \t- mount
        \t\twith care
        \t- copy @due(2026-12-31)
        \t\t- verify
        \t- report @cancelled
        \t- own @repeat(daily) @due(2026-12-02) @done
        - Backup @due(2026-12-01) @done(2026-12-05)
        \tto the red disk

        \tand the blue one
        \t- mount @done(2026-12-05)
        \t\twith care
        \t- copy @due(2026-11-30)
        \t\t- verify @done
        \t- report @cancelled
        \t- own @due(2026-12-02) @done
        Next:
        """)
  }

  @Test func theLastLineStaysWithoutAnEnd() {
    #expect(
      done("\r\n\t- a @due(2026-12-01) @repeat(daily)", line: 1).text
        == "\r\n\t- a @due(2026-12-02) @repeat(daily)\r\n\t- a @due(2026-12-01) @done(2026-12-05)")
  }
}
