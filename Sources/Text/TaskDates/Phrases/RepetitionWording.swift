/// Reads how people type a repetition: the words of `@repeat`, and the usual ones of other programs.
///
/// `every 3rd friday` means `monthly on the 3rd fri`, and `every! week` means `weekly after done`.
struct RepetitionWording {
  /// The words in lower case, without punctuation other than `!` and `-`.
  private var words: [String]
  private var isAfterDone = false

  init(_ words: some Sequence<DateWord>) {
    self.words = Self.tokens(words)
  }

  /// The repetition; nil if a word is missing or left over.
  var repetition: Repetition? {
    var wording = self
    guard let text = wording.text(), var read = try? Repetition(parsing: text) else { return nil }
    if wording.isAfterDone { read.isAfterDone = true }
    return read
  }

  /// The words, with the ending of an ordinal joined to its number.
  static func tokens(_ words: some Sequence<DateWord>) -> [String] {
    var tokens: [String] = []
    var last: DateWord?
    for word in words {
      if last?.digits ?? 0 > 0, last?.range.upperBound == word.range.lowerBound,
        ["st", "nd", "rd", "th"].contains(word.text)
      {
        tokens[tokens.count - 1] += word.text
      } else if !RepetitionWords.separators.contains(word.text) {
        tokens.append(RepetitionWords.singular[word.text] ?? word.text)
      }
      last = word
    }
    return tokens
  }

  /// The same in words of `@repeat`, or as an RRULE.
  private mutating func text() -> String? {
    guard let head = words.first, expandRange() else { return nil }
    // Alone, `workdays` is a rule; after `every` it is a day.
    if head == "weekday" { words[0] = "weekdays" }
    guard head == "every" || head == "each" else { return listed ?? words.joined(separator: " ") }
    words.removeFirst()
    if words.first == "!" {
      words.removeFirst()
      isAfterDone = true
    }
    if words.first == "single" { words.removeFirst() }
    return every
  }

  /// The weekdays of `mon wed fri`.
  private var listed: String? {
    DateNames.weekday(words[0]) == nil ? nil : "weekly on " + words.joined(separator: " ")
  }

  /// Replaces `mon - fri` by its days; false if a sign is left over.
  private mutating func expandRange() -> Bool {
    while let place = words.firstIndex(where: { ["-", "\u{2013}", "to", "thru"].contains($0) }) {
      guard place > 0, place + 1 < words.count, let first = DateNames.weekday(words[place - 1]),
        let last = DateNames.weekday(words[place + 1]), first < last
      else { return false }
      let between = Weekday.allCases.filter { first < $0 && $0 < last }
      words.replaceSubrange(place...place, with: between.map(\.shortName))
    }
    return true
  }

  // MARK: After every

  private var every: String? {
    guard let first = words.first else { return nil }
    let rest = words.dropFirst().joined(separator: " ")
    switch first {
    case "weekend": return "weekly on sat sun \(rest)"
    case "weekday": return rest.isEmpty ? "weekdays" : nil
    case "quarter": return "every 3 months \(rest)"
    case "fortnight": return "every 2 weeks \(rest)"
    case "other" where words.count > 1: return everyOther
    default: break
    }
    if DateNames.month(first) != nil { return everyMonth }
    return isOrdinal(first) ? everyOrdinal : "every " + words.joined(separator: " ")
  }

  private var everyOther: String? {
    let rest = words.dropFirst().joined(separator: " ")
    if DateNames.weekday(words[1]) != nil { return "every 2 weeks on \(rest)" }
    return words[1] == "quarter" ? "every 6 months" : "every other \(rest)"
  }

  /// `every jan 27th`, `every april and december on the 1st and 24th`.
  private var everyMonth: String? {
    let parts = words.filter { !["and", "on", "the"].contains($0) }
    let months = parts.prefix { DateNames.month($0) != nil }
    let days = parts.dropFirst(months.count).map { Int($0.prefix(while: \.isNumber)) }
    guard !days.isEmpty, days.allSatisfy({ $0.map { 1...31 ~= $0 } == true }) else { return nil }
    if months.count == 1, days.count == 1 {
      return "yearly on \(parts[1].prefix(while: \.isNumber)) \(parts[0])"
    }
    let monthNumbers = months.compactMap { DateNames.month($0) }.map(String.init)
    let dayNumbers = days.compactMap(\.self).map(String.init)
    return "FREQ=YEARLY;BYMONTHDAY=\(dayNumbers.joined(separator: ","));BYMONTH="
      + monthNumbers.joined(separator: ",")
  }

  /// `every 3rd friday`, `every 2nd week`, `every 27th`, `every 24 dec`, `every last day`.
  private var everyOrdinal: String? {
    var parts = words
    if parts.suffix(3) == ["of", "the", "month"] { parts.removeLast(3) }
    let rest = parts.filter { $0 != "of" && $0 != "in" }
    if rest.count == 3, DateNames.month(rest[2]) != nil, DateNames.weekday(rest[1]) != nil {
      return "yearly on the \(rest[0]) \(rest[1]) of \(rest[2])"
    }
    if rest.count == 2, DateNames.month(rest[1]) != nil {
      return "yearly on " + rest.joined(separator: " ")
    }
    if rest.count > 1, rest[0] != "last", RepetitionWords.units.contains(rest[1]),
      let number = number(rest[0])
    {
      return "every \(number) " + rest.dropFirst().joined(separator: " ")
    }
    guard let last = rest.last, last != "last", !RepetitionWords.numerals.contains(last) else {
      return nil
    }
    return "monthly on the " + rest.joined(separator: " ")
  }

  /// True for `2nd`, `second`, `last`, and for the number before a month.
  private func isOrdinal(_ word: String) -> Bool {
    if word == "last" || RepetitionWords.numerals.contains(word) { return true }
    let digits = word.prefix(while: \.isNumber)
    let isDay = words.count == 2 && DateNames.month(words[1]) != nil
    return !digits.isEmpty && (digits.count < word.count || isDay)
  }

  private func number(_ ordinal: String) -> Int? {
    RepetitionWords.numerals.firstIndex(of: ordinal).map { $0 + 1 }
      ?? Int(ordinal.prefix(while: \.isNumber))
  }
}

/// The words that a repetition consists of.
enum RepetitionWords {
  static let separators: Set<String> = [",", "/", "&"]
  static let numerals = ["first", "second", "third", "fourth", "fifth"]
  /// The numbers from 2 to 12.
  static let numbers = [
    "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
  ]
  static let units: Set<String> = ["hour", "day", "week", "month", "year"]

  /// Words that form a repetition alone.
  static let adverbs: Set<String> = [
    "daily", "weekly", "monthly", "yearly", "annually", "hourly", "weekdays", "workdays",
    "biweekly", "fortnightly", "quarterly",
  ]

  /// Other names of days and of their plurals.
  static let singular: [String: String] = {
    var names = [
      "workday": "weekday", "workdays": "weekday", "weekends": "weekend", "quarters": "quarter",
    ]
    for (number, word) in numbers.enumerated() { names[word] = "\(number + 2)" }
    for day in Weekday.allCases { names[fullName(day) + "s"] = day.shortName }
    return names
  }()

  /// The plurals of the names of weekdays.
  static let plurals = Set(Weekday.allCases.map { fullName($0) + "s" })

  private static func fullName(_ day: Weekday) -> String { DateNames.weekdays[day.rawValue - 1] }

  /// Words after `every` that make a rhythm, even if duecal cannot express it.
  static func isRhythm(_ word: DateWord) -> Bool {
    word.digits > 0 || continues(word)
      || [
        "morning", "afternoon", "evening", "night", "lunchtime", "minute", "minutes", "season",
        "spring",
        "summer", "autumn", "winter", "half",
      ].contains(word.text)
  }

  /// Words that belong to the rule before them.
  static let parts: Set<String> = [
    "workday", "workdays", "weekday", "weekdays", "weekend", "weekends", "business", "working",
    "day", "days", "week", "weeks", "month", "months", "morning", "mornings", "afternoon",
    "afternoons", "evening", "evenings", "night", "nights",
  ]

  /// True for `6`, and for the ending of `6th`.
  static func isNumber(_ word: DateWord) -> Bool {
    word.digits > 0 || ["st", "nd", "rd", "th"].contains(word.text)
  }

  /// True for a word that can be in a repetition after its first word.
  static func continues(_ word: DateWord) -> Bool {
    word.digits > 0 || others.contains(word.text) || DateNames.isUsual(word.text)
      || numerals.contains(word.text) || plurals.contains(word.text) || numbers.contains(word.text)
  }

  private static let others: Set<String> = [
    "other", "single", "weekday", "weekdays", "workday", "workdays", "weekend", "weekends", "day",
    "days", "week", "weeks", "month", "months", "year", "years", "hour", "hours", "quarter",
    "quarters", "fortnight", "on", "in", "the", "of", "last", "and", "st", "nd", "rd", "th", "d",
    "w",
    "m", "y", "h", "mo", ",", "/", "&", "-", "\u{2013}", "to", "thru", "!",
  ]
}
