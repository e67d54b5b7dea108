/// The form of a title that is compared: its letters, their trigrams, and its words.
struct TitleText {
  /// The maximum number of letters that are compared; real titles are shorter.
  private static let most = 500

  /// Lower-case letters and digits, with one space between words.
  let letters: [UInt32]
  /// All sequences of three letters, padded with spaces on both sides, as sorted numbers.
  let grams: [UInt64]
  /// All words, as sorted numbers.
  let words: [UInt64]

  init(_ title: String) {
    letters = Self.normalised(title)
    grams = Self.grams(of: letters)
    words = Self.words(of: letters)
  }

  /// The similarity of two titles, in thousandths: the share of common trigrams, and with less weight the share of
  /// common words.
  func similarity(to other: TitleText) -> Int {
    if letters == other.letters { return 1000 }
    let dice = 2000 * Self.common(grams, other.grams) / max(1, grams.count + other.grams.count)
    let shorter = max(1, min(words.count, other.words.count))
    let overlap = 1000 * Self.common(words, other.words) / shorter
    return max(dice, (85 * dice + 15 * overlap) / 100)
  }

  /// True if one title has all words of the other one, which has several.
  func isRewording(of other: TitleText) -> Bool {
    let shorter = min(words.count, other.words.count)
    return shorter >= 3 && words != other.words && Self.common(words, other.words) == shorter
  }

  /// The part of the shorter title with which the longer one begins, in thousandths.
  func beginning(sharedWith other: TitleText) -> Int {
    let shorter = min(letters.count, other.letters.count)
    guard shorter > 0 else { return 0 }
    let equal = zip(letters, other.letters).prefix { $0 == $1 }.count
    return 1000 * equal / shorter
  }

  /// The number of elements that two sorted lists have in common.
  private static func common(_ a: [UInt64], _ b: [UInt64]) -> Int {
    var (i, j, count) = (0, 0, 0)
    while i < a.count && j < b.count {
      if a[i] == b[j] { count += 1 }
      let (first, second) = (a[i], b[j])
      if first <= second { i += 1 }
      if second <= first { j += 1 }
    }
    return count
  }
}

extension TitleText {
  private static let blank: UInt32 = 0x20

  private static func normalised(_ title: String) -> [UInt32] {
    var letters: [UInt32] = []
    letters.reserveCapacity(min(title.utf8.count, most))
    for scalar in title.unicodeScalars.prefix(most) { append(scalar, to: &letters) }
    if letters.last == blank { letters.removeLast() }
    // A title without letters and digits is compared unchanged.
    return letters.isEmpty ? title.unicodeScalars.prefix(most).map(\.value) : letters
  }

  private static func append(_ scalar: Unicode.Scalar, to letters: inout [UInt32]) {
    switch scalar.value {
    case 0x30...0x39, 0x61...0x7A: letters.append(scalar.value)
    case 0x41...0x5A: letters.append(scalar.value + 0x20)
    case 0x80... where scalar.properties.isAlphabetic || scalar.properties.numericType != nil:
      letters += scalar.properties.lowercaseMapping.unicodeScalars.map(\.value)
    // A combining accent does not end a word.
    case 0x80... where scalar.properties.generalCategory == .nonspacingMark: break
    default: if let last = letters.last, last != blank { letters.append(blank) }
    }
  }

  private static func grams(of letters: [UInt32]) -> [UInt64] {
    var grams: [UInt64] = []
    grams.reserveCapacity(letters.count + 1)
    var gram = UInt64(blank) << 21 | UInt64(blank)
    for letter in letters + [blank] {
      gram = (gram << 21 | UInt64(letter)) & (1 << 63 - 1)
      grams.append(gram)
    }
    return sortedOnce(grams)
  }

  /// The words as numbers.
  ///
  /// In scripts without spaces, each letter is a word.
  private static func words(of letters: [UInt32]) -> [UInt64] {
    var words: [UInt64] = []
    var word: UInt64 = 0
    for letter in letters {
      let isWord = letter >= 0x2E80
      if letter == blank || isWord {
        if word != 0 { words.append(word) }
        word = 0
        if isWord { words.append(UInt64(letter)) }
      } else {
        word = (word ^ UInt64(letter)) &* 0x9E37_79B9_7F4A_7C15
        word ^= word >> 29
      }
    }
    return sortedOnce(word != 0 ? words + [word] : words)
  }

  private static func sortedOnce(_ numbers: [UInt64]) -> [UInt64] {
    var result: [UInt64] = []
    result.reserveCapacity(numbers.count)
    for number in numbers.sorted() where number != result.last { result.append(number) }
    return result
  }
}
