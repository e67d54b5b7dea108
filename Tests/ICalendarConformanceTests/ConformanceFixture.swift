import Diagnostics
import ICalendar
import ICalendarConformance
import Testing

/// A file that breaks only one rule, and a similar one that breaks none.
struct ConformanceFixture: CustomTestStringConvertible, Sendable {
  let rule: ConformanceRule
  let bad: [UInt8]
  let good: [UInt8]
  /// A part of the expected message.
  let message: String
  let line: Int
  let column: Int

  init(
    _ rule: ConformanceRule, _ bad: String, message: String, _ line: Int, _ column: Int,
    good: String
  ) {
    self.init(rule, Array(bad.utf8), message: message, line, column, good: Array(good.utf8))
  }

  init(
    _ rule: ConformanceRule, _ bad: [UInt8], message: String, _ line: Int, _ column: Int,
    good: [UInt8]
  ) {
    self.rule = rule
    self.bad = bad
    self.good = good
    self.message = message
    self.line = line
    self.column = column
  }

  var testDescription: String { "\(rule.rawValue): \(message)" }

  /// Checks both files against the rule.
  func expect(_ location: SourceLocation = #_sourceLocation) {
    let found = Conformance.findings(of: ICSDocument(bytes: bad))
    #expect(Set(found.map(\.rule)) == [rule], "\(found)", sourceLocation: location)
    let first = found.first?.diagnostic
    #expect(
      first?.place.line == line && first?.place.column == column, "\(found)",
      sourceLocation: location)
    #expect(first?.sentence.contains(message) == true, "\(found)", sourceLocation: location)
    #expect(
      first?.sentence.contains(/; expected .* \(RFC \d+, section \d[\d.]*\)$/) == true, "\(found)",
      sourceLocation: location)
    let none = Conformance.diagnostics(of: ICSDocument(bytes: good))
    #expect(none.isEmpty, sourceLocation: location)
  }
}

/// A calendar with the given lines from its fourth line on.
func calendar(_ lines: String...) -> String { calendar(lines) }

private func calendar(_ lines: [String]) -> String {
  ending(["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Example//EN"] + lines + ["END:VCALENDAR"])
}

/// A calendar of one to-do; the given lines begin at line 7.
func todo(_ lines: String...) -> String { calendar(item("VTODO", lines)) }

/// A calendar of one event; the given lines begin at line 7.
func event(_ lines: String...) -> String { calendar(item("VEVENT", lines)) }

/// A to-do with an alarm; the given lines begin at line 9.
func alarm(_ lines: String...) -> String {
  todo2(["DTSTART:20261203T140000Z", "BEGIN:VALARM"] + lines + ["END:VALARM"])
}

private func todo2(_ lines: [String]) -> String { calendar(item("VTODO", lines)) }

/// A series of days or of times; its rule is at line 8.
func series(_ rule: String, start: String = ";VALUE=DATE:20261201") -> String {
  todo("DTSTART\(start)", "RRULE:\(rule)")
}

/// The lines of an item.
func item(_ kind: String, uid: String = "a", _ lines: [String]) -> [String] {
  ["BEGIN:\(kind)", "UID:\(uid)", "DTSTAMP:20261120T081500Z"] + lines + ["END:\(kind)"]
}

/// Two to-dos; the given line of the second is at line 11.
func twoTodos(_ first: String, _ second: String, uid: String = "b") -> String {
  calendar(item("VTODO", [first]) + item("VTODO", uid: uid, [second]))
}

/// A to-do and a VTIMEZONE; the given lines are part of the VTIMEZONE and begin at line 5.
func zone(_ lines: String..., due: String = "DUE;TZID=Berlin:20261203T150000") -> String {
  calendar(["BEGIN:VTIMEZONE"] + lines + ["END:VTIMEZONE"] + item("VTODO", [due]))
}

/// The lines of a STANDARD of a zone.
let standard = [
  "BEGIN:STANDARD", "DTSTART:19701025T030000", "TZOFFSETFROM:+0200", "TZOFFSETTO:+0100",
  "END:STANDARD",
].joined(separator: "\r\n")

/// The lines, each ended by CR LF.
func ending(_ lines: [String]) -> String { lines.map { $0 + "\r\n" }.joined() }
