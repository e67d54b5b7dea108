import CalendarItems
import Diagnostics
import ICalendar
import ICalendarConformance
import TaskDates
import Testing

private func reading(_ lines: String) -> CalendarReading {
  let text =
    "BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:1\nDTSTART:20260101T100000Z\n\(lines)\nEND:VEVENT\nEND:VCALENDAR\n"
  return CalendarReading(bytes: Array(text.replacing("\n", with: "\r\n").utf8))
}

private func item(_ lines: String) throws -> CalendarItem {
  try #require(reading(lines).items.first).item
}

@Suite("What is read though RFC 5545 has it otherwise")
struct TolerantReadingTests {
  @Test(arguments: ["CREATED", "LAST-MODIFIED"])
  func aStampInTheYearZeroIsNoneAndNoError(name: String) {
    let reading = reading("\(name):00001231T000000Z")
    #expect(reading.diagnostics.isEmpty)
    #expect(reading.items.first?.refused == [])
    #expect(reading.document.printed == reading.document.bytes)
    #expect(
      !Conformance.findings(of: reading.document).contains {
        $0.diagnostic.sentence.contains("0000")
      })
  }

  @Test(arguments: ["COMPLETED:00001231T000000Z", "CREATED:00001331T000000Z"])
  func anotherDateInTheYearZeroIsRefused(line: String) {
    let text =
      "BEGIN:VCALENDAR\r\nBEGIN:VTODO\r\nUID:1\r\n\(line)\r\nEND:VTODO\r\nEND:VCALENDAR\r\n"
    #expect(!CalendarReading(bytes: Array(text.utf8)).diagnostics.isEmpty)
  }

  @Test(arguments: [
    ("SUMMARY;ENCODING=QUOTED-PRINTABLE:m=C3=B6chen", "möchen"),
    ("SUMMARY;QUOTED-PRINTABLE:m=c3=b6chen", "möchen"),
    ("SUMMARY;CHARSET=ISO-8859-1;ENCODING=QUOTED-PRINTABLE:m=F6chen", "möchen"),
    ("SUMMARY;CHARSET=UTF-8:möchen", "möchen"),
    ("SUMMARY;ENCODING=QUOTED-PRINTABLE:a=0D=0A=\nb", "a\nb"),
    ("SUMMARY;ENCODING=QUOTED-PRINTABLE:one =\n two", "one  two"),
    ("SUMMARY;ENCODING=QUOTED-PRINTABLE:m=C3=\n B6chen", "möchen"),
    ("SUMMARY;ENCODING=QUOTED-PRINTABLE:a=ZZ b=", "a=ZZ b"),
    ("SUMMARY;ENCODING=BASE64:bcO2Y2hlbg==", "möchen"),
    ("SUMMARY:a=\n b=C3", "a=b=C3"),
  ])
  func aTextOfVCalendarIsDecoded(line: String, title: String) throws {
    let reading = reading(line)
    #expect(reading.items.first?.item.title == title)
    #expect(reading.diagnostics.isEmpty)
    #expect(reading.document.printed == reading.document.bytes)
  }

  @Test func aSoftBreakNeverTakesTheEndOfAnItem() throws {
    let reading = reading("SUMMARY;ENCODING=QUOTED-PRINTABLE:a=")
    #expect(reading.items.first?.item.title == "a")
    #expect(reading.isComplete)
  }

  @Test func aPlaceAfterASoftBreakIsThatOfTheFile() throws {
    let document = reading("DESCRIPTION;ENCODING=QUOTED-PRINTABLE:ab=\ncd").document
    let line = document.lines[4]
    let text = document.unfolded(line)
    let place = try #require(text.firstIndex(of: UInt8(ascii: "c")))
    #expect(document.bytes[document.offset(of: place, in: line)] == UInt8(ascii: "c"))
  }

  @Test func anEncodedTextIsKeptAndAChangedOneIsWrittenPlainly() throws {
    let reading = reading(
      "SUMMARY;ENCODING=QUOTED-PRINTABLE;LANGUAGE=de:m=C3=B6chen\nDESCRIPTION;ENCODING=QUOTED-PRINTABLE:a=\nb"
    )
    var item = reading.items[0].item
    item.title = "a=b"
    var edit = CalendarEdit(reading)
    edit.replace(reading.items[0], with: item, at: nil)
    let text = String(decoding: edit.bytes, as: UTF8.self)
    #expect(text.contains("\r\nSUMMARY;LANGUAGE=de:a=b\r\n"))
    #expect(text.contains("\r\nDESCRIPTION;ENCODING=QUOTED-PRINTABLE:a=\r\nb\r\n"))
    #expect(CalendarReading(bytes: edit.bytes).items[0].item.isEqual(to: item))
  }

  @Test(arguments: ["FREQ=WEEKLY;INTERVAL=99999999999999999999", "FREQ=DAILY;INTERVAL=2;"])
  func aRuleIsReadAndStaysAsItIsWritten(rule: String) throws {
    let reading = reading("SUMMARY:a\nRRULE:\(rule)\nURL:www.example.org")
    #expect(reading.diagnostics.isEmpty)
    var item = reading.items[0].item
    #expect(item.url == "www.example.org")
    item.title = "b"
    var edit = CalendarEdit(reading)
    edit.replace(reading.items[0], with: item, at: nil)
    let text = String(decoding: edit.bytes, as: UTF8.self)
    #expect(text.contains("\r\nRRULE:\(rule)\r\nURL:www.example.org\r\n"))
  }

  @Test func aPeriodThatIsNoTimeReportsThatAPeriodIsExpected() {
    let reading = reading("RDATE;VALUE=PERIOD: 20000101T000000Z/PT1H")
    #expect(
      Conformance.findings(of: reading.document).contains {
        $0.diagnostic.sentence.contains("expected a time, a slash, and a time or a duration")
      })
  }
}
