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
    let start = peek
    let day = try count()
    if let suffix = peek?.text, ["st", "nd", "rd", "th"].contains(suffix) { index += 1 }
    if peek?.text == "of" { index += 1 }
    guard let month = peek.flatMap(month) else {
      throw Fault(
        word: start,
        reason: .expected("a unit, a month, am or pm after the number, as in 5 days, 5 jan or 5pm"))
    }
    index += 1
    let year = try yearNumber().map { RelativeDate.Year.written($0) } ?? .coming
    return [.dayOfMonth(try Self.checked(month, day, year: year, word: start))]
  }

  /// Reads `jan`, `jan 4`, `jan 4th, 2027`, `jan 2027`.
  mutating func namedMonth(year: RelativeDate.Year) throws(Fault) -> RelativeDate.Term {
    let word = peek
    let month = word.flatMap(month) ?? 1
    index += 1
    guard isAtDayNumber else {
      let written = year == .coming ? try yearNumber() : nil
      return .month(month, written.map { .written($0) } ?? year)
    }
    let start = peek
    let day = try count()
    if let suffix = peek?.text, ["st", "nd", "rd", "th"].contains(suffix) { index += 1 }
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
