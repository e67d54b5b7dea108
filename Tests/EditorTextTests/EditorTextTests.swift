import EditorText
import TestSupport
import Testing

struct EditorTextTests {
  @Test func aPositionBehindAnEmojiIsInUnitsOfTheEditor() {
    let text = EditorText(bytes: Array("- 🧾 Call\n".utf8))
    for (encoding, count) in [(PositionEncoding.utf8, 6), (.utf16, 4), (.utf32, 3)] {
      #expect(text.offset(of: TextPosition(line: 0, character: count), in: encoding) == 6)
      #expect(text.position(ofByte: 6, in: encoding) == TextPosition(line: 0, character: count))
    }
  }

  @Test func positionsBehindTheEndAreTheEnd() {
    let text = EditorText(bytes: Array("ab\r\ncd".utf8))
    #expect(text.offset(of: TextPosition(line: 0, character: 99), in: .utf16) == 2)
    #expect(text.offset(of: TextPosition(line: 1, character: 99), in: .utf16) == 6)
    #expect(text.offset(of: TextPosition(line: 2, character: 0), in: .utf16) == 6)
    #expect(text.offset(of: TextPosition(line: 0, character: -3), in: .utf16) == 0)
    for encoding in PositionEncoding.allCases {
      #expect(text.offset(of: TextPosition(line: 1, character: .max), in: encoding) == 6)
      #expect(text.offset(of: TextPosition(line: .max, character: .max), in: encoding) == 6)
    }
  }

  /// The four changes that Neovim 0.7 sends in one message; the first has a range on a line that does not exist.
  @Test func appliesABatchChangeByChange() {
    var text = EditorText(bytes: Array("- Pay rent @due(2026-11-20)\n".utf8))
    func change(_ a: (Int, Int), _ b: (Int, Int), _ new: String) -> TextChange {
      TextChange(
        (TextPosition(line: a.0, character: a.1), TextPosition(line: b.0, character: b.1)),
        bytes: Array(new.utf8))
    }
    text.apply(
      [
        change((0, 27), (1, 0), "\n\n"), change((1, 0), (1, 0), "- 🧾"),
        change((1, 4), (1, 4), " Pay"),
        change((1, 8), (1, 8), " @due("),
      ], in: .utf16, version: 5)
    #expect(
      text.bytes.elementsEqual("- Pay rent @due(2026-11-20)\n- 🧾 Pay @due(\n".utf8))
    #expect(text.version == 5)
  }

  @Test func knowsLinesThatEndWithCRAlone() {
    var text = EditorText(bytes: Array("a\rb\r".utf8))
    #expect(text.hasLoneReturn)
    #expect(text.lineCount == 3)
    text.replace(2..<2, with: [0x0A])
    #expect(text.hasLoneReturn)
    text.replace(5..<5, with: [0x0A])
    #expect(!text.hasLoneReturn)
    #expect(text.lineCount == 3)
  }

  @Test(arguments: PositionEncoding.allCases)
  func randomBatchesLeaveTheTextOfANaiveModel(encoding: PositionEncoding) {
    var generator = SeededGenerator(seed: 7)
    let pieces = ["\r", "\n", "\r\n", "a", "é", "🧾", "- x @due(2026-12-01)", "\t", "語", ""]
    func piece() -> String {
      (0..<Int.random(in: 0..<4, using: &generator)).map { _ in
        pieces.randomElement(using: &generator) ?? ""
      }.joined()
    }
    for _ in 0..<Steps.count(or: 4000) / 20 {
      let start = (0..<8).map { _ in piece() }.joined()
      var text = EditorText(bytes: Array(start.utf8))
      var model = NaiveText(Array(start.utf8), encoding)
      for version in 0..<20 {
        let changes = (0..<Int.random(in: 1..<5, using: &generator)).map { _ -> TextChange in
          let lines = 0..<text.lineCount + 2
          let ends = [0, 1].map { _ in
            TextPosition(
              line: Int.random(in: lines, using: &generator),
              character: Int.random(in: 0..<12, using: &generator))
          }.sorted()
          let isWhole = Int.random(in: 0..<30, using: &generator) == 0
          return TextChange(isWhole ? nil : (ends[0], ends[1]), bytes: Array(piece().utf8))
        }
        text.apply(changes, in: encoding, version: version)
        for change in changes { model.apply(change) }
        // Each call of the macro takes longer than the comparison.
        if text.bytes != model.bytes { Issue.record("\(text.bytes) instead of \(model.bytes)") }
        checkPositions(text, model, encoding)
      }
    }
  }

  @Test(arguments: PositionEncoding.allCases)
  func aCounterFindsThePositionsOfAText(encoding: PositionEncoding) {
    var generator = SeededGenerator(seed: 3)
    let pieces = ["\n", "\r\n", "a", "é", "🧾", "- x @due(2026-12-01)", "\t", "語"]
    for _ in 0..<300 {
      let count = Int.random(in: 0..<30, using: &generator)
      let text = (0..<count).map { _ in pieces.randomElement(using: &generator) ?? "" }.joined()
      let whole = EditorText(bytes: Array(text.utf8))
      var counter = PositionCounter(bytes: whole.bytes, encoding)
      for line in 0..<whole.lineCount {
        for offset in [
          whole.content(ofLine: line).lowerBound, whole.content(ofLine: line).upperBound,
        ]
        where offset < whole.bytes.count {
          #expect(counter?.position(ofByte: offset) == whole.position(ofByte: offset, in: encoding))
        }
      }
    }
  }

  @Test(arguments: PositionEncoding.allCases)
  func aFinderFindsThePositionsOfATextInAnyOrder(encoding: PositionEncoding) {
    var generator = SeededGenerator(seed: 5)
    let pieces = ["\r", "\n", "\r\n", "a", "é", "🧾", String(repeating: "語 - x ", count: 40)]
    for _ in 0..<100 {
      let count = Int.random(in: 0..<12, using: &generator)
      let written = (0..<count).map { _ in pieces.randomElement(using: &generator) ?? "" }.joined()
      let text = EditorText(bytes: Array(written.utf8))
      var finder = PositionFinder(text, encoding)
      for _ in 0..<40 {
        let offset = Int.random(in: -1...text.bytes.count + 1, using: &generator)
        let position = finder.position(ofByte: offset)
        if position != text.position(ofByte: offset, in: encoding) {
          Issue.record("\(offset) is not at \(position) in \(text.bytes)")
        }
      }
    }
  }

  /// The places of 100,000 tags on one line, which took minutes when each was counted from the start of the line.
  @Test(.timeLimit(.minutes(1))) func thePlacesOfALongLineAreFoundSoon() {
    let words = String(repeating: " é @x", count: 100_000)
    let text = EditorText(bytes: Array(words.utf8))
    var counter = PositionCounter(bytes: text.bytes, .utf16)
    var finder = PositionFinder(text, .utf16)
    for number in 0..<100_000 {
      let place = TextPosition(line: 0, character: number * 5)
      guard counter?.position(ofByte: number * 6) == place,
        finder.position(ofByte: number * 6) == place
      else {
        Issue.record("word \(number) is not at \(place)")
        return
      }
    }
  }

  @Test func aCounterRefusesLinesThatEndWithCRAlone() {
    for text in ["a\r", "a\rb", "123456789\r", "\r\n\r", "12345678\r12345678\n"] {
      #expect(PositionCounter(bytes: Array(text.utf8), .utf8) == nil)
    }
    #expect(PositionCounter(bytes: Array("a\r\n1234567\r\n".utf8), .utf8) != nil)
  }

  private func checkPositions(
    _ text: EditorText, _ model: NaiveText, _ encoding: PositionEncoding
  ) {
    let fresh = EditorText(bytes: text.bytes)
    #expect(text.lineCount == fresh.lineCount)
    #expect(text.hasLoneReturn == fresh.hasLoneReturn)
    for line in 0...text.lineCount {
      for character in 0..<6 {
        let position = TextPosition(line: line, character: character)
        let offset = text.offset(of: position, in: encoding)
        let back = text.position(ofByte: offset, in: encoding)
        guard offset == model.offset(position), text.offset(of: back, in: encoding) == offset else {
          Issue.record("\(position) is at \(offset) in \(text.bytes)")
          return
        }
      }
    }
  }
}

/// A text that is cut into lines of characters again for every question.
private struct NaiveText {
  var bytes: [UInt8]
  private let encoding: PositionEncoding

  init(_ bytes: [UInt8], _ encoding: PositionEncoding) {
    self.bytes = bytes
    self.encoding = encoding
  }

  mutating func apply(_ change: TextChange) {
    guard let (start, end) = change.range else { return bytes = change.bytes }
    bytes = bytes[..<offset(start)] + change.bytes + bytes[max(offset(start), offset(end))...]
  }

  func offset(_ position: TextPosition) -> Int {
    var (line, units, offset) = (0, 0, 0)
    let scalars = Array(String(decoding: bytes, as: UTF8.self).unicodeScalars)
    for (index, scalar) in scalars.enumerated() {
      let isEnd = scalar == "\n" || scalar == "\r"
      if line == position.line, isEnd { return offset }
      if line == position.line {
        units += width(scalar)
        if units > position.character { return offset }
      }
      offset += String(scalar).utf8.count
      let isCRLF = scalar == "\r" && index + 1 < scalars.count && scalars[index + 1] == "\n"
      if isEnd, !isCRLF { line += 1 }
    }
    return offset
  }

  private func width(_ scalar: Unicode.Scalar) -> Int {
    switch encoding {
    case .utf8: String(scalar).utf8.count
    case .utf16: String(scalar).utf16.count
    case .utf32: 1
    }
  }
}
