import TaskText
import TestSupport
import Testing
import TriggerLookup

private let allRules: [TriggerRules] = [.article, .taskPaper, .chat]

/// Generates random texts of pieces that matter to a lookup.
private struct TextGenerator {
  var random: SeededGenerator
  var pieces: [String]

  mutating func text() -> String {
    (0..<Int.random(in: 0...14, using: &random)).map { _ in
      pieces.randomElement(using: &random) ?? ""
    }.joined()
  }

  mutating func offset(in bytes: [UInt8]) -> Int { Int.random(in: 0...bytes.count, using: &random) }
}

/// What both the lookup and `TaskText` read alike.
private let taskPieces = [
  "@", "@", "@", "@ab", "@due(", "(", ")", "\\", " ", " ", "\t", "\u{A0}", "\u{3000}", "\u{2028}",
  "\u{85}", "\n", "\r\n", "\r", "a", "B", "9", "-", ".", "_", ":", ",", "é", "日", "ß", "½", "µ",
  "×",
  "،", "€", "𠮷", "🧾", "👩\u{200D}👧", "\u{FEFF}", "＠", "- ", "home", "bob@x.org",
]
/// Also what forms grapheme clusters with its neighbours, and direction marks.
private let allPieces =
  taskPieces + [
    "\u{301}", "\u{301}", "\u{200D}", "\u{200C}", "\u{200F}", "\u{600}", "🇩🇪", "क्ष", "か\u{3099}", "#",
  ]

@Suite("Properties of lookups on random texts")
struct PropertyTests {
  @Test("nothing after the cursor changes the query", arguments: 0..<20)
  func whatIsBehind(seed: Int) {
    var generator = TextGenerator(random: SeededGenerator(seed: UInt64(seed)), pieces: allPieces)
    for _ in 0..<60 {
      let (before, after) = (generator.text(), generator.text())
      let whole = before + " " + after
      let cursor = before.endIndex
      // A space after the cursor keeps the cursor between two characters.
      guard whole.utf8.starts(with: before.utf8), isBoundary(before.utf8.count, in: whole)
      else { continue }
      for rules in allRules {
        let alone = findTrigger(in: before, at: cursor, rules: rules)
        let offset = whole.utf8.index(whole.startIndex, offsetBy: before.utf8.count)
        let inside = findTrigger(in: whole, at: offset, rules: rules)
        #expect(isSame(alone?.found, inside?.found), "\(before.debugDescription)")
      }
    }
  }

  @Test("a range ends at the cursor, or at the start of the character around it", arguments: 0..<20)
  func rangeEndsAtTheCursor(seed: Int) {
    var generator = TextGenerator(random: SeededGenerator(seed: UInt64(seed)), pieces: allPieces)
    for _ in 0..<60 {
      let text = generator.text()
      let bytes = Array(text.utf8)
      let cursor = generator.offset(in: bytes)
      let end = (0...cursor).last { isBoundary($0, in: text) }
      for rules in allRules {
        guard let match = findTrigger(in: bytes.span, at: cursor, rules: rules) else { continue }
        #expect(match.range.upperBound == end, "\(text.debugDescription) \(cursor)")
        #expect(match.queryRange.upperBound == end)
        #expect(match.replacement.upperBound >= match.range.upperBound)
        #expect(match.replacement.lowerBound == match.range.lowerBound)
        #expect(isBoundary(match.range.lowerBound, in: text))
        #expect(isBoundary(match.replacement.upperBound, in: text))
      }
    }
  }

  @Test("typing a character of a name after a match gives a match again", arguments: 0..<20)
  func typing(seed: Int) {
    var generator = TextGenerator(random: SeededGenerator(seed: UInt64(seed)), pieces: allPieces)
    for _ in 0..<60 {
      let text = generator.text()
      for rules in allRules {
        guard let match = findTrigger(in: text, at: text.endIndex, rules: rules) else { continue }
        for typed in ["a", "Z", "7", "é", "日"] {
          let longer = text + typed
          let next = findTrigger(in: longer, at: longer.endIndex, rules: rules)
          #expect(isSame(next?.found, match.found + typed), "\(longer.debugDescription)")
        }
      }
    }
  }

  @Test("the plain lookup gives the same, written with characters alone", arguments: 0..<20)
  func plain(seed: Int) {
    var generator = TextGenerator(random: SeededGenerator(seed: UInt64(seed)), pieces: allPieces)
    for _ in 0..<60 {
      let text = generator.text()
      let cursor = generator.offset(in: Array(text.utf8))
      for rules in allRules {
        let match = findTrigger(
          in: Array(text.utf8).span, at: cursor, triggers: ["@", "#"], rules: rules)
        let plain = PlainLookup(text, triggers: ["@", "#"], rules: rules).range(at: cursor)
        #expect(match?.range == plain, "\(text.debugDescription) \(cursor)")
      }
    }
  }

  @Test("a complete name before white space is a tag of TaskText", arguments: 0..<40)
  func namesAreTags(seed: Int) {
    for document in taskDocuments(seed: seed) {
      let bytes = document.bytes
      for cursor in 0...bytes.count {
        guard let match = findTrigger(in: bytes.span, at: cursor, rules: .taskPaper),
          match.replacement.upperBound == cursor, isSpace(bytes, at: cursor),
          !document.tags.contains(where: { isInside(match.range.lowerBound, $0) })
        else { continue }
        let tag = document.tags.first { $0.range.lowerBound == match.range.lowerBound }
        #expect(
          tag?.name == match.queryRange,
          "\(String(decoding: bytes, as: UTF8.self).debugDescription)")
      }
    }
  }

  @Test("a tag of TaskText is a complete name, and its value is found", arguments: 0..<40)
  func tagsAreNames(seed: Int) {
    for document in taskDocuments(seed: seed) {
      let bytes = document.bytes
      let text = String(decoding: bytes, as: UTF8.self).debugDescription
      for tag in document.tags {
        let match = findTrigger(in: bytes.span, at: tag.name.upperBound, rules: .taskPaper)
        #expect(match?.replacement == tag.range.lowerBound..<tag.name.upperBound, "\(text)")
        #expect(match?.queryRange == tag.name, "\(text)")
        if let value = tag.value, !tag.name.isEmpty {
          let found = findValue(in: bytes.span, at: value.lowerBound, rules: .taskPaper)
          #expect(found?.nameRange == tag.name, "\(text)")
        }
      }
    }
  }

  @Test("the characters of a tag's name are those of TaskText")
  func nameCharacters() {
    for value in UInt32(0x21)...0x1_1000 where value != 0x28 {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let bytes = Array("@a\(Character(scalar))b".utf8)
      let isRead = TaskDocument(bytes: bytes).tags.contains { $0.name == 1..<bytes.count }
      #expect(
        isRead == NameCharacters.tagNames.contains(scalar), "U+\(String(value, radix: 16))")
    }
  }

  private func taskDocuments(seed: Int) -> [TaskDocument] {
    var generator = TextGenerator(random: SeededGenerator(seed: UInt64(seed)), pieces: taskPieces)
    return (0..<60).map { _ in TaskDocument(generator.text()) }
  }

  private func isInside(_ offset: Int, _ tag: TagSpan) -> Bool {
    tag.range.lowerBound < offset && offset < tag.range.upperBound
  }

  private func isSpace(_ bytes: [UInt8], at index: Int) -> Bool {
    guard index < bytes.count else { return true }
    let scalar = String(decoding: bytes[index...], as: UTF8.self).unicodeScalars.first ?? " "
    return (scalar.properties.isWhitespace && scalar != "\u{85}") || scalar == "\u{FEFF}"
  }
}

/// True if an offset of bytes is between two characters.
private func isBoundary(_ offset: Int, in text: String) -> Bool {
  let index = text.utf8.index(text.startIndex, offsetBy: offset)
  return index == text.endIndex || text.indices.contains(index)
}
