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
    /// True after a preposition.
    let isMarked: Bool
  }

  private let words: [DateWord]
  private let bytes: [UInt8]

  /// Whether an hour alone may be the time of a repetition.
  private let takesHours: Bool

  init(_ words: [DateWord], _ text: String, takesHours: Bool = false) {
    self.words = words
    self.takesHours = takesHours
    bytes = Array(text.utf8)
  }

  /// The candidates found so far.
  private struct Found {
    var candidates: [Candidate] = []
    var hasDay = false
    /// The words of a date that is not taken because another one is beside it.
    var refused: Range<Int>?
    /// The words of days that are not taken at their place.
    var others: [Range<Int>] = []
    /// True if the last date is only perhaps one, as the name in `Call May tomorrow`.
    var isWeak = false
    /// The indices of the words of the last date.
    var last: Range<Int>?
  }

  /// What the words say about the date of a task.
  enum Answer {
    case none(days: [Range<Int>])
    case date(Candidate)
    /// Words of a date, of which nothing is taken.
    case unread(Range<Int>)
  }

  /// The only phrase that is clearly a date.
  ///
  /// Nothing is taken if there are several, or if a time has no day beside it but there is a day elsewhere.
  var answer: Answer {
    let found = found
    let rhythm = RepetitionSearch.rhythm(words)
    let candidates = found.candidates.filter { !isPart($0, of: rhythm) }
    if let refused = found.refused { return .unread(refused) }
    guard let first = candidates.first, let last = candidates.last else {
      return .none(days: found.others)
    }
    if candidates.count > 1 {
      return .unread(first.words.lowerBound..<last.words.upperBound)
    }
    if first.isTimeOnly, found.hasDay { return .unread(first.words) }
    // Without a preposition it is not clear which of two dates is meant.
    if !first.isMarked, let other = found.others.first(where: isWritten) {
      let words = first.words
      return .unread(
        min(words.lowerBound, other.lowerBound)..<max(words.upperBound, other.upperBound))
    }
    return isNameTwice(first) ? .unread(first.words) : .date(first)
  }

  /// True for the last word of `Watch Sunday Bloody Sunday`.
  private func isNameTwice(_ candidate: Candidate) -> Bool {
    let word = words[candidate.dateWords.lowerBound]
    return candidate.dateWords.count == 1 && word.kind == .letters
      && words[..<candidate.dateWords.lowerBound].contains { $0.text == word.text }
  }

  /// True for a date with figures.
  private func isWritten(_ place: Range<Int>) -> Bool {
    words[place].contains { ($0.digits > 0 || $0.kind == .figures) }
      && words[place].contains { $0.kind == .figures || DateNames.month($0.text) != nil }
  }

  private var found: Found {
    var found = Found()
    var index = 0
    while index < words.count {
      let (end, form) = read(index)
      if let form {
        take(form, index..<end, found: &found)
      } else if end > index {
        // A day in the past is not a due date, but a time beside it is not one of today.
        found.hasDay = true
      }
      index = max(index + 1, end)
    }
    return found
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
    if let last = found.last, joins(words.lowerBound, form, last, isWeak: found.isWeak) {
      let isTaken = found.candidates.last?.words.upperBound == last.upperBound
      if isTaken { found.candidates.removeLast() }
      if isTaken || isAlone(last.lowerBound..<words.upperBound, form) {
        found.refused = last.lowerBound..<words.upperBound
      }
    } else if isEnd(ofWord: words.upperBound - 1), let candidate = candidate(words, form) {
      found.candidates.append(candidate)
    } else if form.isDay, form.strength != .weak {
      found.others.append(words)
    }
    (found.last, found.isWeak) = (words, form.strength == .weak)
  }

  /// True for a date beside the last one, or joined to it by `and` or a comma.
  private func joins(_ index: Int, _ form: PhraseForm, _ last: Range<Int>, isWeak: Bool) -> Bool {
    let isNext =
      isBeside(index, last.upperBound)
      && (form.isTimeOnly || form.strength != .weak && !isWeak)
    return isNext || isListed(index, after: last.upperBound)
  }

  /// True if nothing but an `on` or `at` is between two dates.
  private func isBeside(_ index: Int, _ last: Int) -> Bool {
    if index == last { return true }
    let isMarked = index > 0 && ["on", "at"].contains(words[index - 1].text)
    return isMarked && index - 1 == last
  }

  /// True for several dates at the end of a title.
  private func isAlone(_ words: Range<Int>, _ form: PhraseForm) -> Bool {
    (form.strength != .weak || form.isDay)
      && self.words[words.upperBound...].allSatisfy { PhrasePlace.isAside($0) }
  }

  /// True if `and`, `or` or a comma is before a date, and another date before that.
  private func isListed(_ index: Int, after last: Int) -> Bool {
    guard index > 0 else { return false }
    let isMarked = PhrasePlace.Marker(rawValue: words[index - 1].text) != nil
    let place = index - (isMarked ? 2 : 1)
    return place >= 0 && place == last && Self.listSigns.contains(words[place].text)
  }

  private static let listSigns: Set<String> = ["and", "or", ",", "&", ".", "/"]

  /// Reads the date that begins with a word, and returns it with the index of the word after it.
  private func read(_ start: Int) -> (end: Int, form: PhraseForm?) {
    guard stands(before: start) else { return (start, nil) }
    var parser = RelativeDateParser(words, from: start, style: .title)
    parser.takesHoursAlone = takesHours
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
    let place = PhrasePlace(
      dateWords, words, bytes: bytes, takesArticle: form.strength == .certain || form.isOfMonth)
    guard place.admits(form), place.marker != nil || !isName(dateWords),
      let date = expression(dateWords, form)
    else { return nil }
    return Candidate(
      words: place.start..<dateWords.upperBound, dateWords: dateWords, date: date,
      isTimeOnly: form.isTimeOnly, isMarked: place.marker != nil)
  }

  /// True for words with capital letters inside a title, as in the name of a film: `The Day After Tomorrow`.
  private func isName(_ dateWords: Range<Int>) -> Bool {
    guard dateWords.lowerBound > 0, dateWords.count > 1 else { return false }
    let all = words[dateWords]
    return all.allSatisfy { $0.kind == .letters && $0.isCapital(in: bytes) }
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
