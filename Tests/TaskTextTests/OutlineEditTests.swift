import TaskText
import TestSupport
import Testing

/// Several changes of a file in one edit, and the expected lines, found in the simplest way.
private struct EditModel {
  /// An expected line: its indent and body, and its original line.
  struct Line {
    var text: [UInt8]
    var old: Int?
    var addition: Int?
  }

  let document: TaskDocument
  private(set) var edit: OutlineEdit
  private var random: SeededGenerator
  private var texts: [Int: [UInt8]] = [:]
  private var removed: Set<Int> = []
  private var added: [(before: Int, lines: [Line])] = []

  init(seed: UInt64) {
    var writer = TaskTextGenerator(seed: seed)
    document = TaskDocument(bytes: writer.file(lines: 12))
    edit = OutlineEdit(document)
    random = SeededGenerator(seed: seed &* 31)
    for _ in 0..<Int.random(in: 1...5, using: &random) { change() }
  }

  private mutating func change() {
    let count = document.lines.count
    switch Int.random(in: 0...3, using: &random) {
    case 0 where count > 0: set(Int.random(in: 0..<count, using: &random))
    case 1 where count > 0: remove(Int.random(in: 0..<count, using: &random))
    case 2 where count > 0: move(Int.random(in: 0..<count, using: &random))
    default: add(Int.random(in: 0...count, using: &random))
    }
  }

  private mutating func set(_ line: Int) {
    guard document.lines[line].kind != .blank, !removed.contains(line) else { return }
    edit.set("- set", ofLine: line)
    texts[line] = document.bytes[document.lines[line].indent] + Array("- set".utf8)
  }

  private mutating func remove(_ line: Int) {
    let block = Outline(document).subtree(of: line).filter { !removed.contains($0) }
    edit.remove(block)
    removed.formUnion(block)
  }

  private mutating func add(_ line: Int) {
    let number = edit.add([("- new", 0), ("", 3), ("note", 0)], beforeLine: line)
    #expect(number == added.count)
    added.append(
      (line, ["- new", "", "note"].map { Line(text: Array($0.utf8), addition: number) }))
  }

  private mutating func move(_ line: Int) {
    let block = Outline(document).subtree(of: line)
    let place = Int.random(in: 0...document.lines.count, using: &random)
    guard removed.isDisjoint(with: block), !block.contains(place) else { return }
    edit.move(block, beforeLine: place, level: document.lines[line].level)
    removed.formUnion(block)
    added.append((place, block.map { Line(text: text(of: $0), old: $0) }))
  }

  private func text(of line: Int) -> [UInt8] {
    let own = document.lines[line]
    return texts[line] ?? Array(document.bytes[own.indent.lowerBound..<own.ending.lowerBound])
  }

  /// The expected lines.
  var lines: [Line] {
    (0...document.lines.count).flatMap { number in
      let new = added.filter { $0.before == number }.flatMap(\.lines)
      let isKept = number < document.lines.count && !removed.contains(number)
      return new + (isKept ? [Line(text: text(of: number), old: number)] : [])
    }
  }

  /// True if a line stays as it is.
  func isUntouched(_ line: Int) -> Bool { texts[line] == nil && !removed.contains(line) }
}

@Suite("An edited outline")
struct OutlineEditTests {
  @Test func hasTheExpectedLinesInTheReportedPlaces() {
    for seed in 0..<4000 as Range<UInt64> {
      let model = EditModel(seed: seed)
      let (result, wanted) = (model.edit.result(), model.lines)
      let document = result.document
      let texts = document.lines.map {
        Array(document.bytes[$0.indent.lowerBound..<$0.ending.lowerBound])
      }
      #expect(texts == wanted.map(\.text), "seed \(seed)")
      guard texts.count == wanted.count else { return }
      #expect(document.printed == document.bytes)
      for (number, line) in wanted.enumerated() {
        if let old = line.old { #expect(result.line(of: old) == number, "seed \(seed)") }
      }
      let starts = Dictionary(
        wanted.enumerated().compactMap { number, line in line.addition.map { ($0, number) } }
      ) { first, _ in first }
      for (addition, line) in starts { #expect(result.line(ofAddition: addition) == line) }
      let here = Set(wanted.compactMap(\.old))
      for old in model.document.lines.indices where !here.contains(old) {
        #expect(result.line(of: old) == nil)
      }
    }
  }

  @Test func keepsTheBytesOfWhatItDoesNotTouch() {
    for seed in 0..<4000 as Range<UInt64> {
      let model = EditModel(seed: seed)
      let (old, result) = (model.document, model.edit.result())
      let new = result.document
      for (number, line) in old.lines.enumerated() where model.isUntouched(number) {
        guard let place = result.line(of: number), place < new.lines.count else { continue }
        let isLast = number == old.lines.count - 1 || place == new.lines.count - 1
        if isLast { continue }  // its ending may be added or removed
        #expect(new.bytes[new.lines[place].range] == old.bytes[line.range], "seed \(seed)")
      }
      let first = old.lines.first?.range.lowerBound ?? old.bytes.count
      #expect(new.bytes.starts(with: old.bytes[..<first]))
      guard let last = old.lines.last, let newLast = new.lines.last else { continue }
      #expect(last.ending.isEmpty == newLast.ending.isEmpty, "seed \(seed)")
    }
  }

  @Test func withoutAChangeIsTheFile() {
    for seed in 0..<500 as Range<UInt64> {
      var writer = TaskTextGenerator(seed: seed)
      let document = TaskDocument(bytes: writer.file(lines: 12))
      let edit = OutlineEdit(document)
      let edited = edit.result()
      #expect(edit.isEmpty && edited.document.bytes == document.bytes)
      #expect(document.lines.indices.allSatisfy { edited.line(of: $0) == $0 })
      #expect(edited.line(of: document.lines.count) == nil && edited.line(of: -1) == nil)
    }
  }

  @Test func addedLinesEndAsTheLineAboveThem() {
    var edit = OutlineEdit(TaskDocument("a\r\nb\nc"))
    _ = edit.add([("x", 0), ("y", 1)], beforeLine: 1)
    _ = edit.add([("z", 0)], beforeLine: 3)
    #expect(edit.result().document.text == "a\r\nx\r\n\ty\r\nb\nc\nz")
  }

  @Test func aLineFeedAfterACarriageReturnStaysALine() {
    var edit = OutlineEdit(TaskDocument("a\rb\n\nc\n"))
    edit.remove([1])
    let edited = edit.result()
    #expect(edited.document.lines.count == 3)
    #expect(edited.line(of: 3) == 2)
  }

  @Test func aLineBreakInATextIsRefused() {
    var edit = OutlineEdit(TaskDocument("- a\n"))
    edit.set("- b\n- c", ofLine: 0)
    #expect(edit.isEmpty)
    _ = edit.add([("- b\r\n- c", 0)], beforeLine: 1)
    #expect(edit.result().document.text == "- a\n- b- c\n")
  }
}

@Test("a Markdown heading adds its level to the lines below it, in other dialects none does")
func headingsAddLevels() {
  let text = "# A\n## B\n- x\n# C\n- y\n"
  let markdown = OutlineEdit(TaskDocument(text, dialect: .markdown))
  #expect((0...6).map { markdown.sectionLevel(beforeLine: $0) } == [0, 1, 2, 2, 1, 1, 1])
  #expect(OutlineEdit(TaskDocument(text)).sectionLevel(beforeLine: 2) == 0)
}
