extension RelativeDateParser {
  /// True before `9am`, `9 am`, `9:00`, `noon`, and before the 3 of `3-4pm`.
  var isAtTime: Bool {
    guard let word = peek else { return false }
    if case .clock = word.kind { return true }
    if ["at", "noon", "midnight"].contains(word.text) { return true }
    return 1...2 ~= word.digits && (isMeridiem(index + 1) || isShared)
  }

  func isMeridiem(_ place: Int) -> Bool {
    place < words.count && (words[place].text == "am" || words[place].text == "pm")
  }

  /// True before an hour whose am or pm is at the end of its range: `3-4pm`.
  var isShared: Bool {
    index + 3 < words.count && Self.isSeparator(words[index + 1])
      && 1...2 ~= words[index + 2].digits && isMeridiem(index + 3)
  }

  /// Reads `at 3pm`.
  mutating func markedTime() throws(Fault) -> TimeParameters {
    index += 1
    guard isAtTime, peek?.text != "at" else { throw fault("a time such as 9:00 or 9am") }
    return try clock()
  }

  mutating func clock() throws(Fault) -> TimeParameters {
    guard let word = peek else { throw fault("a time such as 9:00 or 9am") }
    index += 1
    switch word.kind {
    case .clock(let hour, let minute, let second):
      return try time(hour, minute, second, meridiem: isMeridiem(index) ? next() : nil, word: word)
    case .number(let hour?, _):
      if isMeridiem(index) { return try time(hour, 0, 0, meridiem: next(), word: word) }
      return try sharedTime(hour, word)
    default:
      if word.text == "midnight" { ambiguities.append(.midnight) }
      return try time(word.text == "noon" ? 12 : 0, 0, 0, meridiem: nil, word: word)
    }
  }

  /// The time of the 3 of `3-4pm`, which is 3pm, and of the 11 of `11-1pm`, which is 11am.
  mutating func sharedTime(_ hour: Int, _ word: DateWord) throws(Fault) -> TimeParameters {
    let (last, meridiem) = (words[index + 1].number ?? 0, words[index + 2].text)
    let other = meridiem == "am" ? "pm" : "am"
    return try time(hour, 0, 0, meridiem: hour % 12 < last % 12 ? meridiem : other, word: word)
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
