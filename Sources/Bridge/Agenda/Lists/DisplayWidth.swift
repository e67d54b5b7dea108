/// How many columns of a terminal a text takes.
///
/// A letter takes one, what East Asian scripts write wide takes two, and so does an emoji; what
/// combines with the letter before it takes none. All is counted by the characters that a person
/// sees, so that a family of emoji joined into one takes the room of one.
public enum DisplayWidth {
  /// The columns of a text without control characters.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - most: From so many columns on it is not looked further: a title may be a book.
  public static func of(_ text: String, atMost most: Int = .max) -> Int {
    if text.utf8.count <= 256, text.utf8.allSatisfy({ $0 < 0x80 }) {
      return min(most, text.utf8.count)
    }
    var width = 0
    for character in text {
      width += of(character)
      if width >= most { return most }
    }
    return width
  }

  /// The columns of one character.
  public static func of(_ character: Character) -> Int {
    let scalars = character.unicodeScalars
    guard let first = scalars.first else { return 0 }
    if scalars.dropFirst().isEmpty { return of(first) }
    if isEmoji(first, scalars) { return 2 }
    return scalars.reduce(0) { $0 + of($1) }
  }

  /// True for a pair of letters that is a flag, for what U+FE0F asks to be shown as an emoji, and for
  /// emoji that are joined or have a colour of skin.
  private static func isEmoji(
    _ first: Unicode.Scalar, _ scalars: Character.UnicodeScalarView
  ) -> Bool {
    if regionalIndicators.contains(first.value) { return true }
    guard first.properties.isEmoji else { return false }
    return scalars.dropFirst().contains {
      $0.value == 0xFE0F || $0.value == 0x200D || $0.properties.isEmojiModifier
    }
  }

  private static let regionalIndicators: ClosedRange<UInt32> = 0x1F1E6...0x1F1FF

  private static func of(_ scalar: Unicode.Scalar) -> Int {
    let value = scalar.value
    if value < 0x300 { return 1 }
    // The vowels and final consonants of a Korean syllable stand in the room of its first consonant.
    if (0x1160...0x11FF).contains(value) || isInvisible(scalar) { return 0 }
    return isWide(value) || scalar.properties.isEmojiPresentation ? 2 : 1
  }

  private static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: true
    default: false
    }
  }

  private static func isWide(_ value: UInt32) -> Bool {
    guard let first = wide.first, first.lowerBound <= value else { return false }
    var (low, high) = (0, wide.count)
    while low < high {
      let middle = (low + high) / 2
      if wide[middle].upperBound < value { low = middle + 1 } else { high = middle }
    }
    return low < wide.count && wide[low].contains(value)
  }

  /// The blocks that EastAsianWidth.txt of Unicode 16 has as W or F, with the few code points among
  /// them that nothing is assigned to; emoji are known by their own property.
  private static let wide: [ClosedRange<UInt32>] = [
    0x1100...0x115F, 0x2329...0x232A, 0x2E80...0x303E, 0x3041...0x3247, 0x3250...0xA4CF,
    0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6F,
    0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x16FE0...0x18DFF, 0x1AFF0...0x1B2FF, 0x1D300...0x1D376,
    0x1F200...0x1F265, 0x20000...0x2FFFD, 0x30000...0x3FFFD,
  ]
}

extension String {
  /// The text with blanks behind it, so that it takes so many columns.
  public func padded(toColumns columns: Int) -> String {
    self + blanks(toColumns: columns)
  }

  /// The text with blanks before it, so that it takes so many columns.
  public func rightAligned(inColumns columns: Int) -> String {
    blanks(toColumns: columns) + self
  }

  /// The blanks that the text has room for in so many columns.
  func blanks(toColumns columns: Int) -> String {
    String(repeating: " ", count: max(0, columns - DisplayWidth.of(self, atMost: max(0, columns))))
  }

  /// The text cut to so many columns, with `…` at the end of one that was longer.
  public func cut(toColumns columns: Int) -> String {
    guard utf8.count > columns, columns < .max,
      DisplayWidth.of(self, atMost: columns + 1) > columns
    else { return self }
    var (kept, width) = ("", 1)
    for character in self {
      width += DisplayWidth.of(character)
      if width > columns { break }
      kept.append(character)
    }
    return columns > 0 ? kept + "…" : ""
  }
}
