/// The characters of a name after a trigger.
///
/// A grapheme cluster belongs to a name if all its scalars do.
///
/// ```swift
/// let names = NameCharacters.names.adding("'")
/// names.contains("'")  // true, so O'Brien is one name
/// ```
public struct NameCharacters: Hashable, Sendable {
  private enum Base: Hashable, Sendable {
    case words, names, tagNames
  }

  private let base: Base
  private let added: [Unicode.Scalar]
  let ascii: AsciiSet

  private init(_ base: Base, added: [Unicode.Scalar] = []) {
    self.base = base
    self.added = added
    var ascii = AsciiSet()
    for byte in UInt8(0)..<128 {
      let scalar = Unicode.Scalar(byte)
      if Self.contains(scalar, base) || added.contains(scalar) { ascii.insert(byte) }
    }
    self.ascii = ascii
  }

  /// The word characters `\w` of ICU's regular expressions: letters, marks, digits, `_` and other connectors, and the
  /// joiners U+200C and U+200D.
  ///
  /// `NameCharacters.words.contains("-")` is false.
  public static let words = NameCharacters(.words)

  /// Letters, marks and numbers of any script, the joiners U+200C and U+200D, and `-`, `.` and `_`.
  ///
  /// `NameCharacters.names.contains("-")` is true.
  public static let names = NameCharacters(.names)

  /// The characters of a tag's name in a task file: the name characters of XML 1.0 up to U+FFFD without the colon.
  ///
  /// They are exactly those that `TaskText` reads. `NameCharacters.tagNames.contains(":")` is false.
  public static let tagNames = NameCharacters(.tagNames)

  /// These characters and the scalars of a text.
  ///
  /// `NameCharacters.words.adding("-'")` accepts `Anne-Marie` and `O'Brien`.
  public func adding(_ characters: String) -> NameCharacters {
    NameCharacters(base, added: added + characters.unicodeScalars)
  }

  /// True if a scalar belongs to a name.
  ///
  /// `NameCharacters.words.contains("é")` is true.
  public func contains(_ scalar: Unicode.Scalar) -> Bool {
    scalar.isASCII
      ? ascii.contains(UInt8(scalar.value))
      : Self.contains(scalar, base) || added.contains(scalar)
  }

  /// True if a cluster, given as a range of bytes, belongs to a name.
  func contains(_ bytes: Span<UInt8>, _ cluster: Range<Int>) -> Bool {
    if cluster.count == 1 { return ascii.contains(bytes[cluster.lowerBound]) }
    return Scalars.all(bytes, in: cluster, contains)
  }

  private static func contains(_ scalar: Unicode.Scalar, _ base: Base) -> Bool {
    switch base {
    case .words: isWord(scalar)
    case .names: isName(scalar)
    case .tagNames: isTagName(scalar.value)
    }
  }

  private static func isWord(_ scalar: Unicode.Scalar) -> Bool {
    let properties = scalar.properties
    if properties.isAlphabetic || isJoiner(scalar) { return true }
    switch properties.generalCategory {
    case .nonspacingMark, .spacingMark, .enclosingMark: return true
    case .decimalNumber, .connectorPunctuation: return true
    default: return false
    }
  }

  private static func isName(_ scalar: Unicode.Scalar) -> Bool {
    if isJoiner(scalar) { return true }
    switch scalar.properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter:
      return true
    case .nonspacingMark, .spacingMark, .enclosingMark: return true
    case .decimalNumber, .letterNumber, .otherNumber: return true
    default: return scalar == "-" || scalar == "." || scalar == "_"
    }
  }

  private static func isJoiner(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value == 0x200C || scalar.value == 0x200D
  }

  private static func isTagName(_ value: UInt32) -> Bool {
    switch value {
    case 0x2D, 0x2E, 0x30...0x39, 0x41...0x5A, 0x5F, 0x61...0x7A: true
    case 0xB7, 0xC0...0xD6, 0xD8...0xF6, 0xF8...0x37D, 0x37F...0x1FFF: true
    case 0x200C...0x200D, 0x203F...0x2040, 0x2070...0x218F, 0x2C00...0x2FEF: true
    case 0x3001...0xD7FF, 0xF900...0xFDCF, 0xFDF0...0xFFFD: true
    default: false
    }
  }
}
