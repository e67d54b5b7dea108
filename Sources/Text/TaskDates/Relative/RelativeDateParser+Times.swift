extension RelativeDateParser {
  /// True before `9am`, `9 am`, `9:00`, `noon`, and before the 3 of `3-4pm`.
  var isAtTime: Bool {
    guard let word = peek else { return false }
    if case .clock = word.kind { return true }
    if ["at", "noon", "midnight"].contains(word.text) { return true }
    return 1...2 ~= word.digits && (isMeridiem(index + 1) || isShared || isFigureTime)
  }

  func isMeridiem(_ place: Int) -> Bool {
    place < words.count && (words[place].text == "am" || words[place].text == "pm")
  }

  /// True before a time whose am or pm is at the end of its range: `3-4pm`, `3:30 - 5pm`, `2 to 5:30pm`.
  var isShared: Bool {
    guard index + 3 < words.count, isSeparator(words[index + 1]), isMeridiem(index + 3) else {
      return false
    }
    if case .clock = words[index + 2].kind { return true }
    return 1...2 ~= words[index + 2].digits
  }

  /// True before `17h`, `17h30` and `17.30` after `at`, `from` or the separator of a range, and before `14h-16h`.
  var isFigureTime: Bool {
    guard index + 1 < words.count, isAttached(index + 1) else { return false }
    if isHourRange { return true }
    guard index > 0 else { return false }
    let before = words[index - 1]
    guard before.text == "at" || before.text == "from" || isSeparator(before) else { return false }
    if words[index + 1].text == "h" { return true }
    return words[index + 1].text == "." && hasMinutes(index + 2) && !isSeparator(before)
  }

  /// True before `14h-16h` without a sign, which is a range of times, not a sum of lengths.
  private var isHourRange: Bool {
    guard 1...2 ~= words[index].digits, words[index + 1].text == "h",
      index == 0 || ![.plus, .minus].contains(words[index - 1].kind)
    else { return false }
    let end = hasMinutes(index + 2) ? index + 3 : index + 2
    return end + 2 < words.count && isSeparator(words[end]) && 1...2 ~= words[end + 1].digits
      && words[end + 2].text == "h" && isAttached(end + 2)
  }

  /// True at the minus of `14h-16h` and `14h30-16h`.
  var isInHourRange: Bool {
    [2, 3].contains { count in
      var start = self
      start.index -= count
      return start.index >= 0 && start.isHourRange
    }
  }

  /// True if the minutes of `17h30` are at a place.
  private func hasMinutes(_ place: Int) -> Bool {
    isAttached(place) && words[place].digits == 2
      && (place + 1 == words.count || !isAttached(place + 1) || words[place + 1].kind == .other
        || isSeparator(words[place + 1]))
  }

  /// True before `at` or `from` with a time.
  var marksTime: Bool {
    var rest = self
    rest.index += 1
    return rest.isAtTime
  }

  /// Reads `at 3pm`, and with a day also `at 8`.
  mutating func markedTime() throws(Fault) -> TimeParameters {
    let isAt = peek?.text == "at"
    index += 1
    if isAt, !isAtTime, let time = bareHour() { return time }
    guard isAtTime, peek?.text != "at" else { throw fault("a time such as 9:00 or 9am") }
    return try clock()
  }

  /// Reads the hour of `at 8`; nil, and nothing read, if something else follows.
  private mutating func bareHour() -> TimeParameters? {
    guard let word = peek, 1...2 ~= word.digits, let hour = word.number,
      !isAtLength || isClockWord(index + 1),
      canEndHour(index + 1), let time = try? TimeParameters(hour: hour, minute: 0)
    else { return nil }
    let isTonight =
      index > 1 && words[index - 2].text == "tonight"
      || index + 1 < words.count && words[index + 1].text == "tonight"
    index += 1
    hasBareHour = true
    skipClockWord()
    if isTonight, hour < 12 { return TimeParameters(secondOfDay: (hour + 12) * 3600) }
    if 1...12 ~= hour, word.digits == 1 || hour > 9 { ambiguities.append(.hour(time)) }
    return time
  }

  /// Skips the `o'clock` of `at 9 o'clock`.
  private mutating func skipClockWord() {
    if isClockWord(index) { index += 3 }
  }

  private func isClockWord(_ place: Int) -> Bool {
    place + 2 < words.count && words[place].text == "o" && words[place + 2].text == "clock"
      && ["'", "\u{2019}"].contains(words[place + 1].text)
  }

  /// True if an hour without minutes can be before a place: not in `at 8 Main Street` and `at 8.5`.
  private func canEndHour(_ place: Int) -> Bool {
    if isClockWord(place) { return canEndHour(place + 3) }
    guard place < words.count else { return true }
    let word = words[place]
    if word.digits > 0, place + 1 < words.count, ["time", "times"].contains(words[place + 1].text) {
      return true
    }
    if style == .payload { return word.kind == .letters || word.text == "," }
    if isAttached(place), !word.text.utf8.allSatisfy({ PhrasePlace.stops.contains($0) }) {
      return false
    }
    if isAttached(place), isAttached(place + 1) { return false }
    return word.kind == .other || word.kind == .figures || word.kind == .plus
      || Self.days[word.text] != nil || weekday(word) != nil || month(word) != nil
      || Self.afterHours.contains(word.text) || isDay(place)
  }

  /// True before `9th` and `9 March`.
  private func isDay(_ place: Int) -> Bool {
    var rest = self
    rest.index = place
    rest.monthBefore = nil
    return 1...2 ~= words[place].digits && (try? rest.numberedDay()) != nil
  }

  /// Words after the hour of a title.
  private static let afterHours: Set<String> = [
    "on", "about", "with", "for", "regarding", "because", "every", "each", "until", "till", "from",
    "in", "this", "next", "starting", "the", "and", "end", "start", "beginning", "day",
  ]

  mutating func clock() throws(Fault) -> TimeParameters {
    guard let word = peek else { throw fault("a time such as 9:00 or 9am") }
    let isFigures = isFigureTime
    index += 1
    switch word.kind {
    case .clock(let hour, let minute, let second):
      if isMeridiem(index) {
        return try time(hour, minute, second, meridiem: next(), word: word)
      }
      if isShared(after: word) { return try sharedTime(hour, minute, second, word) }
      if peek?.text == "h", isAttached(index) { index += 1 }
      return try time(hour, minute, second, meridiem: nil, word: word)
    case .number(let hour?, _):
      if isMeridiem(index) { return try time(hour, 0, 0, meridiem: next(), word: word) }
      if isFigures { return try time(hour, figureMinutes(), 0, meridiem: nil, word: word) }
      return try sharedTime(hour, 0, 0, word)
    default:
      if word.text == "midnight" { ambiguities.append(.midnight) }
      return try time(word.text == "noon" ? 12 : 0, 0, 0, meridiem: nil, word: word)
    }
  }

  /// True after the beginning of a range whose end has an am or pm for both.
  private func isShared(after word: DateWord) -> Bool {
    var rest = self
    rest.index -= 1
    return rest.isShared
  }

  /// Reads the `h`, `h30` or `.30` of a time in figures.
  private mutating func figureMinutes() -> Int {
    index += 1
    guard hasMinutes(index), let minutes = peek?.number else { return 0 }
    index += 1
    return minutes
  }

  /// The time of the 3 of `3-4pm`, which is 3pm, and of the 11 of `11-1pm`, which is 11am.
  private func sharedTime(
    _ hour: Int, _ minute: Int, _ second: Int, _ word: DateWord
  ) throws(Fault) -> TimeParameters {
    var rest = self
    rest.index += 1
    guard 1...12 ~= hour else { return try time(hour, minute, second, meridiem: nil, word: word) }
    let end = try rest.clock()
    let begin = try time(hour, minute, second, meridiem: nil, word: word)
    return begin.sharingHalf(of: end)
  }

  func time(
    _ hour: Int, _ minute: Int, _ second: Int, meridiem: String?, word: DateWord
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
}

extension TimeParameters {
  /// The time that a beginning without am or pm has before an end with one, read on a dial of twelve hours.
  ///
  /// `3:30 - 5pm` begins at 15:30, and `11 - 1pm` at 11:00. An hour that such a dial does not have stays as it is.
  func sharingHalf(of end: TimeParameters) -> TimeParameters {
    let half = 43_200
    guard 1...12 ~= hour else { return self }
    let dial = secondOfDay % half
    let isSame = dial <= end.secondOfDay % half
    let isAfternoon = (end.secondOfDay >= half) == isSame
    return TimeParameters(secondOfDay: dial + (isAfternoon ? half : 0)) ?? self
  }
}
