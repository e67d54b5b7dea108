import Foundation
import ICalendar
import Testing

private let project = URL(fileURLWithPath: #filePath)
  .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

private func text(_ path: String) throws -> String {
  try String(contentsOf: project.appendingPathComponent(path), encoding: .utf8)
}

/// The sources with their texts, by path.
private func sources() throws -> [String: String] {
  let names = try FileManager.default.subpathsOfDirectory(
    atPath: project.appendingPathComponent("Sources").path)
  let swift = names.filter { $0.hasSuffix(".swift") }
  return try Dictionary(uniqueKeysWithValues: swift.map { ($0, try text("Sources/\($0)")) })
}

@Suite("What is asked of libical")
struct LibicalTests {
  @Test func threeFilesSeeIt() throws {
    let seeing = try sources().filter { $0.value.contains("import CLibical") }.keys.sorted()
    #expect(
      seeing == [
        "Calendar/ICalendar/Meaning/ComponentHandle.swift",
        "Calendar/ICalendar/Meaning/Libical.swift",
        "Calendar/ICalendar/Meaning/LibicalReader.swift",
      ])
  }

  @Test func isWhatTheDocumentationLists() throws {
    let list = try text("Docs/Libical.md").components(separatedBy: "## Faults of libical")[0]
    let call = try Regex("\\b(ical[a-z_0-9]+)\\(", as: (Substring, Substring).self)
    let called = try Set(sources().values.flatMap { $0.matches(of: call).map { String($0.1) } })
    let named = try Regex("`(ical[a-z_0-9]+)`", as: (Substring, Substring).self)
    let listed = Set(list.matches(of: named).map { String($0.1) })
    #expect(called.subtracting(listed).sorted() == [])
    #expect(listed.subtracting(called).sorted() == [])
  }

  /// Functions with memory faults, that open files, or that run for minutes: limits cannot prevent these.
  @Test(arguments: [
    "icalcomponent_normalize", "icalcomponent_merge_component", "foreach_recurrence",
    "icalrecur_iterator", "icalrecur_expand_recurrence", "get_builtin_timezone",
    "icalcomponent_get_due", "icalcomponent_get_dtstart", "icalcomponent_get_dtend",
    "icalcomponent_get_duration", "icalcomponent_get_span",
    "icalproperty_get_datetime_with_component",
    "icalcomponent_as_ical_string", "icalcomponent_new_clone", "icalcomponent_check_restrictions",
    "icalrestriction_check", "errors_are_fatal", "icalreqstattype", "icalattach",
    "icaltimezone_set_", "icaltimezone_load", "set_unknown_token_handling",
  ])
  func isNothingThatIsDangerous(name: String) throws {
    for (path, text) in try sources() where text.contains("import CLibical") {
      #expect(!text.contains(name), "\(path)")
    }
  }

  @Test func everyLimitIsDocumented() throws {
    let table = try text("Docs/Libical.md")
    for (name, limit) in InputLimits.names {
      #expect(table.contains("| `\(name)` | \(InputLimits()[keyPath: limit]) |"))
    }
  }

  @Test func everyLimitHasAName() {
    let limits = InputLimits()
    let numbers = Mirror(reflecting: limits).children.filter { $0.value is Int }.count
    let ofZones = Mirror(reflecting: limits.zones).children.count
    #expect(InputLimits.names.count == numbers + ofZones)
    #expect(Set(InputLimits.names.map { $0.limit as AnyKeyPath }).count == numbers + ofZones)
  }
}
