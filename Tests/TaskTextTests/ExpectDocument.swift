import TaskText
import Testing

/// Reads a text, checks the invariants of every text, and returns the document.
///
/// It always checks that the file comes back byte for byte from its parts, and from each part of each line; that the
/// tree contains every line once; and that the same holds for the text with each of its tokens dropped, with each
/// doubled, and with each line ending swapped.
@discardableResult
func expectDocument(
  _ bytes: [UInt8], dialect: TaskDialect = .taskPaper, mutate: Bool = true,
  _ location: SourceLocation = #_sourceLocation
) -> TaskDocument {
  let document = TaskDocument(bytes: bytes, dialect: dialect)
  #expect(document.printed == bytes, sourceLocation: location)
  expectWhole(document, location)
  if mutate {
    for mutant in mutants(of: document) {
      expectDocument(mutant, dialect: dialect, mutate: false, location)
    }
  }
  return document
}

/// Reads a text; see `expectDocument(_:)` for bytes.
@discardableResult
func expectDocument(
  _ text: String, dialect: TaskDialect = .taskPaper,
  _ location: SourceLocation = #_sourceLocation
) -> TaskDocument {
  expectDocument(Array(text.utf8), dialect: dialect, location)
}

private func expectWhole(_ document: TaskDocument, _ location: SourceLocation) {
  var end = document.lines.first?.range.lowerBound ?? document.bytes.count
  for line in document.lines {
    #expect(line.range.lowerBound == end, sourceLocation: location)
    end = line.range.upperBound
    var tagEnd = line.body.lowerBound
    for tag in document.tags[line.tags] {
      #expect(tag.leading.lowerBound >= tagEnd, sourceLocation: location)
      tagEnd = tag.range.upperBound
    }
    #expect(tagEnd <= line.body.upperBound, sourceLocation: location)
  }
  #expect(end == document.bytes.count, sourceLocation: location)
  #expect(positions(in: document.outline) == Array(document.lines.indices))
}

private func positions(in outline: [TMType]) -> [Int] {
  outline.flatMap { [$0.position ?? -1] + positions(in: $0.children) }.sorted()
}

/// The text with each token dropped, with each doubled, and with each line ending replaced by each other one.
func mutants(of document: TaskDocument) -> [[UInt8]] {
  var mutants: [[UInt8]] = []
  func replace(_ range: Range<Int>, with bytes: some Sequence<UInt8>) {
    mutants.append(document.applying(TaskEdit([TaskEdit.Splice(range, bytes)])).bytes)
  }
  for line in document.lines {
    let parts = [line.indent, line.bullet, line.text, line.ending, line.range]
    let tokens = parts + document.tags[line.tags].flatMap { [$0.range, $0.leading, $0.name] }
    for token in tokens where !token.isEmpty {
      replace(token, with: [])
      replace(token, with: document.bytes[token] + document.bytes[token])
    }
    for ending in ["\n", "\r\n", "\r", ""] { replace(line.ending, with: ending.utf8) }
  }
  return mutants
}
