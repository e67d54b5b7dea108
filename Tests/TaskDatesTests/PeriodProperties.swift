import TaskDates
import TestSupport
import Testing

/// Compares periods with a calendar that is walked day by day.
@Suite struct PeriodProperties {
  private let calendar = WalkedCalendar()

  /// The day numbers of every day, week, month and year, by name.
  private var daysByName: [String: Range<Int>] {
    var days: [String: Range<Int>] = [:]
    for (index, day) in calendar.days.enumerated() {
      for name in day.names { days[name] = (days[name]?.lowerBound ?? index)..<index + 1 }
    }
    return days
  }

  @Test func everyDayIsInItsLists() throws {
    for day in calendar.days {
      let lists = try day.names.map { try list($0) }
      let values = try day.names.map { try DatePayload(parsing: $0).value }
      for (finer, value) in values.enumerated() {
        for (coarser, list) in lists.enumerated() where list.shows(value) != (finer <= coarser) {
          Issue.record("\(day.names[finer]) in \(day.names[coarser])")
        }
      }
    }
  }

  @Test func aTaskIsInAListIfADayIsInBoth() throws {
    let days = daysByName
    let distances = [-366, -31, -8, -7, -1, 0, 1, 6, 7, 8, 30, 31, 366]
    var known: [String: PeriodList] = [:]
    for (name, range) in days {
      let value = try DatePayload(parsing: name).value
      for distance in distances {
        let near = range.lowerBound + distance
        guard calendar.days.indices.contains(near) else { continue }
        for list in calendar.days[near].names {
          let periods = try known[list] ?? self.list(list)
          known[list] = periods
          let isIn = value.unit <= periods.unit && days[list]?.overlaps(range) == true
          if periods.shows(value) != isIn { Issue.record("\(name) in \(list)") }
        }
      }
    }
  }

  @Test func aRangeIsInTheListsOfAllItsDays() throws {
    var random = SeededGenerator(seed: 11)
    for _ in 0..<3_000 {
      let first = Int.random(in: 0..<calendar.days.count - 60, using: &random)
      let last = first + Int.random(in: 0...40, using: &random)
      let range = try TMDateType.range(
        day(calendar.days[first].names[0]), day(calendar.days[last].names[0]))
      let near = calendar.days[Int.random(in: max(0, first - 9)...last + 9, using: &random)]
      let walked = Set(calendar.days[first...last].flatMap(\.names))
      for name in near.names {
        #expect(try list(name).shows(range) == walked.contains(name), "\(range) in \(name)")
      }
    }
  }

  @Test func aMaskTakesListsAwayAndAddsNone() throws {
    var random = SeededGenerator(seed: 12)
    for _ in 0..<2_000 {
      let names = calendar.days.randomElement(using: &random)?.names ?? []
      let value = try DatePayload(parsing: names.randomElement(using: &random) ?? "").value
      let mask = ListMask(rawValue: UInt8.random(in: 0...15, using: &random))
      for name in names {
        let list = try list(name)
        #expect(list.shows(value, mask: mask) == (list.shows(value) && mask.admits(list.unit)))
      }
    }
  }

  @Test func aMovedTaskIsInTheListThatItWasMovedTo() throws {
    var random = SeededGenerator(seed: 13)
    for _ in 0..<5_000 {
      let value = try anyValue(&random)
      let target = calendar.days.randomElement(using: &random)?.names.randomElement(using: &random)
      let list = try list(try #require(target))
      let period = try #require(list.period)
      let move = try #require(value.moved(to: period))
      #expect(list.shows(move.value), "\(value) to \(period)")
      #expect(move.value.unit == period.unit)
      #expect(move.value.firstDay == period.firstDay)
      // The list of a day loses nothing, and a range keeps its length.
      if period.unit == .day {
        #expect(move.lost.isEmpty)
        #expect(move.value.dayNumbers.count == value.dayNumbers.count || value.unit > .day)
      }
      let again = try #require(move.value.moved(to: period))
      #expect(again.value == move.value && again.lost.isEmpty)
    }
  }

  private func anyValue(_ random: inout SeededGenerator) throws -> TMDateType {
    let first = Int.random(in: 0..<calendar.days.count - 60, using: &random)
    let names = calendar.days[first].names
    let last = calendar.days[first + Int.random(in: 1...50, using: &random)].names[0]
    let text = [
      names[0], names[1], names[2], names[3], "\(names[0]) 15:00", "\(names[0]) 15:00 - 16:00",
      "\(names[0]) 15:00 thru \(last) 09:00", "\(names[0]) thru \(last)",
    ].randomElement(using: &random)
    return try DatePayload(parsing: text ?? "").value
  }

  private func list(_ text: String) throws -> PeriodList {
    switch try DatePayload(parsing: text).value {
    case .date(let day): PeriodList(DatePeriod(day: day))
    case .period(let period): PeriodList(period)
    default: throw TMError.invalidFormattedString(text)
    }
  }
}
