import Agenda
import CalendarItems
import TaskDates
import Testing

/// The method of 7 days, 6 weeks and 6 months.
@Suite("A plan")
struct PlanTests {
  /// The lists in which a task is, and those that count it, with `2023-W46 counts 1 day`.
  private func places(
    _ task: String, today: String = "2023-11-01", years: Int = 2, months: Int = 15
  ) throws -> (shown: [String], counted: [String]) {
    let plan = try plan("- A @due\(task)", today: today, years: years, months: months)
    let counted = plan.lists.filter { !$0.finer.isEmpty }.map(\.period.formattedDate)
    return (plan.lists.filter { !$0.entries.isEmpty }.map(\.period.formattedDate), counted)
  }

  private func plan(
    _ text: String, today: String, years: Int = 1, months: Int = 6
  ) throws -> Plan {
    guard case .date(let day) = try DatePayload(parsing: today).value else {
      throw TMError.invalidFormattedString(today)
    }
    let extent = Plan.Extent(days: 21, weeks: 61, months: months, years: years)
    var agenda = SmallAgenda(text)
    agenda.now = today + " 00:00"
    let clock = try agenda.query("today")
    let query = Plan.query(extent, now: clock.now, zone: clock.zone)
    return Plan(try agenda.entries(query), extent, from: day)
  }

  /// The test data of the article that describes the method.
  @Test(arguments: [
    ("(2023)", ["2023"], []),
    ("(2023-11)", ["2023-11"], ["2023"]),
    ("(2023-W46)", ["2023-W46"], ["2023-11", "2023"]),
    ("(2023-11-13)", ["2023-11-13"], ["2023-W46", "2023-11", "2023"]),
    ("(2023-W48)", ["2023-W48"], ["2023-11", "2023-12", "2023"]),
    ("(2023-W52)", ["2023-W52"], ["2023-12", "2023"]),
    ("(2024-W52)", ["2024-W52"], ["2024-12", "2024"]),
    ("(2025-W01)", [], ["2024-12", "2025-01", "2024"]),
    ("(2023-11-13) @show(day)", ["2023-11-13"], []),
    ("(2023-11-13) @show(day,week)", ["2023-11-13"], ["2023-W46"]),
    ("(2023-11-13) @show(day,week,month)", ["2023-11-13"], ["2023-W46", "2023-11"]),
    ("(2023-11-13) @show(week)", ["2023-W46"], []),
    ("(2023-11-13) @show(month,year)", ["2023-11"], ["2023"]),
  ])
  func hasATaskInItsListAndCountsItInLongerOnes(
    _ task: String, shown: [String], counted: [String]
  ) throws {
    let places = try places(task)
    #expect(places.shown == shown && places.counted == counted)
  }

  @Test(arguments: [
    ("@start(2023-11-01)", 0), ("@start(2023-11-01) @repeat(weekly)", 0), ("", 1),
    ("@start(2023-10-25)", 1), ("@start(2031-01-01)", 1),
  ])
  func showsATaskWithoutADueDateOnce(_ tags: String, undated: Int) throws {
    #expect(try plan("- A \(tags)", today: "2023-11-01").undated.count == undated)
  }

  @Test func hasWeeksOverTheEndOfAYear() throws {
    let plan = try plan("- A @due(2026-W53)", today: "2026-12-28")
    let weeks = plan.lists.filter { $0.period.unit == .week }
    #expect(weeks.prefix(2).map(\.period.formattedDate) == ["2026-W53", "2027-W01"])
    #expect(weeks[0].entries.count == 1)
    let counting = plan.lists.filter { $0.finer == [.week: 1] }
    #expect(counting.map(\.period.formattedDate) == ["2026-12", "2027-01", "2026"])
  }

  @Test func beginsWithWhatIsLateAndWhatHasNoDate() throws {
    let text = """
      - Late @due(2023-10-31)
      - Late week @due(2023-W43)
      - Some day
      - Done @due(2023-10-01) @done
      - Today @due(2023-11-01)
      """
    let plan = try plan(text, today: "2023-11-01")
    #expect(plan.late.map(\.item.title) == ["Late week", "Late"])
    #expect(plan.undated.map(\.item.title) == ["Some day"])
    #expect(plan.lists[0].entries.map(\.item.title) == ["Today"])
  }

  @Test func hasNoHeadingsWithoutItems() throws {
    let plan = try plan(
      "- A @due(2023-11-02)\n- B @due(2023-12)\n- C @due(2023)\n", today: "2023-11-01")
    guard case .date(let today) = try DatePayload(parsing: "2023-11-01").value else { return }
    var page = AgendaPage(today: today)
    page.width = 60
    let headings = PlanLayout(page).lines(of: plan).filter { !$0.isEmpty && $0.first != " " }
    #expect(
      headings == [
        "Today, Wednesday 1 November 2023", "Tomorrow, Thursday 2 November 2023",
        "Week 44, 30 October - 5 November 2023  1 in days", "November 2023  1 in days",
        "December 2023", "2023  1 in days, 1 in months",
      ])
    let all = PlanLayout(page, withEmpty: true).lines(of: plan)
    #expect(all.count { !$0.isEmpty && $0.first != " " } == 21 + 61 + 6 + 1)
  }

  @Test func neverCutsItsCounts() throws {
    let text = """
      - A @due(2023-11-02) @repeat(daily)
      - B @due(2023-W45) @repeat(weekly)
      - C @due(2023-12) @repeat(monthly)
      """
    let plan = try plan(text, today: "2023-11-01")
    guard case .date(let today) = try DatePayload(parsing: "2023-11-01").value else { return }
    var page = AgendaPage(today: today)
    let notes = plan.agenda(Set(DatePeriod.Unit.allCases), withRest: true).sections.map(\.note)
    for width in [40, 60, 138, 140, 160, 200] {
      page.width = width
      let lines = PlanLayout(page).lines(of: plan).joined(separator: "\n")
      for note in notes { #expect(lines.contains(note), "\(width): \(note)") }
    }
  }

  @Test func isInColumnsOnAWidePage() throws {
    let plan = try plan(
      "- Call Ann @due(2023-11-02)\n- Paint @due(2023-W45)\n", today: "2023-11-01")
    guard case .date(let today) = try DatePayload(parsing: "2023-11-01").value else { return }
    var page = AgendaPage(today: today)
    for width in [60, 137, 138, 200] {
      page.width = width
      let lines = PlanLayout(page).lines(of: plan)
      #expect(lines.allSatisfy { DisplayWidth.of($0) <= width })
      let isWide = lines[0].contains("Today") && lines[0].contains("Week 44")
      #expect(isWide == (width >= 138))
      #expect(lines.count { $0.contains("Call Ann") } == 1)
      #expect(lines.count { $0.contains("Paint") } == 1)
    }
  }
}
