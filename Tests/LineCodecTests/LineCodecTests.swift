import CalendarItems
import ExactText
import LineCodec
import TaskBridge
import TaskDates
import TaskText
import Testing

@Suite("A line and its item")
struct LineCodecTests {
  private static let options = LineCodecOptions(
    zone: .utc, zones: ZoneDatabase(), vocabulary: Vocabulary(), dayStart: .midnight)

  private func document(_ dialect: TaskDialect) -> TaskDocument {
    TaskDocument(bytes: [], dialect: dialect)
  }

  private func item(
    _ title: String, _ due: String?, _ kind: CalendarItem.Kind = .reminder
  ) throws -> CalendarItem {
    var item = CalendarItem(kind: kind, uid: "1", title: title, anchor: .utc)
    item.when = try due.map { try DatePayload(parsing: $0).value }
    if kind == .event { item.status = .confirmed }
    return item
  }

  private func items() throws -> [CalendarItem] {
    var done = try item("Pay @home rent", "2026-12-03")
    (done.status, done.percent) = (.completed, 100)
    done.completed = Zone.utc.instant(
      of: try DatePayload(parsing: "2026-12-03 12:00").value.startDate)
    var series = try item("Water the plants", "2026-12-04 09:00")
    series.recurrence = Recurrence(rule: try RecurrenceRule(rrule: "FREQ=WEEKLY"))
    var noted = try item("Call Ann", "2026-12-05 15:00")
    noted.notes = "the new number\n- of her office"
    var holiday = try item("Holiday", "2026-12-24", .event)
    holiday.blocksTime = false
    return [
      try item("Think", nil), done, series, noted, holiday,
      try item("Team", "2026-12-07 09:00-09:15", .event),
    ]
  }

  @Test(arguments: TaskDialect.allCases)
  func giveEachOther(dialect: TaskDialect) throws {
    let encoder = LineEncoder(document(dialect), Self.options)
    for item in try items() {
      let line = try #require(encoder.line(of: item, [:], inProject: nil))
      let read = LoneLine(LineSource(line: line), like: document(dialect), Self.options)
      #expect(read.kind == item.kind)
      let found = read.item(item.kind, uid: "1")
      #expect(found.isEqual(to: item, under: .line), "\(line.body): \(found)")
      #expect(encoder.line(of: found, [:], inProject: nil) == line)
    }
  }

  @Test func noLineGivesAnEventWithoutADate() throws {
    let encoder = LineEncoder(document(.taskPaper), Self.options)
    #expect(encoder.line(of: try item("Think", nil, .event), [:], inProject: nil) == nil)
  }

  @Test func aChangeOfALineIsWrittenIntoItsFieldsAlone() throws {
    let lines = ["- Call Ann @due(2026-12-05)", "- Call Ann @due(2026-12-06)"].map {
      LoneLine(LineSource(line: ItemLine(body: $0)), like: document(.taskPaper), Self.options)
    }
    var stored = try item("Call Ann, as a phone has it", "2026-12-05")
    stored.location = "Berlin"
    let change = LineDifference(from: lines[0], to: lines[1], .reminder, uid: "1")
    change.write(into: &stored, [:], movesAlarms: true)
    #expect(!change.isEmpty && stored.title == "Call Ann, as a phone has it")
    let moved = try DatePayload(parsing: "2026-12-06").value
    #expect(stored.location == "Berlin" && stored.when == moved)
    #expect(LineDifference(from: lines[1], to: lines[1], .reminder, uid: "1").isEmpty)
  }
}
