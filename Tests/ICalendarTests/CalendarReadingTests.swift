import CalendarItems
import Diagnostics
import ICalendar
import TaskDates
import TestSupport
import Testing

/// Reads the lines of one component and returns its item.
func readItem(
  _ kind: String, _ lines: String, _ location: SourceLocation = #_sourceLocation
) throws -> CalendarItem {
  let text = "BEGIN:\(kind)\r\nUID:u\r\n\(lines)\r\nEND:\(kind)\r\n"
  let reading = CalendarReading(bytes: Array(text.utf8))
  return try #require(reading.items.first, sourceLocation: location).item
}

private func messages(_ text: String) -> [String] {
  CalendarReading(bytes: Array(text.utf8)).diagnostics.map(\.description)
}

@Suite("A calendar that is read")
struct CalendarReadingTests {
  @Test func reportsWhatTheFileIsNot() {
    #expect(messages("") == ["1:1: error: this is not a calendar; expected BEGIN:VCALENDAR"])
    #expect(!CalendarReading(bytes: [0xFF, 0xFE, 0x42, 0]).isCalendar)
    #expect(CalendarReading(bytes: Array("BEGIN:VCALENDAR\nEND:VCALENDAR\n".utf8)).isCalendar)
  }

  @Test func refusesWhatIsTooLarge() {
    var limits = InputLimits()
    limits.lineEnds = 2
    let two = CalendarReading(
      bytes: Array("BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n".utf8), limits: limits)
    #expect(two.isCalendar)
    let three = CalendarReading(
      bytes: Array("\nBEGIN:VCALENDAR\nEND:VCALENDAR\n".utf8), limits: limits)
    #expect(
      three.diagnostics.map(\.description) == [
        "1:1: error: the file has 3 lines and is not read; expected 2 at most"
      ])
  }

  @Test(arguments: [
    ("DUE:20240101T240000Z", "warning: \"20240101T240000Z\" is read as 20240102T000000Z"),
    ("DTSTART:20240101T090000Z\nDURATION:P1W2DT3H", "warning: \"P1W2DT3H\" is read as P9DT3H"),
    ("DTSTART:20240101T090000Z\nDURATION:P300S", "warning: \"P300S\" is read as PT5M"),
    ("DTSTART:20240101T090000Z\nDURATION:P1D2H", "warning: \"P1D2H\" is read as P1DT2H"),
    ("DTSTART:20240101T090000Z\nDURATION:P15M", "error: \"P15M\" is not a length"),
    ("DTSTART:20240101T090000Z\nDURATION:P2147483647D", "error: \"P2147483647D\" is not a length"),
    (
      "DTSTART:99991231T090000Z\nDURATION:P2D",
      "error: this value is ignored, because the end would be outside"
    ),
    ("SUMMARY:a\u{202E}b", "warning: the value changes the direction of its text"),
  ])
  func reportsWhatItReadsOtherwise(lines: String, message: String) {
    let reported = messages("BEGIN:VTODO\nUID:1\n\(lines)\nEND:VTODO\n")
    #expect(reported.count == 1 && reported[0].contains(message), "\(reported)")
  }

  @Test func reportsNothingOfLengthsThatAreLegal() {
    for length in ["P7D", "PT90M", "PT3600S", "P1DT24H", "+P1D"] {
      #expect(
        messages("BEGIN:VTODO\nUID:1\nDTSTART:20240101T090000Z\nDURATION:\(length)\nEND:VTODO")
          == [])
    }
  }

  @Test func readsWhatIsBesideSomethingBroken() {
    let text = """
      BEGIN:VCALENDAR
      BEGIN:VTODO
      UID:1
      DUE:20240230
      no line
      END:VTODO
      BEGIN:VTODO
      UID:2
      SUMMARY:never ends
      BEGIN:VTODO
      UID:3
      SUMMARY:ends
      END:VTODO
      END:VCALENDAR
      """
    let reading = CalendarReading(bytes: Array(text.utf8))
    #expect(reading.items.map(\.item.uid) == ["1", "3"])
    #expect(!reading.isComplete)
    #expect(
      reading.diagnostics.map(\.description) == [
        "4:5: error: \"20240230\" is not a date; expected one such as 20261203T150000 (UID \"1\")",
        "5:3: error: this is not a content line; expected a colon before the value",
        "7:1: error: \"VTODO\" has no end and is kept but not read; expected END:VTODO",
      ])
  }

  @Test func reportsHowMuchItDoesNotLookAt() {
    let todo = "BEGIN:VTODO\nUID:1\nEND:VTODO\n"
    var limits = InputLimits()
    limits.components = 2
    let bytes = Array("BEGIN:VCALENDAR\n\(todo)\(todo)END:VCALENDAR\n".utf8)
    let few = CalendarReading(bytes: bytes, limits: limits)
    #expect(few.items.count == 1 && !few.isComplete && few.diagnostics.count == 1)
    limits.bytes = 10
    let none = CalendarReading(bytes: bytes, limits: limits)
    #expect(none.items.isEmpty && !none.isComplete && none.diagnostics.count == 1)
    #expect(limits.set("line", to: 5) && !limits.set("miles", to: 5))
    limits = InputLimits()
    limits.line = 20
    let long = "BEGIN:VTODO\nUID:1\nSUMMARY:\(String(repeating: "x", count: 30))\nEND:VTODO"
    let short = CalendarReading(bytes: Array(long.utf8), limits: limits)
    #expect(short.items.first?.refused == [2])
    #expect(short.items.first?.item.title == "")
  }

  @Test func readsTheLinesAfterALongAFoldedAndABrokenOne() {
    var limits = InputLimits()
    limits.line = 6000
    let (long, longer) = (String(repeating: "x", count: 5000), String(repeating: "y", count: 7000))
    let text = """
      BEGIN:VTODO
      UID:1
      LOCATION:\(long)
      COMMENT:\(longer)
      DESCRIPTION:a
       b
      no line
      SUMMARY:c
      DUE:x
      END:VTODO

      """
    let reading = CalendarReading(bytes: Array(text.utf8), limits: limits)
    let item = reading.items.first?.item
    #expect([item?.title, item?.notes, item?.location] == ["c", "ab", long])
    let places = reading.diagnostics.map(\.place)
    #expect(places.map { [$0.line, $0.column] } == [[4, 1], [7, 3], [9, 5]])
  }

  @Test func readsAsManyRulesAsAllowed() {
    var limits = InputLimits()
    limits.rules = 2
    func rules(_ count: Int) -> Int? {
      // Equal rules are read once.
      let rules = (1...count).map { "RRULE:FREQ=DAILY;COUNT=\($0 + 1)\n" }.joined()
      let text = "BEGIN:VEVENT\nUID:1\nDTSTART:20260101\n\(rules)END:VEVENT\n"
      let reading = CalendarReading(bytes: Array(text.utf8), limits: limits)
      return reading.items.first?.item.recurrence?.rules.count
    }
    #expect([1, 2, 3].map(rules) == [1, 2, 2])
  }

  /// Reading with an earlier reading gives the same result as without.
  @Test func whatWasReadBeforeIsReadAlike() {
    var random = SeededGenerator(seed: 4)
    var todos = (0..<60).map {
      "BEGIN:VTODO\nUID:\($0)\nDUE:2024010\($0 % 11)\nX-A:1\nBEGIN:VALARM\nTRIGGER:-PT1M\nEND:VALARM\nEND:VTODO\n"
    }
    func bytes() -> [UInt8] { Array("BEGIN:VCALENDAR\n\(todos.joined())END:VCALENDAR\n".utf8) }
    var before = CalendarReading(bytes: bytes())
    for round in 0..<60 {
      switch round % 4 {
      case 0: todos.shuffle(using: &random)
      case 1: todos.remove(at: Int.random(in: 0..<todos.count, using: &random))
      case 2:
        todos.insert("BEGIN:VTODO\nUID:n\(round)\nDUE:x\nEND:VTODO\n", at: round % todos.count)
      default: todos[round % todos.count] = "BEGIN:VTODO\nUID:c\(round)\nY-B:2\nEND:VTODO\n"
      }
      let again = CalendarReading(bytes: bytes(), remembering: before)
      let anew = CalendarReading(bytes: bytes())
      #expect(again.items.map(\.item) == anew.items.map(\.item))
      #expect(again.items.map(\.kept) == anew.items.map(\.kept))
      #expect(again.items.map(\.alarms) == anew.items.map(\.alarms))
      #expect(again.items.map(\.item.original.bytes) == anew.items.map(\.item.original.bytes))
      #expect(again.diagnostics == anew.diagnostics)
      before = again
    }
  }

  @Test func anItemInTooManyComponentsIsKept() {
    let depth = 40
    let text =
      String(repeating: "BEGIN:A\n", count: depth) + "BEGIN:VTODO\nUID:1\nEND:VTODO\n"
    let reading = CalendarReading(bytes: Array(text.utf8))
    #expect(reading.items.isEmpty && !reading.isComplete)
  }
}

@Suite("How clients write it")
struct DialectTests {
  @Test func appleBeginsAReminderWhenItIsDue() throws {
    let item = try readItem(
      "VTODO", "DTSTART;TZID=Europe/Berlin:20180417T200000\nDUE;TZID=Europe/Berlin:20180417T200000")
    #expect(item.start == nil)
    #expect(item.when?.description == "2018-04-17 20:00")
    #expect(item.anchor == .zone("Europe/Berlin"))
  }

  @Test func synologyHasNamesOfItsOwn() throws {
    let item = try readItem(
      "VTODO", "STATUS:COMPLETED\nPERCENT_COMPLETE:0\nLAST-MOD:20200101T000000Z")
    #expect(item.status == .completed && item.percent == 0)
    #expect(item.revision?.modified == Instant(seconds: 1_577_836_800))
  }

  @Test func aStampWithoutAZoneIsUTC() throws {
    let item = try readItem("VTODO", "DTSTAMP:20200101T000000")
    #expect(item.revision?.modified == Instant(seconds: 1_577_836_800))
  }

  @Test func googleWritesZonesWithAColon() throws {
    let item = try readItem("VEVENT", "DTSTART;TZID=GMT+05:30:20240101T090000")
    #expect(item.when?.description == "2024-01-01 09:00")
  }

  @Test func emptyValuesAreNone() throws {
    let item = try readItem(
      "VTODO", "SUMMARY:\nDESCRIPTION:\nLOCATION:\nPRIORITY:\nDUE:\nSTATUS:\nRRULE:\nDURATION:")
    #expect(item.title == "" && item.notes == nil && item.location == nil && item.when == nil)
  }

  @Test func aCommaThatIsNotEscapedIsOneInATextAndPartsAList() throws {
    let item = try readItem("VEVENT", "SUMMARY:a, b\nCATEGORIES:a, b,c\\,d")
    #expect(item.title == "a, b")
    #expect(item.categories == ["a", " b", "c,d"])
  }

  @Test(arguments: [
    ("2024-01-01", "2024-01-01"), ("20240101T0900Z", "2024-01-01 09:00"),
    ("20240101t090000z", "2024-01-01 09:00"), ("20240101T240000", "2024-01-02 00:00"),
    ("20240101T235960", "2024-01-01 23:59:59"), ("2024-01-01T09:00:00", "2024-01-01 09:00"),
  ])
  func datesAreReadAsTheyArePlainlyMeant(text: String, date: String) throws {
    #expect(try readItem("VTODO", "DUE:\(text)").when?.description == date)
  }

  @Test(arguments: [
    "20240230", "20240101T256199", "99991301", "-0010101T000000", "2024011", "20240101T09", "x",
  ])
  func aDateThatIsNoneIsNever(text: String) throws {
    #expect(try readItem("VTODO", "DUE:\(text)").when == nil)
  }

  @Test(arguments: [("-PT15M", -900), ("+P1D", 86_400), ("P0DT0H5M", 300), ("P1W2D", 777_600)])
  func lengthsAreReadAsTheyArePlainlyMeant(text: String, seconds: Int) throws {
    let item = try readItem(
      "VTODO", "DUE:20240101\nBEGIN:VALARM\nACTION:DISPLAY\nTRIGGER:\(text)\nEND:VALARM")
    guard case .relative(let span, .start)? = item.alarms.first?.trigger else {
      Issue.record("no alarm")
      return
    }
    #expect(span.nominalSeconds == seconds)
  }

  @Test func aReminderThatRepeatsOnItsStartKeepsBoth() throws {
    let item = try readItem(
      "VTODO",
      "DTSTART;VALUE=DATE:20240101\nDUE;VALUE=DATE:20240103\nRRULE:FREQ=WEEKLY;BYDAY=MO\nEXDATE;VALUE=DATE:20240108"
    )
    #expect(item.recurrence?.countsStarts == true)
    #expect(item.recurrence?.except.map(\.description) == ["2024-01-08"])
  }

  @Test func anEventEndsBeforeTheDayOfItsEnd() throws {
    let lines = "DTSTART;VALUE=DATE:20240101\nDTEND;VALUE=DATE:202401"
    #expect(try readItem("VEVENT", lines + "02").when?.description == "2024-01-01")
    #expect(try readItem("VEVENT", lines + "01").when?.description == "2024-01-01")
    #expect(try readItem("VEVENT", lines + "04").when?.description == "2024-01-01 thru 2024-01-03")
  }

  @Test func aFlightEndsOnTheClockOfItsBeginning() throws {
    let item = try readItem(
      "VEVENT",
      "DTSTART;TZID=Europe/Berlin:20240101T100000\nDTEND;TZID=America/New_York:20240101T130000")
    #expect(item.when?.description == "2024-01-01 10:00 - 19:00")
  }

  @Test func anExceptionToNothingIsKept() throws {
    let text =
      "BEGIN:VEVENT\nUID:1\nDTSTART:20260101T100000\nRRULE:FREQ=BOGUS\nEXDATE:20260102T100000\nEND:VEVENT"
    let read = try #require(CalendarReading(bytes: Array(text.utf8)).items.first)
    #expect(read.kept == [4] && read.refused == [3])
  }

  @Test func anAlarmWithoutAZoneIsOnTheItemsClockAndReported() throws {
    let text = """
      BEGIN:VEVENT
      UID:1
      DTSTART;TZID=America/New_York:20260101T090000
      BEGIN:VALARM
      ACTION:DISPLAY
      TRIGGER;VALUE=DATE-TIME:20260101T080000
      END:VALARM
      END:VEVENT
      """
    let reading = CalendarReading(bytes: Array(text.utf8))
    let instant = try DateTimeParameters(year: 2026, month: 1, day: 1, hour: 13, minute: 0)
    #expect(reading.items[0].item.alarms == [Alarm(.at(Instant(seconds: instant.secondNumber)))])
    #expect(reading.diagnostics.count == 1)
  }

  @Test(
    arguments: [
      ("DUE:20260101T100000", 1), ("DUE:20260101T100000Z", 0), ("DUE;VALUE=DATE:20260101", 0),
      ("DUE;TZID=Asia/Tokyo:20260101T100000", 0),
    ] as [(String, Int)])
  func aZoneThatTimesDoNotNameIsReportedOnceOfACalendar(due: String, count: Int) {
    let item = "BEGIN:VTODO\nUID:1\n\(due)\nEND:VTODO\n"
    let calendar = "BEGIN:VCALENDAR\nX-WR-TIMEZONE:Europe/Berlin\n\(item)\(item)END:VCALENDAR\n"
    let reading = CalendarReading(bytes: Array((calendar + calendar).utf8))
    #expect(reading.diagnostics.map(\.place.line) == (count == 0 ? [] : [2, 13]))
    #expect(reading.diagnostics.allSatisfy { $0.sentence.contains("\"Europe/Berlin\"") })
    #expect(reading.items.allSatisfy { count == 0 || $0.item.anchor == .floating })
  }

  @Test(
    arguments: [
      ("DTSTART:20260102T100000Z\nDUE:20260102T090000Z", [4]),
      ("DTSTART;VALUE=DATE:20260102\nDUE;VALUE=DATE:20260101", [4]),
      ("DTSTART;VALUE=DATE:20260102\nDUE:20260101T230000Z", [4]),
      ("DTSTART:20260102T100000Z\nDURATION:-PT1H", [4]),
      ("DTSTART;VALUE=DATE:20260102\nDURATION:-P1D", [4]),
      ("DTSTART:20260102T100000Z\nDUE;VALUE=DATE:20260102", []),
      ("DTSTART:20260102T100000Z\nDUE:20260102T100000Z", []),
      ("DTSTART:20260102T100000Z\nDURATION:PT1H", []),
    ] as [(String, [Int])])
  func aReminderThatIsDueBeforeItBeginsIsReported(dates: String, lines: [Int]) throws {
    let text = "BEGIN:VTODO\nUID:1\n\(dates)\nEND:VTODO\n"
    let reading = CalendarReading(bytes: Array(text.utf8))
    #expect(reading.diagnostics.map(\.place.line) == lines)
    #expect(reading.items[0].kept.isEmpty && reading.items[0].refused.isEmpty)
  }

  @Test func zonesOfOneCalendarAreNotThoseOfAnother() throws {
    func calendar(_ offset: String) -> String {
      """
      BEGIN:VCALENDAR
      BEGIN:VTIMEZONE
      TZID:Custom
      BEGIN:STANDARD
      DTSTART:19700101T000000
      TZOFFSETFROM:\(offset)
      TZOFFSETTO:\(offset)
      END:STANDARD
      END:VTIMEZONE
      BEGIN:VEVENT
      UID:\(offset)
      DTSTART;TZID=Custom:20260101T090000
      END:VEVENT
      END:VCALENDAR

      """
    }
    let reading = CalendarReading(bytes: Array((calendar("+0137") + calendar("+0511")).utf8))
    let instants = try reading.items.map { read in
      let when = try #require(read.item.when)
      return read.item.anchor.zone(reading.anchors)?.instant(of: when.startDate).utc?.formattedDate
    }
    #expect(instants == ["2026-01-01 07:23", "2026-01-01 03:49"])
  }

  @Test func listsOfAnythingAreReadInOnePass() {
    let many = String(repeating: "a,", count: 100_000)
    for line in ["EXDATE", "CATEGORIES", "RDATE", "X-DUECAL-PATH"] {
      let text = "BEGIN:VTODO\nUID:1\nDUE:20260101\n\(line):\(many)\nEND:VTODO"
      #expect(CalendarReading(bytes: Array(text.utf8)).items.count == 1)
    }
  }

  @Test func anEventInTheHourThatIsTwiceIsNoFault() throws {
    let text =
      "BEGIN:VEVENT\nUID:1\nDTSTART;TZID=Europe/Berlin:20241027T024500\nDTEND:20241027T011500Z\nEND:VEVENT"
    let reading = CalendarReading(bytes: Array(text.utf8))
    #expect(reading.items[0].item.when?.description == "2024-10-27 02:45")
    #expect(reading.diagnostics.map(\.severity) == [.warning])
  }

  @Test func aDayOfExceptionsIsOneOfStarts() throws {
    let item = try readItem(
      "VTODO",
      "DTSTART:20240101T200000Z\nDUE:20240102T080000Z\nRRULE:FREQ=DAILY;COUNT=4\nEXDATE;VALUE=DATE:20240102"
    )
    #expect(ItemSeries(item)?.map(\.date.date.day) == [2, 4, 5])
  }

  @Test func itemsOutsideOfACalendarAreReported() {
    #expect(
      messages(
        "BEGIN:VCALENDAR\nBEGIN:X-GROUP\nBEGIN:VEVENT\nUID:1\nEND:VEVENT\nEND:X-GROUP\nEND:VCALENDAR"
      )
        == [
          "3:1: error: this component is inside \"X-GROUP\" and is kept but not read; expected "
            + "VCALENDAR around it"
        ])
    let root =
      "BEGIN:XROOT\nBEGIN:VCALENDAR\nBEGIN:VTODO\nUID:1\nEND:VTODO\nEND:VCALENDAR\nEND:XROOT"
    #expect(CalendarReading(bytes: Array(root.utf8)).items.count == 1)
  }
}
