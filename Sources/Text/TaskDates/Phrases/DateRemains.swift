/// Searches the words that remain of a title for parts of a date that were not read.
struct DateRemains {
  let words: [DateWord]
  let bytes: [UInt8]
  /// Whether a masked word is a repetition that was read.
  let isCovered: Bool

  init(_ words: [DateWord], _ text: String, isCovered: Bool) {
    self.words = words
    bytes = Array(text.utf8)
    self.isCovered = isCovered
  }

  /// The words that look like a part of a date or repetition; nil if there are none.
  ///
  /// - Parameters:
  ///   - phrase: The date that was read; nil if none was.
  ///   - isTime: Whether that is a time alone, which needs a day.
  func range(beside phrase: Range<Int>?, isTime: Bool) -> Range<Int>? {
    if let phrase { return neighbours(of: phrase, isTime: isTime) ?? others(than: phrase) }
    if isCovered, let place = words.firstIndex(where: { isRepetition($0) }) {
      return after(place..<place + 1) ?? before(place..<place + 1, isTime: false)
        ?? clock(before: place) ?? written ?? SpokenDates(words[...], bytes).range
    }
    return written ?? joined ?? vague ?? zoned ?? impossible ?? SpokenDates(words[...], bytes).range
      ?? near
  }

  private func neighbours(of phrase: Range<Int>, isTime: Bool) -> Range<Int>? {
    before(phrase, isTime: isTime) ?? after(phrase) ?? (isTime ? day(of: phrase) : nil)
  }

  private func others(than phrase: Range<Int>) -> Range<Int>? {
    if let other = written ?? zoned ?? time(besides: phrase) {
      return min(other.lowerBound, phrase.lowerBound)..<max(other.upperBound, phrase.upperBound)
    }
    return rhythm(phrase) ?? nonexistent ?? spoken(before: phrase)
  }

  /// What people say for a date, before one that was read.
  private func spoken(before phrase: Range<Int>) -> Range<Int>? {
    SpokenDates(words[..<phrase.lowerBound], bytes).range.map { $0.lowerBound..<phrase.upperBound }
  }

  /// The `9:30` of `9:30 every tuesday`.
  private func clock(before place: Int) -> Range<Int>? {
    place > 0 && isClock(place - 1) ? place - 1..<place + 1 : nil
  }

  /// The words beside a day at the end of the title that is not taken at its place: `3, 4 and 5 December`.
  func range(besideUnread days: [Range<Int>]) -> Range<Int>? {
    guard let day = days.last else { return nil }
    let next = day.upperBound
    let isTimed =
      next + 1 < words.count && words[next].text == "at"
      && (words[next + 1].digits > 0 || isClock(next + 1))
    if isTimed { return day.lowerBound..<next + 2 }
    if isLength(next) { return day.lowerBound..<next + 3 }
    let isNumbered = next < words.count && 1...2 ~= words[next].digits
    if isNumbered { return day.lowerBound..<next + 1 }
    let start = day.lowerBound
    if day.count > 1, start > 0, PhrasePlace.names.contains(words[start - 1].text) {
      return start - 1..<next
    }
    guard isEnd(next) else { return nil }
    return before(day, isTime: false)
  }

  /// True for the masked words of the repetition: it has a space in it, or is not a tag.
  private func isRepetition(_ word: DateWord) -> Bool {
    PhraseText.isCovered(word) && bytes[word.range.lowerBound] != UInt8(ascii: "@")
      && !Self.quotes.contains(bytes[word.range.lowerBound])
  }

  private static let quotes = Array("\"'`\u{201C}\u{2018}\u{201E}\u{AB}".utf8)

  // MARK: Words

  /// The first word of a number, an ordinal or a date in figures that ends at a word; nil if there is none.
  func number(endingAt place: Int) -> Int? {
    var start = place
    while start > 0, isAttached(start),
      Self.figureSigns.contains(words[start].text) || words[start].digits > 0
    {
      start -= 1
    }
    return words[start].digits > 0 || words[start].kind == .figures ? start : nil
  }

  /// True for a number that may be a day or a year.
  func isDayOrYear(_ range: ClosedRange<Int>) -> Bool {
    range.count > 1 || words[range.lowerBound].kind == .figures
      || [1, 2, 4].contains(words[range.lowerBound].digits)
  }

  private static let figureSigns: Set<String> = [
    "/", ".", "-", "\u{2013}", ".-", "st", "nd", "rd", "th",
  ]

  /// True for `12/5`, `5.12.` and `5.12.26`.
  func isFigures(_ range: ClosedRange<Int>) -> Bool {
    words[range].count > 1 && words[range].contains { ["/", ".", "-"].contains($0.text) }
      || words[range].contains { $0.kind == .figures }
  }

  func isOrdinal(_ place: Int) -> Bool {
    ["st", "nd", "rd", "th"].contains(words[place].text) && isAttached(place)
  }

  func lengthStart(_ place: Int) -> Int {
    let near = words[..<place].reversed().prefix(4).prefix {
      $0.digits > 0 || TimeUnit(named: $0.text) != nil || RelativeDateParser.isArticle($0)
        || RelativeDateParser.numeral($0) != nil
    }
    return place - near.count
  }

  func isEnd(_ place: Int) -> Bool {
    words[place...].allSatisfy { PhrasePlace.isAside($0) }
  }

  func isMarked(_ place: Int) -> Bool {
    place > 0 && ["on", "by", "due"].contains(words[place - 1].text)
  }

  /// True for a word with a capital letter.
  func isCapital(_ place: Int) -> Bool { words[place].isCapital(in: bytes) }

  func isSlash(_ place: Int) -> Bool { isAttached(place) && words[place].text == "/" }

  func isClock(_ place: Int) -> Bool {
    if case .clock = words[place].kind { true } else { false }
  }

  func isMeridiem(_ place: Int) -> Bool {
    place < words.count && ["am", "pm"].contains(words[place].text)
  }

  func month(_ word: DateWord) -> Bool {
    DateNames.isUsual(word.text) && DateNames.month(word.text) != nil
  }

  func weekday(_ word: DateWord) -> Bool {
    DateNames.isUsual(word.text) && DateNames.weekday(word.text) != nil
  }

  func isAttached(_ place: Int) -> Bool {
    0 < place && place < words.count
      && words[place - 1].range.upperBound == words[place].range.lowerBound
  }
}
