import Foundation
import Testing

/// A folder of Markdown notes and its feed.
private struct Vault {
  let scratch: Scratch

  init(_ text: String) throws {
    scratch = try Scratch()
    try scratch.write("notes/a.md", text)
    try scratch.write("notes/b.md", "# B\n\nOnly prose.\n")
  }

  private var words: [String] {
    [
      "export", scratch.path("notes"), "--extension", "md", "-o", scratch.path("a.ics"), "--zone",
      "UTC",
    ]
  }

  private var environment: [String: String] { ["XDG_CACHE_HOME": scratch.path("cache")] }

  func export(_ more: String...) throws -> Run {
    try duecal(words + more, environment: environment)
  }

  /// Exports with a limit for the size of files, in units of `ulimit`.
  func export(writingAtMost blocks: Int) throws -> Run {
    let path = try #require(binary)
    let line = "ulimit -f \(blocks); exec \"$0\" \"$@\""
    return try run(["/bin/sh", "-c", line, path] + words, environment: environment)
  }

  /// The records of exports in the cache.
  var records: [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: scratch.path("cache/duecal/exports")))
      ?? []
  }

  /// Waits until the files are old enough to be recognised by their stamps.
  func settle() { Thread.sleep(forTimeInterval: 4) }
}

@Suite("A folder of notes")
struct VaultTests {
  private static let note = "# A\n\nSome prose.\n\n- [ ] Call Ann 📅 2026-12-03\n\nMore prose.\n"

  @Test func proseIsNeitherExportedNorALoss() throws {
    let vault = try Vault(Self.note)
    let run = try vault.export()
    #expect(run.status == 0 && run.error.isEmpty, "\(run.error)")
    let feed = try vault.scratch.text("a.ics")
    #expect(feed.contains("SUMMARY:Call Ann") && !feed.contains("prose"))
  }

  @Test func anExportWithoutChangesRepeatsItsMessages() throws {
    let vault = try Vault(Self.note + "- [ ] Pay 📅 2026-12-04 soon\n")
    let first = try vault.export()
    #expect(first.error.contains("a.md:8:11: warning: 📅 is not read here"), "\(first.error)")
    #expect(vault.records.isEmpty)
    vault.settle()
    #expect(try vault.export().error == first.error)
    #expect(vault.records.count == 1)
    let feed = try vault.scratch.text("a.ics")
    #expect(try vault.export().error == first.error)
    #expect(try vault.scratch.text("a.ics") == feed)
  }

  @Test func aNoteWhoseTimeWasSetBackIsReadAgain() throws {
    let vault = try Vault(Self.note)
    let path = vault.scratch.path("notes/a.md")
    _ = try vault.export()
    vault.settle()
    _ = try vault.export()
    #expect(vault.records.count == 1)
    let date = try FileManager.default.attributesOfItem(atPath: path)[.modificationDate]
    try vault.scratch.write(
      "notes/a.md", Self.note.replacingOccurrences(of: "Ann", with: "Bob"))
    try FileManager.default.setAttributes(
      [.modificationDate: try #require(date)], ofItemAtPath: path)
    _ = try vault.export()
    #expect(try vault.scratch.text("a.ics").contains("SUMMARY:Call Bob"))
  }

  @Test func anExportThatFailedIsTriedAgain() throws {
    let vault = try Vault(Self.note)
    _ = try vault.export()
    let feed = try vault.scratch.text("a.ics")
    let long = String(repeating: "long ", count: 4000)
    try vault.scratch.write("notes/a.md", "- [ ] Call Bob \(long) 📅 2026-12-03\n")
    vault.settle()
    #expect(try vault.export(writingAtMost: 8).status == 74)
    #expect(try vault.scratch.text("a.ics") == feed)
    #expect(try vault.export().status == 0)
    #expect(try vault.scratch.text("a.ics").contains("SUMMARY:Call Bob"))
  }

  @Test func newNotesOtherOptionsAndAChangedFeedAreSeen() throws {
    let vault = try Vault(Self.note)
    _ = try vault.export()
    vault.settle()
    _ = try vault.export()
    try vault.scratch.write("notes/c.md", "- [ ] New 📅 2026-12-05\n")
    _ = try vault.export()
    #expect(try vault.scratch.text("a.ics").contains("SUMMARY:New"))
    vault.settle()
    _ = try vault.export()
    _ = try vault.export("--name", "Other")
    #expect(try vault.scratch.text("a.ics").contains("NAME:Other"))
    vault.settle()
    _ = try vault.export()
    let feed = try vault.scratch.text("a.ics")
    try vault.scratch.write("a.ics", feed.replacingOccurrences(of: "Call Ann", with: "Call Eve"))
    _ = try vault.export()
    #expect(try vault.scratch.text("a.ics").contains("SUMMARY:Call Ann"))
  }
}
