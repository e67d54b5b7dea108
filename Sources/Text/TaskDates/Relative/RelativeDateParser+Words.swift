extension RelativeDateParser {
  var peek: DateWord? { index < words.count ? words[index] : nil }

  mutating func next() -> String? {
    defer { index += 1 }
    return peek?.text
  }

  func weekday(_ word: DateWord) -> Weekday? {
    style == .payload || DateNames.isUsual(word.text) ? DateNames.weekday(word.text) : nil
  }

  func month(_ word: DateWord) -> Int? {
    style == .payload || DateNames.isUsual(word.text) ? DateNames.month(word.text) : nil
  }

  /// A unit by its name: behind `next` a letter is none.
  static func wholeUnit(_ word: DateWord) -> TimeUnit? {
    word.text.utf8.count > 2 ? TimeUnit(named: word.text) : nil
  }

  mutating func skip(_ word: String) -> Bool {
    guard peek?.text == word else { return false }
    index += 1
    return true
  }

  /// A term of several words, with or without `the` before them.
  mutating func skip(
    _ phrase: [String], _ term: RelativeDate.Term
  ) -> RelativeDate.Term? {
    let start = peek?.text == "the" ? index + 1 : index
    guard start + phrase.count <= words.count,
      words[start..<start + phrase.count].map(\.text) == phrase
    else { return nil }
    index = start + phrase.count
    return term
  }

  mutating func count() throws(Fault) -> Int {
    guard let word = peek, word.digits > 0 else { throw fault("a number, as in +3 days") }
    guard let number = word.number else { throw fault("a number of at most 8 digits") }
    index += 1
    return number
  }

  mutating func unit() throws(Fault) -> TimeUnit {
    guard let word = peek?.text, let unit = TimeUnit(named: word) else {
      throw fault("a unit such as days, weeks or months")
    }
    if word == "m", !ambiguities.contains(.minuteOrMonth) { ambiguities.append(.minuteOrMonth) }
    index += 1
    return unit
  }

  /// What is wrong with the word that comes next.
  func fault(_ expected: String) -> Fault {
    Fault(word: peek, reason: .expected(expected))
  }

  /// What to write instead of a word that is no date here, though it looks like one.
  static func hint(_ word: String) -> String? {
    switch word {
    case "every", "daily", "weekly", "monthly", "yearly":
      "a date; how often is written @repeat(monthly)"
    case "morning", "afternoon", "evening", "night": "a time such as 9am"
    case "eow", "eod", "weekend": "end of week, or a day such as friday"
    case "day", "week", "month", "quarter", "year": "this week, next week or last week"
    case "/", ".": "a date such as 2024-12-01"
    default: nil
    }
  }
}
