/// Reads the words of a relative date; each word alone determines what it can begin.
struct RelativeDateParser {
  /// The reason why reading stopped, and at which word.
  struct Fault: Error {
    enum Reason {
      case expected(String)
      case wrong(TMError)
    }

    /// The word; nil at the end of the text.
    let word: DateWord?
    let reason: Reason
  }

  /// The context of the words, which decides how much they must look like a date.
  enum Style {
    /// Between the parentheses of a tag: all words are meant as a date.
    case payload
    /// In a title: names are complete or have a common short form, and a length has a sign or `in`.
    case title
  }

  let words: [DateWord]
  let style: Style
  /// The word that comes next.
  var index: Int
  var ambiguities: [DateAmbiguity] = []
  /// Whether an hour such as `at 8` needs no day beside it, because the words belong to a repetition.
  var takesHoursAlone = false
  /// True if an hour without am, pm and minutes was read.
  var hasBareHour = false
  /// True in a range that begins with `between`, which has `and` before its end.
  var isBetween = false
  /// The month of the beginning of a range, while its end is read.
  var monthBefore: Int?

  /// - Parameter index: The index of the first word to read.
  init(_ words: [DateWord], from index: Int = 0, style: Style = .payload) {
    self.words = words
    self.style = style
    self.index = index
  }

  /// Reads all words as one date.
  mutating func whole() throws(Fault) -> RelativeDate {
    let isRange = skipRangeWord()
    let begin = try row(Self.anyDate)
    guard skipSeparator() else {
      if isRange || isBetween { throw fault("the end of the range, as in from mon to fri") }
      guard index == words.count else { throw fault(Self.anyTerm) }
      try requireDay(begin)
      return RelativeDate(begin.terms, to: [], ambiguities: ambiguities)
    }
    let start = peek
    monthBefore = begin.sharedMonth
    let end = try row("the end of the range, a day or a time")
    guard index == words.count else { throw fault("nothing after the end of a range") }
    guard let range = begin.range(to: end) else {
      throw Fault(word: start, reason: .expected("a range of two days or of two times"))
    }
    try requireDay(begin, end)
    return RelativeDate(range.begin, to: range.end, ambiguities: ambiguities)
  }

  /// Refuses an hour such as `at 8` if no day is beside it.
  func requireDay(_ rows: OrderedTerms...) throws(Fault) {
    guard hasBareHour, !takesHoursAlone, !rows.contains(where: \.leadsToDay) else { return }
    throw fault("a day beside the hour, as in tomorrow at 8")
  }

  /// Skips the `from` or `between` before a range.
  mutating func skipRangeWord() -> Bool {
    if peek?.text == "between" {
      isBetween = true
      index += 1
      return true
    }
    guard peek?.text == "from", !marksTime else { return false }
    index += 1
    return true
  }

  static let anyDate = "a date such as 2024-12-01, tomorrow 3pm, next friday or +2w"
  static let anyTerm = "a time such as 3pm, or a length such as +2d"

  /// Reads terms up to a separator or the end of the text.
  mutating func row(_ expected: String) throws(Fault) -> OrderedTerms {
    var row = OrderedTerms()
    guard peek != nil else { throw fault(expected) }
    while peek != nil, row.terms.isEmpty || !isAtSeparator {
      try take(into: &row)
    }
    return row
  }

  mutating func take(into row: inout OrderedTerms) throws(Fault) {
    let expected = row.terms.isEmpty ? Self.anyDate : Self.anyTerm
    let isMarked = skipJoiners(row)
    let start = peek
    if style == .title, isAtLength, !row.endsInLength { throw fault(expected) }
    let terms = try terms(expected)
    if isMarked, terms.first?.hasDay != true {
      throw Fault(word: start, reason: .expected("a day after on"))
    }
    for term in terms {
      if let expected = row.add(term) { throw Fault(word: start, reason: .expected(expected)) }
    }
    if row.hasClock { ambiguities.removeAll { $0 == .tonight } }
  }

  /// Reads as many terms as possible, and a range if there is one; nil if there is none.
  ///
  /// The words after them are not part of the date.
  mutating func longest() -> RelativeDate? {
    let start = self
    let isRange = skipRangeWord()
    let begin = longestRow()
    guard !begin.terms.isEmpty else {
      self = start
      return nil
    }
    if !isRange, !isBetween, let end = end(after: begin) {
      return RelativeDate(begin.terms, to: end, ambiguities: ambiguities)
    }
    let saved = self
    if skipSeparator() {
      monthBefore = begin.sharedMonth
      let end = longestRow()
      if !end.terms.isEmpty, let range = begin.range(to: end), hasDay(begin, end) {
        return RelativeDate(range.begin, to: range.end, ambiguities: ambiguities)
      }
    }
    guard !isRange, !saved.isBetween, saved.hasDay(begin) else {
      self = start
      return nil
    }
    self = saved
    return RelativeDate(begin.terms, to: [], ambiguities: ambiguities)
  }

  func hasDay(_ rows: OrderedTerms...) -> Bool {
    !hasBareHour || takesHoursAlone || rows.contains(where: \.leadsToDay)
  }

  mutating func longestRow() -> OrderedTerms {
    var row = OrderedTerms()
    while peek != nil, row.terms.isEmpty || !isAtSeparator {
      let saved = (self, row)
      do throws(Fault) {
        try take(into: &row)
      } catch {
        (self, row) = saved
        break
      }
    }
    return row
  }

  // MARK: Terms

  /// Reads one term, or the lengths before one `ago`.
  mutating func terms(_ expected: String) throws(Fault) -> [RelativeDate.Term] {
    guard let word = peek else { throw fault(expected) }
    switch word.kind {
    case .figures: return [.written(try figures())]
    case .clock: return [.time(try clock())]
    case .plus, .minus: return [try signed()]
    case .number: return try numbered()
    case .letters: return try worded(word, expected)
    case .figureDate(let date): return [try figureDate(date)]
    case .named(let named):
      index += 1
      return [.named(named, year: try yearNumber())]
    case .other: throw fault(Self.hint(word.text) ?? expected)
    }
  }

  mutating func worded(
    _ word: DateWord, _ expected: String
  ) throws(Fault) -> [RelativeDate.Term] {
    if let term = namedDay() { return [term] }
    if isAtLength { return try lengths() }
    switch word.text {
    case "between":
      isBetween = true
      return [.time(try markedTime())]
    case "at", "from": return [.time(try markedTime())]
    case "noon", "midnight": return [.time(try clock())]
    case "in": return try lengthAhead()
    case "a", "an": return try lengths()
    case "this", "next", "last": return [try adjoining()]
    case "start", "beginning", "end", "eom", "eoy": return [.edge(try edge())]
    default: break
    }
    if let weekday = weekday(word) {
      index += 1
      skipAbbreviationDot()
      skipComma()
      return [.weekday(weekday, week: nil)]
    }
    guard month(word) != nil else { throw fault(Self.hint(word.text) ?? expected) }
    return [try namedMonth(year: .coming)]
  }

  mutating func figures() throws(Fault) -> TMDateType {
    let word = peek
    do {
      let value = try NumericDates.value(word?.text ?? "")
      index += 1
      return value
    } catch {
      throw Fault(word: word, reason: .wrong(error))
    }
  }

  mutating func namedDay() -> RelativeDate.Term? {
    if let term = skip(["day", "after", "tomorrow"], .day(2)) { return term }
    if let term = skip(["day", "before", "yesterday"], .day(-2)) { return term }
    guard let word = peek, let term = Self.days[word.text] else { return nil }
    index += 1
    if word.text == "tonight", !isAtTime { ambiguities.append(.tonight) }
    return term
  }

  static let days: [String: RelativeDate.Term] = [
    "now": .now, "today": .day(0), "tonight": .day(0), "tomorrow": .day(1), "yesterday": .day(-1),
  ]

  // MARK: Ranges

  /// True before a separator of a range; a minus before a length subtracts it instead, unless it is that of `14h-16h`.
  var isAtSeparator: Bool {
    guard let word = peek, isSeparator(word) else { return false }
    guard word.kind == .minus, !isInHourRange, index + 2 < words.count, words[index + 1].digits > 0
    else {
      return true
    }
    let next = words[index + 2]
    return TimeUnit(named: next.text) == nil && weekday(next) == nil
  }

  func isSeparator(_ word: DateWord) -> Bool {
    if isBetween { return word.text == "and" }
    return word.kind == .minus || Self.separators.contains(word.text)
  }

  /// The words of a range; the dots are those of `3.-5. December`.
  static let separators: Set<String> = [
    "\u{2013}", "to", "thru", "through", "until", "till", "til", ".-", ".\u{2013}",
  ]

  mutating func skipSeparator() -> Bool {
    guard isAtSeparator else { return false }
    index += 1
    return true
  }
}

extension RelativeDateParser.Fault {
  /// The error for a whole text.
  func error(in text: String) -> TMError {
    switch reason {
    case .wrong(let error): error
    case .expected(let expected):
      .notUnderstood(
        text, offset: word?.range.lowerBound ?? text.utf8.count, word: word?.text ?? "",
        expected: expected)
    }
  }
}
