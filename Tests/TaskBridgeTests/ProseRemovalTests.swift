import Foundation
import TaskBridge
import TaskDates
import TaskText
import TestSupport
import Testing

@Suite("Prose of notes")
struct ProseRemovalTests {
  @Test func proseBecomesALetterAndAllElseStays() {
    let text = """
      ---
      tags: [a]
      ---
      # Notes
      Some words about a thing.
        More words, indented.
      - [ ] Call Ann 📅 2026-12-03
        What to ask her.
      Words with @due(2026-12-04) and more.
      ```
      - [ ] Not a task
      ```
      # Dated @due(2026-12-05)
      What belongs to the date.

      """
    let shortened = text.replacing("Some words about a thing.", with: "x")
      .replacing("More words, indented.", with: "x")
    let document = TaskDocument(text, dialect: .markdown)
    #expect(String(decoding: ProseRemoval.bytes(of: document), as: UTF8.self) == shortened)
  }

  @Test func otherDialectsStayAsTheyAre() {
    let text = "Home:\n\tSome words.\n\t- Call Ann\n"
    for dialect in TaskDialect.allCases where dialect != .markdown {
      let document = TaskDocument(text, dialect: dialect)
      #expect(ProseRemoval.bytes(of: document) == Array(text.utf8))
    }
  }

  @Test(arguments: 0..<200) func randomNotesHaveTheSameItemsWithoutProse(seed: Int) {
    var generator = SeededGenerator(seed: UInt64(seed))
    expectSameItems(Self.note(&generator))
  }

  @Test func pagesOfTheDocumentationHaveTheSameItemsWithoutProse() throws {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("Docs")
    let pages = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      .filter { $0.hasSuffix(".md") }
    #expect(pages.count > 20)
    for page in pages { expectSameItems(Corpora.bytes(folder.appendingPathComponent(page))) }
  }

  private static let lines = [
    "Some words", "words: and a colon:", "été", "1. first", "- a point", "* another", "> quoted",
    "- [ ] Call Ann 📅 2026-12-03", "- [x] Done", "* [ ] Pay @due(2026-12-04)", "# Heading",
    "### Deeper @due(2026-12-05)", "## Private @class(private)", "words @class(", "@class(x", "```",
    "~~~", "%%", "%% hidden %% words", "<!--", "-->", "words --> more", "---", "===", "", " ", "\t",
    "#tag in words", "[[Link]] in words", "| a | b |", "Archive:", "# Archive", "\u{FEFF}words",
  ]
  private static let indents = ["", "", "", " ", "  ", "    ", "\t", "\t\t", "  \t"]
  private static let endings = ["\n", "\n", "\n", "\r\n", "\r"]

  private static func note(_ generator: inout SeededGenerator) -> [UInt8] {
    var text = Bool.random(using: &generator) ? "" : "---\ntitle: words\n---\n"
    for _ in 0..<Int.random(in: 0..<30, using: &generator) {
      for part in [indents, lines, endings] {
        text += part.randomElement(using: &generator) ?? ""
      }
    }
    return Array(text.utf8)
  }
}

/// Expects the same lines, entries and notes of items in a note with and without its prose.
private func expectSameItems(_ bytes: [UInt8]) {
  let whole = NotedFile(bytes)
  let short = NotedFile(ProseRemoval.bytes(of: whole.file.document))
  #expect(short.shapes == whole.shapes)
  #expect(short.items == whole.items)
  #expect(ProseRemoval.bytes(of: short.file.document) == short.file.document.bytes)
}

/// A note, and what a list reads in it.
private struct NotedFile {
  let file: TaskFile
  private let entries: TaskEntries

  init(_ bytes: [UInt8]) {
    file = TaskFile(
      name: "a.md", identity: "a.md", modified: .epoch,
      document: TaskDocument(bytes: bytes, dialect: .markdown))
    entries = TaskEntries(files: [file], vocabulary: Vocabulary(), includesArchive: true)
  }

  /// The kind, level and tags of each line.
  var shapes: [String] {
    file.document.lines.map { line in
      let tags = file.document.tags[line.tags].map { file.document.string($0.range) }
      return "\(line.kind) \(line.level) \(line.mark) \(tags)"
    }
  }

  /// Each item with its notes, and each heading.
  var items: [String] {
    entries.entries.map { "\(shown($0)) \(LineText(file, line: $0.line.line).written)" }
      + entries.projects.map(shown)
  }

  private func shown(_ entry: TaskEntry) -> String {
    let title = LineText(file, line: entry.line.line).title
    return "\(entry.line.line) \(title) \(entries.path(of: entry)) \(entry.parent ?? -1) "
      + "\(entry.classification ?? "") \(entry.isClosedAbove)"
  }
}
