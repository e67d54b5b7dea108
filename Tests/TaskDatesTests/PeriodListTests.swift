import TaskDates
import Testing

/// The table of "Days, weeks, months and years" in `Docs/ListContents.md`, row by row.
@Suite struct PeriodListTests {
  @Test(arguments: [
    ("2023", ["2023"], ["2023-11", "2023-01", "2023-W46", "2023-11-13", "2022", "2024"]),
    ("2023-11", ["2023-11", "2023"], ["2023-W46", "2023-W48", "2023-11-13", "2023-12"]),
    ("2023-W46", ["2023-W46", "2023-11", "2023"], ["2023-11-13", "2023-W47", "2023-10"]),
    (
      "2023-11-13", ["2023-11-13", "2023-W46", "2023-11", "2023"],
      ["2023-11-14", "2023-W45", "2023-12", "2024"]
    ),
    ("2023-W48", ["2023-11", "2023-12", "2023"], ["2024", "2024-01", "2023-11-30"]),
    ("2023-W52", ["2023-12", "2023"], ["2024-01", "2024"]),
    ("2022-W52", ["2022-12", "2023-01", "2022", "2023"], ["2022-11", "2023-02"]),
    ("2025-W01", ["2024-12", "2025-01", "2024", "2025"], ["2024-11", "2026"]),
    ("2020-W53", ["2020-12", "2021-01", "2020", "2021"], ["2021-02", "2019"]),
  ])
  func aTaskIsInTheListsOfItsDays(task: String, shown: [String], hidden: [String]) throws {
    let value = try DatePayload(parsing: task).value
    for list in shown { #expect(try self.list(list).shows(value), "\(task) in \(list)") }
    for list in hidden { #expect(try !self.list(list).shows(value), "\(task) in \(list)") }
  }

  @Test(arguments: [
    (["day"], ["2023-11-13"]), (["day", "week"], ["2023-11-13", "2023-W46"]),
    (["day", "week", "month"], ["2023-11-13", "2023-W46", "2023-11"]),
    (["YEAR"], ["2023"]),
    (["day", "week", "month", "year"], ["2023-11-13", "2023-W46", "2023-11", "2023"]),
  ])
  func aTaskIsSeenWhereItWantsToBe(words: [String], shown: [String]) throws {
    let value = try DatePayload(parsing: "2023-11-13").value
    let mask = try #require(ListMask.reading(words).mask)
    for name in ["2023-11-13", "2023-W46", "2023-11", "2023"] {
      #expect(
        try list(name).shows(value, mask: mask) == shown.contains(name), "\(words) in \(name)")
    }
  }

  @Test func aWordThatNamesNoListIsReported() {
    let mixed = ListMask.reading(["day", "wek", "Month"])
    #expect(mixed.mask == [ListMask(.day), ListMask(.month)])
    #expect(mixed.unknown == ["wek"])
    #expect(ListMask.reading(["tv"]).mask == nil)
    #expect(ListMask.reading([]).mask == nil)
  }

  @Test(arguments: [
    ("2023-11-13 10:00", ["2023-11-13", "2023-W46"], ["2023-11-14"]),
    ("2023-11-13 10:00 - 11:00", ["2023-11-13", "2023"], ["2023-11-12", "2023-11-14"]),
    ("2023-11-13 22:00 thru 2023-11-14 02:00", ["2023-11-13", "2023-11-14"], ["2023-11-15"]),
    ("2023-11-13 22:00 thru 2023-11-14 00:00", ["2023-11-13"], ["2023-11-14"]),
    (
      "2023-11-30 thru 2023-12-02",
      ["2023-11-30", "2023-12-01", "2023-12-02", "2023-11", "2023-12"],
      ["2023-12-03", "2023-W47"]
    ),
  ])
  func timesAndRangesAreInTheListsOfTheirDays(
    task: String, shown: [String], hidden: [String]
  ) throws {
    try aTaskIsInTheListsOfItsDays(task: task, shown: shown, hidden: hidden)
  }

  private func list(_ text: String) throws -> PeriodList {
    switch try DatePayload(parsing: text).value {
    case .date(let day): PeriodList(DatePeriod(day: day))
    case .period(let period): PeriodList(period)
    default: throw TMError.invalidFormattedString(text)
    }
  }
}
