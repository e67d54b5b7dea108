import CalendarItems
import CalendarStores
import ExactText
import TaskDates
import TestSupport
import Testing

/// Changes series and their occurrences on a phone and in the text: after each sync, both have the same dates.
@Suite("Random series on a phone and in a task file")
struct RandomSeriesTests {
  @Test(arguments: 0..<Steps.count(or: 60))
  func haveTheSameDates(seed: Int) async throws {
    var trial = try await SeriesTrial(seed: UInt64(seed))
    var log = "seed \(seed)"
    for _ in 0..<6 {
      let done = try await trial.change()
      try await trial.both.sync()
      let (lines, phone) = (try await trial.both.datesOfLines, await trial.both.datesOnPhone)
      // A done line that is not an occurrence any more stays where it is.
      log += ", \(done):\n\(try trial.both.lines)"
      #expect(lines.filter(isOpen) == phone.filter(isOpen), "\(log)")
      #expect(Set(phone).isSubset(of: lines), "\(log)")
      guard lines == phone else { return }
    }
  }

  private func isOpen(_ date: String) -> Bool { !date.hasSuffix(" done") }
}

/// A series that is changed on both sides.
private struct SeriesTrial {
  let both: FileAndPhone
  private var random: SeededGenerator

  private static let lines = [
    "- Team @due(2026-12-07 09:00 - 09:15) @repeat(weekly 6 times)",
    "- Team @due(2026-12-07 09:00 - 09:15) @repeat(daily 7 times)",
    "- Trip @due(2026-12-07 - 2026-12-08) @repeat(every 3 days 5 times)",
    "- Water @due(2026-12-07) @repeat(weekly 6 times)",
    "- Pills @due(2026-12-07 08:30) @repeat(every 2 days 8 times)",
    "- Rent @start(2026-12-05) @due(2026-12-07) @repeat(monthly 5 times)",
    "- Mail @due(2026-12-07) @repeat(weekly on mon, thu until 2027-01-20) @except(2026-12-10)",
  ]

  init(seed: UInt64) async throws {
    random = SeededGenerator(seed: seed)
    let line = Self.lines.randomElement(using: &random) ?? Self.lines[0]
    both = try await FileAndPhone("Home:\n\t\(line)\n\t- Plan\n")
  }

  /// Changes one side, or both; returns what was done.
  mutating func change() async throws -> String {
    switch Int.random(in: 0..<5, using: &random) {
    case 0: return try await changeLine()
    case 1:
      let first = try await changeOnPhone()
      return try await first + " and " + changeLine()
    default: return try await changeOnPhone()
    }
  }

  // MARK: On the phone

  private mutating func changeOnPhone() async throws -> String {
    guard var series = await both.items.first(where: { $0.item.recurs }) else { return "nothing" }
    if !series.content.changed.isEmpty, Int.random(in: 0..<6, using: &random) == 0 {
      series.content.changed.removeFirst()
      try await both.phone.update(series)
      return "an occurrence is as in its series again"
    }
    let zone = series.item.anchor.zone(series.content.zones)
    guard let dates = ItemSeries(series.item, zones: series.content.zones),
      let date = Array(dates).randomElement(using: &random)
    else { return "nothing" }
    var own = date.item
    own.recurrence = nil
    own.occurrence = series.item.occurrenceName(of: date.originalDate, zone: zone)
    let known = series.content.changed.firstIndex { $0.occurrence == own.occurrence }
    if let known { own = series.content.changed[known] }
    let done = change(&own, zone)
    if let known {
      series.content.changed[known] = own
    } else {
      series.content.changed.append(own)
    }
    try await both.phone.update(series)
    return "\(done) \(TMDateType.dateTime(date.originalDate))"
  }

  private mutating func change(_ own: inout CalendarItem, _ zone: Zone?) -> String {
    switch Int.random(in: 0..<4, using: &random) {
    case 0:
      own.status = .cancelled
      return "cancelled"
    case 1 where own.kind == .reminder:
      own.status = .completed
      own.completed = Instant(seconds: 1_796_000_000)
      return "completed"
    case 2:
      own.title += "!"
      return "renamed"
    default:
      let days = Int.random(in: -2...9, using: &random)
      guard let date = own.seriesDate?.startDate.advanced(bySeconds: days * 86_400 + 3600),
        let moved = own.moved(to: date, zone: zone)
      else { return "left" }
      (own.when, own.start) = (moved.when, moved.start)
      return "moved"
    }
  }

  // MARK: In the text

  private mutating func changeLine() async throws -> String {
    var lines = try both.lines.split(separator: "\n").map(String.init)
    let own = lines.indices.filter { lines[$0].contains("@due") && !lines[$0].contains("@repeat") }
    guard let line = own.randomElement(using: &random) else { return "nothing" }
    let done: String
    switch Int.random(in: 0..<5, using: &random) {
    case 0:
      lines.remove(at: line)
      done = "removed a line"
    case 1:
      lines[line] = lines[line].replacing("2026-12-", with: "2027-03-")
      done = "moved a line"
    case 2:
      lines[line] = lines[line].replacing("\t- ", with: "\t- My ")
      done = "renamed a line"
    case 3:
      lines.swapAt(line, lines.count - 1)
      done = "moved a line down"
    default:
      done = restore(&lines)
    }
    try both.write(lines.joined(separator: "\n") + "\n")
    return done
  }

  /// Takes a date out of `@except`.
  private mutating func restore(_ lines: inout [String]) -> String {
    guard let line = lines.firstIndex(where: { $0.contains("@except(") }),
      let tag = lines[line].firstRange(of: "@except(")
    else { return "nothing" }
    let dates = lines[line][tag.upperBound...].prefix { $0 != ")" }
    var all = dates.split(separator: ",")
    all.remove(at: Int.random(in: all.indices, using: &random))
    let rest = all.isEmpty ? "" : "@except(\(all.joined(separator: ",")))"
    lines[line] = lines[line].replacing("@except(\(dates))", with: rest)
    return "restored a date"
  }
}
