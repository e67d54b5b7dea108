import Testing

@Suite("duecal check of dates in words and of lists")
struct DateCheckTests {
  @Test func reportsWhatCanBeTakenOtherwiseAndPointsAtWhatIsNotUnderstood() throws {
    let text = """
      - a @due(+1m)
      - b @due(tomorrow morning)
      - c @due(4 jan 2027)
      - d @due(today midnight)
      - e @due(feb 30)
      - f @show(day, wek)
      - g @show(week)
      - h @start(tomorrow 3pm to 4pm)
      - i @show(tv)
      """
    let run = try duecal(
      ["check", "-", "--zone", "Europe/Berlin"], input: text,
      environment: ["DUECAL_NOW": "2026-12-03T10:00:00Z"])
    #expect(run.status == 1)
    #expect(
      run.output.split(separator: "\n") == [
        "-:1:10: warning: \"+1m\" moves with the clock; write 2026-12-03 11:01, or run duecal resolve",
        "-:1:10: warning: \"+1m\": m means minutes here; write min or month",
        "-:2:19: error: \"tomorrow morning\" is not a date because of \"morning\"; expected a time such as 9am",
        "-:3:10: note: \"4 jan 2027\" is understood by few other programs; write 2027-01-04",
        "-:4:10: warning: \"today midnight\" moves with the clock; write 2026-12-03 00:00, or run duecal resolve",
        "-:4:10: warning: \"today midnight\": midnight is 00:00, the beginning of the day; write "
          + "00:00 or 23:59",
        "-:5:14: error: \"feb 30\" is not a date because of \"30\"; expected a day of February, 1 to 29",
        "-:6:11: warning: \"wek\" is not a list; expected day, week, month or year",
        "-:8:12: warning: \"tomorrow 3pm to 4pm\" moves with the clock; write 2026-12-04 15:00 - 16:00, or run duecal resolve",
        "-:9:11: warning: \"tv\" is not a list; expected day, week, month or year",
      ])
  }

  @Test func aWeekdayThatIsAnotherIsReportedWithItsDay() throws {
    let run = try duecal(["check", "-", "--zone", "UTC"], input: "- a @due(mon 4 dec 2026)\n")
    #expect(run.status == 1)
    #expect(run.output.contains("Friday") && !run.output.contains("does not lead to a date"))
  }

  @Test func aFixedDateInWordsIsExportedAsItIs() throws {
    let run = try duecal(
      ["export", "-", "--zone", "Europe/Berlin"], input: "- a @due(4 jan 2027 3pm to 4pm)\n")
    #expect(run.status == 0)
    #expect(run.output.contains("DTSTART;TZID=Europe/Berlin:20270104T150000"))
  }
}
