/// Reads the words of a relative date.
struct RelativeDateParser {
  private var words: [String]
  private var index = 0

  /// Cuts a text into words, numbers, times and signs.
  init(_ text: String) {
    words = Self.cut(text.lowercased())
  }

  /// All terms; nil where a word is not understood.
  mutating func terms() -> [RelativeDate.Term]? {
    var terms: [RelativeDate.Term] = []
    while index < words.count {
      guard let term = term(isFirst: terms.isEmpty) else { return nil }
      terms.append(term)
    }
    return terms
  }

  private mutating func term(isFirst: Bool) -> RelativeDate.Term? {
    let start = index
    let readers: [(inout RelativeDateParser) -> RelativeDate.Term?] = [
      { isFirst ? $0.writtenDate() : nil }, { $0.namedDay() }, { $0.clock() },
      { $0.countedWeekday() }, { $0.offset() }, { $0.dayOfMonth() }, { $0.end() },
      { $0.adjoining() },
    ]
    for read in readers {
      if let term = read(&self) { return term }
      index = start
    }
    return nil
  }

  // MARK: Terms

  private mutating func writtenDate() -> RelativeDate.Term? {
    guard let word = next(), word.contains("-"),
      case .date(let day) = (try? DatePayload(parsing: word))?.value, index < words.count
    else { return nil }
    return .date(day)
  }

  private mutating func namedDay() -> RelativeDate.Term? {
    switch next() {
    case "now": .now
    case "today": .day(0)
    case "tomorrow": .day(1)
    case "yesterday": .day(-1)
    default: nil
    }
  }

  /// `9am`, `14:30`, `noon`, with or without `at`.
  private mutating func clock() -> RelativeDate.Term? {
    skip("at")
    guard let word = next() else { return nil }
    if word == "noon" { return (try? TimeParameters(hour: 12, minute: 0)).map { .time($0) } }
    if word == "midnight" { return .time(.midnight) }
    let suffix = peek == "am" || peek == "pm" ? next() ?? "" : ""
    guard word.first?.isNumber == true,
      case .dateTime(let moment) = (try? DatePayload(parsing: "2000-01-01 \(word)\(suffix)"))?.value
    else { return nil }
    return .time(moment.time)
  }

  /// `+3 wed`.
  private mutating func countedWeekday() -> RelativeDate.Term? {
    guard skip("+"), let count = number(), count > 0, let weekday = next().flatMap(Names.weekday)
    else { return nil }
    return .weekdays(weekday, count)
  }

  /// `+2w`, `-1 day`, `3d`, `in 3 days`.
  private mutating func offset() -> RelativeDate.Term? {
    let isNegative = skip("-")
    if !isNegative, !skip("+") { skip("in") }
    guard let count = number(), let unit = next().flatMap(Self.unit) else { return nil }
    return .offset(isNegative ? -count : count, unit)
  }

  /// `4 jan`, `jan 4`, `january`, `next jan 4`.
  private mutating func dayOfMonth() -> RelativeDate.Term? {
    let year = direction() ?? 0
    if let day = number() {
      return next().flatMap(Names.month).map { .month($0, year: year, day: day) }
    }
    guard let month = next().flatMap(Names.month) else { return nil }
    return .month(month, year: year, day: dayNumber())
  }

  /// A number that is not the hour of a time behind it or the count of a unit.
  private mutating func dayNumber() -> Int? {
    let start = index
    guard let day = number(), peek != "am", peek != "pm", peek.flatMap(Self.unit) == nil else {
      index = start
      return nil
    }
    return day
  }

  /// `end of month`.
  private mutating func end() -> RelativeDate.Term? {
    guard skip("end"), skip("of") else { return nil }
    skip("this")
    return next().flatMap(Self.unit).flatMap { $0.seconds == nil ? .end($0) : nil }
  }

  /// `friday`, `next friday`, `this week`.
  private mutating func adjoining() -> RelativeDate.Term? {
    let direction = direction()
    guard let word = next() else { return nil }
    if let weekday = Names.weekday(word) { return .weekday(weekday, week: direction) }
    guard let direction, let unit = Self.unit(word) else { return nil }
    return .unit(unit, direction)
  }

  private mutating func direction() -> Int? {
    if skip("this") { return 0 }
    if skip("next") { return 1 }
    return skip("last") ? -1 : nil
  }

  // MARK: Words

  private var peek: String? { index < words.count ? words[index] : nil }

  private mutating func next() -> String? {
    defer { index += 1 }
    return peek
  }

  @discardableResult
  private mutating func skip(_ word: String) -> Bool {
    guard peek == word else { return false }
    index += 1
    return true
  }

  private mutating func number() -> Int? {
    guard let word = peek, word.utf8.count <= 8, let number = Int(word) else { return nil }
    index += 1
    return number
  }

  /// A unit by its name or letters; `m` is a minute and `o` a month, as in TaskPaper.
  static func unit(_ word: String) -> TimeUnit? {
    switch word {
    case "s", "sec", "secs", "second", "seconds": .second
    case "m", "min", "mins", "minute", "minutes": .minute
    case "h", "hr", "hrs", "hour", "hours": .hour
    case "d", "day", "days": .day
    case "w", "week", "weeks", "isoweek", "isoweeks": .week
    case "o", "mo", "month", "months": .month
    case "q", "quarter", "quarters": .quarter
    case "y", "year", "years": .year
    default: nil
    }
  }

  /// Words and numbers; a date or a time of several numbers is one word, a sign is its own.
  private static func cut(_ text: String) -> [String] {
    var words: [String] = []
    for part in text.split(whereSeparator: { $0 == " " || $0 == "\t" }) {
      if part.contains(":") || isDate(part) {
        words += splitLetters(part)
      } else {
        words += runs(part)
      }
    }
    return words
  }

  private static func isDate(_ part: Substring) -> Bool {
    part.prefix(4).allSatisfy(\.isNumber) && part.dropFirst(4).first == "-"
  }

  /// `9:30pm` is a time and its half of the day.
  private static func splitLetters(_ part: Substring) -> [String] {
    let letters = part.reversed().prefix { $0.isLetter }.count
    let words = [String(part.dropLast(letters)), String(part.suffix(letters))]
    return words.filter { !$0.isEmpty }
  }

  /// `+2w` is a sign, a number and a unit.
  private static func runs(_ part: Substring) -> [String] {
    var runs: [String] = []
    var last: Int?
    for character in part {
      let kind = character.isNumber ? 0 : character.isLetter ? 1 : 2
      if kind == last, kind != 2 {
        runs[runs.count - 1].append(character)
      } else {
        runs.append(String(character))
      }
      last = kind
    }
    return runs
  }
}
