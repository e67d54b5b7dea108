package import ExactText

extension String {
  /// The words, separated by single spaces.
  package var words: String { split(whereSeparator: \.isWhitespace).joined(separator: " ") }

  /// True if a title has all words of another one.
  package func hasWords(of other: String) -> Bool { other.wordSet.isSubset(of: wordSet) }

  /// True if there are two words or more: one alone does not say which task is meant.
  package var hasSeveralWords: Bool { words.contains(" ") }

  /// The different words.
  package var wordSet: ExactSet { ExactSet(split(whereSeparator: \.isWhitespace).map(String.init)) }
}
