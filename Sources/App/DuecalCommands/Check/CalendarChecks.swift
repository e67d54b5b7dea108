import Diagnostics
import ICalendar
import ICalendarConformance
import TaskDates

/// The checks of `duecal check` for .ics files.
struct CalendarChecks {
  /// The size limits of a file.
  let limits: InputLimits
  /// The zones, as many as a calendar may have.
  private let zones = SharedZones(limit: 2000)

  init(_ limits: InputLimits) { self.limits = limits }

  /// Reports what is wrong with a file, and returns the number of messages.
  func check(_ bytes: [UInt8], _ name: String, messages: inout Messages) -> Int {
    if let refusal = limits.refusal(of: bytes) {
      refuse(name, refusal, messages: &messages)
      return 1
    }
    let document = ICSDocument(bytes: bytes)
    guard Conformance.isCalendar(document) else {
      refuse(
        name,
        "the file does not contain a calendar; expected BEGIN:VCALENDAR (RFC 5545, section 3.4)",
        messages: &messages)
      return 1
    }
    let found = Conformance.findings(of: document, limit: limits.components) {
      zones.zone(named: $0)
    }
    for finding in found {
      messages.report(finding.diagnostic, file: name, rule: finding.rule?.rawValue)
    }
    return found.count + compareZones(bytes, name, messages: &messages)
  }

  /// Names the items whose VTIMEZONE and whose zone of the system differ on their own dates.
  private func compareZones(_ bytes: [UInt8], _ name: String, messages: inout Messages) -> Int {
    var comparison = ZoneComparison(CalendarReading(bytes: bytes, limits: limits))
    let found = comparison.diagnostics()
    for diagnostic in found { messages.report(diagnostic, file: name) }
    return found.count
  }

  private func refuse(_ name: String, _ sentence: String, messages: inout Messages) {
    messages.report(
      Diagnostic(.error, at: Place(line: 1, column: 1), message: sentence), file: name)
    messages.note(.dataError)
  }
}
