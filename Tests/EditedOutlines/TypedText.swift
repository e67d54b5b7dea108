public import TaskText
import TestSupport

/// A text in which somebody types, deletes and pastes at random, with all that gives lines another meaning.
public struct TypedText {
  private var random: SeededGenerator
  private let dialect: TaskDialect

  /// Creates a text.
  public init(_ dialect: TaskDialect, seed: UInt64) {
    self.dialect = dialect
    random = SeededGenerator(seed: seed)
  }

  private static let pieces = [
    "\n", "\n", "\n\n", "\r\n", "\r", "\t", "\t\t", " ", "  ", "    ", "- ", "- ", "Home:", "a",
    "note", " @due(2026-12-01)", " @x", " @", "(", ")", ":", "\u{FEFF}", "é", "🧾", "\u{2028}", "x",
  ]
  private static let own: [TaskDialect: [String]] = [
    .plainTasks: ["☐ ", "✔ ", "✘ ", "[x] ", " @done (26-01-05 10:00)"],
    .markdown: [
      "- [ ] ", "- [x] ", "# A", "## B", "### ", "```", "~~~", "````", "%%", "<!-- ", " -->",
      "---", "---\n", "> ", "1. ", " 📅 2026-12-01", "`", "[due:: 2026-12-01]", "* ",
    ],
  ]

  /// The first state of the text.
  public mutating func start() -> [UInt8] {
    (0..<Int.random(in: 0..<60, using: &random)).flatMap { _ in piece().utf8 }
  }

  private mutating func piece() -> String {
    let own = Self.own[dialect] ?? []
    return (Self.pieces + own + own).randomElement(using: &random) ?? ""
  }

  /// A range of a text, and what is written in its place.
  public mutating func change(of text: [UInt8]) -> (range: Range<Int>, bytes: [UInt8]) {
    let start = Int.random(in: 0...text.count, using: &random)
    let reach = [0, 0, 0, 1, 2, 5, 30, 200].randomElement(using: &random) ?? 0
    let end = min(text.count, start + (reach == 0 ? 0 : Int.random(in: 0...reach, using: &random)))
    let count = [0, 1, 1, 2, 6].randomElement(using: &random) ?? 0
    return (start..<end, (0..<count).flatMap { _ in piece().utf8 })
  }
}

/// Compares a document that changes with one that is read again after each change.
public enum ReplacementCheck {
  /// The differences after some changes; empty if there are none.
  public static func faults(_ dialect: TaskDialect, seed: UInt64, changes: Int) -> [String] {
    var text = TypedText(dialect, seed: seed)
    var document = TaskDocument(bytes: text.start(), dialect: dialect)
    for number in 0..<changes {
      let old = document
      let (range, bytes) = text.change(of: old.bytes)
      let change = document.replace(range, with: bytes)
      let expected = Array(old.bytes[..<range.lowerBound] + bytes + old.bytes[range.upperBound...])
      guard let fault = fault(expected, old, document, change) else { continue }
      return [
        "\(dialect), seed \(seed), change \(number): \(fault): \(old.text.debugDescription), "
          + "\(range), \(String(decoding: bytes, as: UTF8.self).debugDescription)"
      ]
    }
    return []
  }

  private static func fault(
    _ bytes: [UInt8], _ old: TaskDocument, _ new: TaskDocument, _ change: LineChange
  ) -> String? {
    let fresh = TaskDocument(bytes: bytes, dialect: new.dialect)
    if new.bytes != bytes { return "the bytes differ" }
    if new.lines != fresh.lines { return "the lines differ" }
    if new.tags != fresh.tags { return "the tags differ" }
    if new.indentUnit != fresh.indentUnit { return "the unit differs" }
    let lines = change.lines
    guard old.lines.count + lines.shift == new.lines.count,
      old.bytes.count + change.shift == bytes.count
    else { return "the change has other counts" }
    let before = (0..<lines.old.lowerBound).map { ($0, $0) }
    let after = (lines.old.upperBound..<old.lines.count).map { ($0, $0 + lines.shift) }
    guard (before + after).allSatisfy({ isSame(old, $0.0, new, $0.1) }) else {
      return "a line has changed that is not reported"
    }
    guard change.keepsOutline else { return nil }
    return parents(old) == parents(new) ? nil : "the outline has changed"
  }

  private static func isSame(
    _ old: TaskDocument, _ oldLine: Int, _ new: TaskDocument, _ newLine: Int
  ) -> Bool {
    let (left, right) = (old.lines[oldLine], new.lines[newLine])
    return left.kind == right.kind && left.mark == right.mark && left.level == right.level
      && left.tags.count == right.tags.count
      && old.bytes[left.range].elementsEqual(new.bytes[right.range])
  }

  private static func parents(_ document: TaskDocument) -> [Int?] {
    let outline = TaskText.Outline(document)
    return document.lines.indices.map(outline.parent)
  }
}
