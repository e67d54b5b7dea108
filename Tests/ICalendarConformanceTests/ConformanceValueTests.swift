import ICalendarConformance
import Testing

@Suite("Rules of values")
struct ConformanceValueTests {
  @Test(arguments: types + moments + numbers + words + texts)
  func aRuleIsBrokenAloneAndKept(fixture: ConformanceFixture) {
    fixture.expect()
  }

  static let types: [ConformanceFixture] = [
    ConformanceFixture(
      .valueType, todo("DUE;VALUE=TEXT:20261203"), message: "DATE-TIME or DATE", 7, 1,
      good: todo("DUE;VALUE=DATE:20261203")),
    ConformanceFixture(
      .valueType, todo("DUE:20261203"), message: "\"20261203\" is a DATE", 7, 5,
      good: todo("DUE;VALUE=DATE-TIME:20261203T150000Z")),
    ConformanceFixture(
      .valueType, alarm("ACTION:AUDIO", "TRIGGER:20261203T140000Z"), message: "VALUE=DATE-TIME", 10,
      9,
      good: alarm("ACTION:AUDIO", "TRIGGER;VALUE=DATE-TIME:20261203T140000Z")),
    ConformanceFixture(
      .valueRequired, todo("IMAGE:https://example.org/a.png"), message: "IMAGE has no VALUE", 7, 1,
      good: todo("IMAGE;VALUE=URI:https://example.org/a.png")),
    ConformanceFixture(
      .valueRequired, calendar("REFRESH-INTERVAL:PT4H", "BEGIN:X-A", "END:X-A"),
      message: "VALUE=DURATION", 4, 1,
      good: calendar("REFRESH-INTERVAL;VALUE=DURATION:PT4H", "BEGIN:X-A", "END:X-A")),
    ConformanceFixture(
      .valueRequired, todo("STRUCTURED-DATA:a"), message: "(RFC 9073, section 6.6)", 7, 1,
      good: todo("STRUCTURED-DATA;VALUE=TEXT:a")),
    ConformanceFixture(
      .valueRequired, todo("LINK;LINKREL=next:https://example.org"), message: "(RFC 9253", 7, 1,
      good: todo("LINK;LINKREL=next;VALUE=URI:https://example.org")),
  ]

  static let moments: [ConformanceFixture] = [
    ConformanceFixture(
      .valueDate, todo("DUE;VALUE=DATE:20270229"), message: "no such day", 7, 16,
      good: todo("DUE;VALUE=DATE:20280229")),
    ConformanceFixture(
      .valueDate, todo("DUE;VALUE=DATE:21000229"), message: "no such day", 7, 16,
      good: todo("DUE;VALUE=DATE:20000229")),
    ConformanceFixture(
      .valueDate, todo("DUE;VALUE=DATE:2026-12-03"), message: "YYYYMMDD", 7, 16,
      good: todo("DUE;VALUE=DATE:20261203")),
    ConformanceFixture(
      .valueDateTime, todo("DUE:20261203T240000Z"), message: "no such time", 7, 5,
      good: todo("DUE:20261203T235959Z")),
    ConformanceFixture(
      .valueDateTime, todo("DUE:20261203T150060Z"), message: "no such time", 7, 5,
      good: todo("DUE:20161231T235960Z")),
    ConformanceFixture(
      .valueDateTime, todo("DUE:20261203T1500Z"), message: "YYYYMMDDTHHMMSS", 7, 5,
      good: todo("DUE:20261203T150000Z")),
    ConformanceFixture(
      .valueDuration, todo("DTSTART:20261203T150000Z", "DURATION:P1W2D"), message: "not a duration",
      8,
      10,
      good: todo("DTSTART:20261203T150000Z", "DURATION:P2DT1H2M3S")),
    ConformanceFixture(
      .valueDuration, todo("DTSTART:20261203T150000Z", "DURATION:PT1H3S"),
      message: "not a duration",
      8,
      10, good: todo("DTSTART:20261203T150000Z", "DURATION:+PT1H0M3S")),
    ConformanceFixture(
      .valuePeriod,
      todo("DTSTART:20261203T150000Z", "RDATE;VALUE=PERIOD:20261204T150000Z/PT0S"),
      message: "positive duration", 8, 20,
      good: todo("DTSTART:20261203T150000Z", "RDATE;VALUE=PERIOD:20261204T150000Z/PT1S")),
    ConformanceFixture(
      .valueUTC, todo("CREATED:20261203T150000"), message: "in UTC, with a Z", 7, 9,
      good: todo("CREATED:20261203T150000Z")),
    ConformanceFixture(
      .valueUTC, todo("COMPLETED:20261203T150000", "STATUS:COMPLETED"),
      message: "(RFC 5545, section 3.8.2.1)", 7, 11,
      good: todo("COMPLETED:20261203T150000Z", "STATUS:COMPLETED")),
    ConformanceFixture(
      .valueUTC, alarm("ACTION:AUDIO", "TRIGGER;VALUE=DATE-TIME:20261203T140000"),
      message: "TRIGGER is a time without a zone", 10, 25,
      good: alarm("ACTION:AUDIO", "TRIGGER;VALUE=DATE-TIME:20261203T140000Z")),
    ConformanceFixture(
      .valueUTC,
      calendar(
        "BEGIN:VFREEBUSY", "UID:a", "DTSTAMP:20261120T081500Z", "DTSTART:20261120T081500",
        "END:VFREEBUSY"), message: "DTSTART of a VFREEBUSY", 7, 1,
      good: calendar(
        "BEGIN:VFREEBUSY", "UID:a", "DTSTAMP:20261120T081500Z", "DTSTART:20261120T081500Z",
        "FREEBUSY:20261203T150000Z/PT1H", "END:VFREEBUSY")),
  ]

  static let numbers: [ConformanceFixture] = [
    ConformanceFixture(
      .valueInteger, todo("PRIORITY:high"), message: "\"high\" is not an integer", 7, 10,
      good: todo("PRIORITY:+5")),
    ConformanceFixture(
      .valueInteger, todo("SEQUENCE:99999999999"), message: "32 bits", 7, 10,
      good: todo("SEQUENCE:2147483647")),
    ConformanceFixture(
      .valueInteger, todo("PRIORITY:000000000000000000005"), message: "32 bits", 7, 10,
      good: todo("PRIORITY:00000000000000000005")),
    ConformanceFixture(
      .valueRange, todo("PRIORITY:10"), message: "PRIORITY is 10; expected 0 to 9", 7, 10,
      good: todo("PRIORITY:9")),
    ConformanceFixture(
      .valueRange, todo("PERCENT-COMPLETE:101"), message: "0 to 100", 7, 18,
      good: todo("PERCENT-COMPLETE:0")),
    ConformanceFixture(
      .valueRange, todo("DTSTART:20261203T150000Z", "DURATION:-PT1H"), message: "negative", 8, 10,
      good: alarm("ACTION:AUDIO", "TRIGGER:-PT1H")),
    ConformanceFixture(
      .valueGeo, todo("GEO:91;0"), message: "latitude", 7, 5, good: todo("GEO:-90.0;+180")),
    ConformanceFixture(
      .valueURI, todo("URL:example.org"), message: "no scheme", 7, 5,
      good: todo("URL:https://[::1]:80/a%20b?q=(1)#f")),
    ConformanceFixture(
      .valueURI, todo("URL:https://example.org/a b"), message: "not allowed in a URI", 7, 26,
      good: todo("URL:https://example.org/a+b")),
    ConformanceFixture(
      .valueOffset, zone("TZID:Berlin", standard.replacing("+0100", with: "-0000")),
      message: "not a UTC offset", 9, 12,
      good: zone("TZID:Berlin", standard.replacing("+0100", with: "+005328"))),
    ConformanceFixture(
      .valueBinary, todo("ATTACH;VALUE=BINARY:QUJD"), message: "ENCODING=BASE64", 7, 1,
      good: todo("ATTACH;VALUE=BINARY;ENCODING=BASE64:QUJDRA==")),
    ConformanceFixture(
      .valueBinary, todo("ATTACH;VALUE=BINARY;ENCODING=BASE64:QUJ"), message: "not BASE64", 7, 37,
      good: todo("ATTACH;VALUE=BINARY;ENCODING=BASE64:")),
  ]

  static let words: [ConformanceFixture] = [
    ConformanceFixture(
      .valueToken, todo().replacing("2.0", with: "1.0"), message: "VERSION is \"1.0\"", 2, 9,
      good: todo().replacing("2.0", with: "1.0;2.0")),
    ConformanceFixture(
      .valueToken, todo("CLASS:top secret"), message: "letters, digits and -", 7, 7,
      good: todo("CLASS:X-SECRET")),
    ConformanceFixture(
      .valueToken, event("DTSTART:20261203T150000Z", "TRANSP:FREE"),
      message: "OPAQUE or TRANSPARENT",
      8, 8, good: event("DTSTART:20261203T150000Z", "TRANSP:transparent")),
    ConformanceFixture(
      .valueRequestStatus, todo("REQUEST-STATUS:2.0"), message: "a code, a semicolon", 7, 16,
      good: todo("REQUEST-STATUS:3.1;Bad\\, really;DUE:1")),
    ConformanceFixture(
      .valueColor, todo("COLOR:#ff0000"), message: "not a colour", 7, 7,
      good: todo("COLOR:Turquoise")),
    ConformanceFixture(
      .statusValue, todo("STATUS:CONFIRMED"), message: "STATUS of a VTODO", 7, 8,
      good: todo("STATUS:needs-action")),
    ConformanceFixture(
      .statusValue, event("DTSTART:20261203T150000Z", "STATUS:COMPLETED"), message: "TENTATIVE", 8,
      8,
      good: event("DTSTART:20261203T150000Z", "STATUS:CONFIRMED")),
    ConformanceFixture(
      .statusValue,
      calendar(
        [
          "BEGIN:VJOURNAL", "UID:a", "DTSTAMP:20261120T081500Z",
          "STATUS:OPEN", "END:VJOURNAL",
        ].joined(separator: "\r\n")), message: "DRAFT, FINAL", 7, 8,
      good: calendar(
        [
          "BEGIN:VJOURNAL", "UID:a", "DTSTAMP:20261120T081500Z",
          "STATUS:FINAL", "END:VJOURNAL",
        ].joined(separator: "\r\n"))),
    ConformanceFixture(
      .statusCompleted, todo("STATUS:COMPLETED", "PERCENT-COMPLETE:0"), message: "expected 100", 8,
      1,
      good: todo("STATUS:COMPLETED", "PERCENT-COMPLETE:100", "COMPLETED:20261203T150000Z")),
    ConformanceFixture(
      .statusCompleted, todo("COMPLETED:20261203T150000Z"), message: "without STATUS:COMPLETED", 7,
      1,
      good: todo("STATUS:IN-PROCESS", "PERCENT-COMPLETE:40")),
    ConformanceFixture(
      .statusCompleted, todo("PERCENT-COMPLETE:100"), message: "expected STATUS:COMPLETED", 7, 1,
      good: todo("STATUS:completed")),
  ]

  static let texts: [ConformanceFixture] = [
    ConformanceFixture(
      .textEscape, todo("COMMENT:a\\tb"), message: "a backslash before a character that needs none",
      7, 10,
      good: todo("COMMENT:\\\\ \\; \\, \\n \\N")),
    ConformanceFixture(
      .textEscape, todo("COMMENT:a\\"), message: "before nothing", 7, 10,
      good: todo("COMMENT:a\\\\")),
    ConformanceFixture(
      .textBare, todo("COMMENT:a\r\n  b\u{E9}, c"), message: "contains \",\" without a backslash",
      8,
      5,
      good: todo("COMMENT:a: \"b\"")),
    ConformanceFixture(
      .textBare, todo("CATEGORIES:a;b"), message: "contains \";\"", 7, 13,
      good: todo("CATEGORIES:a,b\\,c,d\\;e")),
    ConformanceFixture(
      .categoryEmpty, todo("CATEGORIES:a,,b"), message: "empty", 7, 14,
      good: todo("CATEGORIES:a,\\,,\\\\,b")),
    ConformanceFixture(
      .uidEmpty, todo().replacing("UID:a", with: "UID: "), message: "UID of the VTODO is empty", 5,
      1,
      good: todo()),
  ]
}
