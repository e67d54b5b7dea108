/// Searches the words of a title for a repetition.
struct RepetitionSearch {
  /// A repetition with what belongs to it, from a word on.
  private struct Reading {
    var repetition: Repetition
    var end: RepetitionPhrase.End?
    var date: RelativeDate?
    /// The index of the word after it.
    var next: Int
    /// True if it has a number, a time or an end, so that it is a repetition at any place.
    var isCertain: Bool

    var isEndless: Bool { end == nil && repetition.rule.end == .never }
  }

  private let words: [DateWord]
  private let bytes: [UInt8]
  private let text: String
  /// The maximum number of words of a rule.
  private static let limit = 24

  init(_ words: [DateWord], _ text: String) {
    self.words = words
    self.text = text
    bytes = Array(text.utf8)
  }

  /// The phrase that is surely a repetition; nil if there are several, because a task has only one.
  var phrase: RepetitionPhrase? {
    var found: [RepetitionPhrase] = []
    var count = 0
    var index = 0
    while index < words.count {
      guard isHead(index), let reading = reading(index) else {
        index += 1
        continue
      }
      let phrase = phrase(index, reading)
      if let phrase { found.append(phrase) }
      if phrase != nil || ["every", "each"].contains(words[index].text) { count += 1 }
      index = max(index + 1, reading.next)
    }
    return count == 1 ? found.first : nil
  }

  private func phrase(_ start: Int, _ reading: Reading) -> RepetitionPhrase? {
    let place = RepetitionPlace(start..<reading.next, words, bytes: bytes)
    guard place.admits(isCertain: reading.isCertain) else { return nil }
    let range = words[place.start].range.lowerBound..<words[reading.next - 1].range.upperBound
    return RepetitionPhrase(
      text: text, range: range, repetition: reading.repetition, end: reading.end,
      date: reading.date)
  }

  // MARK: The rule

  /// True if a word can begin a repetition.
  private func isHead(_ index: Int) -> Bool {
    guard stands(before: index) else { return false }
    let word = words[index].text
    if word == "every" || word == "each" { return true }
    if RepetitionWords.adverbs.contains(word) { return !isCounted(index) }
    if RepetitionWords.plurals.contains(word) { return true }
    return isWeekday(index) && listLength(index) > 1 || monthly(index) != nil
  }

  /// True for the days of `every 3 workdays`, which are no repetition.
  private func isCounted(_ index: Int) -> Bool {
    index > 1 && words[index - 1].digits > 0 && ["every", "each"].contains(words[index - 2].text)
  }

  private func reading(_ start: Int) -> Reading? {
    guard let (repetition, end) = rule(start), isEnd(ofWord: end - 1), !goesOn(end) else {
      return nil
    }
    let hasNumber = words[start..<end].contains { $0.digits > 0 }
    var reading = Reading(repetition: repetition, next: end, isCertain: hasNumber)
    while takeTail(&reading) {}
    if reading.repetition.isAfterDone { reading.isCertain = true }
    return isEnd(ofWord: reading.next - 1) && !isPart(reading.next) ? reading : nil
  }

  /// True before a word that gives a rule another meaning: the `workday` of `every 15th workday`, and the `friday` of
  /// `every 6th friday`.
  private func goesOn(_ index: Int) -> Bool {
    guard index < words.count else { return false }
    if isWeekday(index), RepetitionWords.isNumber(words[index - 1]) { return true }
    return ["of", "in"].contains(words[index].text) && isMonth(index + 1)
      || words[index].text == "of" || RepetitionWords.parts.contains(words[index].text)
  }

  /// True if the words so far are only a part of a repetition: `and 5pm`, an exception, or an end that is not read.
  private func isPart(_ index: Int) -> Bool {
    guard index < words.count else { return false }
    if Self.continuations.contains(words[index].text) { return true }
    guard ["and", "or", ",", "&", "about", "around"].contains(words[index].text),
      index + 1 < words.count
    else { return false }
    var parser = RelativeDateParser(words, from: index + 1, style: .title)
    return parser.longest() != nil
  }

  /// Words that go on with a repetition.
  private static let continuations: Set<String> = [
    "except", "excluding", "without", "starting", "beginning", "until", "till", "ending",
  ]

  /// The longest rule from a word on, and the index of the word after it.
  private func rule(_ start: Int) -> (Repetition, Int)? {
    if isWeekday(start) || RepetitionWords.plurals.contains(words[start].text) {
      let end = start + listLength(start)
      let days = words[start..<end].compactMap { DateNames.weekday($0.text) }
      guard Set(days).count == days.count else { return nil }
      return RepetitionWording(words[start..<end]).repetition.map { ($0, end) }
    }
    if let monthly = monthly(start) { return monthly }
    let most = words[(start + 1)...].prefix(Self.limit).prefix { RepetitionWords.continues($0) }
    for end in stride(from: most.endIndex, to: start, by: -1) where canEnd(end - 1, start) {
      if let repetition = RepetitionWording(words[start..<end]).repetition,
        !repetition.rule.namesADayTwice
      {
        return (repetition, end)
      }
    }
    return nil
  }

  /// `1st of every month`, `last friday of each month`.
  private func monthly(_ start: Int) -> (Repetition, Int)? {
    let word = words[start]
    guard word.digits > 0 || word.text == "last" || RepetitionWords.numerals.contains(word.text),
      let of = words[start...].prefix(7).firstIndex(where: { $0.text == "of" }),
      of + 2 < words.count, ["every", "each"].contains(words[of + 1].text),
      words[of + 2].text == "month"
    else { return nil }
    let days = RepetitionWording.tokens(words[start..<of]).joined(separator: " ")
    return (try? Repetition(parsing: "monthly on the \(days)")).map { ($0, of + 3) }
  }

  /// True if a rule can end with a word; a number alone may belong to what follows, as in `every day 3 times`.
  private func canEnd(_ index: Int, _ start: Int) -> Bool {
    if words[index].digits > 0 {
      return index > start && DateNames.month(words[index - 1].text) != nil && !isTime(index)
    }
    return !["on", "in", "the", "of", "and", "to", "-", ",", "/", "&"].contains(words[index].text)
  }

  private func isTime(_ index: Int) -> Bool {
    index + 1 < words.count && ["am", "pm", "times", "time"].contains(words[index + 1].text)
  }

  private func isMonth(_ index: Int) -> Bool {
    index < words.count && DateNames.isUsual(words[index].text)
      && DateNames.month(words[index].text) != nil
  }

  private func isWeekday(_ index: Int) -> Bool {
    DateNames.isUsual(words[index].text) && DateNames.weekday(words[index].text) != nil
  }

  /// The number of words of `mon wed fri`; `and` counts only after two names, and before the last.
  private func listLength(_ start: Int) -> Int {
    var names = 1
    var end = start + 1
    while end < words.count, end - start < Self.limit {
      var next = end
      if RepetitionWords.separators.contains(words[next].text) { next += 1 }
      let mayJoin = names > 1 || RepetitionWords.plurals.contains(words[start].text)
      if mayJoin, next < words.count, words[next].text == "and" { next += 1 }
      guard next < words.count,
        isWeekday(next) || RepetitionWords.plurals.contains(words[next].text)
      else { break }
      names += 1
      end = next + 1
    }
    return end - start
  }

  // MARK: What belongs to it

  /// Takes a time, a first day or an end after a rule; false if there is none.
  private func takeTail(_ reading: inout Reading) -> Bool {
    var index = reading.next
    if index < words.count, words[index].text == ",", index + 1 < words.count { index += 1 }
    guard index < words.count else { return false }
    let isTaken =
      switch words[index].text {
      case "until", "till", "ending": takeUntil(index, &reading)
      case "after", "when": takeCompletion(index, &reading)
      case "for": takeLength(index, &reading)
      case "starting", "beginning": takeStart(index + 1, &reading, isNamed: true)
      case "from": takeStart(index + 1, &reading)
      default: takeCount(index, &reading) || takeDate(index, &reading)
      }
    if isTaken { reading.isCertain = true }
    return isTaken
  }

  private func takeUntil(_ index: Int, _ reading: inout Reading) -> Bool {
    var start = index + 1
    if start < words.count, ["on", "the"].contains(words[start].text) { start += 1 }
    var parser = RelativeDateParser(words, from: start, style: .title)
    guard reading.isEndless, start < words.count, let date = parser.longest(), date.end.isEmpty,
      let form = PhraseForm(date, words[start..<parser.index]), !form.isTimeOnly
    else { return false }
    reading.end = .until(date)
    reading.next = parser.index
    return true
  }

  /// `after done`, `when done`, `after completion`.
  private func takeCompletion(_ index: Int, _ reading: inout Reading) -> Bool {
    guard index + 1 < words.count,
      ["done", "completion", "completed"].contains(words[index + 1].text)
    else { return false }
    reading.repetition.isAfterDone = true
    reading.next = index + 2
    return true
  }

  /// `for 3 weeks`, `for 5 times`.
  private func takeLength(_ index: Int, _ reading: inout Reading) -> Bool {
    if takeCount(index + 1, &reading) { return true }
    guard reading.isEndless, index + 2 < words.count,
      let number = words[index + 1].text == "a" ? 1 : words[index + 1].number,
      1...999 ~= number, let unit = TimeUnit(named: words[index + 2].text), unit.seconds == nil
    else { return false }
    reading.end = .length(number, unit)
    reading.next = index + 3
    return true
  }

  /// `3 times`.
  private func takeCount(_ index: Int, _ reading: inout Reading) -> Bool {
    guard reading.isEndless, index + 1 < words.count, let number = words[index].number,
      1...9_999 ~= number, words[index + 1].text == "times" || words[index + 1].text == "time"
    else { return false }
    reading.repetition.rule.end = .count(number)
    reading.next = index + 2
    return true
  }

  private func takeStart(
    _ index: Int, _ reading: inout Reading, isNamed: Bool = false
  ) -> Bool {
    guard index < words.count else { return false }
    let start = ["on", "in"].contains(words[index].text) ? index + 1 : index
    return takeDate(start, &reading, isStart: isNamed)
      || words[start - 1].text == "in" && takeDate(index, &reading, isStart: isNamed)
  }

  /// A time, a day, or both; as a named start also a week, a month or a year, for its first day.
  private func takeDate(_ index: Int, _ reading: inout Reading, isStart: Bool = false) -> Bool {
    guard index < words.count, reading.date?.isTimeOnly != false else { return false }
    var parser = RelativeDateParser(words, from: index, style: .title)
    parser.takesHoursAlone = true
    guard let date = parser.longest(), isEnd(ofWord: parser.index - 1),
      let form = PhraseForm(date, words[index..<parser.index]),
      form.isTimeOnly || isStart || (form.isDay && form.strength != .weak)
    else { return false }
    if let time = reading.date {
      guard !form.isTimeOnly, date.end.isEmpty, form.strength != .certain else { return false }
      reading.date = RelativeDate(
        date.terms + time.terms, to: time.end, ambiguities: date.ambiguities + time.ambiguities)
    } else if form.isTimeOnly || date.end.isEmpty || form.strength == .certain {
      reading.date = date
    } else {
      // A range of days is that of the series.
      guard reading.isEndless else { return false }
      reading.date = RelativeDate(date.terms, to: [], ambiguities: date.ambiguities)
      reading.end = .until(RelativeDate(date.end, to: [], ambiguities: []))
    }
    reading.next = parser.index
    return true
  }

  // MARK: Words

  /// The words of a rhythm that was not read: `every morning`.
  static func rhythm(_ words: [DateWord]) -> Range<Int>? {
    for index in words.indices.dropLast() where ["every", "each"].contains(words[index].text) {
      let rest = words[(index + 1)...].prefix(6).prefix { RepetitionWords.isRhythm($0) }
      if let last = rest.lastIndex(where: { canEndRhythm($0) }) { return index..<(last + 1) }
    }
    return nil
  }

  private static func canEndRhythm(_ word: DateWord) -> Bool {
    word.kind == .letters && !["on", "the", "of", "and", "last"].contains(word.text)
      && !RepetitionWords.numerals.contains(word.text) || word.digits > 0
  }

  /// Words after a rhythm that show that it is meant.
  private static let followers: Set<String> = [
    "at", "from", "between", "until", "till", "through", "thru", "starting", "ending", "except",
    "every", "each", "x",
  ]

  /// True if some words are probably meant as a repetition: a time, an end or nothing follows.
  static func isMeant(_ range: Range<Int>, _ words: [DateWord]) -> Bool {
    let before = range.lowerBound > 0 ? words[range.lowerBound - 1].text : ""
    let next = range.upperBound < words.count ? words[range.upperBound].text : ""
    if PhrasePlace.owners.contains(before) || ["almost", "nearly", "for"].contains(before) {
      return false
    }
    if followers.contains(next) { return true }
    var parser = RelativeDateParser(words, from: range.upperBound, style: .title)
    _ = parser.longest()
    return words[parser.index...].allSatisfy { PhrasePlace.isAside($0) }
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

extension RecurrenceRule {
  /// True for `monthly on the 1st, first`, whose second word begins something else.
  fileprivate var namesADayTwice: Bool {
    Set(monthDays).count < monthDays.count || Set(weekdays).count < weekdays.count
  }
}
