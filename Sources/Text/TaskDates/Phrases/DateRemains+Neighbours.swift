/// The words right before and after a date.
extension DateRemains {
  func before(_ phrase: Range<Int>, isTime: Bool) -> Range<Int>? {
    let joiners = words[..<phrase.lowerBound].reversed().prefix(3)
      .prefix { Self.joiners.contains($0.text) }.count
    let place = phrase.lowerBound - joiners - 1
    guard place >= 0 else { return nil }
    let start = number(endingAt: place)
    let head = words[phrase.lowerBound]
    if isRange(endingAt: place) { return place - 2..<phrase.upperBound }
    if joiners > 0, words[phrase.lowerBound - 1].text == "or" {
      return phrase.lowerBound - 1..<phrase.upperBound
    }
    if let start {
      let isDated = isDayOrYear(start...place) && (month(head) || head.digits > 0 && joiners > 0)
      let isDay = isTime && (isFigures(start...place) || isOrdinal(place))
      let isHours = start > 0 && words[start - 1].text == "on"
      let isLong =
        isHours || words[place].digits == 4 && joiners == 0 && start == place
        || start > 0 && weekday(head) && (month(words[start - 1]) || words[start - 1].digits == 4)
      if isDated || isDay || isLong || weekday(head) && isOrdinal(place) {
        return start..<phrase.upperBound
      }
    }
    if let range = wordBefore(place, head, isTime: isTime) { return range..<phrase.upperBound }
    if place > 0, words[place].digits > 0, ["at", "from"].contains(words[place - 1].text) {
      return place - 1..<phrase.upperBound
    }
    if words[place].text == "ago" { return (lengthStart(place))..<phrase.upperBound }
    if weekday(head), RepetitionWords.numerals.contains(words[place].text) {
      return place..<phrase.upperBound
    }
    return isVague(place) ? max(0, place - 1)..<phrase.upperBound : nil
  }

  /// True for the `9-5` of `9-5 tomorrow`, and for the 5 of `9am to 5 tomorrow`.
  private func isRange(endingAt place: Int) -> Bool {
    guard place > 1, let last = words[place].number, 0...24 ~= last else { return false }
    let sign = words[place - 1]
    guard sign.kind == .minus || RelativeDateParser.separators.contains(sign.text) else {
      return false
    }
    let first = words[place - 2]
    return isMeridiem(place - 2) || isClock(place - 2)
      || first.digits < 3 && first.number.map { 0...24 ~= $0 } == true
  }

  /// The place of a word that belongs to the date after it, and makes it another one.
  private func wordBefore(_ place: Int, _ head: DateWord, isTime: Bool) -> Int? {
    let word = words[place].text
    if ["eod", "eow"].contains(word) { return place }
    if isCount(place, of: head) || isUnitAhead(place) || isUnreadMeridiem(place) {
      return place - 1
    }
    return length(endingAt: place, head) ?? (isTime ? days(endingAt: place) : nil)
      ?? (place > 0 && Self.starts.contains(word) ? place : nil) ?? pair(endingAt: place)
  }

  /// Words that make a date the first of several, or another one.
  private static let starts: Set<String> = ["starting", "beginning", "nxt"]

  /// The beginning of two words that belong to the date after them: `same time tomorrow`.
  private func pair(endingAt place: Int) -> Int? {
    guard place > 0 else { return nil }
    return Self.pairs.contains("\(words[place - 1].text) \(words[place].text)") ? place - 1 : nil
  }

  private static let pairs: Set<String> = [
    "same time", "this time", "first thing", "the coming", "the following",
  ]

  /// The beginning of `for 3 days starting`, of the `a week` before `on tuesday`, and of the `2 days` before `from friday`.
  private func length(endingAt place: Int, _ head: DateWord) -> Int? {
    if ["starting", "beginning", "from"].contains(words[place].text), place > 2, isLength(place - 3)
    {
      return place - 3
    }
    guard let unit = TimeUnit(named: words[place].text) else { return nil }
    if head.text == "from" { return lengthStart(place) }
    let isDistance = head.text == "on" && unit.seconds == nil && lengthStart(place) < place
    return isDistance ? lengthStart(place) : nil
  }

  /// The beginning of words for days that are not read, before a time alone: `mwf 9am`, `tu th 9am`, `working days at 9am`.
  private func days(endingAt place: Int) -> Int? {
    let word = words[place].text
    if Self.initials.contains(word) { return place }
    // The name of a film has capital letters: `Watch Boogie Nights at 8pm`.
    if place > 0, isCapital(place) { return nil }
    if place > 0, [word, words[place - 1].text].allSatisfy({ Self.shortDays.contains($0) }) {
      return place - 1
    }
    let isPart = PhrasePlace.parts.contains(word) && word != "night"
    return isPart || Self.plurals.contains(word) ? place : nil
  }

  private static let plurals: Set<String> = [
    "days", "mornings", "afternoons", "evenings", "nights",
  ]

  /// True for the pm of `5 pm tomorrow`, if it was not read.
  private func isUnreadMeridiem(_ place: Int) -> Bool {
    isMeridiem(place) && words[place].kind == .letters && place > 0 && words[place - 1].digits > 0
  }

  private static let shortDays: Set<String> = ["mo", "tu", "we", "th", "fr", "sa", "su"]

  /// True for the x of `2x daily`.
  private func isCount(_ place: Int, of head: DateWord) -> Bool {
    place > 0 && words[place].text == "x" && words[place - 1].digits > 0 && isAttached(place)
      && PhraseText.isCovered(head)
  }

  /// True for the month of `next month on the 5th`.
  private func isUnitAhead(_ place: Int) -> Bool {
    guard place > 0, let unit = RelativeDateParser.wholeUnit(words[place]), unit.seconds == nil
    else { return false }
    return ["next", "this"].contains(words[place - 1].text)
  }

  /// True at the `for 2 hours` of `tomorrow for 2 hours`, which no day can have.
  func isLength(_ place: Int) -> Bool {
    var parser = RelativeDateParser(words, from: place, style: .title)
    // A second opinion is not a length.
    return parser.skip("for") && parser.isAtLength && !isAttached(place + 3)
      && words[place + 2].text != "second"
  }

  /// Days of the week by their first letters, as in timetables.
  private static let initials: Set<String> = ["mwf", "tth", "mtwtf", "mtwrf", "mtwthf"]

  func after(_ phrase: Range<Int>) -> Range<Int>? {
    if isLength(phrase.upperBound) { return phrase.lowerBound..<phrase.upperBound + 3 }
    if let end = latest(phrase.upperBound) { return phrase.lowerBound..<end }
    let joiners = words[phrase.upperBound...].prefix(2).prefix { Self.followers.contains($0.text) }
    let place = phrase.upperBound + joiners.count
    guard place < words.count else { return nil }
    let word = words[place]
    let isUnread =
      switch word.kind {
      case .clock, .figures, .figureDate, .named: true
      case .number(let number?, let digits):
        !joiners.isEmpty && digits < 3 || digits == 4 && joiners.last?.kind == .minus
          || (digits == 4 && 2000...2199 ~= number) || isMeridiem(place + 1)
      case .plus, .minus:
        joiners.isEmpty && place + 1 < words.count && words[place + 1].digits == 4
          && isAttached(place + 1)
      default:
        word.text == "ago" || joiners.last?.text == "or" && Self.comparisons.contains(word.text)
          || !joiners.isEmpty && (month(word) || weekday(word))
          || Self.frequencies.contains(word.text)
      }
    return isUnread ? phrase.lowerBound..<place + 1 : nil
  }

  private static let joiners: Set<String> = [
    "of", "the", "on", "-", "\u{2013}", ",", "/", "and", "or", "&", "to", "until", "till", "til",
    "thru", "through", "at", ".-",
  ]

  private static let followers: Set<String> = [
    "at", "in", "of", "on", "from", "-", "\u{2013}", "to", "until", "till", "til", "thru",
    "through", "and", "or",
    "&", "/",
  ]

  /// The place after the `at the latest` of `by friday at the latest`.
  private func latest(_ place: Int) -> Int? {
    let isMarked =
      place + 1 < words.count && words[place].text == "at" && words[place + 1].text == "the"
    let last = isMarked ? place + 2 : place
    return last < words.count && words[last].text == "latest" ? last + 1 : nil
  }

  private static let comparisons: Set<String> = ["later", "earlier", "sooner", "before", "after"]

  private static let frequencies: Set<String> = ["twice", "thrice", "except", "excluding"]
}
