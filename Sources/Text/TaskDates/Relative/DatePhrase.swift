/// A date among the words of a title: `tomorrow 3pm` in `Call Ann tomorrow 3pm @home`.
///
/// ```swift
/// let phrase = DatePhrase.find(in: "Call Ann on friday 3pm @home")
/// phrase?.date  // .relative(friday 3pm)
/// phrase?.title  // "Call Ann @home"
/// ```
///
/// Finding one is conservative, for words that are taken from a title by mistake are worse than a
/// date that a person adds by hand. `Docs/Dates.md` has the rule.
public struct DatePhrase: Hashable, Sendable {
  /// The text that it was found in.
  public let text: String
  /// The bytes of the phrase, with the `on`, `at`, `by`, `due` or `for` before it.
  public let range: Range<Int>
  /// The bytes of the date alone.
  public let dateRange: Range<Int>
  /// What the phrase says: a date that is written out, or one that moves with the clock.
  public let date: DateExpression

  /// The phrase that most likely says when a task is due, nil where no words do so clearly enough.
  ///
  /// Words in quotation marks and tags are left alone. The time this takes grows with the text alone.
  public static func find(in text: String) -> DatePhrase? {
    let words = PhraseText(text).words
    let found = PhraseSearch(words, text).candidates
    return found.max { ($0.weight, $0.words.lowerBound) < ($1.weight, $1.words.lowerBound) }?
      .phrase(text, words)
  }

  /// The text without the phrase, and without the blanks, or the colon, that it leaves behind.
  public var title: String {
    let bytes = Array(text.utf8)
    let isBlank = { (byte: UInt8) in byte == 0x20 || byte == 0x09 }
    var before = bytes[..<range.lowerBound]
    var behind = bytes[range.upperBound...]
    while let last = before.last, isBlank(last) { before.removeLast() }
    while let first = behind.first,
      isBlank(first) || (before.isEmpty && Self.closing.contains(first))
    {
      behind.removeFirst()
    }
    let needsBlank = !before.isEmpty && behind.first.map { !Self.closing.contains($0) } == true
    return String(decoding: before + (needsBlank ? [0x20] : []) + behind, as: UTF8.self)
  }

  private static let closing = Array(",.;:!?".utf8)
}
