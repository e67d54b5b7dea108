/// Days that do not exist or are not known, and times that need a day.
extension DateRemains {
  /// The words of a day that duecal does not know, before or after a time: `New Year's Eve`, `on Martinmas`.
  func day(of time: Range<Int>) -> Range<Int>? {
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

  /// A day such as `31 November` or a time such as `at 25:00`, or a time without a day such as `at 8`.
  var impossible: Range<Int>? {
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
  var nonexistent: Range<Int>? {
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

  /// A date with `morning` or a zone at the end of a title: `tomorrow morning`, `friday 3pm UTC`.
  var vague: Range<Int>? {
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
  func isVague(_ place: Int) -> Bool {
    guard place > 0, PhrasePlace.parts.contains(words[place].text) else { return false }
    let before = words[place - 1]
    return weekday(before) || RelativeDateParser.days[before.text] != nil
      || ["the", "this", "early", "late", "mid"].contains(before.text)
  }

  /// A repetition that was not read, beside a date.
  func rhythm(_ phrase: Range<Int>) -> Range<Int>? {
    guard !isCovered, let rhythm = RepetitionSearch.rhythm(words),
      rhythm.lowerBound == 0 || !PhrasePlace.owners.contains(words[rhythm.lowerBound - 1].text),
      !(isCapital(rhythm.lowerBound) && rhythm.lowerBound > 0)
    else { return nil }
    return min(rhythm.lowerBound, phrase.lowerBound)..<max(rhythm.upperBound, phrase.upperBound)
  }
}
