extension String {
  /// The words of a text, for telling whether another text has one of them.
  ///
  /// Letters in either case are equal, and so are `é` as one scalar and as `e` with an accent, which the
  /// standard library's set sees to. Of a script without blanks between words, each pair of neighbours
  /// is a word. Numbers that dates have are none, because many lines share them.
  var comparableWords: Set<String> {
    let words = split { !$0.isLetter && !$0.isNumber }.flatMap(\.pieces)
    return Set(words.filter { !$0.isOfDate }.map { $0.lowercased() })
  }
}

extension Substring {
  /// The parts of a word: whole ones, and pairs of characters of a script without blanks.
  fileprivate var pieces: [Substring] {
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
  /// True for a character of a script that puts no blanks between words, such as Han, Kana and Thai.
  fileprivate var isOfUnspacedScript: Bool {
    switch unicodeScalars.first?.value ?? 0 {
    case 0x0E00...0x0FFF, 0x1000...0x109F, 0x1780...0x17FF: true  // Thai to Tibetan, Burmese, Khmer
    case 0x3005...0x3007, 0x3040...0x30FF, 0x31F0...0x31FF, 0xFF66...0xFF9F: true  // Kana
    case 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xF900...0xFAFF, 0x20000...0x3FFFF: true  // Han
    default: false
    }
  }
}
