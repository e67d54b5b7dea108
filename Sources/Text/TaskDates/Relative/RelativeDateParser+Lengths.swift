extension RelativeDateParser {
  /// Reads `+3 wed`, `+2w`, `-1 day`.
  mutating func signed() throws(Fault) -> RelativeDate.Term {
    let isNegative = peek?.kind == .minus
    index += 1
    let count = try count()
    if let weekday = peek.flatMap(weekday), count > 0 {
      index += 1
      return .weekdays(weekday, isNegative ? -count : count)
    }
    let unit = try unit()
    return .offset(isNegative ? -count : count, unit)
  }

  /// Reads `in 3 days`, `in a week`.
  mutating func lengthAhead() throws(Fault) -> [RelativeDate.Term] {
    index += 1
    guard let word = peek, word.digits > 0 || Self.isArticle(word) || Self.numeral(word) != nil
    else {
      throw fault("a length, as in in 3 days")
    }
    let count = Self.isArticle(word) ? one() : try count()
    return [.offset(count, try unit())]
  }

  /// Reads `3d`, `1 week 2 days`, or the same before `ago` as negative lengths.
  mutating func lengths() throws(Fault) -> [RelativeDate.Term] {
    let start = peek
    let lengths = try plainLengths()
    let isBack = skip("ago")
    if lengths.isEmpty || (!isBack && start.map(Self.isArticle) == true) {
      throw Fault(word: start, reason: .expected("a length, as in in a week or a week ago"))
    }
    if !isBack, start?.digits ?? 0 >= 4 {
      throw Fault(word: start, reason: .expected("a sign before so large a number, as in +2024w"))
    }
    return lengths.map { .offset(isBack ? -$0.count : $0.count, $0.unit) }
  }

  private mutating func plainLengths() throws(Fault) -> [(count: Int, unit: TimeUnit)] {
    var lengths: [(count: Int, unit: TimeUnit)] = []
    while let word = peek, isAtLength, lengths.count < OrderedTerms.most {
      let count = Self.isArticle(word) ? one() : try count()
      lengths.append((count, try unit()))
    }
    return lengths
  }

  /// Reads the `for 2 hours` of `tomorrow 10am for 2 hours`, and returns the end of that range.
  ///
  /// - Returns: Nil, and nothing is read, if there is no time before it, or the length is one of days.
  mutating func end(after begin: OrderedTerms) -> [RelativeDate.Term]? {
    guard style == .title, let time = begin.plainTime, hasDay(begin), peek?.text == "for" else {
      return nil
    }
    let start = self
    index += 1
    // The second of `for a second opinion` is not a length.
    let isArticle = peek.map(Self.isArticle) == true
    guard let lengths = try? plainLengths(), !lengths.isEmpty,
      !isArticle || peek?.kind != .letters,
      lengths.allSatisfy({ $0.count > 0 && $0.unit.seconds != nil })
    else {
      self = start
      return nil
    }
    return [.time(time)] + lengths.map { .offset($0.count, $0.unit) }
  }

  var isAtLength: Bool {
    guard let word = peek, index + 1 < words.count,
      word.digits > 0 || Self.isArticle(word) || Self.numeral(word) != nil
    else { return false }
    return TimeUnit(named: words[index + 1].text) != nil && !isFigureTime
  }

  /// The number of a word such as `two`.
  static func numeral(_ word: DateWord) -> Int? {
    (["one"] + RepetitionWords.numbers).firstIndex(of: word.text).map { $0 + 1 }
  }

  static func isArticle(_ word: DateWord) -> Bool { word.text == "a" || word.text == "an" }

  mutating func one() -> Int {
    index += 1
    return 1
  }
}
