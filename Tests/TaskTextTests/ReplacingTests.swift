import EditedOutlines
import TaskText
import TestSupport
import Testing

struct ReplacingTests {
  @Test(arguments: TaskDialect.allCases)
  func aChangedDocumentIsTheOneThatIsReadAgain(dialect: TaskDialect) {
    for seed in 0..<UInt64(Steps.count(or: 40)) {
      #expect(ReplacementCheck.faults(dialect, seed: seed, changes: 30) == [])
    }
  }

  @Test func onlyTheChangedLineIsReadAgain() {
    var document = TaskDocument("- a\n- b\n- c\n")
    let change = document.replace(7..<7, with: Array(" @x".utf8))
    #expect(change.lines == RangeChange(1..<2, count: 1))
    #expect(change.shift == 3)
    #expect(change.keepsOutline)
  }

  @Test func aFenceHidesAllLinesBelow() {
    var document = TaskDocument("```\n- [ ] a\n```\n- [ ] b\n", dialect: .markdown)
    let change = document.replace(0..<3, with: [])
    #expect(change.lines.old == 0..<4)
    #expect(document.lines.map(\.kind) == [.blank, .task, .note, .note])
  }

  @Test func oneLineCanGiveAllOthersAnotherLevel() {
    var document = TaskDocument("a:\n    - b\n    - c\n")
    let change = document.replace(19..<19, with: Array("  - d\n".utf8))
    #expect(document.lines.map(\.level) == [0, 2, 2, 1])
    #expect(change.lines == RangeChange(0..<3, count: 4))
  }

  @Test func twoChangesAreOne() {
    let first = RangeChange(2..<4, count: 5)
    #expect(first.followed(by: RangeChange(0..<1, count: 0)) == RangeChange(0..<4, count: 6))
    #expect(first.followed(by: RangeChange(8..<9, count: 3)) == RangeChange(2..<6, count: 9))
  }

  @Test(arguments: TaskDialect.allCases)
  func onlyLinesWithAWordAreReadAsInTheWholeFile(dialect: TaskDialect) {
    for seed in 0..<300 as Range<UInt64> {
      var text = TypedText(dialect, seed: seed)
      let bytes = text.start()
      let whole = TaskDocument(bytes: bytes, dialect: dialect)
      let word = Array("@due".utf8)
      let found = TaskDocument(bytes: bytes, dialect: dialect, linesWith: word)
      #expect(tags(of: whole, named: "due") == tags(of: found, named: "due"))
      #expect(found.lines.isEmpty == !whole.text.contains("@due"))
    }
  }

  /// The first and the last byte of a word are compared at eight places at once.
  @Test(arguments: ["@", "@x", "@?A", "@due(2026-11-26)", "abcabcab"])
  func aWordIsFoundAtEachPlace(word: String) {
    let parts = ["@", "A", "?", "\u{B}", "abc", "@x", "@due(2026-11-2", "\n"]
    for before in 0..<20 {
      for part in parts {
        let text = part + String(repeating: "-", count: before) + part + word
        let found = reading(text, linesWith: word)
        #expect(found.lines.count == text.split(separator: "\n").count { $0.contains(word) })
        let shorter = String(text.dropLast())
        #expect(reading(shorter, linesWith: word).lines.isEmpty == !shorter.contains(word))
      }
    }
  }

  private func reading(_ text: String, linesWith word: String) -> TaskDocument {
    TaskDocument(bytes: Array(text.utf8), dialect: .taskPaper, linesWith: Array(word.utf8))
  }

  @Test(arguments: ["\n", "\r\n", "\r"])
  func aTagBesideTheEndOfALineIsItsOwn(ending: String) {
    for before in 0..<20 {
      let start = String(repeating: "x", count: before)
      let text = TaskDocument("\(start)\(ending)@a\(ending)- \(start) @b\(ending)\(ending)@c")
      #expect(text.lines.map(\.tags.count) == [0, 1, 1, 0, 1])
    }
  }

  private func tags(of document: TaskDocument, named name: String) -> [TagSpan] {
    document.tags.filter { $0.form == .at && document.isNamed($0, name) }
  }

  @Test func severalThreadsReadWhatOneReads() {
    for ending in ["\n", "\r\n", "\r"] {
      let line = "\t- Write a report @due(2026-12-01) @x" + ending + "    note" + ending
      let bytes = Array(String(repeating: line, count: 30_000).utf8)
      let one = TaskDocument(bytes: bytes)
      let many = TaskDocument(bytes: bytes, threads: 4)
      #expect(one.lines == many.lines)
      #expect(one.tags == many.tags)
      #expect(one.indentUnit == many.indentUnit)
    }
  }
}
