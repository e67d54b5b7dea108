/// Searches the words of a title for its date.
struct PhraseSearch {
  /// Words that may be a date, and how likely.
  struct Candidate {
    /// The words of the phrase, including its preposition.
    let words: Range<Int>
    /// The words of the date only.
    let dateWords: Range<Int>
    let date: DateExpression
    let isTimeOnly: Bool
    /// The likelihood: the strength of the form, and 2 each for a position at the end and for a preposition.
    let weight: Int
  }

  private let words: [DateWord]
  private let bytes: [UInt8]

  init(_ words: [DateWord], _ text: String) {
    self.words = words
    bytes = Array(text.utf8)
  }

  /// The candidates found so far.
  private struct Found {
    var candidates: [Candidate] = []
    var hasDay = false
    /// The index of the word after the last date.
    var end = -1
  }

  /// All phrases that are clearly dates, in the order of the text.
  ///
  /// A time alone is not a candidate if there is a day elsewhere: it would be the time of another day. Neither is one
  /// of several dates with `and` or nothing between them, because a task has only one.
  var candidates: [Candidate] {
    var found = Found()
    var index = 0
    while index < words.count {
      let (end, form) = read(index)
      if let form { take(form, index..<end, found: &found) }
      index = max(index + 1, end)
    }
    guard !found.candidates.isEmpty else { return [] }
    let rhythm = RepetitionSearch.rhythm(words)
    return found.candidates.filter { !($0.isTimeOnly && found.hasDay) && !isPart($0, of: rhythm) }
  }

  /// True for a date that belongs to a repetition that was not read: the `9:30` of `every morning at 9:30`, and the
  /// `fri` of `mon or wed or fri`.
  private func isPart(_ candidate: Candidate, of rhythm: Range<Int>?) -> Bool {
    let start = candidate.words.lowerBound
    if start > 0, DateNames.isUsual(words[start - 1].text),
      DateNames.weekday(words[start - 1].text) != nil
    {
      return true
    }
    guard let rhythm else { return false }
    if rhythm.contains(start) { return true }
    guard rhythm.upperBound <= start else { return false }
    let isTime = candidate.isTimeOnly && words[rhythm.upperBound - 1].digits == 0
    return isTime || rhythm.upperBound == start
  }

  private func take(_ form: PhraseForm, _ words: Range<Int>, found: inout Found) {
    found.hasDay = found.hasDay || !form.isTimeOnly
    let isNext = words.lowerBound == found.end && (form.isTimeOnly || form.strength != .weak)
    if isNext || isListed(words.lowerBound, after: found.end) {
      if found.candidates.last?.words.upperBound == found.end { found.candidates.removeLast() }
    } else if isEnd(ofWord: words.upperBound - 1), let candidate = candidate(words, form) {
      found.candidates.append(candidate)
    }
    found.end = words.upperBound
  }

  /// True if `and`, `or` or a comma is before a date, and another date before that.
  private func isListed(_ index: Int, after last: Int) -> Bool {
    guard index > 0 else { return false }
    let isMarked = PhrasePlace.Marker(rawValue: words[index - 1].text) != nil
    let place = index - (isMarked ? 2 : 1)
    return place >= 0 && place == last && ["and", "or", ",", "&"].contains(words[place].text)
  }

  /// Reads the date that begins with a word, and returns it with the index of the word after it.
  private func read(_ start: Int) -> (end: Int, form: PhraseForm?) {
    guard stands(before: start) else { return (start, nil) }
    var parser = RelativeDateParser(words, from: start, style: .title)
    if let date = parser.longest() {
      return (parser.index, PhraseForm(date, words[start..<parser.index]))
    }
    return year(start).map { (start + 1, PhraseForm(year: $0)) } ?? (start, nil)
  }

  /// Reads a year alone, as in `by 2027`.
  private func year(_ index: Int) -> DatePeriod? {
    guard words[index].digits == 4, let number = words[index].number, 2000...2199 ~= number,
      isEnd(ofWord: index)
    else { return nil }
    return try? DatePeriod(year: number)
  }

  private func candidate(_ dateWords: Range<Int>, _ form: PhraseForm) -> Candidate? {
    let place = PhrasePlace(dateWords, words, bytes: bytes)
    guard place.admits(form), place.marker != nil || !isName(dateWords),
      let date = expression(dateWords, form)
    else { return nil }
    return Candidate(
      words: place.start..<dateWords.upperBound, dateWords: dateWords, date: date,
      isTimeOnly: form.isTimeOnly,
      weight: form.strength.rawValue + (place.isEnd ? 2 : 0) + (place.marker == nil ? 0 : 2))
  }

  /// True for words with capital letters inside a title, as in the name of a film: `The Day After Tomorrow`.
  private func isName(_ dateWords: Range<Int>) -> Bool {
    guard dateWords.lowerBound > 0, dateWords.count > 1 else { return false }
    let all = words[dateWords]
    return all.allSatisfy { $0.kind == .letters && 0x41...0x5A ~= bytes[$0.range.lowerBound] }
      && !all.contains { DateNames.isUsual($0.text) }
  }

  private func expression(_ dateWords: Range<Int>, _ form: PhraseForm) -> DateExpression? {
    let bytes =
      words[dateWords.lowerBound].range
      .lowerBound..<words[dateWords.upperBound - 1].range.upperBound
    let text = String(decoding: self.bytes[bytes], as: UTF8.self)
    if let payload = try? DatePayload(parsing: text) { return .absolute(payload) }
    guard let date = form.date else { return nil }
    guard date.isFixed else { return .relative(date) }
    return date.fixedValue.map { .absolute(DatePayload($0)) }
  }

  /// True if a word follows a space, or begins the text.
  private func stands(before index: Int) -> Bool {
    let start = words[index].range.lowerBound
    return start == 0 || isBlank(start - 1)
  }

  /// True if a word is followed by a space, punctuation, or the end.
  private func isEnd(ofWord index: Int) -> Bool {
    var place = words[index].range.upperBound
    if place < bytes.count, PhrasePlace.stops.contains(bytes[place]) { place += 1 }
    return place == bytes.count || isBlank(place)
  }

  private func isBlank(_ place: Int) -> Bool { bytes[place] == 0x20 || bytes[place] == 0x09 }
}

extension PhraseSearch.Candidate {
  /// The phrase of this candidate in its text.
  func phrase(_ text: String, _ all: [DateWord]) -> DatePhrase {
    let end = all[words.upperBound - 1].range.upperBound
    return DatePhrase(
      text: text, range: all[words.lowerBound].range.lowerBound..<end,
      dateRange: all[dateWords.lowerBound].range.lowerBound..<end, date: date)
  }
}
