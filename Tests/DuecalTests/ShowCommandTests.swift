import Foundation
import Testing

private func calendar(_ components: String) -> String {
  "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:x\r\n"
    + components.split(separator: "\n").joined(separator: "\r\n") + "\r\nEND:VCALENDAR\r\n"
}

private func todo(_ lines: String) -> String { "BEGIN:VTODO\nUID:1\n\(lines)\nEND:VTODO" }

/// The output of `show --json`.
private func shown(
  _ components: String, _ environment: [String: String] = [:]
) throws -> [String: Any] {
  let run = try duecal(
    ["show", "-", "--json"], input: calendar(components), environment: environment)
  let document = try JSONSerialization.jsonObject(with: Data(run.output.utf8))
  return try #require(document as? [String: Any])
}

private func firstItem(_ document: [String: Any]) throws -> [String: Any] {
  try #require((document["items"] as? [[String: Any]])?.first)
}

@Suite("duecal show")
struct ShowCommandTests {
  @Test func reportsWhatIsUnderstoodKeptAndRefused() throws {
    let run = try duecal(
      ["show", "-"],
      input: calendar(
        todo("SUMMARY:Call Ann\nDUE;VALUE=DATE:20261203\nPRIORITY:12\nX-A:1\nX-A:2")
          + "\nBEGIN:VJOURNAL\nUID:2\nEND:VJOURNAL"))
    #expect(
      run.output == """
        -:4: reminder Call Ann
          due       2026-12-03
          uid       1
          kept      X-A (2)
          refused   PRIORITY in line 8
        -:12: VJOURNAL, kept unchanged

        """)
    #expect(
      run.error
        == "-:8:10: warning: PRIORITY is \"12\"; expected a number from 0 to 9 (UID \"1\")\n")
    #expect(run.status == 0)
  }

  /// The reader is in Berlin.
  @Test(arguments: [
    ("DUE;TZID=Asia/Tokyo:20240101T100000", "2024-01-01 02:00 (2024-01-01 10:00 Asia/Tokyo)"),
    ("DUE:20240701T100000Z", "2024-07-01 12:00"), ("DUE:20240701T100000", "2024-07-01 10:00"),
    ("DUE;TZID=Europe/Berlin:20240701T100000", "2024-07-01 10:00"),
    ("DUE;TZID=Europe/Vienna:20240701T100000", "2024-07-01 10:00"),
    ("DUE;VALUE=DATE:20240701", "2024-07-01"),
  ])
  func datesAreOnTheReadersClock(line: String, date: String) throws {
    let run = try duecal(["show", "-"], input: calendar(todo(line)))
    #expect(run.output.contains("  due       \(date)\n"), "\(run.output)")
  }

  @Test func aZoneThatTheFileDefinesIsKnown() throws {
    let zone =
      "BEGIN:VTIMEZONE\nTZID:Mine\nBEGIN:STANDARD\nDTSTART:19700101T000000\nTZOFFSETFROM:+0017\n"
      + "TZOFFSETTO:+0017\nEND:STANDARD\nEND:VTIMEZONE"
    let text = calendar("\(zone)\n\(todo("DUE;TZID=Mine:20240101T100000"))")
    let run = try duecal(["show", "-"], input: text)
    #expect(
      run.output.contains("due       2024-01-01 10:43 (2024-01-01 10:00 Mine)\n"), "\(run.output)")
  }

  @Test func isOneDocumentWithEveryKey() throws {
    let document = try shown(todo("SUMMARY:a\nX-A:1\nDUE:x"))
    #expect(Set(document.keys) == ["items", "kept", "messages", "others", "refused"])
    #expect(try firstItem(document).count == 28)
    let kept = try #require((document["kept"] as? [[String: Any]])?.first)
    #expect(kept["property"] as? String == "X-A" && kept["line"] as? Int == 7)
    let refused = try #require((document["refused"] as? [[String: Any]])?.first)
    #expect(refused["property"] as? String == "DUE" && refused["uid"] as? String == "1")
  }

  @Test(arguments: [
    ("nothing", 65), ("", 65), ("BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n", 0),
    ("BEGIN:VCALENDAR\r\nBEGIN:VTODO\r\nUID:1\r\n", 1),
  ])
  func endsAsTheFileIs(text: String, status: Int32) throws {
    #expect(try duecal(["show", "-"], input: text).status == status)
  }

  @Test func looksAtAsMuchAsItMay() throws {
    let two = calendar(todo("SUMMARY:a") + "\n" + todo("SUMMARY:b"))
    let run = try duecal(["show", "-", "--limit", "components=2"], input: two)
    #expect(run.status == 1 && run.output.contains("a") && !run.output.contains("reminder b"))
    #expect(try duecal(["show", "-", "--limit", "miles=2"], input: two).status == 2)
  }

  /// A10: todoman and calcurse skip all other items as well.
  @Test func oneBrokenItemAmongAThousandIsOneMessage() throws {
    let all = (0..<1000).map {
      "BEGIN:VTODO\nUID:\($0)\n\($0 == 500 ? "DUE:soon" : "PRIORITY:1")\nEND:VTODO"
    }
    let run = try duecal(["show", "-"], input: calendar(all.joined(separator: "\n")))
    #expect(run.status == 1 && run.errorLines.count == 1)
    #expect(run.output.split(separator: "\n").filter { $0.contains(" reminder ") }.count == 1000)
  }

  /// A8: calcurse shows it as open.
  @Test func aCancelledOneIsNeverOpen() throws {
    let item = try firstItem(try shown(todo("STATUS:CANCELLED\nDUE:20261203T100000Z")))
    #expect(item["status"] as? String == "CANCELLED" && item["done"] as? Bool == false)
    let run = try duecal(
      ["occurrences", "-"], input: calendar(todo("STATUS:CANCELLED\nDUE:20261203T100000Z")))
    #expect(run.output == "" && run.status == 0)
  }

  /// A13: calcurse moves it.
  @Test(arguments: [
    ("W. Europe Standard Time", "Europe/Berlin"),
    ("/mozilla.org/20050126_1/Europe/Berlin", "Europe/Berlin"),
    ("America/New_York", "America/New_York"),
  ])
  func aZoneIsRightHoweverItIsNamed(tzid: String, name: String) throws {
    let document = try shown(todo("DUE;TZID=\(tzid):20261203T150000"))
    let due = try #require(try firstItem(document)["due"] as? [String: Any])
    #expect(due["zone"] as? String == name && due["start"] as? String == "2026-12-03T15:00")
    #expect((document["messages"] as? [Any])?.isEmpty == true)
  }

  @Test func aZoneThatNobodyKnowsIsReportedAndNothingIsShifted() throws {
    let document = try shown(todo("DUE;TZID=Mars/Olympus:20261203T150000"))
    let due = try #require(try firstItem(document)["due"] as? [String: Any])
    #expect(due["zone"] is NSNull && due["start"] as? String == "2026-12-03T15:00")
    let message = try #require((document["messages"] as? [[String: Any]])?.first)
    #expect((message["text"] as? String)?.contains("Mars/Olympus") == true)
  }

  /// A14.
  @Test(arguments: [
    "UTC", "Europe/Berlin", "America/New_York", "America/Los_Angeles", "Asia/Tokyo", "Asia/Kolkata",
    "Pacific/Kiritimati", "Pacific/Pago_Pago", "Australia/Lord_Howe", "America/Sao_Paulo",
    "Africa/Cairo", "Asia/Kathmandu",
  ])
  func aDayIsTheSameDayEverywhere(zone: String) throws {
    let world = ["TZ": zone]
    let export = try duecal(["export", "-"], input: "- a @due(2026-03-29)\n", environment: world)
    #expect(export.output.contains("DUE;VALUE=DATE:20260329\r\n"))
    let show = try duecal(["show", "-"], input: export.output, environment: world)
    #expect(show.output.contains("due       2026-03-29\n"))
    let dates = try duecal(
      ["occurrences", "-", "--zone", zone], input: export.output, environment: world)
    #expect(dates.output == "2026-03-29\n")
  }

  /// A18.
  @Test func aHostileFileIsAnsweredSoon() throws {
    let nested = String(repeating: "BEGIN:VTODO\n", count: 100_000)
    let long = "BEGIN:VTODO\nSUMMARY:" + String(repeating: "x", count: 10_000_000) + "\nEND:VTODO\n"
    let rules = todo(
      "DTSTART:19700101T000000Z\nDUE:19700101T000001Z\nRRULE:FREQ=SECONDLY;BYMONTH=2;BYMONTHDAY=30")
    for text in [nested, long, calendar(rules)] {
      for command in ["show", "check", "verify", "occurrences"] {
        let run = try duecal([command, "-"], input: text)
        #expect(run.seconds < 10 && [0, 1, 65].contains(run.status), "\(command) \(run.status)")
      }
    }
  }
}

@Suite("duecal occurrences of a calendar")
struct ItemOccurrencesTests {
  private let series = """
    BEGIN:VEVENT
    UID:s
    SUMMARY:Planning
    DTSTART;TZID=Europe/Berlin:20261207T100000
    DTEND;TZID=Europe/Berlin:20261207T103000
    RRULE:FREQ=WEEKLY
    EXDATE;TZID=Europe/Berlin:20261221T100000
    END:VEVENT
    BEGIN:VEVENT
    UID:s
    SUMMARY:Moved
    RECURRENCE-ID;TZID=Europe/Berlin:20261214T100000
    DTSTART;TZID=Europe/Berlin:20261215T140000
    END:VEVENT
    BEGIN:VTODO
    UID:t
    SUMMARY:Slides
    DUE;VALUE=DATE:20261211
    END:VTODO
    """

  @Test func areInOrderWithTheirTitles() throws {
    let run = try duecal(
      ["occurrences", "-", "--to", "2026-12-31"], input: calendar(series))
    #expect(
      run.output == """
        2026-12-07T10:00  Planning
        2026-12-11  Slides
        2026-12-15T14:00  Moved
        2026-12-28T10:00  Planning

        """)
  }

  @Test func ofOneItemAreItsDatesOnAnyClock() throws {
    let run = try duecal(
      ["occurrences", "-", "--uid", "s", "--count", "3", "--zone", "America/New_York"],
      input: calendar(series))
    #expect(run.output == "2026-12-07T04:00\n2026-12-15T08:00\n2026-12-28T04:00\n")
    let none = try duecal(["occurrences", "-", "--uid", "x"], input: calendar(series))
    #expect(none.status == 66 && none.output == "")
  }

  @Test func areOneDocument() throws {
    let run = try duecal(
      ["occurrences", "-", "--from", "2026-12-11", "--to", "2026-12-15", "--json"],
      input: calendar(series))
    let document = try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any]
    let dates = try #require(document?["occurrences"] as? [[String: Any]])
    #expect(dates.map { $0["start"] as? String } == ["2026-12-11", "2026-12-15T14:00"])
    #expect(dates[1]["originalStart"] as? String == "2026-12-14T10:00")
    #expect(dates[1]["zone"] as? String == "Europe/Berlin")
    #expect(dates[0]["allDay"] as? Bool == true)
  }

  @Test func wantARuleOrACalendarNotBoth() throws {
    #expect(try duecal(["occurrences", "-", "--start", "2026-12-01"]).status == 2)
    #expect(
      try duecal(["occurrences", "daily", "--start", "2026-12-01", "--uid", "x"]).status == 2)
    #expect(try duecal(["occurrences", "missing.ics"]).status == 66)
  }

  @Test func areThoseOfTheLatestVersion() throws {
    let one =
      "BEGIN:VEVENT\nUID:v\nSUMMARY:a\nSEQUENCE:1\nDTSTAMP:20260101T000000Z\nDTSTART:20261207T100000Z\nEND:VEVENT"
    let two = one.replacingOccurrences(of: "SEQUENCE:1", with: "SEQUENCE:2")
      .replacingOccurrences(of: "20261207", with: "20261208")
    for both in ["\(one)\n\(two)", "\(two)\n\(one)"] {
      let run = try duecal(["occurrences", "-"], input: calendar(both))
      #expect(run.output == "2026-12-08T11:00\n")
      #expect(run.error == "duecal: -: an older version of \"v\" is left out\n")
    }
    let off = two.replacingOccurrences(of: "SEQUENCE:2", with: "SEQUENCE:3\nSTATUS:CANCELLED")
    #expect(try duecal(["occurrences", "-"], input: calendar("\(one)\n\(off)")).output == "")
  }

  @Test func ofWhatDoesNotEndHideNothingElse() throws {
    let endless =
      "BEGIN:VEVENT\nUID:e\nSUMMARY:Daily\nDTSTART;VALUE=DATE:20200101\nRRULE:FREQ=DAILY\nEND:VEVENT"
    let run = try duecal(["occurrences", "-"], input: calendar("\(endless)\n\(series)"))
    #expect(run.output.contains("Slides"))
  }

  @Test func areInTheWindowAsTheyAreShown() throws {
    let late = "BEGIN:VEVENT\nUID:l\nSUMMARY:Late\nDTSTART:20240101T200000Z\nEND:VEVENT"
    let days =
      "BEGIN:VEVENT\nUID:d\nSUMMARY:Trip\nDTSTART;VALUE=DATE:20240101\nDTEND;VALUE=DATE:20240110\nEND:VEVENT"
    let run = try duecal(
      ["occurrences", "-", "--zone", "Asia/Tokyo", "--from", "2024-01-02", "--to", "2024-01-02"],
      input: calendar("\(late)\n\(days)"))
    #expect(run.output == "2024-01-01  Trip\n2024-01-02T05:00  Late\n")
  }

  @Test func areShownOnTheReadersClock() throws {
    let tokyo =
      "BEGIN:VEVENT\nUID:t\nSUMMARY:T\nDTSTART;TZID=Asia/Tokyo:20240101T100000\nEND:VEVENT"
    let run = try duecal(["occurrences", "-"], input: calendar("\(tokyo)\n\(series)"))
    #expect(run.output.hasPrefix("2024-01-01T02:00  T\n2026-12-07T10:00  Planning\n"))
  }
}
