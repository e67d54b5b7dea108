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

  /// The unit with a name; after `next` a single letter is not a unit.
  static func wholeUnit(_ word: DateWord) -> TimeUnit? {
    word.text.utf8.count > 2 ? TimeUnit(named: word.text) : nil
  }

  mutating func skip(_ word: String) -> Bool {
    guard peek?.text == word else { return false }
    index += 1
    return true
  }

  /// Skips a term of several words, with or without `the` before them.
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
    if let number = peek.flatMap(Self.numeral) {
      index += 1
      return number
    }
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

  /// An error at the next word.
  func fault(_ expected: String) -> Fault {
    Fault(word: peek, reason: .expected(expected))
  }

  /// A correction for a word that looks like a date but is not allowed here.
  static func hint(_ word: String) -> String? {
    switch word {
    case "every", "daily", "weekly", "monthly", "yearly":
      "a date; write repetitions as @repeat(monthly)"
    case "morning", "afternoon", "evening", "night": "a time such as 9am"
    case "eow", "eod", "weekend": "end of week, or a day such as friday"
    case "day", "week", "month", "quarter", "year": "this week, next week or last week"
    case "/", ".": "a date such as 2024-12-01"
    default: nil
    }
  }
}
