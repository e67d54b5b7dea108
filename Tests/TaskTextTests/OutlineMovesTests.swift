import TaskText
import TestSupport
import Testing

/// Several moves of lines, in one edit.
@Suite struct OutlineMovesTests {
  private func moved(
    _ text: String, _ dialect: TaskDialect = .taskPaper, last: Int? = nil,
    _ body: (inout OutlineMoves) -> Void
  ) -> String {
    let document = TaskDocument(text, dialect: dialect)
    var moves = OutlineMoves(document, outline: Outline(document), last: last)
    body(&moves)
    return moves.result().document.text
  }

  @Test func aLineTakesAlongWhatItOwns() {
    let text = moved("- a\n\t- b\n\t\tnote\n- c\n\t- d\n") { $0.move(1, below: 3) }
    #expect(text == "- a\n- c\n\t- d\n\t- b\n\t\tnote\n")
  }

  @Test func aLineMovesBelowOneThatMovedBefore() {
    let text = moved("- a\n- b\n- c\n") {
      $0.move(1, below: 0)
      $0.move(2, below: 1)
    }
    #expect(text == "- a\n\t- b\n\t\t- c\n")
  }

  @Test func aLineDoesNotMoveBelowItself() {
    var results: [Bool] = []
    let text = moved("- a\n\t- b\n") {
      results = [$0.move(0, below: 1), $0.move(1, below: 0), $0.move(0, below: 0)]
    }
    #expect(text == "- a\n\t- b\n")
    #expect(results == [false, false, false])
  }

  @Test func theLastRootLineStaysLast() {
    let text = moved("- a\n\t- b\nArchive:\n\t- c\n", last: 2) {
      $0.move(1, below: nil)
      $0.move(3, below: nil)
    }
    #expect(text == "- a\n- b\n- c\nArchive:\n")
  }

  @Test func newLinesOfAHeadingGoBeforeTheNextHeading() {
    let text = moved("# A\n- a\n\n## B\n- b\n\n# C\n- c\n", .markdown) {
      $0.move(7, below: 0)
      $0.move(4, below: 6)
    }
    #expect(text == "# A\n- a\n- c\n\n## B\n\n# C\n- b\n")
  }

  @Test func nothingMovesBeforeTheFrontMatter() {
    let text = moved("---\nx: y\n---\n# Archive\n- [ ] a\n", .markdown, last: 3) {
      $0.move(4, below: nil)
    }
    #expect(text == "---\nx: y\n---\n- [ ] a\n# Archive\n")
  }

  /// A single move as an edit of its own.
  private func alone(_ line: Int, below owner: Int?, in document: TaskDocument) -> EditedOutline? {
    let outline = Outline(document)
    let block = outline.subtree(of: line)
    guard outline.parent(of: line) != owner, owner.map(block.contains) != true else { return nil }
    var edit = OutlineEdit(document)
    let last = document.lines.lastIndex { $0.kind != .blank }.map { $0 + 1 }
    let end = owner.map { outline.endOfOwnLines(of: $0, in: document) } ?? last ?? 0
    edit.move(block, beforeLine: end, level: owner.map { document.lines[$0].level + 1 } ?? 0)
    return edit.result()
  }

  @Test func manyMovesAreWhatTheyAreOneByOne() {
    var random = SeededGenerator(seed: 16)
    for _ in 0..<300 {
      var level = -1
      let lines = (0..<Int.random(in: 1...14, using: &random)).map { number in
        if Int.random(in: 0..<6, using: &random) == 0 { return "" }
        level = Int.random(in: 0...(level + 1), using: &random)
        return String(repeating: "\t", count: level) + "- \(number)"
      }
      let document = TaskDocument(lines.joined(separator: "\n") + "\n")
      expectSame(document, &random)
    }
  }

  private func expectSame(_ document: TaskDocument, _ random: inout SeededGenerator) {
    let movable = document.lines.indices.filter { document.lines[$0].kind != .blank }
    guard !movable.isEmpty else { return }
    var moves = OutlineMoves(document, outline: Outline(document))
    var (one, places) = (document, Array(document.lines.indices))
    for _ in 0..<6 {
      let line = movable[Int.random(in: movable.indices, using: &random)]
      let owner = Bool.random(using: &random) ? nil : movable.randomElement(using: &random)
      let next = alone(places[line], below: owner.map { places[$0] }, in: one)
      let isMoved = moves.move(line, below: owner)
      #expect(isMoved == (next != nil))
      guard let next else { continue }
      places = places.map { next.line(of: $0) ?? -1 }
      one = next.document
    }
    let result = moves.result()
    #expect(result.document.text == one.text, "\(document.text)")
    #expect(document.lines.indices.map { result.line(of: $0) ?? -1 } == places)
  }
}
