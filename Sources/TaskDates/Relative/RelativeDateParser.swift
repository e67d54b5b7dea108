/// Reads the words of a relative date; what a word can be is known from the word itself.
struct RelativeDateParser {
  /// Why reading stopped, and at which word.
  struct Fault: Error {
    enum Reason {
      case expected(String)
      case wrong(TMError)
    }

    /// The word; nil at the end of the text.
    let word: DateWord?
    let reason: Reason
  }

  private let words: [DateWord]
  /// The word that comes next.
  private(set) var index: Int
  private var doubts: [RelativeDoubt] = []

  /// - Parameter index: The word to begin with.
  init(_ words: [DateWord], from index: Int = 0) {
    self.words = words
    self.index = index
  }

  /// Reads all words as one date.
  mutating func whole() throws(Fault) -> RelativeDate {
    let terms = try row(Self.anyDate)
    guard skipSeparator() else {
      guard index == words.count else { throw fault(Self.anyTerm) }
      return RelativeDate(terms, to: [], doubts)
    }
    let end = try row("the end of the range, a day or a time")
    guard index == words.count else { throw fault("nothing behind the end of a range") }
    return RelativeDate(terms, to: end, doubts)
  }

  static let anyDate = "a date such as 2024-12-01, tomorrow 3pm, next friday or +2w"
  private static let anyTerm = "a time such as 3pm, or a length such as +2d"

  /// Terms up to a separator or the end of the text.
  private mutating func row(_ expected: String) throws(Fault) -> [RelativeDate.Term] {
    var row = TermRow()
    guard peek != nil else { throw fault(expected) }
    while peek != nil, row.terms.isEmpty || !isAtSeparator {
      try take(into: &row)
    }
    return row.terms
  }

  private mutating func take(into row: inout TermRow) throws(Fault) {
    let start = peek
    let terms = try terms(row.terms.isEmpty ? Self.anyDate : Self.anyTerm)
    for term in terms {
      if let expected = row.add(term) { throw Fault(word: start, reason: .expected(expected)) }
    }
  }

  /// Reads as many terms as there are, and a range where one stands; nil where there is none.
  ///
  /// What is behind them is no part of the date.
  mutating func longest() -> RelativeDate? {
    let terms = longestRow()
    guard !terms.isEmpty else { return nil }
    let saved = self
    if skipSeparator() {
      let end = longestRow()
      if !end.isEmpty { return RelativeDate(terms, to: end, doubts) }
    }
    self = saved
    return RelativeDate(terms, to: [], doubts)
  }

  private mutating func longestRow() -> [RelativeDate.Term] {
    var row = TermRow()
    while peek != nil, row.terms.isEmpty || !isAtSeparator {
      let saved = (self, row)
      do throws(Fault) {
        try take(into: &row)
      } catch {
        (self, row) = saved
        break
      }
    }
    return row.terms
  }

  // MARK: Terms

  /// What stands next: one term, or the lengths before one `ago`.
  private mutating func terms(_ expected: String) throws(Fault) -> [RelativeDate.Term] {
    guard let word = peek else { throw fault(expected) }
    switch word.kind {
    case .figures: return [.written(try figures())]
    case .clock: return [.time(try clock())]
    case .plus, .minus: return [try signed()]
    case .number: return try numbered()
    case .letters: return try worded(word.text, expected)
    case .other: throw fault(Self.hint(word.text) ?? expected)
    }
  }

  private mutating func worded(
    _ word: String, _ expected: String
  ) throws(Fault) -> [RelativeDate.Term] {
    if let term = namedDay() { return [term] }
    switch word {
    case "at", "from": return [.time(try markedTime())]
    case "noon", "midnight": return [.time(try clock())]
    case "in": return try lengthAhead()
    case "a", "an": return try lengths()
    case "this", "next", "last": return [try adjoining()]
    case "start", "beginning", "end", "eom", "eoy": return [.edge(try edge())]
    default: break
    }
    if let weekday = Names.weekday(word) {
      index += 1
      return [.weekday(weekday, week: nil)]
    }
    guard Names.month(word) != nil else { throw fault(Self.hint(word) ?? expected) }
    return [try namedMonth(year: .coming)]
  }

  private mutating func figures() throws(Fault) -> TMDateType {
    let word = peek
    do {
      let value = try Figures.value(word?.text ?? "")
      index += 1
      return value
    } catch {
      throw Fault(word: word, reason: .wrong(error))
    }
  }

  private mutating func namedDay() -> RelativeDate.Term? {
    if let term = skip(["day", "after", "tomorrow"], .day(2)) { return term }
    if let term = skip(["day", "before", "yesterday"], .day(-2)) { return term }
    guard let word = peek, let term = Self.days[word.text] else { return nil }
    index += 1
    if word.text == "tonight", !isAtTime { doubts.append(.tonight) }
    return term
  }

  private static let days: [String: RelativeDate.Term] = [
    "now": .now, "today": .day(0), "tonight": .day(0), "tomorrow": .day(1), "yesterday": .day(-1),
  ]

  /// `+3 wed`, `+2w`, `-1 day`.
  private mutating func signed() throws(Fault) -> RelativeDate.Term {
    let isNegative = peek?.kind == .minus
    index += 1
    let count = try count()
    if let weekday = (peek?.text).flatMap(Names.weekday), count > 0 {
      index += 1
      return .weekdays(weekday, isNegative ? -count : count)
    }
    let unit = try unit()
    return .offset(isNegative ? -count : count, unit)
  }

  /// `in 3 days`, `in a week`.
  private mutating func lengthAhead() throws(Fault) -> [RelativeDate.Term] {
    index += 1
    guard let word = peek, word.digits > 0 || Self.isArticle(word) else {
      throw fault("a length, as in in 3 days")
    }
    let count = Self.isArticle(word) ? one() : try count()
    return [.offset(count, try unit())]
  }

  /// `3d`, `1 week 2 days`, and before `ago` the same back.
  private mutating func lengths() throws(Fault) -> [RelativeDate.Term] {
    let start = peek
    var lengths: [(count: Int, unit: TimeUnit)] = []
    while let word = peek, isAtLength {
      let count = Self.isArticle(word) ? one() : try count()
      lengths.append((count, try unit()))
    }
    let isBack = skip("ago")
    if lengths.isEmpty || (!isBack && start.map(Self.isArticle) == true) {
      throw Fault(word: start, reason: .expected("a length, as in in a week or a week ago"))
    }
    if !isBack, start?.digits ?? 0 >= 4 {
      throw Fault(word: start, reason: .expected("a sign before so large a number, as in +2024w"))
    }
    return lengths.map { .offset(isBack ? -$0.count : $0.count, $0.unit) }
  }

  private var isAtLength: Bool {
    guard let word = peek, word.digits > 0 || Self.isArticle(word), index + 1 < words.count else {
      return false
    }
    return TimeUnit(named: words[index + 1].text) != nil
  }

  private static func isArticle(_ word: DateWord) -> Bool { word.text == "a" || word.text == "an" }

  private mutating func one() -> Int {
    index += 1
    return 1
  }

  /// What a number begins: a length, a time, or a day of a month.
  private mutating func numbered() throws(Fault) -> [RelativeDate.Term] {
    if isAtLength { return try lengths() }
    if isAtTime { return [.time(try clock())] }
    let start = peek
    let day = try count()
    if let suffix = peek?.text, ["st", "nd", "rd", "th"].contains(suffix) { index += 1 }
    if peek?.text == "of" { index += 1 }
    guard let month = (peek?.text).flatMap(Names.month) else {
      throw Fault(
        word: start,
        reason: .expected("a unit, a month, am or pm behind it, as in 5 days, 5 jan or 5pm"))
    }
    index += 1
    let year = try yearNumber().map { RelativeDate.Year.written($0) } ?? .coming
    return [.dayOfMonth(try Self.checked(month, day, year, start))]
  }

  /// `jan`, `jan 4`, `jan 4th, 2027`, `jan 2027`.
  private mutating func namedMonth(year: RelativeDate.Year) throws(Fault) -> RelativeDate.Term {
    let word = peek
    let month = (word?.text).flatMap(Names.month) ?? 1
    index += 1
    guard isAtDayNumber else {
      let written = year == .coming ? try yearNumber() : nil
      return .month(month, written.map { .written($0) } ?? year)
    }
    let start = peek
    let day = try count()
    if let suffix = peek?.text, ["st", "nd", "rd", "th"].contains(suffix) { index += 1 }
    let written = year == .coming ? try yearNumber() : nil
    return .dayOfMonth(try Self.checked(month, day, written.map { .written($0) } ?? year, start))
  }

  /// A number of one or two digits that is not the hour of a time, nor the count of a unit.
  private var isAtDayNumber: Bool {
    guard let word = peek, 1...2 ~= word.digits else { return false }
    return !isAtTime && !isAtLength
  }

  /// Four digits, with or without a comma before them.
  private mutating func yearNumber() throws(Fault) -> Int? {
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

  private static func checked(
    _ month: Int, _ day: Int, _ year: RelativeDate.Year, _ word: DateWord?
  ) throws(Fault) -> RelativeDate.DayOfMonth {
    if case .written(let number) = year, DateParameters(checked: number, month, day) == nil {
      throw Fault(
        word: word, reason: .wrong(.noSuchDay(year: number, month: month, day: day)))
    }
    let last = DateParameters.daysIn(month: month, year: 2000)
    guard 1...last ~= day else {
      throw Fault(
        word: word, reason: .expected("a day of \(Names.months[month - 1]), 1 to \(last)"))
    }
    return RelativeDate.DayOfMonth(month: month, day: day, year: year)
  }

  /// `friday`, `next friday`, `this week`, `last jan 5`.
  private mutating func adjoining() throws(Fault) -> RelativeDate.Term {
    let offset = direction() ?? 0
    guard let word = peek?.text else { throw fault(Self.adjoined) }
    if let weekday = Names.weekday(word) {
      index += 1
      return .weekday(weekday, week: offset)
    }
    if Names.month(word) != nil { return try namedMonth(year: .counted(offset)) }
    guard word.utf8.count > 2, let unit = TimeUnit(named: word) else { throw fault(Self.adjoined) }
    index += 1
    return .unit(unit, offset)
  }

  private static let adjoined = "a weekday, a month or a unit, as in next friday or next week"

  private mutating func direction() -> Int? {
    let directions = ["this": 0, "next": 1, "last": -1]
    guard let offset = (peek?.text).flatMap({ directions[$0] }) else { return nil }
    index += 1
    return offset
  }

  /// `end of month`, `end of next week`, `start of january`.
  private mutating func edge() throws(Fault) -> RelativeDate.Edge {
    let word = peek?.text
    index += 1
    if word == "eom" { return RelativeDate.Edge(isEnd: true, stretch: .unit(.month, nil)) }
    if word == "eoy" { return RelativeDate.Edge(isEnd: true, stretch: .unit(.year, nil)) }
    guard skip("of") else { throw fault("of, as in end of month") }
    return RelativeDate.Edge(isEnd: word == "end", stretch: try stretch())
  }

  private mutating func stretch() throws(Fault) -> RelativeDate.Edge.Stretch {
    if peek?.text == "the" { index += 1 }
    let offset = direction()
    let expected = "a unit of the calendar or a month, as in end of month"
    guard let word = peek?.text else { throw fault(expected) }
    if let month = Names.month(word) {
      index += 1
      if let offset { return .month(month, .counted(offset)) }
      return .month(month, try yearNumber().map { .written($0) } ?? .coming)
    }
    guard word.utf8.count > 2, let unit = TimeUnit(named: word), unit.seconds == nil else {
      throw fault(expected)
    }
    index += 1
    return .unit(unit, offset)
  }

  // MARK: Times

  /// True before `9am`, `9 am`, `9:00`, `noon`, and before the 3 of `3-4pm`.
  private var isAtTime: Bool {
    guard let word = peek else { return false }
    if case .clock = word.kind { return true }
    if ["at", "noon", "midnight"].contains(word.text) { return true }
    return 1...2 ~= word.digits && (isMeridiem(index + 1) || isShared)
  }

  private func isMeridiem(_ place: Int) -> Bool {
    place < words.count && (words[place].text == "am" || words[place].text == "pm")
  }

  /// True before an hour that has its am or pm from the end of its range: `3-4pm`.
  private var isShared: Bool {
    index + 3 < words.count && Self.isSeparator(words[index + 1])
      && 1...2 ~= words[index + 2].digits && isMeridiem(index + 3)
  }

  /// `at 3pm`.
  private mutating func markedTime() throws(Fault) -> TimeParameters {
    index += 1
    guard isAtTime else { throw fault("a time such as 9:00 or 9am") }
    return try clock()
  }

  private mutating func clock() throws(Fault) -> TimeParameters {
    guard let word = peek else { throw fault("a time such as 9:00 or 9am") }
    index += 1
    switch word.kind {
    case .clock(let hour, let minute, let second):
      return try time(hour, minute, second, isMeridiem(index) ? next() : nil, word)
    case .number(let hour?, _):
      if isMeridiem(index) { return try time(hour, 0, 0, next(), word) }
      return try sharedTime(hour, word)
    default:
      if word.text == "midnight" { doubts.append(.midnight) }
      return try time(word.text == "noon" ? 12 : 0, 0, 0, nil, word)
    }
  }

  /// The 3 of `3-4pm`, which is 3pm, and the 11 of `11-1pm`, which is 11am.
  private mutating func sharedTime(_ hour: Int, _ word: DateWord) throws(Fault) -> TimeParameters {
    let (last, meridiem) = (words[index + 1].number ?? 0, words[index + 2].text)
    let other = meridiem == "am" ? "pm" : "am"
    return try time(hour, 0, 0, hour % 12 < last % 12 ? meridiem : other, word)
  }

  private func time(
    _ hour: Int, _ minute: Int, _ second: Int, _ meridiem: String?, _ word: DateWord
  ) throws(Fault) -> TimeParameters {
    if meridiem != nil, !(1...12 ~= hour) {
      throw Fault(word: word, reason: .expected("an hour from 1am to 12pm"))
    }
    let full = meridiem.map { hour % 12 + ($0 == "pm" ? 12 : 0) } ?? hour
    do {
      return try TimeParameters(hour: full, minute: minute, second: second)
    } catch {
      throw Fault(word: word, reason: .wrong(error))
    }
  }

  // MARK: Ranges

  /// True before what separates the ends of a range; a minus before a length takes that off.
  private var isAtSeparator: Bool {
    guard let word = peek, Self.isSeparator(word) else { return false }
    guard word.kind == .minus, index + 2 < words.count, words[index + 1].digits > 0 else {
      return true
    }
    let behind = words[index + 2].text
    return TimeUnit(named: behind) == nil && Names.weekday(behind) == nil
  }

  private static func isSeparator(_ word: DateWord) -> Bool {
    word.kind == .minus
      || ["\u{2013}", "to", "thru", "through", "until", "till"].contains(word.text)
  }

  private mutating func skipSeparator() -> Bool {
    guard isAtSeparator else { return false }
    index += 1
    return true
  }

  // MARK: Words

  private var peek: DateWord? { index < words.count ? words[index] : nil }

  private mutating func next() -> String? {
    defer { index += 1 }
    return peek?.text
  }

  private mutating func skip(_ word: String) -> Bool {
    guard peek?.text == word else { return false }
    index += 1
    return true
  }

  /// A term of several words, with or without `the` before them.
  private mutating func skip(
    _ phrase: [String], _ term: RelativeDate.Term
  ) -> RelativeDate.Term? {
    let start = peek?.text == "the" ? index + 1 : index
    guard start + phrase.count <= words.count,
      words[start..<start + phrase.count].map(\.text) == phrase
    else { return nil }
    index = start + phrase.count
    return term
  }

  private mutating func count() throws(Fault) -> Int {
    guard let word = peek, word.digits > 0 else { throw fault("a number, as in +3 days") }
    guard let number = word.number else { throw fault("a number of at most 8 digits") }
    index += 1
    return number
  }

  private mutating func unit() throws(Fault) -> TimeUnit {
    guard let word = peek?.text, let unit = TimeUnit(named: word) else {
      throw fault("a unit such as days, weeks or months")
    }
    if word == "m", !doubts.contains(.minuteOrMonth) { doubts.append(.minuteOrMonth) }
    index += 1
    return unit
  }

  /// What is wrong with the word that comes next.
  private func fault(_ expected: String) -> Fault {
    Fault(word: peek, reason: .expected(expected))
  }

  /// What to write instead of a word that is no date here, though it looks like one.
  private static func hint(_ word: String) -> String? {
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

extension RelativeDateParser.Fault {
  /// The error of a whole text.
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
