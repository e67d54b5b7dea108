import Agenda
import TaskDates
import Testing

@Suite("An agenda on a page")
struct AgendaTests {
  private let text = """
    Home:
    	- Pay rent @due(2026-11-01)
    	- Dentist @due(2026-11-20 10:00 - 10:30)
    	- Call Ann @due(2026-11-20 15:00) @priority(1)
    	- Holidays @due(2026-11-20 thru 2026-11-22)
    	- Night train @due(2026-11-20 22:00 thru 2026-11-21 06:30)
    Work:
    	- Report @due(2026-11-20)
    	- Goal @due(2026-W47)
    	- Plan @due(2026-11)
    	- Some day
    """

  private func lines(
    _ words: String, by grouping: Agenda.Grouping = .day, width: Int? = nil,
    _ change: (inout AgendaPage) -> Void = { _ in }
  ) throws -> [String] {
    let agenda = SmallAgenda(text)
    guard case .date(let today) = try DatePayload(parsing: "2026-11-20").value else { return [] }
    var page = AgendaPage(today: today)
    page.width = width
    change(&page)
    var list: PeriodList?
    if case .list(let asked) = try agenda.query(words).extent { list = asked }
    var text = AgendaText(page)
    return text.lines(of: Agenda(try agenda.entries(words), in: list, by: grouping))
  }

  @Test func headingsAreSortedByTheirEnds() throws {
    #expect(
      try lines("month").filter { !$0.hasPrefix(" ") && !$0.isEmpty } == [
        "Sunday 1 November 2026", "Today, Friday 20 November 2026",
        "Week 47, 16 - 22 November 2026", "November 2026",
      ])
    #expect(
      try lines("all").filter { !$0.hasPrefix(" ") && !$0.isEmpty }.last == "No date")
  }

  @Test func aDayHasItsTimesAndItsProjects() throws {
    #expect(
      try lines("today") == [
        "Overdue",
        "  Sun 1 Nov   [ ] Pay rent  19 days late     Home",
        "",
        "Today, Friday 20 November 2026",
        "               *  Holidays  (day 1 of 3)     Home",
        "  10:00-10:30  *  Dentist                    Home",
        "  15:00       [ ] Call Ann  !1               Home",
        "  22:00-       *  Night train  (day 1 of 2)  Home",
        "              [ ] Report                     Work",
      ])
  }

  @Test func whatLastsForDaysIsUnderEachDayInAShortListAndOnceInALongOne() throws {
    #expect(try lines("next 7 days").filter { $0.contains("Holidays") }.count == 3)
    #expect(try lines("next 7 days").contains { $0.contains("-06:30") })
    let once = try lines("month").filter { $0.contains("Holidays") }
    #expect(once.count == 1 && once[0].contains("(until Sun 22 Nov)"))
  }

  @Test func projectsHaveHeadingsWhereThatIsAskedFor() throws {
    let home = try lines("all", by: .project)
    #expect(home.filter { !$0.hasPrefix(" ") && !$0.isEmpty } == ["Home", "Work"])
    #expect(home.contains("  2026-W47         [ ] Goal"))
    #expect(home.contains("  Fri 20 Nov 15:00 [ ] Call Ann  !1"))
    let both = try lines("today", by: .both)
    #expect(both.filter { $0 == " Home" }.count == 2 && both.contains(" Work"))
  }

  @Test(arguments: [200, 80, 60, 40, 25, 10, 3, 1])
  func noLineIsWiderThanTheTerminal(width: Int) throws {
    for line in try lines("all", width: width) {
      #expect(DisplayWidth.of(line) <= max(width, 26), "\(line)")
    }
  }

  /// How late an item is must be shown completely or not at all: `4 day…` would be useless.
  @Test(arguments: [
    (60, "Fri 20 Nov       [ ] Call a long t…  1 day late  Somewhere"),
    (52, "Fri 20 Nov       [ ] Call a long title…  Somewhere"),
    (40, "Fri 20 Nov       [ ] Call a long titl…"),
    (30, "Fri 20 Nov       [ ] Call a…"),
  ])
  func whatDoesNotFitAfterATitleIsLeftOut(width: Int, line: String) throws {
    var agenda = SmallAgenda(
      "Somewhere:\n\t- Call a long title of a task @due(2026-11-20)\n\t- b @due(2026-11-20 10:00)\n"
    )
    agenda.now = "2026-11-21 09:00"
    var page = AgendaPage(today: try moment("2026-11-21").date)
    page.width = width
    var text = AgendaText(page)
    let lines = text.lines(of: Agenda(try agenda.entries("overdue"), in: nil))
    #expect(lines.contains { $0.hasPrefix("  " + line) }, "\(lines)")
  }

  @Test func nothingIsCutInAPipe() throws {
    let title = String(repeating: "long ", count: 100) + "end"
    let agenda = SmallAgenda("- \(title) @due(2026-11-20)\n")
    var text = AgendaText(AgendaPage(today: try moment("2026-11-20").date))
    let lines = text.lines(of: Agenda(try agenda.entries("today"), in: nil))
    #expect(lines.last == " [ ] \(title)")
  }

  @Test func coloursAreThereOnlyWhereTheyAreWanted() throws {
    #expect(try lines("today").allSatisfy { !$0.contains("\u{1B}") })
    let colored = try lines("today") { $0.isColored = true }
    #expect(colored[0] == "\u{1B}[1;31mOverdue\u{1B}[0m")
    #expect(colored.contains { $0.contains("\u{1B}[1mCall Ann\u{1B}[0m") })
  }

  @Test func weeksAndNamesAreShownOnDemand() throws {
    let lines = try lines("today") { page in
      page.showsWeeks = true
      page.id = { _ in "abcd" }
    }
    #expect(lines.contains("Today, Friday 20 November 2026, week 47"))
    #expect(lines.contains("  15:00       abcd [ ] Call Ann  !1               Home"))
  }
}

@Suite("A month as a grid")
struct MonthGridTests {
  private func grid(
    _ text: String, _ day: String, _ first: Weekday = .monday
  ) throws -> MonthGrid {
    var grid = MonthGrid(of: try moment(day).date, firstWeekday: first)
    var agenda = SmallAgenda(text)
    agenda.showsLate = false
    grid.count(try agenda.entries("all"))
    return grid
  }

  @Test func countsWhatIsOnEachDay() throws {
    let grid = try grid(
      """
      - a @due(2026-11-20)
      - b @due(2026-11-20 10:00)
      - c @due(2026-11-20 10:00 - 11:00)
      - d @due(2026-10-30 thru 2026-11-02)
      - e @due(2026-W47)
      - f @due(2026-12-01)
      """, "2026-11-01")
    func text(_ day: String) throws -> [Int] {
      let count = grid[try moment(day).date]
      return [count.tasks, count.events]
    }
    #expect(try text("2026-11-20") == [2, 1] && text("2026-11-02") == [0, 1])
    #expect(try text("2026-11-03") == [0, 0])
    #expect(grid.total.tasks == 2 && grid.total.events == 2)
  }

  @Test func everyMonthHasItsDaysOnceAndInOrder() throws {
    for year in [1999, 2000, 2026, 2027, 2028] {
      for month in 1...12 {
        for first in Weekday.allCases {
          let day = try DateParameters(year: year, month: month, day: 1)
          let grid = MonthGrid(of: day, firstWeekday: first)
          let days = grid.weeks.flatMap(\.days).compactMap(\.self)
          #expect(days.map(\.day) == Array(1...DateParameters.daysIn(month: month, year: year)))
          for week in grid.weeks {
            #expect(week.days.count == 7)
            for (day, weekday) in zip(week.days, grid.weekdays) where day != nil {
              #expect(day?.weekday == weekday)
            }
          }
        }
      }
    }
  }

  @Test func weeksAreThoseOfISO8601() throws {
    #expect(try grid("", "2026-12-01").weeks.map(\.number) == [49, 50, 51, 52, 53])
    #expect(try grid("", "2027-01-01").weeks.map(\.number) == [53, 1, 2, 3, 4])
    #expect(try grid("", "2026-11-01", .sunday).weeks.map(\.number) == [45, 46, 47, 48, 49])
  }

  @Test func isDrawn() throws {
    let grid = try grid("- a @due(2026-11-20)\n- c @due(2026-11-20 10:00 - 11:00)\n", "2026-11-01")
    var page = AgendaPage(today: try moment("2026-11-20").date)
    page.showsWeeks = true
    let lines = grid.lines(on: page)
    #expect(lines[0] == "November 2026  1 task, 1 event")
    #expect(lines[1] == "     Mon      Tue      Wed      Thu      Fri      Sat      Sun")
    #expect(lines[5] == "W47  16       17       18       19      >20 1+1   21       22")
    page.width = 40
    #expect(grid.lines(on: page).allSatisfy { DisplayWidth.of($0) <= 40 })
  }

  @Test func isNoWiderThanThePageWithManyTasksOnADay() throws {
    let grid = try grid(String(repeating: "- a @due(2026-11-20)\n", count: 1200), "2026-11-01")
    var page = AgendaPage(today: try moment("2026-11-20").date)
    for width in 28...70 {
      page.width = width
      #expect(grid.lines(on: page).dropFirst().allSatisfy { DisplayWidth.of($0) <= width })
    }
  }
}

@Suite("A template of a script")
struct AgendaTemplateTests {
  private func text(_ template: String, _ line: String) throws -> [String] {
    let parsed = try AgendaTemplate(parsing: template)
    return try SmallAgenda(line).entries("all").map {
      parsed.text(of: $0, { _ in nil }, visible: { $0 })
    }
  }

  @Test func fieldsHaveTheValuesOfTheirNames() throws {
    #expect(
      try text(
        #"{due}\t{date} {time}\t{end}|{title}|{project}|{path}|{kind}|{state}|{priority}|{week}"#,
        "A:\n\tB:\n\t\t- t @due(2026-11-20 10:00 - 11:00) @p(2)\n") == [
          "2026-11-20 10:00 - 11:00\t2026-11-20 10:00\t2026-11-20 11:00|t|B|A / B|event|open|2|2026-W47"
        ])
  }

  @Test func bracesAndBackslashesStandForThemselves() throws {
    #expect(try text(#"{{{title}}} \\ \x"#, "- t\n") == [#"{t} \ \x"#])
  }

  @Test func aTabInATitleMakesNoField() throws {
    #expect(try text("{title}", "- a\tb @due(2026-11-20)\n") == ["a b"])
  }

  @Test(arguments: ["{titel}", "{title", "title}", "{}"])
  func refusesWhatIsNone(template: String) {
    #expect(throws: AgendaTemplateError.self) { try AgendaTemplate(parsing: template) }
  }
}
