import TriggerLookup

/// The lookup written plainly with `Character`, without speed or limits, to compare with.
struct PlainLookup {
  let characters: [Character]
  /// The offset of bytes at which each character begins, and the end of the text.
  let starts: [Int]
  let triggers: [Character]
  let rules: TriggerRules

  init(_ text: String, triggers: [Character], rules: TriggerRules) {
    characters = Array(text)
    starts = characters.reduce(into: [0]) { $0.append(($0.last ?? 0) + $1.utf8.count) }
    self.triggers = triggers
    self.rules = rules
  }

  func range(at cursor: Int) -> Range<Int>? {
    let end = starts.lastIndex { $0 <= cursor } ?? 0
    var (words, index) = (1, end)
    while index > 0 {
      index -= 1
      let character = characters[index]
      if triggers.contains(where: { isSame(String($0), String(character)) }) {
        let isSpaced = index + 1 < end && isJoining(characters[index + 1])
        let isBare = index + 1 == end - 1 && isJoining(characters[end - 1])
        return !isSpaced && !isBare && isBoundary(index) ? starts[index]..<starts[end] : nil
      }
      if isJoining(character) {
        words += 1
        if words > rules.words || (index + 1 < end && isJoining(characters[index + 1])) {
          return nil
        }
      } else if !character.unicodeScalars.allSatisfy(rules.name.contains) {
        return nil
      }
    }
    return nil
  }

  private func isJoining(_ character: Character) -> Bool {
    [" ", "\u{A0}", "\u{3000}"].contains { isSame($0, String(character)) }
  }

  private func isBoundary(_ index: Int) -> Bool {
    let marks: [Unicode.Scalar] = ["\u{200E}", "\u{200F}"]
    let before = characters[..<index].reversed().drop {
      $0.unicodeScalars.count == 1 && marks.contains($0.unicodeScalars.first ?? " ")
    }
    guard let character = before.first, let last = character.unicodeScalars.last else {
      return true
    }
    if last == "\u{FEFF}" || (last.properties.isWhitespace && last != "\u{85}") { return true }
    if rules.boundary.contains(.openingPunctuation), "([{\"'".contains(character) { return true }
    let unspaced: [ClosedRange<Unicode.Scalar>] = [
      "\u{4E00}"..."\u{9FFF}", "\u{3041}"..."\u{3096}", "\u{20000}"..."\u{2EE5D}",
    ]
    return rules.boundary.contains(.scriptsWithoutSpaces)
      && unspaced.contains { $0.contains(character.unicodeScalars.first ?? " ") }
  }
}
