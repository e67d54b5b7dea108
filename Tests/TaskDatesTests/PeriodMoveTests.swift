import TaskDates
import Testing

@Suite struct PeriodMoveTests {
  @Test(arguments: [
    ("2026-11-23", "2026-12", "2026-12", ["the day 2026-11-23"]),
    ("2026-11-23", "2026-11", "2026-11", ["the day 2026-11-23"]),
    ("2026-11-23", "2026-12-01", "2026-12-01", []),
    ("2026-11-23 15:00", "2026-12-01", "2026-12-01 15:00", []),
    ("2026-11-23 3 pm", "2026-12-01", "2026-12-01 3 pm", []),
    ("2026-11-23 15:00", "2026-W49", "2026-W49", ["the day 2026-11-23", "the time 15:00"]),
    ("2026-11-23 15:00 - 16:30", "2026-12-01", "2026-12-01 15:00 - 16:30", []),
    (
      "2026-11-23 22:00 thru 2026-11-24 02:00", "2026-12-31",
      "2026-12-31 22:00 thru 2027-01-01 02:00", []
    ),
    ("2026-11-23 thru 2026-11-25", "2026-12-30", "2026-12-30 thru 2027-01-01", []),
    (
      "2026-11-23 thru 2026-11-25", "2027", "2027", ["the range 2026-11-23 thru 2026-11-25"]
    ),
    ("2026-W48", "2026-12", "2026-12", ["the week 2026-W48"]),
    ("2026-11", "2027", "2027", ["the month 2026-11"]),
    ("2026", "2027-01", "2027-01", []), ("2026-11", "2026-W49", "2026-W49", []),
    ("2026-11", "2026-12-01", "2026-12-01", []), ("2026-11", "2026-12", "2026-12", []),
  ])
  func aTaskGoesToAnotherList(
    payload: String, list: String, moved: String, lost: [String]
  ) throws {
    let period =
      switch try DatePayload(parsing: list).value {
      case .period(let period): period
      case let value: DatePeriod(day: value.firstDay)
      }
    let move = try #require(try DatePayload(parsing: payload).moved(to: period))
    #expect(move.payload.description == moved)
    #expect(move.lost.map(\.description) == lost)
  }

  @Test func aRangeThatWouldEndAfterTheYear9999IsNotMoved() throws {
    let range = try DatePayload(parsing: "2026-11-23 thru 2026-11-25").value
    #expect(try range.moved(to: DatePeriod(day: day("9999-12-30"))) == nil)
    #expect(try range.moved(to: DatePeriod(day: day("9999-12-29"))) != nil)
  }
}

@Suite struct AgendaRankTests {
  @Test func aListIsOrderedByEndLengthPriorityAndPlace() throws {
    let tasks: [(String?, Int?, Int)] = [
      ("2026-11-27 22:00 - 23:00", nil, 9), ("2026-11-27 23:00", nil, 9),
      ("2026-11-28", 1, 7), ("2026-11-28", 5, 1), ("2026-11-28", 5, 2), ("2026-11-28", nil, 0),
      ("2026-11-27 thru 2026-11-28", 1, 0), ("2026-11-29 09:00", 9, 0), ("2026-11-30", 9, 0),
      ("2026-11", 1, 0), ("2026", 1, 0), (nil, 1, 5), (nil, nil, 0),
    ]
    let ranks = try tasks.map { text, priority, line in
      AgendaRank(
        try text.map { try DatePayload(parsing: $0).value }, priority: priority, file: 0, line: line
      )
    }
    // The end is compared before the length: an hour's meeting and a moment that end together.
    let expected = [ranks[1], ranks[0]] + ranks[2...]
    #expect(ranks.reversed().sorted() == Array(expected))
  }

  @Test func ofTwoFilesTheFirstComesFirst() {
    let first = AgendaRank(nil, priority: nil, file: 0, line: 9)
    #expect(first < AgendaRank(nil, priority: 0, file: 1, line: 0))
  }
}
