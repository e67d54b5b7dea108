import Foundation
import Testing

@Suite("Lists of stores")
struct StoreListTests {
  /// Items of every kind that a filter by columns could miss.
  private static let items = [
    "VTODO|DUE;VALUE=DATE:20261120", "VTODO|DUE:20261125T100000Z", "VTODO|DTSTART:20261127T090000",
    "VTODO", "VTODO|DUE;VALUE=DATE:20261120|STATUS:COMPLETED",
    "VTODO|DUE;VALUE=DATE:20261120|STATUS:NEEDS-ACTION|COMPLETED:20261120T000000Z",
    "VTODO|DUE;VALUE=DATE:20261120|COMPLETED:20261120T000000Z",
    "VTODO|DUE;VALUE=DATE:20261120|STATUS:CANCELLED",
    "VTODO|DTSTART;VALUE=DATE:20240101|DUE;VALUE=DATE:20240101|RRULE:FREQ=MONTHLY",
    "VEVENT|DTSTART;TZID=Pacific/Kiritimati:20261126T003000|DTEND;TZID=Pacific/Kiritimati:20261126T010000",
    "VEVENT|DTSTART;TZID=Pacific/Pago_Pago:20261124T233000|DTEND;TZID=Pacific/Pago_Pago:20261124T234500",
    "VEVENT|DTSTART:20261110T090000|DTEND:20261126T090000",
    "VEVENT|DTSTART:20261101T090000|ESTIMATED-DURATION:P30D",
    "VEVENT|DTSTART;VALUE=DATE:20200106|RRULE:FREQ=WEEKLY;UNTIL=20261125",
    "VEVENT|DTSTART;VALUE=DATE:20261125|STATUS:CANCELLED",
    "VTODO|DUE;VALUE=DATE:20261210|CATEGORIES:Ä,b|PRIORITY:1|DESCRIPTION:STATUS:COMPLETED",
  ]

  private static var series: String {
    """
    BEGIN:VTODO\r\nUID:series\r\nDTSTAMP:20260101T000000Z\r\nSUMMARY:series\r
    DTSTART;VALUE=DATE:20260101\r\nDUE;VALUE=DATE:20260101\r\nRRULE:FREQ=DAILY;COUNT=3\r
    STATUS:COMPLETED\r\nEND:VTODO\r\nBEGIN:VTODO\r\nUID:series\r\nDTSTAMP:20260101T000000Z\r
    SUMMARY:moved\r\nRECURRENCE-ID;VALUE=DATE:20260102\r\nDUE;VALUE=DATE:20261125\r
    END:VTODO\r\n
    """
  }

  private static func calendar() -> String {
    let components = items.enumerated().map { number, words in
      var lines = words.split(separator: "|").map(String.init)
      let kind = lines.removeFirst()
      lines.insert("UID:\(number)\r\nDTSTAMP:20260101T000000Z\r\nSUMMARY:item \(number)", at: 0)
      return "BEGIN:\(kind)\r\n" + lines.joined(separator: "\r\n") + "\r\nEND:\(kind)\r\n"
    }
    return "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//x//y//EN\r\n" + components.joined() + series
      + "END:VCALENDAR\r\n"
  }

  @Test(arguments: [
    ["today"], ["week"], ["next", "7", "days"], ["2026-11"], ["2026"], ["2026-11-24"],
    ["2026-11-25", "--no-overdue"], ["overdue"], ["undated"], ["all"], ["today", "--done"],
    ["week", "--done"], ["all", "--done"], ["all", "--tag", "b"],
  ])
  func showTheSameAsTheirCalendar(words: [String]) throws {
    let home = try StoreHome()
    try home.scratch.write("all.ics", Self.calendar())
    for store in ["sqlite:s.db", "vdir:v"] {
      _ = try home.printed("store", "add", store, "--list", "L")
      _ = try home.run("store", "import", "all.ics", "\(store)#L")
      let options = ["--sort", "title", "--zone", "Europe/Berlin"]
      let now = ["DUECAL_NOW": "2026-11-25T12:00:00Z"]
      let expected = try home.run(["list"] + words + ["all.ics"] + options, environment: now)
      let list = try home.run(["list"] + words + [store] + options, environment: now)
      #expect(list.output == expected.output, "\(store) \(words)")
    }
  }

  /// The IDs of all items are needed: those of equal titles depend on each other, also if not all are shown.
  @Test(arguments: [ChangedStore.vdir, .sqlite])
  func showTheIDsThatOtherCommandsAccept(store: ChangedStore) throws {
    let home = try StoreHome()
    try store.fill(
      home,
      "- Pay @due(2026-12-03)\n- Pay @due(2026-12-04) @done\n- Pay @due(2026-12-05)\n- Rent\n")
    let list = try home.run("list", "all", "--format", "{id} {due}", store.rawValue).output
    let rows = list.split(separator: "\n").map { $0.split(separator: " ") }
    #expect(rows.count == 3 && Set(rows.map(\.first)).count == 3, "\(list)")
    let id = try #require(rows.first { $0.last == "2026-12-05" }?.first)
    let json = try home.run("list", "all", "--json", store.rawValue).output
    #expect(json.contains("\"id\" : \"\(id)\""), "\(json)")
    #expect(try home.run("list", "all", "--ids", store.rawValue).output.contains(id))
    let run = try home.run("tag", String(id), "@found", "-f", store.rawValue)
    #expect(run.status == 0 && run.output.contains("(\(id))"), "\(run.error)")
    #expect(
      try store.lines(home).contains { $0.contains("2026-12-05") && $0.contains("@found") })
  }

  @Test func reportWhatIsWrongWithAnItem() throws {
    let home = try StoreHome.withFolder()
    try home.item(
      "cal/home/3.ics", "BEGIN:VTODO\nUID:3\nDTSTAMP:20261201T000000Z\nDUE:soon\nEND:VTODO")
    let run = try home.run("list", "all", "vdir:cal")
    #expect(run.error.contains("vdir:cal#home/3.ics:7:5: error:"))
    #expect(run.output.contains("Call Ann"))
  }
}
