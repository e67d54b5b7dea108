/// The text of a title as it is compared: its three-letter pieces and its words.
struct TitleText {
  /// The trigrams, sorted, each once.
  let grams: [UInt64]
  /// The words, sorted, each once.
  let words: [UInt64]
  /// Its letters, for comparing beginnings.
  let letters: [UInt32]

  init(_ title: String) {
    letters = Self.normalised(title)
    grams = Self.grams(letters)
    words = Self.words(letters)
  }

  static let blank: UInt32 = 0x20

  /// Lower case letters and digits, everything else one blank between words.
  static func normalised(_ title: String) -> [UInt32] {
    var letters: [UInt32] = []
    for scalar in title.unicodeScalars {
      if scalar.value < 0x80 {
        switch scalar.value {
        case 0x30...0x39, 0x61...0x7A: letters.append(scalar.value)
        case 0x41...0x5A: letters.append(scalar.value + 0x20)
        default: if let last = letters.last, last != blank { letters.append(blank) }
        }
      } else if scalar.properties.isAlphabetic || scalar.properties.numericType != nil {
        for low in scalar.properties.lowercaseMapping.unicodeScalars { letters.append(low.value) }
      } else if let last = letters.last, last != blank {
        letters.append(blank)
      }
    }
    if letters.last == blank { letters.removeLast() }
    // A title of signs only is compared as it stands.
    return letters.isEmpty ? title.unicodeScalars.map(\.value) : letters
  }

  static func grams(_ letters: [UInt32]) -> [UInt64] {
    var grams: [UInt64] = []
    grams.reserveCapacity(letters.count + 1)
    var gram = UInt64(blank) << 21 | UInt64(blank)
    for letter in letters + [blank] {
      gram = (gram << 21 | UInt64(letter)) & (1 << 63 - 1)
      grams.append(gram)
    }
    return unique(grams)
  }

  static func words(_ letters: [UInt32]) -> [UInt64] {
    var words: [UInt64] = []
    var word: UInt64 = 0
    for letter in letters {
      if letter == blank {
        if word != 0 { words.append(word) }
        word = 0
      } else if letter >= 0x2E80 {
        if word != 0 { words.append(word) }
        words.append(UInt64(letter))
        word = 0
      } else {
        word = (word ^ UInt64(letter)) &* 0x9E37_79B9_7F4A_7C15
        word ^= word >> 29
      }
    }
    if word != 0 { words.append(word) }
    return unique(words)
  }

  static func unique(_ numbers: [UInt64]) -> [UInt64] {
    var result: [UInt64] = []
    for number in numbers.sorted() where number != result.last { result.append(number) }
    return result
  }

  static func common(_ a: [UInt64], _ b: [UInt64]) -> Int {
    var (i, j, n) = (0, 0, 0)
    while i < a.count && j < b.count {
      if a[i] == b[j] { n += 1; i += 1; j += 1 } else if a[i] < b[j] { i += 1 } else { j += 1 }
    }
    return n
  }

  /// How like two titles are, in thousandths.
  func likeness(_ other: TitleText) -> Int {
    if letters == other.letters { return 1000 }
    let shared = Self.common(grams, other.grams)
    let dice = 2000 * shared / max(1, grams.count + other.grams.count)
    let wordShare =
      1000 * Self.common(words, other.words) / max(1, min(words.count, other.words.count))
    return max(dice, (850 * dice + 150 * wordShare) / 1000)
  }

  /// The share of the beginning that is the same in the shorter, in thousandths.
  func prefix(_ other: TitleText) -> Int {
    var n = 0
    let m = min(letters.count, other.letters.count)
    while n < m && letters[n] == other.letters[n] { n += 1 }
    return m == 0 ? 0 : 1000 * n / m
  }
}
