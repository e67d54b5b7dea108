extension String {
  /// The words of a text, to find words that two texts have in common.
  ///
  /// Case does not matter, nor does the encoding of accents, because Swift compares strings canonically. In a script
  /// without spaces between words, each pair of neighbouring characters is a word. Numbers that occur in dates are
  /// left out, because many lines share them.
  var comparableWords: Set<String> {
    let words = Set(split { !$0.isLetter && !$0.isNumber }).flatMap(\.pieces)
    return Set(words.filter { !$0.isOfDate }.map { $0.lowercased() })
  }
}

extension Substring {
  /// The parts of a word: the whole word, or pairs of characters of a script without spaces.
  fileprivate var pieces: [Substring] {
    // The scripts without spaces begin at U+0E00, whose first byte is 0xE0.
    guard utf8.contains(where: { $0 >= 0xE0 }) else { return [self] }
    var pieces: [Substring] = []
    var rest = self
    while let first = rest.first {
      let run = rest.prefix { $0.isOfUnspacedScript == first.isOfUnspacedScript }
      pieces += first.isOfUnspacedScript ? run.pairs : [run]
      rest = rest[run.endIndex...]
    }
    return pieces
  }

  /// Each character with the next one.
  private var pairs: [Substring] {
    let pairs = zip(indices, indices.dropFirst()).map { self[$0...$1] }
    return pairs.isEmpty ? [self] : pairs
  }

  /// True for a year from 1900 to 2199, and for a number that may be a month, day, hour or minute.
  fileprivate var isOfDate: Bool {
    guard let number = Int(self), utf8.count <= 4 else { return false }
    return utf8.count <= 2 || 1900..<2200 ~= number
  }
}

extension Character {
  /// True for a character of a script without spaces between words, such as Han, Kana and Thai.
  fileprivate var isOfUnspacedScript: Bool {
    switch unicodeScalars.first?.value ?? 0 {
    case 0x0E00...0x0FFF, 0x1000...0x109F, 0x1780...0x17FF: true  // Thai to Tibetan, Burmese, Khmer
    case 0x3005...0x3007, 0x3040...0x30FF, 0x31F0...0x31FF, 0xFF66...0xFF9F: true  // Kana
    case 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xF900...0xFAFF, 0x20000...0x3FFFF: true  // Han
    default: false
    }
  }
}
