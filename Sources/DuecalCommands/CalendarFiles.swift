import Diagnostics
import ICalendar
import TaskDates

/// Files of iCalendar among those that a command is given.
enum CalendarFiles {
  /// The endings of their names.
  static let endings = [".ics", ".ical", ".icalendar", ".ifb"]

  /// True if a file is one by its name, or else by how it begins.
  static func isOne(_ bytes: [UInt8], _ name: String) -> Bool {
    if endings.contains(where: { name.lowercased().hasSuffix($0) }) { return true }
    let text = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes[3...] : bytes[...]
    let begin = Array("BEGIN:VCALENDAR".utf8)
    return text.count >= begin.count && zip(text, begin).allSatisfy { $0 & 0xDF == $1 & 0xDF }
  }

  /// Says where the system has no time zones, without which the times of a calendar mean little.
  static func checkZones(_ messages: inout Messages) {
    do throws(ZoneError) {
      try ZoneDatabase().check()
    } catch {
      messages.fail("\(error)", .configuration)
    }
  }
}

/// What `duecal check` says of .ics files.
struct CalendarChecks {
  private let zones = KnownZones()

  /// Says what is wrong with a file; gives how many messages it took.
  func check(_ bytes: [UInt8], _ name: String, _ messages: inout Messages) -> Int {
    if let refusal = InputLimits().refusal(of: bytes) {
      refuse(name, refusal, &messages)
      return 1
    }
    let document = ICSDocument(bytes: bytes)
    guard Conformance.isCalendar(document) else {
      refuse(
        name,
        "nothing in the file begins a calendar; expected BEGIN:VCALENDAR (RFC 5545, section 3.4)",
        &messages)
      return 1
    }
    let found = Conformance.findings(of: document) { zones.zone(named: $0) }
    for finding in found {
      messages.say(finding.diagnostic, file: name, rule: finding.rule?.rawValue)
    }
    return found.count
  }

  private func refuse(_ name: String, _ sentence: String, _ messages: inout Messages) {
    messages.say(Diagnostic(.error, at: Place(line: 1, column: 1), sentence), file: name)
    messages.note(.dataError)
  }
}

/// The zones that calendars name, each looked up once, and so many of them as a calendar has.
private final class KnownZones {
  private var zones: [String: Zone] = [:]
  private var unknown: Set<String> = []
  private let database = ZoneDatabase()

  func zone(named name: String) -> Zone? {
    if let known = zones[name] { return known }
    guard !unknown.contains(name), zones.count + unknown.count < 2000 else { return nil }
    do throws(ZoneError) {
      let zone = try database.zone(named: name)
      zones[name] = zone
      return zone
    } catch {
      unknown.insert(name)
      return nil
    }
  }
}
