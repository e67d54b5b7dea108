/// The position of a repetition in a title.
struct RepetitionPlace {
  /// The index of the first word, including a preposition before it.
  let start: Int
  private let wordBefore: String?
  private let hasPreposition: Bool
  private let isEnd: Bool
  private let isApart: Bool
  /// True for a capital letter inside the title, as in the title of a book.
  private let isName: Bool
  private let isPlural: Bool

  init(_ phrase: Range<Int>, _ words: [DateWord], bytes: [UInt8]) {
    var start = phrase.lowerBound
    let isOrdinal = words[phrase.lowerBound...].prefix(7).contains { $0.text == "of" }
    if start > 0, isOrdinal, words[start - 1].text == "the" { start -= 1 }
    if start > 0, Self.prepositions.contains(words[start - 1].text) { start -= 1 }
    hasPreposition = start < phrase.lowerBound
    self.start = start
    wordBefore = start > 0 ? words[start - 1].text : nil
    isEnd = words[phrase.upperBound...].allSatisfy { PhrasePlace.isAside($0) }
    let next = phrase.upperBound < words.count ? words[phrase.upperBound].text : ""
    isApart =
      start == 0 && (next == ":" || next == ",") || PhrasePlace.openings.contains(next)
    let head = words[phrase.lowerBound]
    let isWeekday = DateNames.isUsual(head.text) || RepetitionWords.plurals.contains(head.text)
    isName = phrase.lowerBound > 0 && head.isCapital(in: bytes) && !isWeekday
    isPlural = RepetitionWords.plurals.contains(head.text)
  }

  private static let prepositions: Set<String> = ["on", "due", "repeat", "repeats", "\u{1F501}"]

  /// True if a repetition at this position is one of the task.
  func admits(isCertain: Bool) -> Bool {
    if let wordBefore, PhrasePlace.owners.contains(wordBefore) || owns(wordBefore) {
      return false
    }
    if isCertain { return true }
    if isPlural, !hasPreposition { return false }
    return !isName && (isEnd || isApart)
  }

  /// True for a word to which the repetition belongs; a title may begin with the verb `Run`.
  private func owns(_ word: String) -> Bool {
    word == "run" ? start > 1 : Self.owners.contains(word)
  }

  /// Words to which a repetition after them belongs, besides those of a date.
  private static let owners: Set<String> = [
    "almost", "nearly", "for", "with", "runs", "twice", "one", "once", "times", "time", "per",
    "about", "hardly", "as", "at", "by", "just", "practically", "virtually", "are", "were", "be",
  ]
}
