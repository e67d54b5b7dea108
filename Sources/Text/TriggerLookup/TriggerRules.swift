/// How a lookup decides what a name is, and where it may begin.
///
/// Before a trigger is the start of the line or white space. White space is that of task files: every character with
/// Unicode's property White_Space except U+0085, and U+FEFF. Direction marks before the trigger are skipped.
///
/// ```swift
/// var rules = TriggerRules.chat
/// rules.minimumQueryLength = 2
/// let text = "see @t"
/// findTrigger(in: text, at: text.endIndex, rules: rules)  // nil: the query has one character
/// ```
public struct TriggerRules: Hashable, Sendable {
  /// The characters of a name.
  public var name: NameCharacters
  /// The largest number of words in a name, with one space (U+0020, U+00A0 or U+3000) between two of them.
  public var words: Int
  /// What may be before a trigger besides white space.
  public var boundary: TriggerBoundary
  /// The smallest number of characters between trigger and cursor; 0 finds a trigger that was just typed.
  public var minimumQueryLength: Int
  /// The largest number of characters that a lookup examines before the cursor, with the trigger, and after it.
  ///
  /// In a line that is not ASCII it also reads at most 2,048 bytes in each direction.
  public var limit: Int

  /// Creates rules.
  ///
  /// `TriggerRules(name: .names, words: 3)` allows a first, a middle and a last name.
  public init(
    name: NameCharacters, words: Int = 1, boundary: TriggerBoundary = [],
    minimumQueryLength: Int = 0, limit: Int = 128
  ) {
    self.name = name
    self.words = words
    self.boundary = boundary
    self.minimumQueryLength = minimumQueryLength
    self.limit = limit
  }

  /// The rules of the article: word characters, and two words, as in `@Travis B`.
  ///
  /// `StringTriggerReporter` has these rules if you give it no others.
  public static let article = TriggerRules(name: .words, words: 2)

  /// The rules of tags in task files: one word of the characters that `TaskText` reads.
  ///
  /// Before the cursor in `- Call @ph`, they find the query `ph`.
  public static let taskPaper = TriggerRules(name: .tagNames)

  /// The rules of a chat: names of up to two words, also after an opening bracket or quotation mark, and directly after
  /// a script without spaces, as in `你好@Mi`.
  ///
  /// They do not find the address in `josé@example.com`.
  public static let chat = TriggerRules(
    name: .names, words: 2, boundary: [.openingPunctuation, .scriptsWithoutSpaces])
}

/// What may be before a trigger, besides white space and the start of the line.
///
/// ```swift
/// let rules = TriggerRules(name: .names, boundary: .openingPunctuation)  // finds (@x
/// ```
public struct TriggerBoundary: OptionSet, Hashable, Sendable {
  /// The bits of the options.
  public let rawValue: UInt8

  /// Creates options of their bits: `TriggerBoundary(rawValue: 0)` has none.
  public init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  /// Opening brackets and quotation marks (categories Ps and Pi of Unicode), `"` and `'`, as in `(@x`.
  public static let openingPunctuation = TriggerBoundary(rawValue: 1)

  /// Letters and punctuation of scripts that have no spaces between words: Han, Kana, Bopomofo, Thai, Lao, Khmer and
  /// Myanmar, as in `你好@Mi`.
  public static let scriptsWithoutSpaces = TriggerBoundary(rawValue: 2)
}
