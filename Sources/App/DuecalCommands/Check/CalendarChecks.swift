import Diagnostics
import ICalendar
import ICalendarConformance
import TaskDates

/// What `duecal check` says of .ics files.
struct CalendarChecks {
  /// How large a file may be.
  let limits: InputLimits
  /// So many zones as a calendar has.
  private let zones = SharedZones(limit: 2000)

  init(_ limits: InputLimits) { self.limits = limits }

  /// Says what is wrong with a file; gives how many messages it took.
  func check(_ bytes: [UInt8], _ name: String, messages: inout Messages) -> Int {
    if let refusal = limits.refusal(of: bytes) {
      refuse(name, refusal, messages: &messages)
      return 1
    }
    let document = ICSDocument(bytes: bytes)
    guard Conformance.isCalendar(document) else {
      refuse(
        name,
        "nothing in the file begins a calendar; expected BEGIN:VCALENDAR (RFC 5545, section 3.4)",
        messages: &messages)
      return 1
    }
    let found = Conformance.findings(of: document, limit: limits.components) {
      zones.zone(named: $0)
    }
    for finding in found {
      messages.say(finding.diagnostic, file: name, rule: finding.rule?.rawValue)
    }
    return found.count
  }

  private func refuse(_ name: String, _ sentence: String, messages: inout Messages) {
    messages.say(Diagnostic(.error, at: Place(line: 1, column: 1), message: sentence), file: name)
    messages.note(.dataError)
  }
}
