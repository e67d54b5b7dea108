/// Measures how many columns of a terminal a text takes.
///
/// A letter takes one column, and a wide East Asian character or an emoji takes two. A combining character takes
/// none. Width is counted by grapheme cluster, so that an emoji of a family joined from several takes two columns.
public enum DisplayWidth {
  /// The width of a text without control characters, in columns.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - most: The width at which measuring stops, because a title may be very long.
  public static func of(_ text: String, atMost most: Int = .max) -> Int {
    if text.utf8Span.isKnownASCII { return min(most, text.utf8.count) }
    var width = 0
    for character in text {
      width += of(character)
      if width >= most { return most }
    }
    return width
  }

  /// The width of one character, in columns.
  public static func of(_ character: Character) -> Int {
    let scalars = character.unicodeScalars
    guard let first = scalars.first else { return 0 }
    if scalars.dropFirst().isEmpty { return of(first) }
    if isEmoji(first, scalars) { return 2 }
    return scalars.reduce(0) { $0 + of($1) }
  }

  /// True for two letters that make a flag, for a character that U+FE0F turns into an emoji, and for emoji that are
  /// joined or have a skin tone.
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
    // The vowels and final consonants of a Korean syllable are drawn inside the columns of its first consonant.
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

  /// The blocks that EastAsianWidth.txt of Unicode 16 lists as W or F, with the few unassigned code points between
  /// them.
  ///
  /// Emoji are recognised by their own property.
  private static let wide: [ClosedRange<UInt32>] = [
    0x1100...0x115F, 0x2329...0x232A, 0x2E80...0x303E, 0x3041...0x3247, 0x3250...0xA4CF,
    0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6F,
    0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x16FE0...0x18DFF, 0x1AFF0...0x1B2FF, 0x1D300...0x1D376,
    0x1F200...0x1F265, 0x20000...0x2FFFD, 0x30000...0x3FFFD,
  ]
}

extension String {
  /// The text padded with spaces after it to a number of columns.
  public func padded(toColumns columns: Int) -> String {
    self + blanks(toColumns: columns)
  }

  /// The text padded with spaces before it to a number of columns.
  public func rightAligned(inColumns columns: Int) -> String {
    blanks(toColumns: columns) + self
  }

  /// The spaces that pad the text to a number of columns.
  func blanks(toColumns columns: Int) -> String {
    String(repeating: " ", count: max(0, columns - DisplayWidth.of(self, atMost: max(0, columns))))
  }

  /// The text cut to a number of columns; `…` at the end shows that it was longer.
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
