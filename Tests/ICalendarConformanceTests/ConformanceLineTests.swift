import ICalendarConformance
import Testing

@Suite("Rules of lines, parameters and the tree")
struct ConformanceLineTests {
  @Test(arguments: lines + parameters + tree + properties + libical)
  func aRuleIsBrokenAloneAndKept(fixture: ConformanceFixture) {
    fixture.expect()
  }

  static let lines: [ConformanceFixture] = [
    ConformanceFixture(
      .lineMark, "\u{FEFF}" + todo(), message: "byte order mark", 1, 1,
      good: todo("COMMENT:\u{FEFF} inside")),
    ConformanceFixture(
      .lineEnding, todo().replacing("\r\n", with: "\n"), message: "LF alone, and 7 more", 1, 16,
      good: todo()),
    ConformanceFixture(
      .lineEnding, todo("COMMENT:a").replacing("COMMENT:a\r\n", with: "COMMENT:a\r"),
      message: "CR alone", 7, 10, good: todo("COMMENT:a")),
    ConformanceFixture(
      .lineEnding, String(todo().dropLast()), message: "no line break", 8, 14, good: todo()),
    ConformanceFixture(
      .lineLength, todo("COMMENT:" + String(repeating: "x", count: 68)), message: "76 octets", 7,
      76,
      good: todo("COMMENT:" + String(repeating: "x", count: 67) + "\r\n x")),
    ConformanceFixture(
      .lineUTF8, bytes(todo("COMMENT:a?b"), [0x3F: 0xFF]),
      message: "0xFF cannot begin a UTF-8 character", 7,
      10,
      good: bytes(todo("COMMENT:\u{1F600}\u{E9}"), [:])),
    ConformanceFixture(
      .lineUTF8, bytes(todo("COMMENT:a?b"), [0x3F: 0xE9]),
      message: "0xE9 cannot begin a UTF-8 character", 7,
      10,
      good: bytes(todo("COMMENT:a\u{E9}b"), [:])),
    ConformanceFixture(
      .lineUTF8, bytes(todo("COMMENT:a?"), [0x3F: 0xC3]), message: "inside a character", 7, 10,
      good: bytes(todo("COMMENT:\u{D7FF}"), [:])),
    ConformanceFixture(
      .lineFold, bytes(todo("COMMENT:?\r\n !"), [0x3F: 0xC3, 0x21: 0xA9]),
      message: "folded inside a character", 8, 2, good: bytes(todo("COMMENT:\r\n \u{E9}"), [:])),
    ConformanceFixture(
      .lineControl, todo("COMMENT:a\u{7}b\u{0}"), message: "0x07", 7, 10, good: todo("COMMENT:a\tb")
    ),
    ConformanceFixture(
      .lineBlank, todo("COMMENT:a", ""), message: "empty", 8, 1, good: todo("COMMENT:a\r\n \r\n  b")
    ),
    ConformanceFixture(
      .lineGrammar, todo("COMMENT"), message: "not a content line", 7, 1, good: todo("COMMENT:")),
    ConformanceFixture(
      .lineGrammar, todo("COM MENT:a"), message: "not a content line", 7, 1,
      good: todo("x-comment:a")),
    ConformanceFixture(
      .lineGrammar, todo("COMMENT;X-A=\"b:c\""), message: "no colon", 7, 18,
      good: todo("COMMENT;X-A=\"b:c\":")),
  ]

  static let parameters: [ConformanceFixture] = [
    ConformanceFixture(
      .parameterGrammar, todo("COMMENT;LANGUAGE:a"), message: "\"LANGUAGE\" is not a parameter", 7,
      9,
      good: todo("COMMENT;LANGUAGE=:a")),
    ConformanceFixture(
      .parameterQuote, todo("COMMENT;X-A=\"b:c"), message: "not closed", 7, 13,
      good: todo("COMMENT;X-A=\"b\":c")),
    ConformanceFixture(
      .parameterQuote, todo("COMMENT;X-A=b\"c\":d"), message: "inside a value", 7, 9,
      good: todo("COMMENT;X-A=\"b\",\"c\":d")),
    ConformanceFixture(
      .parameterQuote, todo("COMMENT;ALTREP=cid:b"), message: "ALTREP is not in quotation marks", 7,
      9,
      good: todo("COMMENT;ALTREP=\"cid:b\":c")),
    ConformanceFixture(
      .parameterCaret, todo("COMMENT;X-A=a^b:c"), message: "^n, ^^ or ^'", 7, 14,
      good: todo("COMMENT;X-A=^n^^^':c")),
    ConformanceFixture(
      .parameterOnce, todo("COMMENT;LANGUAGE=a;LANGUAGE=b:c"), message: "appears twice", 7, 20,
      good: todo("COMMENT;LANGUAGE=a;X-A=b;X-A=c:c")),
    ConformanceFixture(
      .parameterSingle, todo("COMMENT;LANGUAGE=a,b:c"), message: "LANGUAGE has 2 values", 7, 9,
      good: todo("COMMENT;LANGUAGE=\"a,b\":c")),
    ConformanceFixture(
      .parameterWord, todo("ATTENDEE;RSVP=YES:mailto:a@example.org"), message: "TRUE or FALSE", 7,
      10,
      good: todo("ATTENDEE;RSVP=true:mailto:a@example.org")),
  ]

  static let tree: [ConformanceFixture] = [
    ConformanceFixture(
      .treeBalance, todo("BEGIN:X-A"), message: "\"X-A\" has no END", 7, 1,
      good: todo("BEGIN:X-A", "END:X-A")),
    ConformanceFixture(
      .treeBalance, todo("END:VALARM"), message: "has no matching BEGIN", 7, 1,
      good: todo().replacing("END:VTODO", with: "end:vtodo")),
    ConformanceFixture(
      .treeBalance, todo("BEGIN:X-COMP", "END:X"), message: "\"X-COMP\" has no END", 7, 1,
      good: todo("BEGIN:X-COMP", "END:X-COMP")),
    ConformanceFixture(
      .treeRoot, todo() + "COMMENT:a\r\n", message: "outside every calendar", 9, 1,
      good: todo() + todo()),
    ConformanceFixture(
      .treeRoot, ending(item("VTODO", [])), message: "no VCALENDAR", 1, 1, good: todo()),
    ConformanceFixture(
      .treeEmpty, calendar(), message: "no component", 1, 1,
      good: calendar("BEGIN:X-A", "END:X-A")),
    ConformanceFixture(
      .treeNesting, calendar("BEGIN:VALARM", "ACTION:AUDIO", "TRIGGER:PT0S", "END:VALARM"),
      message: "VALARM is not allowed in a VCALENDAR", 4, 1,
      good: alarm("ACTION:AUDIO", "TRIGGER:PT0S")),
    ConformanceFixture(
      .treeUnknown, todo("BEGIN:NOTHING", "END:NOTHING"), message: "not a registered component", 7,
      1,
      good: todo("BEGIN:VLOCATION", "UID:b", "END:VLOCATION")),
    ConformanceFixture(
      .treeOrder, todo("BEGIN:X-A", "END:X-A", "COMMENT:a"), message: "\"COMMENT\" comes after",
      9,
      1,
      good: todo("COMMENT:a", "BEGIN:X-A", "END:X-A")),
  ]

  static let properties: [ConformanceFixture] = [
    ConformanceFixture(
      .propertyRequired, todo().replacing("UID:a\r\n", with: ""), message: "the VTODO has no UID",
      4,
      1,
      good: todo()),
    ConformanceFixture(
      .propertyRequired, todo().replacing("PRODID:-//Example//EN\r\n", with: ""),
      message: "the VCALENDAR has no PRODID", 1, 1, good: todo()),
    ConformanceFixture(
      .propertyRequired, alarm("ACTION:AUDIO"), message: "the VALARM has no TRIGGER", 8, 1,
      good: alarm("ACTION:AUDIO", "TRIGGER:PT0S")),
    ConformanceFixture(
      .propertyRequired,
      calendar("BEGIN:VFREEBUSY", "UID:a", "END:VFREEBUSY"),
      message: "the VFREEBUSY has no DTSTAMP",
      4, 1, good: calendar("BEGIN:VFREEBUSY", "UID:a", "DTSTAMP:20261120T081500Z", "END:VFREEBUSY")),
    ConformanceFixture(
      .propertyOnce, todo("SUMMARY:a", "SUMMARY:b"), message: "SUMMARY appears 2 times", 8, 1,
      good: todo("COMMENT:a", "COMMENT:b")),
    ConformanceFixture(
      .propertyMisplaced, event("DTSTART:20261203T140000Z", "DUE:20261203T150000Z"),
      message: "DUE is not allowed in a VEVENT", 8, 1,
      good: event("DTSTART:20261203T140000Z", "DTEND:20261203T150000Z")),
    ConformanceFixture(
      .propertyUnknown, todo("LAST-MOD:20261120T081500Z"),
      message: "\"LAST-MOD\" is not a registered",
      7,
      1, good: todo("X-LAST-MOD:20261120T081500Z")),
  ]

  static let libical: [ConformanceFixture] = [
    ConformanceFixture(
      .libicalError, todo("X-LIC-ERROR;X-LIC-ERRORTYPE=VALUE-PARSE-ERROR:No value for DUE"),
      message: "libical left out a line", 7, 1, good: todo("X-LIC-OTHER:a")),
    ConformanceFixture(
      .libicalValue, todo("X-A:ERROR: No Value"), message: "marker for a missing value", 7, 5,
      good: todo("X-A:No Value")),
    ConformanceFixture(
      .libicalZone, todo("DUE;TZID=/freeassociation.sourceforge.net/Berlin:20261203T150000"),
      message: "libical's name", 7, 1, good: todo("DUE;TZID=/example.org/Berlin:20261203T150000")),
    ConformanceFixture(
      .libicalRoot, "BEGIN:XROOT\r\n" + todo() + "END:XROOT\r\n", message: "several components", 1,
      1,
      good: todo() + todo()),
  ]

  private static func bytes(_ text: String, _ swaps: [UInt8: UInt8]) -> [UInt8] {
    text.utf8.map { swaps[$0] ?? $0 }
  }
}
