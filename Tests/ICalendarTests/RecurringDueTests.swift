import CalendarItems
import ExactText
import ICalendar
import TaskDates
import Testing

@Suite("A repeating to-do begins when it is due")
struct RecurringDueTests {
  private func item(_ due: String) throws -> CalendarItem {
    var item = CalendarItem(kind: .reminder, uid: "1", title: "Pay")
    item.when = try DatePayload(parsing: due).value
    item.recurrence = Recurrence(rule: RecurrenceRule(.daily))
    return item
  }

  @Test func inWhatIsWritten() throws {
    let bytes = ItemEncoder(zones: [:]).lines(of: try item("2026-12-01 15:00"))
    let text = String(decoding: bytes, as: UTF8.self)
    #expect(text.contains("DTSTART:20261201T150000\r\nDUE:20261201T150000\r\n"))
  }

  @Test func withAStartOfTheTypeOfItsDueDate() throws {
    func value(_ text: String) throws -> TMDateType { try DatePayload(parsing: text).value }
    let (day, moment) = (try value("2026-12-01"), try value("2026-12-01 15:00"))
    let (days, midnight) = (try value("2026-12-01 - 2026-12-03"), try value("2026-12-01 00:00"))
    #expect(moment.typed(isAllDay: true) == day)
    #expect(day.typed(isAllDay: false) == midnight)
    for date in [day, days, moment] {
      #expect(date.typed(isAllDay: date.isAllDay) == date && date.typed(isAllDay: nil) == date)
    }
  }

  @Test func inItsDates() throws {
    let dates = ReminderDates(try item("2026-12-01"))
    #expect(dates.start == dates.due && dates.duration == nil && dates.shift == TimeSpan())
  }

  @Test func forAlarmsThatCountFromItsBeginning() throws {
    let item = try item("2026-12-01 15:00")
    #expect(item.moment(of: .start) == item.when?.startDate)
  }

  @Test func forTheNamesOfItsOccurrences() throws {
    let item = try item("2026-12-01 15:00")
    let next = try DatePayload(parsing: "2026-12-02 15:00").value
    #expect(item.occurrenceName(of: next.startDate, zone: nil) == next)
  }

  /// Version 0.1 wrote such a to-do with a start one minute before its due date.
  @Test(arguments: [
    "DTSTART:20261201T145900\nDUE:20261201T150000",
    "DTSTART:20261201T150000\nDUE:20261201T150000",
  ])
  func inEitherFormThatIsRead(dates: String) throws {
    let text =
      "BEGIN:VCALENDAR\nBEGIN:VTODO\nUID:1\n\(dates)\nRRULE:FREQ=DAILY\nEND:VTODO\n"
      + "END:VCALENDAR\n"
    let read = try #require(CalendarReading(bytes: Array(text.utf8)).items.first?.item)
    #expect(read.when == (try DatePayload(parsing: "2026-12-01 15:00").value))
    #expect(read.start == nil && read.recurrence?.countsStarts == false)
  }
}
