import Foundation
import Testing

/// A calendar that is imported into a task file.
private struct Imported {
  let scratch: Scratch

  init() throws {
    scratch = try Scratch()
    try scratch.write("a.ics", Self.calendar("Call Ann"))
  }

  static func calendar(_ title: String) -> String {
    """
    BEGIN:VCALENDAR\r
    VERSION:2.0\r
    PRODID:-//test//EN\r
    BEGIN:VTODO\r
    UID:1\r
    DTSTAMP:20261001T010640Z\r
    SUMMARY:\(title)\r
    DUE;VALUE=DATE:20261203\r
    PRIORITY:high\r
    END:VTODO\r
    END:VCALENDAR\r

    """
  }

  func run(_ more: String...) throws -> Run {
    let words = ["import", scratch.path("a.ics"), "--into", scratch.path("a.taskpaper")]
    return try duecal(
      words + ["--zone", "UTC"] + more,
      environment: [
        "XDG_CACHE_HOME": scratch.path("cache"), "XDG_STATE_HOME": scratch.path("state"),
      ])
  }

  /// The records of imports in the cache.
  var records: [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: scratch.path("cache/duecal/imports")))
      ?? []
  }

  /// Imports until a run without changes is remembered.
  func settle() throws -> Run {
    _ = try run()
    Thread.sleep(forTimeInterval: 4)
    return try run()
  }
}

@Suite("An import of which nothing has changed")
struct LastImportTests {
  @Test func itRepeatsItsMessages() throws {
    let imported = try Imported()
    let first = try imported.settle()
    #expect(first.error.contains("PRIORITY"), "\(first.error)")
    #expect(imported.records.count == 1)
    let text = try imported.scratch.text("a.taskpaper")
    #expect(try imported.run().error == first.error)
    #expect(try imported.scratch.text("a.taskpaper") == text)
  }

  @Test func aChangedCalendarAndAChangedFileAreSeen() throws {
    let imported = try Imported()
    _ = try imported.settle()
    try imported.scratch.write("a.ics", Imported.calendar("Call Bob"))
    _ = try imported.run()
    let text = try imported.scratch.text("a.taskpaper")
    #expect(text.contains("Call Bob"))
    _ = try imported.settle()
    try imported.scratch.write("a.taskpaper", text.replacingOccurrences(of: "12-03", with: "12-04"))
    try imported.scratch.write("a.ics", Imported.calendar("Call Eve"))
    _ = try imported.run()
    #expect(try imported.scratch.text("a.taskpaper").contains("Call Eve @due(2026-12-04)"))
  }

  @Test func anUndoneImportAddsNothingAgain() throws {
    let imported = try Imported()
    let first = try imported.settle()
    #expect(first.status == 0 && imported.records.count == 1)
    try imported.scratch.write("a.taskpaper", "")
    _ = try imported.run()
    #expect(try imported.scratch.text("a.taskpaper").isEmpty)
  }

  @Test func whatDependsOnTheTimeOfDayIsNotRemembered() throws {
    let imported = try Imported()
    _ = try imported.run("--past", "archive")
    Thread.sleep(forTimeInterval: 4)
    _ = try imported.run("--past", "archive")
    #expect(imported.records.isEmpty)
  }
}
