/// Reads a repetition in words.
struct RuleWords {
  private var words: ArraySlice<Substring>

  /// Splits a text; one that is longer than any rule has no words.
  init(_ text: String) {
    guard text.utf8.count <= 4096 else {
      words = []
      return
    }
    let text = text.lowercased().map { $0 == "," ? " " : $0 }
    words = String(text).split(separator: " ").map { $0[...] }[...]
  }

  /// Reads all words as one repetition; nil if a word is missing or left over.
  mutating func repetition() -> Repetition? {
    let isAfterDone = takeSuffix("after", "done") || takeSuffix("when", "done")
    guard let end = takeEnd(), var rule = takeFrequency(), takeDays(&rule), words.isEmpty else {
      return nil
    }
    rule.end = end
    return Repetition(rule, isAfterDone: isAfterDone)
  }

  // MARK: From the end

  private mutating func takeSuffix(_ first: Substring, _ second: Substring) -> Bool {
    guard words.suffix(2) == [first, second] else { return false }
    words.removeLast(2)
    return true
  }

  /// Reads `until 2025-01-01` or `3 times`; nil if no day follows `until`.
  private mutating func takeEnd() -> RecurrenceRule.End? {
    if words.count > 2, words.last == "times" || words.last == "time",
      let count = Int(words[words.endIndex - 2]), count > 0, count < 1_000_000_000
    {
      words.removeLast(2)
      if words.last == "for" { words.removeLast() }
      return .count(count)
    }
    guard let until = words.firstIndex(of: "until") else { return .never }
    let end = words[(until + 1)...]
    words.removeSubrange(until...)
    if let day = Self.day(of: end) { return .onDay(day) }
    let text = end.joined(separator: " ")
    switch (try? DatePayload(parsing: text))?.value {
    case .date(let day): return .onDay(day)
    case .dateTime(let moment): return .at(moment, isUTC: false)
    default: return nil
    }
  }

  /// Reads `january 1 2027`.
  private static func day(of words: ArraySlice<Substring>) -> DateParameters? {
    guard words.count == 3, let year = words.last.flatMap({ Int($0) }),
      let month = DateNames.month(words[words.startIndex]),
      let day = ordinal(words[words.startIndex + 1])
    else { return nil }
    return try? DateParameters(year: year, month: month, day: day)
  }

  // MARK: From the beginning

  private mutating func takeFrequency() -> RecurrenceRule? {
    guard let word = words.first else { return nil }
    if let rule = Self.adverbs[String(word)] {
      words.removeFirst()
      return rule
    }
    if skip("every") { return takeEvery() }
    if word.first == "+" || word.first?.isNumber == true { return takeCounted() }
    return DateNames.weekday(word) == nil ? nil : RecurrenceRule(.weekly)
  }

  private static let adverbs: [String: RecurrenceRule] = {
    var weekdays = RecurrenceRule(.weekly)
    weekdays.weekdays = Weekday.allCases.prefix(5).map { RecurrenceRule.WeekdayNumber($0) }
    return [
      "daily": RecurrenceRule(.daily), "weekly": RecurrenceRule(.weekly),
      "monthly": RecurrenceRule(.monthly), "yearly": RecurrenceRule(.yearly),
      "annually": RecurrenceRule(.yearly), "hourly": RecurrenceRule(.hourly),
      "weekdays": weekdays, "biweekly": RecurrenceRule(.weekly, interval: 2),
      "fortnightly": RecurrenceRule(.weekly, interval: 2),
      "quarterly": RecurrenceRule(.monthly, interval: 3),
    ]
  }()

  /// Reads `every 3 days`, `every other week`, `every weekday`, `every mon, wed`.
  private mutating func takeEvery() -> RecurrenceRule? {
    if skip("other") { return takeUnit().map { RecurrenceRule($0, interval: 2) } }
    if skip("weekday") || skip("weekdays") { return Self.adverbs["weekdays"] }
    if let rest = afterOrdinal {
      if isOfMonth { return RecurrenceRule(.yearly) }
      if rest.first.flatMap(DateNames.weekday) != nil { return RecurrenceRule(.monthly) }
    }
    if let rule = takeNumberedUnit() { return rule }
    if words.first?.first?.isNumber == true { return takeCounted() }
    if let rule = takeMonths() { return rule }
    if let unit = takeUnit() { return RecurrenceRule(unit) }
    return words.first.flatMap(DateNames.weekday) == nil ? nil : RecurrenceRule(.weekly)
  }

  /// The words after `2nd` or `last`; nil if they begin with anything else.
  private var afterOrdinal: ArraySlice<Substring>? {
    var rest = self
    return words.first?.last?.isNumber == false && rest.takeOrdinal() != nil ? rest.words : nil
  }

  /// True before `4th thursday in november` and `1st of december`, which are days of a year.
  private var isOfMonth: Bool {
    words.last.flatMap(DateNames.month) != nil && ["in", "of"].contains(words.dropLast().last)
  }

  /// Reads `two weeks` and `2nd week`.
  private mutating func takeNumberedUnit() -> RecurrenceRule? {
    var rest = self
    let names = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"]
    let number: Int?
    if let index = rest.words.first.flatMap({ names.firstIndex(of: String($0)) }) {
      rest.words.removeFirst()
      number = index + 1
    } else {
      number = words.first?.last?.isNumber == false ? rest.takeOrdinal() : nil
    }
    guard let number, number > 0, let unit = rest.takeUnit() else { return nil }
    self = rest
    return RecurrenceRule(unit, interval: number)
  }

  /// Reads the months of `every april and december on the 24th`.
  private mutating func takeMonths() -> RecurrenceRule? {
    var rule = RecurrenceRule(.yearly)
    while let month = words.first.flatMap(DateNames.month) {
      words.removeFirst()
      rule.months.append(month)
      if words.dropFirst().first.flatMap(DateNames.month) != nil { skip("and") }
    }
    return rule.months.isEmpty ? nil : rule
  }

  /// Reads `3 days`, `+2 weeks`, `1m`; here `m` is a month.
  private mutating func takeCounted() -> RecurrenceRule? {
    let word = words.removeFirst().drop { $0 == "+" }
    let digits = word.prefix(while: \.isNumber)
    if digits.count < word.count {
      words.insert(word.dropFirst(digits.count), at: words.startIndex)
    }
    var scanner = RuleScanner(String(digits))
    guard let count = scanner.wholeNumber(upTo: RecurrenceRule.mostInterval), scanner.isAtEnd,
      count.number > 0, var rule = takeUnit().map({ RecurrenceRule($0) })
    else { return nil }
    rule.setInterval(count.number, written: count.digits)
    return rule
  }

  private mutating func takeUnit() -> RecurrenceRule.Frequency? {
    let unit: RecurrenceRule.Frequency? =
      switch words.first {
      case "hour", "hours", "h": .hourly
      case "day", "days", "d": .daily
      case "week", "weeks", "w": .weekly
      case "month", "months", "m", "mo": .monthly
      case "year", "years", "y": .yearly
      default: nil
      }
    if unit != nil { words.removeFirst() }
    return unit
  }

  // MARK: Days

  private mutating func takeDays(_ rule: inout RecurrenceRule) -> Bool {
    let isNamed = skip("on") || skip("in")
    if words.isEmpty { return !isNamed }
    return switch rule.frequency {
    case .weekly: rule.weekdays.isEmpty && takeWeekdays(&rule)
    case .monthly: takeMonthDays(&rule)
    case .yearly:
      rule.months.isEmpty ? takeYearDay(&rule) || takeYearDays(&rule) : takeMonthDays(&rule)
    default: false
    }
  }

  private mutating func takeWeekdays(_ rule: inout RecurrenceRule) -> Bool {
    while let word = words.first {
      words.removeFirst()
      if word == "and" || word == "the" { continue }
      if word == "weekday" || word == "weekdays" {
        rule.weekdays += Self.adverbs["weekdays"]?.weekdays ?? []
        continue
      }
      if word == "weekend" || word == "weekends" {
        rule.weekdays += [.saturday, .sunday].map { RecurrenceRule.WeekdayNumber($0) }
        continue
      }
      guard let weekday = DateNames.weekday(word) else { return false }
      rule.weekdays.append(RecurrenceRule.WeekdayNumber(weekday))
    }
    return !rule.weekdays.isEmpty
  }

  /// Reads `the 15th`, `the last day`, `the 2nd tue`, `tue`, and several of them.
  private mutating func takeMonthDays(_ rule: inout RecurrenceRule) -> Bool {
    if words.allSatisfy({ $0 == "and" || DateNames.weekday($0) != nil }) {
      return takeWeekdays(&rule)
    }
    while !words.isEmpty {
      skip("and")
      skip("the")
      guard let ordinal = takeOrdinal() else { return false }
      if let weekday = words.first.flatMap(DateNames.weekday) {
        words.removeFirst()
        guard abs(ordinal) <= 5 else { return false }
        rule.weekdays.append(RecurrenceRule.WeekdayNumber(weekday, ordinal: ordinal))
      } else {
        skip("day")
        rule.monthDays.append(ordinal)
      }
    }
    return rule.weekdays.isEmpty != rule.monthDays.isEmpty
  }

  /// `24 dec`, `dec 24`.
  private mutating func takeYearDay(_ rule: inout RecurrenceRule) -> Bool {
    guard words.count == 2 else { return false }
    let pair = (words[words.startIndex], words[words.startIndex + 1])
    let readings = [
      (Self.ordinal(pair.0), DateNames.month(pair.1)),
      (Self.ordinal(pair.1), DateNames.month(pair.0)),
    ]
    for case (let day?, let month?) in readings
    where day > 0 && day <= DateParameters.daysIn(month: month, year: 2000) {
      rule.months = [month]
      rule.monthDays = [day]
      words.removeAll()
      return true
    }
    return false
  }

  /// `february the 29th`, `the last friday of november`, `the 1st monday`.
  private mutating func takeYearDays(_ rule: inout RecurrenceRule) -> Bool {
    rule.months = words.compactMap(DateNames.month)
    let fillers = ["in", "of", "on"]
    words = words.filter { DateNames.month($0) == nil && !fillers.contains(String($0)) }[...]
    guard words.contains(where: { $0 != "the" && $0 != "and" }), takeMonthDays(&rule) else {
      return false
    }
    let longest = rule.months.map { DateParameters.daysIn(month: $0, year: 2000) }.max() ?? 0
    return rule.monthDays.allSatisfy { abs($0) <= longest }
      && (!rule.months.isEmpty || rule.weekdays.allSatisfy { $0.ordinal != 0 })
  }

  /// `2nd`, `15`, `last`, `2nd last`.
  private mutating func takeOrdinal() -> Int? {
    if skip("last") { return -1 }
    guard let number = words.first.flatMap(Self.ordinal) else { return nil }
    words.removeFirst()
    return skip("last") ? -number : number
  }

  private static func ordinal(_ word: Substring) -> Int? {
    let names = ["first", "second", "third", "fourth", "fifth"]
    if let index = names.firstIndex(of: String(word)) { return index + 1 }
    let digits = word.prefix(while: \.isNumber)
    guard ["", "st", "nd", "rd", "th"].contains(word.dropFirst(digits.count)),
      let number = Int(digits), (1...31).contains(number)
    else { return nil }
    return number
  }

  @discardableResult
  private mutating func skip(_ word: Substring) -> Bool {
    guard words.first == word else { return false }
    words.removeFirst()
    return true
  }
}

extension RecurrenceRule {
  /// The rule in words; nil if words cannot express all of it.
  public var words: String? {
    guard let days = dayWords, let ending = endWords, isSayable else { return nil }
    if self == Self.everyWeekday(ending: end) { return "weekdays" + ending }
    return frequencyWords + days + ending
  }

  private var isSayable: Bool {
    let unsaid = [seconds, minutes, hours, yearDays, weekNumbers, setPositions]
    let hasEnd = frequency != .secondly && frequency != .minutely && weekStart == .monday
    return unsaid.allSatisfy(\.isEmpty) && otherParts.isEmpty && hasEnd
  }

  private static func everyWeekday(ending end: End) -> RecurrenceRule {
    var rule = RecurrenceRule(.weekly)
    rule.weekdays = Weekday.allCases.prefix(5).map { WeekdayNumber($0) }
    rule.end = end
    return rule
  }

  private var frequencyWords: String {
    let unit = frequency == .daily ? "day" : String(frequency.rawValue.lowercased().dropLast(2))
    return interval == 1 ? frequency.rawValue.lowercased() : "every \(intervalText) \(unit)s"
  }

  private var endWords: String? {
    switch end {
    case .never: ""
    case .count(let count): " \(count) times"
    case .onDay(let day): " until \(day.formattedDate)"
    case .at: nil
    }
  }

  private var dayWords: String? {
    switch (frequency, months.isEmpty, monthDays.isEmpty, weekdays.isEmpty) {
    case (_, true, true, true): ""
    case (.weekly, true, true, false): weeklyWords
    case (.monthly, true, true, false): monthlyWords
    case (.monthly, true, false, true): monthDayWords
    case (.yearly, false, false, true): yearlyWords
    default: nil
    }
  }

  private var weeklyWords: String? {
    guard weekdays.allSatisfy({ $0.ordinal == 0 }) else { return nil }
    return " on " + weekdays.map(\.weekday.shortName).joined(separator: ", ")
  }

  private var monthlyWords: String? {
    let days = weekdays.compactMap { day in
      Self.ordinalWords(day.ordinal, upTo: 5).map { "the \($0) \(day.weekday.shortName)" }
    }
    return days.count == weekdays.count ? " on " + days.joined(separator: ", ") : nil
  }

  private var monthDayWords: String? {
    let days = monthDays.compactMap { day in
      Self.ordinalWords(day, upTo: 31).map { day < 0 ? "the \($0) day" : "the \($0)" }
    }
    return days.count == monthDays.count ? " on " + days.joined(separator: ", ") : nil
  }

  private var yearlyWords: String? {
    guard months.count == 1, monthDays.count == 1, let day = monthDays.first,
      let month = months.first,
      day > 0, day <= DateParameters.daysIn(month: month, year: 2000)
    else { return nil }
    return " on \(day) \(DateNames.months[month - 1].prefix(3).lowercased())"
  }

  private static func ordinalWords(_ ordinal: Int, upTo limit: Int) -> String? {
    guard ordinal != 0, abs(ordinal) <= limit else { return nil }
    if ordinal == -1 { return "last" }
    let number = abs(ordinal)
    let suffix =
      switch (number % 10, number / 10) {
      case (_, 1): "th"
      case (1, _): "st"
      case (2, _): "nd"
      case (3, _): "rd"
      default: "th"
      }
    return "\(number)\(suffix)" + (ordinal < 0 ? " last" : "")
  }
}
