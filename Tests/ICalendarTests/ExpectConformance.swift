import Diagnostics
import ICalendar
import ICalendarConformance
import Testing

/// Expects that a text of duecal breaks no rule of conformance; a component without a calendar is put into one.
///
/// - Parameter rules: The rules that a part of a calendar cannot follow, such as for zones that it only names.
func expectConformance(
  of bytes: [UInt8], except rules: Set<ConformanceRule> = [],
  _ location: SourceLocation = #_sourceLocation
) {
  let begin = "BEGIN:VCALENDAR\r\n"
  let isWhole = bytes.starts(with: begin.utf8)
  let head = isWhole ? "" : begin + "VERSION:2.0\r\nPRODID:x\r\n"
  let calendar = Array(head.utf8) + bytes + (isWhole ? [] : Array("END:VCALENDAR\r\n".utf8))
  let found = Conformance.findings(of: ICSDocument(bytes: calendar)).filter { finding in
    finding.diagnostic.severity == .error && !(finding.rule.map { rules.contains($0) } ?? false)
  }
  #expect(found.isEmpty, sourceLocation: location)
}
