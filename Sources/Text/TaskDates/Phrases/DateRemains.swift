/// Searches the words that remain of a title for parts of a date that were not read.
struct DateRemains {
  let words: [DateWord]
  let bytes: [UInt8]
  /// Whether a masked word is a repetition that was read.
  private let isCovered: Bool

  init(_ words: [DateWord], _ text: String, isCovered: Bool) {
    self.words = words
    bytes = Array(text.utf8)
    self.isCovered = isCovered
  }

  /// The words that look like a part of a date or repetition; nil if there are none.
  ///
  /// - Parameters:
  ///   - phrase: The date that was read; nil if none was.
  ///   - isTime: Whether that is a time alone, which needs a day.
  func range(beside phrase: Range<Int>?, isTime: Bool) -> Range<Int>? {
    if let phrase {
      return before(phrase, isTime: isTime) ?? after(phrase) ?? (isTime ? day(of: phrase) : nil)
        ?? (written ?? zoned ?? time(besides: phrase)).map {
          min($0.lowerBound, phrase.lowerBound)..<max($0.upperBound, phrase.upperBound)
        }
        ?? rhythm(phrase) ?? nonexistent ?? spoken(before: phrase)
    }
    if isCovered, let place = words.firstIndex(where: { isRepetition($0) }) {
      return after(place..<place + 1) ?? before(place..<place + 1, isTime: false)
        ?? clock(before: place) ?? written ?? SpokenDates(words[...], bytes).range
    }
    return written ?? joined ?? vague ?? zoned ?? impossible ?? SpokenDates(words[...], bytes).range
      ?? near
  }

  /// What people say for a date, before one that was read.
  private func spoken(before phrase: Range<Int>) -> Range<Int>? {
    SpokenDates(words[..<phrase.lowerBound], bytes).range.map { $0.lowerBound..<phrase.upperBound }
  }

  /// The `9:30` of `9:30 every tuesday`.
  private func clock(before place: Int) -> Range<Int>? {
    place > 0 && isClock(place - 1) ? place - 1..<place + 1 : nil
  }

  /// The words beside a day at the end of the title that is not taken at its place: `3, 4 and 5 December`.
  func range(besideUnread days: [Range<Int>]) -> Range<Int>? {
    guard let day = days.last else { return nil }
    let next = day.upperBound
    let isTimed =
      next + 1 < words.count && words[next].text == "at"
      && (words[next + 1].digits > 0 || isClock(next + 1))
    if isTimed { return day.lowerBound..<next + 2 }
    if isLength(next) { return day.lowerBound..<next + 3 }
    let isNumbered = next < words.count && 1...2 ~= words[next].digits
    if isNumbered { return day.lowerBound..<next + 1 }
    let start = day.lowerBound
    if day.count > 1, start > 0, PhrasePlace.names.contains(words[start - 1].text) {
      return start - 1..<next
    }
    guard isEnd(next) else { return nil }
    return before(day, isTime: false)
  }

  /// True for the masked words of the repetition: it has a space in it, or is not a tag.
  private func isRepetition(_ word: DateWord) -> Bool {
    PhraseText.isCovered(word) && bytes[word.range.lowerBound] != UInt8(ascii: "@")
      && !Self.quotes.contains(bytes[word.range.lowerBound])
  }

  private static let quotes = Array("\"'`\u{201C}\u{2018}\u{201E}\u{AB}".utf8)

  // MARK: Neighbours

  private func before(_ phrase: Range<Int>, isTime: Bool) -> Range<Int>? {
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
  private func isLength(_ place: Int) -> Bool {
    var parser = RelativeDateParser(words, from: place, style: .title)
    // A second opinion is not a length.
    return parser.skip("for") && parser.isAtLength && !isAttached(place + 3)
      && words[place + 2].text != "second"
  }

  /// Days of the week by their first letters, as in timetables.
  private static let initials: Set<String> = ["mwf", "tth", "mtwtf", "mtwrf", "mtwthf"]

  private func after(_ phrase: Range<Int>) -> Range<Int>? {
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

  // MARK: A time that needs a day

  /// The words of a day that duecal does not know, before or after a time: `New Year's Eve`, `on Martinmas`.
  private func day(of time: Range<Int>) -> Range<Int>? {
    if let place = words.indices.first(where: { Self.feasts.contains(words[$0].text) }) {
      return min(dayStart(place), time.lowerBound)..<max(place + 1, time.upperBound)
    }
    let near = max(0, time.lowerBound - 5)..<time.lowerBound
    if let start = unknownMonth(before: time) { return start..<time.upperBound }
    guard let on = near.last(where: { words[$0].text == "on" }), on + 1 < time.lowerBound,
      words[on..<time.lowerBound].allSatisfy({ !PhraseText.isCovered($0) }),
      !words[on..<time.lowerBound].contains(where: { Self.media.contains($0.text) })
    else { return nil }
    return on..<time.upperBound
  }

  /// The number of `1 Peb, 7pm`, whose month is of another language; nil if there is none.
  private func unknownMonth(before time: Range<Int>) -> Int? {
    let place = time.lowerBound - 3
    guard place >= 0, words[place + 2].text == ",", words[place + 1].kind == .letters,
      let number = words[place].number, 1...31 ~= number
    else { return nil }
    return place
  }

  /// The beginning of the name that ends with a word: `on New Year's Eve`.
  private func dayStart(_ place: Int) -> Int {
    let near = max(0, place - 5)..<place
    if let marker = near.last(where: { ["on", "at", "for", "by"].contains(words[$0].text) }) {
      return marker
    }
    return near.last { words[$0].text == "new" } ?? place
  }

  /// Names of days that move, or whose date people differ about.
  static let feasts: Set<String> = [
    "advent", "ascension", "christmas", "diwali", "easter", "eid", "eve", "halloween", "hanukkah",
    "hogmanay", "midsummer", "passover", "pentecost", "purim", "ramadan", "thanksgiving", "whitsun",
    "xmas", "epiphany",
    // Months, weekdays and other days of other languages.
    "januar", "februar", "juni", "juli", "oktober", "dezember", "janvier", "avril", "juin",
    "juillet",
    "septembre", "octobre", "novembre", "enero", "febrero", "abril", "mayo", "junio", "julio",
    "agosto", "septiembre", "octubre", "noviembre", "diciembre", "gennaio", "luglio", "settembre",
    "ottobre", "dicembre", "montag", "dienstag", "mittwoch", "donnerstag", "freitag", "samstag",
    "sonntag", "morgen", "heute", "lundi", "mardi", "mercredi", "jeudi", "vendredi", "samedi",
    "dimanche", "demain", "lunes", "martes", "jueves", "viernes", "domingo", "weekend", "payday",
    "birthday", "fortnight", "midweek", "eow", "eod",
  ]

  /// What one does something on besides a day.
  private static let media: Set<String> = [
    "phone", "skype", "zoom", "teams", "slack", "whatsapp", "signal", "facetime", "discord", "meet",
    "tv", "television", "radio", "foot", "site", "stage", "air", "bus", "train", "plane", "line",
    "video", "web", "internet", "street", "road", "avenue", "square", "campus", "beach", "roof",
    "terrace", "table", "board", "call", "channel", "netflix", "youtube", "bbc", "list",
  ]

  // MARK: Dates in figures

  /// A date in figures of a form that is not read, such as `12/05/2026`.
  private var written: Range<Int>? {
    words.indices.first { isForeign($0) }.map { $0..<$0 + 5 }
  }

  private func isForeign(_ place: Int) -> Bool {
    guard place + 4 < words.count, 1...2 ~= words[place + 2].digits, !isSlash(place + 5),
      [words[place].digits, words[place + 4].digits].max() == 4
        || words[place + 4].digits == 2 && isSlash(place + 1) && 1...2 ~= words[place].digits,
      1...2 ~= min(words[place].digits, words[place + 4].digits),
      words[place + 1].text == words[place + 3].text,
      ["/", ".", "-"].contains(words[place + 1].text)
    else { return false }
    return (place + 1...place + 4).allSatisfy(isAttached)
      && (place == 0 || !isAttached(place))
  }

  /// The first word of a number, an ordinal or a date in figures that ends at a word; nil if there is none.
  private func number(endingAt place: Int) -> Int? {
    var start = place
    while start > 0, isAttached(start),
      Self.figureSigns.contains(words[start].text) || words[start].digits > 0
    {
      start -= 1
    }
    return words[start].digits > 0 || words[start].kind == .figures ? start : nil
  }

  /// True for a number that may be a day or a year.
  private func isDayOrYear(_ range: ClosedRange<Int>) -> Bool {
    range.count > 1 || words[range.lowerBound].kind == .figures
      || [1, 2, 4].contains(words[range.lowerBound].digits)
  }

  private static let figureSigns: Set<String> = [
    "/", ".", "-", "\u{2013}", ".-", "st", "nd", "rd", "th",
  ]

  /// True for `12/5`, `5.12.` and `5.12.26`.
  private func isFigures(_ range: ClosedRange<Int>) -> Bool {
    words[range].count > 1 && words[range].contains { ["/", ".", "-"].contains($0.text) }
      || words[range].contains { $0.kind == .figures }
  }

  private func isOrdinal(_ place: Int) -> Bool {
    ["st", "nd", "rd", "th"].contains(words[place].text) && isAttached(place)
  }

  private func lengthStart(_ place: Int) -> Int {
    let near = words[..<place].reversed().prefix(4).prefix {
      $0.digits > 0 || TimeUnit(named: $0.text) != nil || RelativeDateParser.isArticle($0)
        || RelativeDateParser.numeral($0) != nil
    }
    return place - near.count
  }

  // MARK: Days and times that do not exist

  /// A day such as `31 November` or a time such as `at 25:00`, or a time without a day such as `at 8`.
  private var impossible: Range<Int>? {
    if let range = loneDay { return range }
    for place in words.indices {
      if let end = endOfDay(place), isEnd(end) || isMarked(place) { return place..<end }
      let isTime = isClock(place) || words[place].digits > 0 && 0...23 ~= words[place].number ?? 24
      if place > 0, words[place - 1].text == "at", isTime, isClock(place) || isEnd(place + 1),
        !isAttached(place + 1)
      {
        return place - 1..<place + 1
      }
      if isClock(place), isEnd(place + 1) {
        let time = place..<place + 1
        if let range = before(time, isTime: true) ?? day(of: time) { return range }
      }
    }
    return nil
  }

  /// The end of `at 25:00` and `at 9:75`; nil for anything else.
  private func endOfBrokenClock(_ place: Int) -> Int? {
    guard words[place].text == "at", place + 1 < words.count else { return nil }
    if case .clock(let hour, let minute, _) = words[place + 1].kind {
      return hour > 24 || minute > 59 ? place + 2 : nil
    }
    guard place + 3 < words.count, 1...2 ~= words[place + 1].digits, words[place + 2].text == ":",
      isAttached(place + 2), words[place + 3].digits == 2, isAttached(place + 3)
    else { return nil }
    return place + 4
  }

  /// A day at the end of a title in words that are not read: `on the first`, `on Christmas Eve`, `3/4 December`.
  private var loneDay: Range<Int>? {
    guard let last = words.indices.last(where: { !PhrasePlace.isAside(words[$0]) }), last > 0 else {
      return nil
    }
    let near = max(0, last - 4)..<last
    let on = near.last { ["on", "by"].contains(words[$0].text) }
    if let on, Self.feasts.contains(words[last].text) || isNumeral(last, after: on) {
      return on..<last + 1
    }
    guard month(words[last]), words[last - 1].digits > 0 || isOrdinal(last - 1) else { return nil }
    return number(endingAt: last - 1).map { $0..<last + 1 }
  }

  /// True for `the first` and `the first of december` after `on`.
  private func isNumeral(_ last: Int, after on: Int) -> Bool {
    guard on + 2 <= last, words[on + 1].text == "the",
      RepetitionWords.numerals.contains(words[on + 2].text)
    else { return false }
    return on + 2 == last || words[on + 3].text == "of"
  }

  /// A day or time that does not exist, beside one that does: `31 November - 2 December`, `at 25:00 tomorrow`.
  private var nonexistent: Range<Int>? {
    for place in words.indices {
      if case .figures = words[place].kind { continue }
      if let end = endOfBrokenClock(place) { return place..<end }
      if let end = endOfDay(place) { return place..<end }
    }
    return nil
  }

  /// The place after a day that does not exist and begins at a word; nil if there is none.
  private func endOfDay(_ place: Int) -> Int? {
    switch words[place].kind {
    case .figures: return (try? NumericDates.value(words[place].text)) == nil ? place + 1 : nil
    case .figureDate(let date):
      let last = DateParameters.daysIn(month: date.month, year: date.year ?? 2000)
      return date.day > last ? place + 1 : nil
    case .number(let day?, 1...2) where !isAttached(place):
      var next = place + 1
      if next < words.count, isOrdinal(next) || words[next].text == "." && isAttached(next) {
        next += 1
      }
      if next < words.count, words[next].text == "of" { next += 1 }
      guard next < words.count, month(words[next]), let number = DateNames.month(words[next].text),
        day > DateParameters.daysIn(month: number, year: 2000)
      else { return nil }
      return next + 1
    case .letters where month(words[place]):
      guard let number = DateNames.month(words[place].text), place + 1 < words.count,
        1...2 ~= words[place + 1].digits, let day = words[place + 1].number,
        day > DateParameters.daysIn(month: number, year: 2000), day < 100
      else { return nil }
      return place + 2 < words.count && isOrdinal(place + 2) ? place + 3 : place + 2
    default: return nil
    }
  }

  private func isEnd(_ place: Int) -> Bool {
    words[place...].allSatisfy { PhrasePlace.isAside($0) }
  }

  private func isMarked(_ place: Int) -> Bool {
    place > 0 && ["on", "by", "due"].contains(words[place - 1].text)
  }

  // MARK: Words

  /// A date with `morning` or a zone at the end of a title: `tomorrow morning`, `friday 3pm UTC`.
  private var vague: Range<Int>? {
    guard let last = words.indices.last(where: { !PhrasePlace.isAside(words[$0]) }), last > 0 else {
      return nil
    }
    let place = last - 1
    let isDay =
      weekday(words[place]) || RelativeDateParser.days[words[place].text] != nil
      || isMeridiem(place) || isClock(place)
    guard isDay, PhrasePlace.goesOn(words[last], bytes) else { return nil }
    // The name of a show has capital letters.
    if isCapital(last), words[last].text.count > 4 { return nil }
    return (isMeridiem(place) ? max(0, place - 1) : place)..<last + 1
  }

  /// True for the `morning` of `in the morning` and of `tomorrow morning`.
  private func isVague(_ place: Int) -> Bool {
    guard place > 0, PhrasePlace.parts.contains(words[place].text) else { return false }
    let before = words[place - 1]
    return weekday(before) || RelativeDateParser.days[before.text] != nil
      || ["the", "this", "early", "late", "mid"].contains(before.text)
  }

  /// A repetition that was not read, beside a date.
  private func rhythm(_ phrase: Range<Int>) -> Range<Int>? {
    guard !isCovered, let rhythm = RepetitionSearch.rhythm(words),
      rhythm.lowerBound == 0 || !PhrasePlace.owners.contains(words[rhythm.lowerBound - 1].text),
      !(isCapital(rhythm.lowerBound) && rhythm.lowerBound > 0)
    else { return nil }
    return min(rhythm.lowerBound, phrase.lowerBound)..<max(rhythm.upperBound, phrase.upperBound)
  }

  /// True for a word with a capital letter.
  func isCapital(_ place: Int) -> Bool { 0x41...0x5A ~= bytes[words[place].range.lowerBound] }

  private func isSlash(_ place: Int) -> Bool { isAttached(place) && words[place].text == "/" }

  func isClock(_ place: Int) -> Bool {
    if case .clock = words[place].kind { true } else { false }
  }

  func isMeridiem(_ place: Int) -> Bool {
    place < words.count && ["am", "pm"].contains(words[place].text)
  }

  private func month(_ word: DateWord) -> Bool {
    DateNames.isUsual(word.text) && DateNames.month(word.text) != nil
  }

  private func weekday(_ word: DateWord) -> Bool {
    DateNames.isUsual(word.text) && DateNames.weekday(word.text) != nil
  }

  func isAttached(_ place: Int) -> Bool {
    0 < place && place < words.count
      && words[place - 1].range.upperBound == words[place].range.lowerBound
  }
}
