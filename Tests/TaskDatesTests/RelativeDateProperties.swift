import TaskDates
import TestSupport
import Testing

/// Compares relative dates with a calendar that is walked day by day.
@Suite struct RelativeDateProperties {
  private let days = WalkedCalendar().days
  private static let weekdays = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]

  @Test func lengthsAreDaysOfTheCalendar() throws {
    for (start, count) in samples(400, seed: 1) {
      let there = days[start + count].names[0]
      let here = days[start].names[0]
      for text in ["+\(count)d", "in \(count) days", "\(count) days", "today +\(count) days"] {
        #expect(try value(text, atIndex: start) == there, "\(text) from \(here)")
      }
      for text in ["-\(count)d", "\(count) days ago"] {
        #expect(try value(text, atIndex: start + count) == here, "\(text) from \(there)")
      }
      guard start + count * 7 < days.count else { continue }
      #expect(try value("+\(count)w", atIndex: start) == days[start + count * 7].names[0])
    }
  }

  @Test func edgesAreTheFirstAndLastDaysOfTheirStretch() throws {
    for (index, _) in samples(250, seed: 2) {
      let today = days[index]
      func last(_ isSame: (WalkedCalendar.Day) -> Bool) -> String {
        days[index...].prefix(while: isSame).last?.names[0] ?? ""
      }
      func first(_ isSame: (WalkedCalendar.Day) -> Bool) -> String {
        days[...index].reversed().prefix(while: isSame).last?.names[0] ?? ""
      }
      let quarter = { (day: WalkedCalendar.Day) in
        day.year == today.year && (day.month - 1) / 3 == (today.month - 1) / 3
      }
      let month = { (day: WalkedCalendar.Day) in day.year == today.year && day.month == today.month
      }
      let week = { (day: WalkedCalendar.Day) in
        day.week == today.week && day.weekYear == today.weekYear
      }
      let year = { (day: WalkedCalendar.Day) in day.year == today.year }
      for (name, isSame) in [
        ("month", month), ("week", week), ("quarter", quarter), ("year", year), ("isoweek", week),
      ] {
        #expect(try value("end of \(name)", atIndex: index) == last(isSame))
        #expect(try value("start of \(name)", atIndex: index) == first(isSame))
        #expect(try value("end of this \(name)", atIndex: index) == last(isSame))
      }
    }
  }

  @Test func aWeekdayIsTheNextOneAndNeverToday() throws {
    for (index, _) in samples(250, seed: 3) {
      for (number, name) in Self.weekdays.enumerated() {
        let coming = days[(index + 1)...].first { $0.weekday == number + 1 }
        #expect(try value(name, atIndex: index) == coming?.names[0])
        #expect(try value("+1 \(name)", atIndex: index) == coming?.names[0])
        let third = days[(index + 1)...(index + 21)].last { $0.weekday == number + 1 }
        #expect(try value("+3 \(name)", atIndex: index) == third?.names[0])
        let before = days[..<index].last { $0.weekday == number + 1 }
        #expect(try value("-1 \(name)", atIndex: index) == before?.names[0])
      }
    }
  }

  @Test func thisNextAndLastAreCountedInWeeksThatBeginWhereTheyDo() throws {
    for (index, _) in samples(60, seed: 4) {
      for begin in Weekday.allCases {
        var monday = index
        while days[monday].weekday != begin.rawValue { monday -= 1 }
        for (offset, word) in [(-7, "last"), (0, "this"), (7, "next")] {
          let week = days[monday + offset..<monday + offset + 7]
          for (number, name) in Self.weekdays.enumerated() {
            let expected = week.first { $0.weekday == number + 1 }?.names[0]
            #expect(try value("\(word) \(name)", atIndex: index, begin) == expected)
          }
          let all = try RelativeDate(parsing: "\(word) week")
            .value(at: now(index), firstWeekday: begin)
          #expect(all.firstDay.formattedDate == week.first?.names[0])
          #expect(all.lastDay.formattedDate == week.last?.names[0])
        }
      }
    }
  }

  @Test func aDayOfAMonthIsTheComingOneTodayAmongThem() throws {
    let months = [
      "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
    ]
    for (index, other) in samples(300, seed: 5) {
      let wanted = days[other]
      let coming = days[index...].first { $0.month == wanted.month && $0.day == wanted.day }
      for text in [
        "\(wanted.day) \(months[wanted.month - 1])", "\(months[wanted.month - 1]) \(wanted.day)",
      ] {
        #expect(try value(text, atIndex: index) == coming?.names[0], "\(text)")
      }
      let text = "\(wanted.day) \(months[wanted.month - 1]) \(wanted.year)"
      #expect(try value(text, atIndex: index) == wanted.names[0])
      #expect(try RelativeDate(parsing: text).isFixed)
    }
  }

  @Test func anyWordsAreReadOrRefusedAndGiveARealDate() throws {
    var random = SeededGenerator(seed: 6)
    let pieces = [
      "today", "tomorrow", "next", "last", "this", "friday", "jan", "4", "2027", "+", "-", "3", "d",
      "w", "m", "months", "end", "of", "week", "year", "3pm", "10:00", "25:99", "noon", "to",
      "thru",
      "99999999", "0", "ago", "in", "a", "at", "2026-12-05", "2026-W53", "2026-W53-7", "9999-12-31",
      "0001-01-01", "é", ",", "", "start", "quarter", "eom", "second", "tonight", "until",
      "end of feb 2028", "+2h",
    ]
    var read = 0
    for _ in 0..<40_000 {
      let words = (0..<Int.random(in: 1...6, using: &random)).map { _ in
        pieces.randomElement(using: &random) ?? ""
      }
      let text = words.joined(separator: Bool.random(using: &random) ? " " : "")
      guard let date = try? RelativeDate(parsing: text) else { continue }
      read += 1
      for now in ["0001-01-01 00:00", "2024-02-29 23:59", "9999-12-31 23:59"] {
        _ = try date.ambiguities(at: moment(now))
        guard let value = try date.resolved(at: moment(now)) else { continue }
        #expect(try DatePayload(parsing: DatePayload(value).description).value == value, "\(text)")
        if date.isFixed { #expect(date.fixedValue == value, "\(text)") }
      }
    }
    #expect(read > 1_000)
  }

  @Test func anErrorNamesAPlaceInItsText() {
    for text in ["tomorow", "today +3", "next", "é tomorrow", "tomorrow é", "", "1d 2x", "3pm 4pm"]
    {
      do {
        _ = try RelativeDate(parsing: text)
        Issue.record("\(text) is read")
      } catch {
        #expect((0...text.utf8.count).contains(error.offset ?? -1), "\(text): \(error)")
      }
    }
  }

  @Test(arguments: ["a week ", "1d ", "+1d ", "3pm to ", "9", "- ", "next ", "end of ", "é", ": "])
  func aHostilePayloadTakesNoLonger(piece: String) {
    let clock = ContinuousClock()
    func time(_ count: Int) -> Duration {
      let text = String(repeating: piece, count: count)
      // The best of three runs, since the machine may be busy.
      return (0..<3).map { _ in clock.measure { _ = try? DateExpression(parsing: text) } }.min()
        ?? .zero
    }
    // Thirty times longer for the longer text; a thousand times if the time were quadratic.
    let (short, long) = (time(500), time(16_000))
    #expect(long < short * 300 + .milliseconds(250), "\(piece): \(short), \(long)")
  }

  // MARK: Steps

  /// Pairs of a day, by its index, and the number of days to a second one.
  private func samples(_ count: Int, seed: UInt64) -> [(Int, Int)] {
    var random = SeededGenerator(seed: seed)
    return (0..<count).map { _ in
      (
        Int.random(in: 800..<days.count - 3_300, using: &random),
        Int.random(in: 1...900, using: &random)
      )
    }
  }

  private func now(_ index: Int) throws -> DateTimeParameters {
    try moment("\(days[index].names[0]) 09:30")
  }

  private func value(
    _ text: String, atIndex index: Int, _ begin: Weekday = .monday
  ) throws -> String {
    let date = try RelativeDate(parsing: text)
    return try date.value(at: now(index), firstWeekday: begin).description
  }
}
