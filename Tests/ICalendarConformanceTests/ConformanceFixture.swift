import Diagnostics
import ICalendar
import ICalendarConformance
import Testing

/// A file that breaks one rule and no other, and one much like it that breaks none.
struct ConformanceFixture: CustomTestStringConvertible, Sendable {
  let rule: ConformanceRule
  let bad: [UInt8]
  let good: [UInt8]
  /// What the message says, in part.
  let says: String
  let line: Int
  let column: Int

  init(
    _ rule: ConformanceRule, _ bad: String, says: String, _ line: Int, _ column: Int,
    good: String
  ) {
    self.init(rule, Array(bad.utf8), says: says, line, column, good: Array(good.utf8))
  }

  init(
    _ rule: ConformanceRule, _ bad: [UInt8], says: String, _ line: Int, _ column: Int,
    good: [UInt8]
  ) {
    self.rule = rule
    self.bad = bad
    self.good = good
    self.says = says
    self.line = line
    self.column = column
  }

  var testDescription: String { "\(rule.rawValue): \(says)" }

  /// Holds the fixture against the rule.
  func expect(_ location: SourceLocation = #_sourceLocation) {
    let found = Conformance.findings(of: ICSDocument(bytes: bad))
    #expect(Set(found.map(\.rule)) == [rule], "\(found)", sourceLocation: location)
    let first = found.first?.diagnostic
    #expect(
      first?.place.line == line && first?.place.column == column, "\(found)",
      sourceLocation: location)
    #expect(first?.sentence.contains(says) == true, "\(found)", sourceLocation: location)
    #expect(
      first?.sentence.contains(/; expected .* \(RFC \d+, section \d[\d.]*\)$/) == true, "\(found)",
      sourceLocation: location)
    let none = Conformance.diagnostics(of: ICSDocument(bytes: good))
    #expect(none.isEmpty, sourceLocation: location)
  }
}

/// A calendar of lines, the fourth line the first of them.
func calendar(_ lines: String...) -> String { calendar(lines) }

private func calendar(_ lines: [String]) -> String {
  ending(["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Example//EN"] + lines + ["END:VCALENDAR"])
}

/// A calendar of one to-do, the seventh line the first of these.
func todo(_ lines: String...) -> String { calendar(item("VTODO", lines)) }

/// A calendar of one event, the seventh line the first of these.
func event(_ lines: String...) -> String { calendar(item("VEVENT", lines)) }

/// A to-do with an alarm, the ninth line the first of these.
func alarm(_ lines: String...) -> String {
  todo2(["DTSTART:20261203T140000Z", "BEGIN:VALARM"] + lines + ["END:VALARM"])
}

private func todo2(_ lines: [String]) -> String { calendar(item("VTODO", lines)) }

/// A series of days or of times, the eighth line its rule.
func series(_ rule: String, start: String = ";VALUE=DATE:20261201") -> String {
  todo("DTSTART\(start)", "RRULE:\(rule)")
}

/// The lines of an item.
func item(_ kind: String, uid: String = "a", _ lines: [String]) -> [String] {
  ["BEGIN:\(kind)", "UID:\(uid)", "DTSTAMP:20261120T081500Z"] + lines + ["END:\(kind)"]
}

/// Two to-dos, the second with the line 11 as its first.
func twoTodos(_ first: String, _ second: String, uid: String = "b") -> String {
  calendar(item("VTODO", [first]) + item("VTODO", uid: uid, [second]))
}

/// A VTIMEZONE and a to-do, the fifth line the first of these, which are part of the VTIMEZONE.
func zone(_ lines: String..., due: String = "DUE;TZID=Berlin:20261203T150000") -> String {
  calendar(["BEGIN:VTIMEZONE"] + lines + ["END:VTIMEZONE"] + item("VTODO", [due]))
}

/// The lines of a STANDARD of a zone.
let standard = [
  "BEGIN:STANDARD", "DTSTART:19701025T030000", "TZOFFSETFROM:+0200", "TZOFFSETTO:+0100",
  "END:STANDARD",
].joined(separator: "\r\n")

/// The lines with CR LF behind each.
func ending(_ lines: [String]) -> String { lines.map { $0 + "\r\n" }.joined() }
