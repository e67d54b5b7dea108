import Agenda
import CalendarItems
import Diagnostics
import TaskBridge
import TaskDates
import TaskText
import Testing

@Suite("What is in which list")
struct AgendaQueryTests {
  /// The table of "Days, weeks, months and years" in `Docs/ListContents.md`, tested with the lines of a file.
  @Test(arguments: [
    ("2023", ["2023"]), ("2023-11", ["2023-11", "2023"]),
    ("2023-W46", ["2023-W46", "2023-11", "2023"]),
    ("2023-11-13", ["2023-11-13", "2023-W46", "2023-11", "2023"]),
    ("2023-W48", ["2023-W48", "2023-11", "2023-12", "2023"]),
    ("2023-W52", ["2023-W52", "2023-12", "2023"]),
    ("2022-W52", ["2022-W52", "2022-12", "2023-01", "2022", "2023"]),
    ("2025-W01", ["2025-W01", "2024-12", "2025-01", "2024", "2025"]),
    ("2020-W53", ["2020-W53", "2020-12", "2021-01", "2020", "2021"]),
    ("2023-11-13) @show(day", ["2023-11-13"]),
    ("2023-11-13) @show(day,week", ["2023-11-13", "2023-W46"]),
    ("2023-11-13) @show(day,week,month", ["2023-11-13", "2023-W46", "2023-11"]),
  ])
  func aTaskIsInTheListsOfItsPeriod(due: String, lists: [String]) throws {
    let agenda = SmallAgenda("- a @due(\(due))\n")
    let all = [
      "2023-11-13", "2023-W46", "2023-W48", "2023-W52", "2022-W52", "2025-W01", "2020-W53",
      "2020-12", "2021-01", "2022-12", "2023-01", "2023-11", "2023-12", "2024-12", "2025-01",
      "2020", "2021", "2022", "2023", "2024", "2025",
    ]
    for list in all {
      #expect(try agenda.entries(list).isEmpty == !lists.contains(list), "\(due) in \(list)")
    }
  }

  @Test func sevenDaysSixWeeksAndSixMonthsBeginWithTodays() throws {
    let agenda = SmallAgenda(
      """
      - a @due(2026-11-20)
      - b @due(2026-11-26)
      - c @due(2026-11-27)
      - w @due(2026-W52)
      - x @due(2026-W53)
      - m @due(2027-04)
      - n @due(2027-05)
      """)
    #expect(try agenda.titles("next 7 days") == ["a 2026-11-20", "b 2026-11-26"])
    #expect(
      try agenda.titles("next 6 weeks")
        == ["a 2026-11-20", "b 2026-11-26", "c 2026-11-27", "w 2026-W52"])
    #expect(
      try agenda.titles("next 6 months")
        == [
          "a 2026-11-20", "b 2026-11-26", "c 2026-11-27", "w 2026-W52", "x 2026-W53", "m 2027-04",
        ])
  }

  @Test func aWeekAcrossMonthsAndYearsIsInBoth() throws {
    let agenda = SmallAgenda("- w @due(2026-W53)\n- d @due(2027-01-01)\n")
    for list in ["2026-12", "2027-01", "2026", "2027", "2026-W53"] {
      #expect(try agenda.titles(list).contains("w 2026-W53"), "\(list)")
    }
    #expect(try agenda.titles("2026-12") == ["w 2026-W53"])
    #expect(try agenda.titles("2026-W53") == ["d 2027-01-01", "w 2026-W53"])
  }

  @Test func aListOfTodayHasWhatIsLate() throws {
    var agenda = SmallAgenda(
      """
      - old @due(2026-11-01)
      - month @due(2026-10)
      - morning @due(2026-11-20 07:00)
      - noon @due(2026-11-20 12:00)
      - today @due(2026-11-20)
      - met @due(2026-11-19 09:00 - 10:00)
      """)
    #expect(
      try agenda.titles("today")
        == [
          "old 2026-11-01", "morning 2026-11-20 07:00", "noon 2026-11-20 12:00", "today 2026-11-20",
        ])
    #expect(
      try agenda.titles("overdue") == [
        "month 2026-10", "old 2026-11-01", "morning 2026-11-20 07:00",
      ])
    #expect(try agenda.titles("tomorrow").isEmpty)
    #expect(try agenda.titles("month").contains("month 2026-10"))
    agenda.showsLate = false
    #expect(
      try agenda.titles("today")
        == ["morning 2026-11-20 07:00", "noon 2026-11-20 12:00", "today 2026-11-20"])
  }

  @Test(arguments: [
    ("2026-11-19", "1 day late"), ("2026-11-01", "19 days late"),
    ("2026-11-20 07:00", "2 hours late"),
    ("2026-11-20 09:10", "5 minutes late"), ("2026-11-19 23:00", "1 day late"),
    ("2026-W46", "5 days late"), ("2025", "324 days late"),
  ])
  func latenessIsReported(due: String, late: String) throws {
    let entries = try SmallAgenda("- a @due(\(due))\n").entries("overdue")
    #expect(entries.map { $0.lateness?.description } == [late])
  }

  @Test(arguments: ["2026-11-20 09:15", "2026-11-20 10:00", "2026-11-20", "2026-W47", "2026-11"])
  func whatIsNotOverIsNotLate(due: String) throws {
    #expect(try SmallAgenda("- a @due(\(due))\n").entries("overdue").isEmpty)
  }

  @Test func aSeriesIsOnEachOfItsDatesAndIsLateOnce() throws {
    var agenda = SmallAgenda("- a @due(2026-11-17) @repeat(daily) @except(2026-11-22)\n")
    #expect(
      try agenda.titles("week")
        == ["a 2026-11-17", "a 2026-11-20", "a 2026-11-21"])
    #expect(try agenda.titles("overdue") == ["a 2026-11-17"])
    #expect(try agenda.titles("all") == ["a 2026-11-17"])
    agenda.showsLate = false
    #expect(try agenda.titles("week").count == 5)
  }

  @Test func aSeriesThatCountsFromDoneHasOneDate() throws {
    let agenda = SmallAgenda("- a @due(2026-11-21) @repeat(daily after done)\n")
    #expect(try agenda.titles("next 7 days") == ["a 2026-11-21"])
  }

  @Test func aSeriesOfMonthsIsOneOfMonths() throws {
    let agenda = SmallAgenda("- a @due(2026-11) @repeat(monthly)\n")
    #expect(try agenda.titles("next 3 months") == ["a 2026-11", "a 2026-12", "a 2027-01"])
    #expect(try agenda.titles("next 90 days").isEmpty)
    let weeks = SmallAgenda("- a @due(2026-W52) @repeat(weekly)\n")
    #expect(try weeks.titles("2026-12") == ["a 2026-W52", "a 2026-W53"])
    #expect(try weeks.titles("2027-01").first == "a 2026-W53")
  }

  @Test func whatIsDoneIsShownOnlyWhereThatIsAskedFor() throws {
    var agenda = SmallAgenda(
      """
      - a @due(2026-11-20) @done
      - b @due(2026-11-20) @cancelled
      - c @done
      	- d @due(2026-11-20)
      - e @due(2026-11-20)
      """)
    #expect(try agenda.titles("today") == ["d 2026-11-20", "e 2026-11-20"])
    agenda.showsClosed = true
    #expect(try agenda.entries("today").map(\.item.title) == ["a", "b", "d", "e"])
    #expect(try agenda.entries("today").map(\.isClosed) == [true, true, false, false])
  }

  @Test func whatHasNoDateIsUndated() throws {
    let agenda = SmallAgenda("- a\n- b @start(2026-11-20)\n- c @due(2026-11-20)\n")
    #expect(try agenda.entries("undated").map(\.item.title) == ["b", "a"])
    #expect(try agenda.titles("today") == ["b 2026-11-20", "c 2026-11-20"])
  }

  @Test func aTaskMovesWithItsPayload() throws {
    let before = SmallAgenda("- a @due(2026-11-23)\n")
    let after = SmallAgenda("- a @due(2026-12)\n")
    #expect(try before.titles("2026-W48") == ["a 2026-11-23"] && after.titles("2026-W48").isEmpty)
    #expect(try before.titles("2026-12").isEmpty && after.titles("2026-12") == ["a 2026-12"])
  }

  private static let zones = [
    "Pacific/Kiritimati", "Pacific/Auckland", "Asia/Tokyo", "Asia/Kolkata", "Europe/Berlin",
    "Africa/Cairo", "UTC", "America/Sao_Paulo", "America/New_York", "America/Los_Angeles",
    "Pacific/Honolulu", "Pacific/Pago_Pago",
  ]

  @Test(arguments: zones)
  func aDayIsThatDayInEveryZone(zone: String) throws {
    var agenda = SmallAgenda(
      """
      - a @due(2026-11-21)
      - b @due(2026-11-21) @tz(Pacific/Kiritimati)
      - c @due(2026-11-19) @repeat(every 2 days) @tz(Pacific/Pago_Pago)
      - d @due(2026-11-21 thru 2026-11-21)
      - w @due(2026-W47)
      """)
    agenda.zone = zone
    agenda.showsLate = false
    #expect(
      try agenda.titles("2026-11-21")
        == ["d 2026-11-21 thru 2026-11-21", "a 2026-11-21", "b 2026-11-21", "c 2026-11-21"])
    #expect(try agenda.titles("2026-W47").last == "w 2026-W47")
  }

  @Test func aTimeOfAnotherZoneIsShownOnThisClock() throws {
    let agenda = SmallAgenda(
      """
      - a @due(2026-11-20 19:00) @tz(America/New_York)
      - b @due(2026-11-20 10:00) @tz(Europe/Paris)
      - c @due(2026-11-20 11:00) @tz(floating)
      """)
    let entries = try agenda.entries("2026-11-20 thru 2026-11-21")
    #expect(
      entries.map { $0.when?.description } == [
        "2026-11-20 10:00", "2026-11-20 11:00", "2026-11-21 01:00",
      ])
    #expect(entries.map { $0.ownClock?.zone } == [nil, nil, "America/New_York"])
    #expect(entries.last?.ownClock?.moment.formattedDate == "2026-11-20 19:00")
    #expect(try agenda.titles("2026-11-21") == ["a 2026-11-21 01:00"])
  }

  @Test func aFilterThatLetsThroughLosesNothing() throws {
    let dues = [
      "2026-11-20", "2026-11-18 23:00", "2026-11", "2026-W47", "2026-W46", "2026",
      "2026-11-01 thru 2026-12-24", "2026-11-21 03:00",
    ]
    let tags = [
      "", " @repeat(weekly)", " @tz(Pacific/Kiritimati)", " @tz(Pacific/Pago_Pago)", " @event",
    ]
    let lists = ["today", "week", "month", "overdue", "tomorrow", "next 2 days", "2026-12", "all"]
    for list in lists {
      for due in dues {
        for tag in tags {
          let agenda = SmallAgenda("- a @due(\(due))\(tag)\n")
          guard try !agenda.entries(list).isEmpty else { continue }
          #expect(try passes(agenda, list), "\(due)\(tag) in \(list)")
        }
      }
    }
  }

  @Test func aFilterOfWhatIsUndatedAsksForTheDueDate() throws {
    #expect(try passes(SmallAgenda("- a @start(2026-11-20)\n"), "undated"))
    #expect(try !passes(SmallAgenda("- a @start(2026-11-20) @due(2026-11-21)\n"), "undated"))
  }

  /// True if the filter lets the first line through.
  private func passes(_ agenda: SmallAgenda, _ list: String) throws -> Bool {
    let reader = LineFieldReader { _ in nil }
    var reported: [Diagnostic] = []
    let fields = reader.fields(of: TaskDocument(agenda.text), line: 0, diagnostics: &reported)
    return try agenda.query(list).mayWant(fields, isClosed: false)
  }
}
