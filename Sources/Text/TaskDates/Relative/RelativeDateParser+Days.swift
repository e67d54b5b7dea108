extension RelativeDateParser {
  /// Skips the comma of `friday, 4 dec`, if a date follows.
  mutating func skipComma() {
    guard peek?.text == ",", index + 1 < words.count else { return }
    let next = words[index + 1]
    if next.digits > 0 || next.kind == .figures || month(next) != nil { index += 1 }
  }

  /// Reads what begins with a number: a length, a time, or a day of a month.
  mutating func numbered() throws(Fault) -> [RelativeDate.Term] {
    if isAtLength { return try lengths() }
    if isAtTime { return [.time(try clock())] }
    if let first = try sharedDay() { return [first] }
    return [try numberedDay()]
  }

  /// Reads `3 December`, `3rd of december 2026`, `5. December`, `the 12th`, and after `December 3 -` also `5`.
  mutating func numberedDay() throws(Fault) -> RelativeDate.Term {
    let start = peek
    let day = try count()
    let isOrdinal = skipOrdinal()
    skipDot()
    let afterNumber = index
    if peek?.text == "of" { index += 1 }
    if let month = peek.flatMap(month) {
      index += 1
      skipAbbreviationDot()
      return try dayOfMonth(month, day, word: start)
    }
    if isOrdinal, 1...31 ~= day, index > afterNumber, let month = monthWords() {
      return .dayNumber(day, month: month)
    }
    index = afterNumber
    if let month = monthBefore, 1...2 ~= start?.digits ?? 0 {
      return try dayOfMonth(month, day, word: start)
    }
    if isOrdinal, 1...31 ~= day { return .dayNumber(day, month: nil) }
    throw Fault(
      word: start,
      reason: .expected("a unit, a month, am or pm after the number, as in 5 days, 5 jan or 5pm"))
  }

  private mutating func dayOfMonth(
    _ month: Int, _ day: Int, word: DateWord?
  ) throws(Fault) -> RelativeDate.Term {
    let year = try yearNumber().map { RelativeDate.Year.written($0) } ?? .coming
    return .dayOfMonth(try Self.checked(month, day, year: year, word: word))
  }

  /// Reads the 3 of `3 - 5 December`; nil if no day of a month ends the range.
  private mutating func sharedDay() throws(Fault) -> RelativeDate.Term? {
    var rest = self
    guard let word = peek, 1...2 ~= word.digits, let day = word.number else { return nil }
    rest.index += 1
    rest.skipOrdinal()
    rest.skipDot()
    let end = rest.index
    guard let sign = rest.peek, isSeparator(sign) else { return nil }
    rest.index += 1
    guard 1...2 ~= rest.peek?.digits ?? 0, !rest.isAtTime, !rest.isAtLength else { return nil }
    let number = rest.index
    rest.index += 1
    rest.skipOrdinal()
    rest.skipDot()
    if rest.peek?.text == "of" { rest.index += 1 }
    guard rest.peek.flatMap(month) != nil else { return nil }
    rest.index = number
    guard case .dayOfMonth(let last) = try rest.numberedDay() else { return nil }
    index = end
    return .dayOfMonth(try Self.checked(last.month, day, year: last.year, word: word))
  }

  /// Skips the ending of `12th`; false if there is none.
  @discardableResult
  mutating func skipOrdinal() -> Bool {
    guard let suffix = peek?.text, ["st", "nd", "rd", "th"].contains(suffix), isAttached(index)
    else { return false }
    index += 1
    return true
  }

  /// Skips the dot of `5. December`.
  mutating func skipDot() {
    if peek?.text == ".", isAttached(index), index + 1 < words.count { index += 1 }
  }

  /// Skips the dot of `Dec. 5` and `Sat. at 5pm`, if a date goes on after it.
  mutating func skipAbbreviationDot() {
    guard peek?.text == ".", isAttached(index), index + 1 < words.count else { return }
    let next = words[index + 1]
    if next.digits > 0 || isTime(after: index) || month(next) != nil { index += 1 }
  }

  /// Reads `the month`, `this month` or `next month` after `of`, and returns how many months ahead that is.
  private mutating func monthWords() -> Int? {
    guard index + 1 < words.count, words[index + 1].text == "month",
      let offset = ["the": 0, "this": 0, "next": 1][words[index].text]
    else { return nil }
    index += 2
    return offset
  }

  /// Reads a day in figures, in the order that the configuration sets.
  mutating func figureDate(_ date: FigureDate) throws(Fault) -> RelativeDate.Term {
    let word = peek
    index += 1
    let year = date.year.map { RelativeDate.Year.written($0) } ?? .coming
    return .dayOfMonth(try Self.checked(date.month, date.day, year: year, word: word))
  }

  /// Skips the `on` and `the` before a day, and the comma before a time; true if a day must follow.
  mutating func skipJoiners(_ row: OrderedTerms) -> Bool {
    let isInside = style == .payload || !row.terms.isEmpty
    let isMarked = isInside && peek?.text == "on"
    if isMarked { index += 1 }
    if isInside, peek?.text == "the", index + 1 < words.count, isDayHead(words[index + 1]) {
      index += 1
    }
    let joinsTime = row.namesDay && isTime(after: index) || row.isClock && isDay(after: index)
    if peek?.text == ",", joinsTime { index += 1 }
    if row.endsInLength, peek?.text == "and", isLength(after: index) { index += 1 }
    return isMarked
  }

  /// True for the first word of `the 12th` and `the end of month` after the article.
  private func isDayHead(_ word: DateWord) -> Bool {
    word.digits > 0 || ["end", "start", "beginning"].contains(word.text)
  }

  private func isTime(after place: Int) -> Bool {
    var rest = self
    rest.index = place + 1
    return rest.isAtTime
  }

  private func isDay(after place: Int) -> Bool {
    guard place + 1 < words.count else { return false }
    let next = words[place + 1]
    return next.kind == .figures || Self.days[next.text] != nil || weekday(next) != nil
      || month(next) != nil
  }

  private func isLength(after place: Int) -> Bool {
    var rest = self
    rest.index = place + 1
    return rest.isAtLength
  }

  /// True if no space is before a word.
  func isAttached(_ place: Int) -> Bool {
    0 < place && place < words.count
      && words[place - 1].range.upperBound == words[place].range.lowerBound
  }

  /// Reads `jan`, `jan 4`, `jan 4th, 2027`, `jan 2027`.
  mutating func namedMonth(year: RelativeDate.Year) throws(Fault) -> RelativeDate.Term {
    let word = peek
    let month = word.flatMap(month) ?? 1
    index += 1
    skipAbbreviationDot()
    guard isAtDayNumber else {
      let written = year == .coming ? try yearNumber() : nil
      return .month(month, written.map { .written($0) } ?? year)
    }
    let start = peek
    let day = try count()
    skipOrdinal()
    let written = year == .coming ? try yearNumber() : nil
    return .dayOfMonth(
      try Self.checked(month, day, year: written.map { .written($0) } ?? year, word: start))
  }

  /// True before a number of one or two digits that is not the hour of a time, nor the count of a unit.
  var isAtDayNumber: Bool {
    guard let word = peek, 1...2 ~= word.digits else { return false }
    return !isAtTime && !isAtLength
  }

  /// Reads four digits, with or without a comma before them.
  mutating func yearNumber() throws(Fault) -> Int? {
    if peek?.text == "'" || peek?.text == "\u{2019}", index + 1 < words.count,
      words[index + 1].digits == 2, isAttached(index + 1), let year = words[index + 1].number
    {
      index += 2
      return 2000 + year
    }
    let hasComma = peek?.text == ","
    let place = index + (hasComma ? 1 : 0)
    guard place < words.count, words[place].digits == 4, let year = words[place].number else {
      return nil
    }
    if place + 1 < words.count, TimeUnit(named: words[place + 1].text) != nil { return nil }
    index = place + 1
    guard year > 0 else { throw Fault(word: words[place], reason: .wrong(.noSuchYear(year))) }
    return year
  }

  static func checked(
    _ month: Int, _ day: Int, year: RelativeDate.Year, word: DateWord?
  ) throws(Fault) -> RelativeDate.DayOfMonth {
    if case .written(let number) = year, DateParameters(checked: number, month, day) == nil {
      throw Fault(
        word: word, reason: .wrong(.noSuchDay(year: number, month: month, day: day)))
    }
    let last = DateParameters.daysIn(month: month, year: 2000)
    guard 1...last ~= day else {
      throw Fault(
        word: word, reason: .expected("a day of \(DateNames.months[month - 1]), 1 to \(last)"))
    }
    return RelativeDate.DayOfMonth(month: month, day: day, year: year)
  }

  /// Reads `friday`, `next friday`, `this week`, `last jan 5`.
  mutating func adjoining() throws(Fault) -> RelativeDate.Term {
    let offset = direction() ?? 0
    if offset == 0, let term = comingWeekday() { return term }
    guard let word = peek else { throw fault(Self.adjoined) }
    if let weekday = weekday(word) {
      index += 1
      return .weekday(weekday, week: offset)
    }
    if month(word) != nil { return try namedMonth(year: .counted(offset)) }
    guard let unit = Self.wholeUnit(word) else { throw fault(Self.adjoined) }
    index += 1
    return .unit(unit, offset)
  }

  /// Reads `coming friday`.
  mutating func comingWeekday() -> RelativeDate.Term? {
    guard peek?.text == "coming", index + 1 < words.count,
      let weekday = weekday(words[index + 1])
    else { return nil }
    index += 2
    return .weekday(weekday, week: nil)
  }

  static let adjoined = "a weekday, a month or a unit, as in next friday or next week"

  mutating func direction() -> Int? {
    let directions = ["this": 0, "next": 1, "last": -1]
    guard let offset = (peek?.text).flatMap({ directions[$0] }) else { return nil }
    index += 1
    return offset
  }

  /// Reads `end of month`, `end of next week`, `start of january`.
  mutating func edge() throws(Fault) -> RelativeDate.Edge {
    let word = peek?.text
    index += 1
    if word == "eom" { return RelativeDate.Edge(isEnd: true, stretch: .unit(.month, nil)) }
    if word == "eoy" { return RelativeDate.Edge(isEnd: true, stretch: .unit(.year, nil)) }
    guard skip("of") else { throw fault("of, as in end of month") }
    return RelativeDate.Edge(isEnd: word == "end", stretch: try stretch())
  }

  mutating func stretch() throws(Fault) -> RelativeDate.Edge.Stretch {
    if peek?.text == "the" { index += 1 }
    let offset = direction()
    let expected = "a unit of the calendar or a month, as in end of month"
    guard let word = peek else { throw fault(expected) }
    if let month = month(word) {
      index += 1
      if let offset { return .month(month, .counted(offset)) }
      return .month(month, try yearNumber().map { .written($0) } ?? .coming)
    }
    guard let unit = Self.wholeUnit(word), unit.seconds == nil else {
      throw fault(expected)
    }
    index += 1
    return .unit(unit, offset)
  }
}
