import Foundation
import Testing

/// A folder of 210 Markdown notes, each with prose and a task.
private struct Notes {
  let scratch: Scratch

  init() throws {
    scratch = try Scratch()
    for number in 100..<310 {
      try scratch.write(
        "notes/\(number).md",
        "# Note \(number)\n\nWords about it.\n\n- [ ] Task \(number) 📅 2026-12-03\n")
    }
  }

  /// Notes that one list has kept.
  static func listed() throws -> (notes: Notes, first: String, kept: String) {
    let notes = try Notes()
    notes.settle()
    let first = try notes.list()
    return (notes, first, try #require(notes.kept))
  }

  func list(in folder: String = "notes", _ more: String...) throws -> String {
    let words = ["list", "2026-12-03", scratch.path(folder), "--extension", "md"]
    let run = try duecal(
      words + ["--zone", "UTC"] + more, environment: ["XDG_CACHE_HOME": scratch.path("cache")])
    #expect(run.status == 0 && run.error.isEmpty, "\(run.error)")
    return run.output
  }

  /// The file with the notes that were kept; nil if there is none.
  var kept: String? {
    let folder = scratch.path("cache/duecal/notes")
    return (try? FileManager.default.contentsOfDirectory(atPath: folder))?.first
      .map { "cache/duecal/notes/\($0)" }
  }

  /// When that file was changed.
  func changed(_ kept: String) throws -> Date? {
    let attributes = try FileManager.default.attributesOfItem(atPath: scratch.path(kept))
    return attributes[.modificationDate] as? Date
  }

  /// The bytes of that file, each as a character; parts of it are not UTF-8.
  func text(_ kept: String) throws -> String {
    let data = try Data(contentsOf: URL(fileURLWithPath: scratch.path(kept)))
    return try #require(String(data: data, encoding: .isoLatin1))
  }

  func write(_ kept: String, _ text: String) throws {
    let data = try #require(text.data(using: .isoLatin1))
    try data.write(to: URL(fileURLWithPath: scratch.path(kept)))
  }

  /// Waits until the files are old enough to be recognised by their stamps.
  func settle() { Thread.sleep(forTimeInterval: 4) }
}

@Suite("Notes that are read only after a change")
struct NoteCacheTests {
  @Test func aListOfUnchangedNotesReadsNone() throws {
    let (notes, first, kept) = try Notes.listed()
    let text = try notes.text(kept)
    #expect(text.contains("Task 200") && !text.contains("Words"))
    #expect(try notes.list() == first)
    try notes.write(kept, text.replacingOccurrences(of: "Task 200", with: "Kept 200"))
    #expect(try notes.list() == first.replacingOccurrences(of: "Task 200", with: "Kept 200"))
    try FileManager.default.removeItem(atPath: notes.scratch.path(kept))
    #expect(try notes.list() == first)
  }

  @Test func theFolderMayBeNamedOtherwise() throws {
    let (notes, first, kept) = try Notes.listed()
    let stamp = try notes.changed(kept)
    #expect(try notes.list(in: "notes/") == first)
    #expect(try notes.list(in: "notes/../notes") == first)
    #expect(try notes.changed(kept) == stamp)
  }

  @Test func changedNewAndRemovedNotesAreSeen() throws {
    let notes = try Notes()
    notes.settle()
    let first = try notes.list()
    try notes.scratch.write("notes/200.md", "- [ ] Other 📅 2026-12-03\n")
    try notes.scratch.write("notes/400.md", "- [ ] New 📅 2026-12-03\n")
    try FileManager.default.removeItem(atPath: notes.scratch.path("notes/201.md"))
    let second = try notes.list()
    #expect(second.contains("Other") && second.contains("New") && !second.contains("Task 200"))
    #expect(second.split(separator: "\n").count == first.split(separator: "\n").count)
    #expect(!second.contains("Task 201") && second.contains("Task 202"))
  }

  @Test func aQueryReadsTheProseToo() throws {
    let notes = try Notes()
    notes.settle()
    let first = try notes.list("--where", "Task 200")
    _ = try notes.list()
    #expect(try notes.list("--where", "Task 200") == first)
  }

  @Test func aDamagedCacheIsReplaced() throws {
    let (notes, first, kept) = try Notes.listed()
    let text = try notes.text(kept)
    for damaged in ["", "1:", String(text.dropLast(9)), "99999999999999999999:" + text] {
      try notes.write(kept, damaged)
      #expect(try notes.list() == first)
      #expect(try notes.text(kept) == text)
    }
  }
}
