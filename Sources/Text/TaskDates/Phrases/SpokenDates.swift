/// Finds what people say for a date, a time or a repetition, and what this language of dates does not have.
///
/// Nothing of it is read, so a title that ends with it is reported: `in half an hour`, `half past 3`, `this weekend`. Most
/// forms count only at the end of the words, because inside a title they belong to it.
struct SpokenDates {
  private let words: ArraySlice<DateWord>
  private let bytes: [UInt8]
  /// The place after the last word.
  private let end: Int

  /// - Parameter words: The words of a title, or those before its date.
  init(_ words: ArraySlice<DateWord>, _ bytes: [UInt8]) {
    let last = words.lastIndex { !PhrasePlace.isAside($0) }
    end = last.map { $0 + 1 } ?? words.startIndex
    self.words = words[words.startIndex..<end]
    self.bytes = bytes
  }

  /// The words of the phrase; nil if there is none.
  var range: Range<Int>? {
    guard !words.isEmpty else { return nil }
    return repetition
      ?? words.indices.lazy.compactMap { start in
        self.end(from: start).map { start..<$0 }
      }.first
  }

  /// The place after a phrase that begins at a word; nil if none does.
  private func end(from start: Int) -> Int? {
    if let end = length(start) ?? distance(start) ?? clock(start) { return end }
    return isLast(part(start)) ?? isLast(edge(start)) ?? isLast(marked(start))
      ?? isLast(figures(start))
  }

  /// A place if no words are after it.
  private func isLast(_ place: Int?) -> Int? { place == end ? place : nil }

  // MARK: Lengths

  /// The units that only this language lacks.
  private static let otherUnits: Set<String> = ["fortnight", "fortnights", "wk", "wks", "decade"]

  private static let amounts: Set<String> = [
    "half", "few", "couple", "several", "some", "fortnight", "fortnights", "dozen",
  ]

  private static let fillers: Set<String> = [
    "a", "an", "the", "of", "next", "about", "and", ".", "business", "working",
  ]

  /// `in half an hour`, `in 1.5 hours`, `within 3 days`, `after 2 weeks`, if nothing but the title's object follows.
  private func length(_ start: Int) -> Int? {
    guard ["in", "within", "after"].contains(text(start)) else { return nil }
    var place = start + 1
    var hasAmount = false
    while place < end, isAmount(place) || Self.fillers.contains(text(place)), place < start + 7 {
      hasAmount = hasAmount || isAmount(place) || ["a", "an"].contains(text(place))
      place += 1
    }
    if isUnit(place) {
      place += 1
    } else if !Self.otherUnits.contains(text(place - 1)) {
      return nil
    }
    guard hasAmount || Self.otherUnits.contains(text(place - 1)) || text(start) == "within" else {
      return nil
    }
    if text(place) == "'" || text(place) == "\u{2019}" { place += 1 }
    if text(place) == "time" { place += 1 }
    if text(place) == "and", text(place + 1) == "a", text(place + 2) == "half" { place += 3 }
    return place == end || PhrasePlace.openings.contains(text(place)) ? place : nil
  }

  /// `a week from friday`, `3 days before christmas`, `three days later`, `12h from now`.
  private func distance(_ start: Int) -> Int? {
    let isCounted =
      words[start].digits > 0 || ["a", "an"].contains(text(start))
      || RelativeDateParser.numeral(words[start]) != nil
    guard isCounted, isUnit(start + 1) else { return nil }
    let next = start + 2
    if ["later", "ago", "hence"].contains(text(next)) { return isLast(next + 1) }
    guard ["from", "before", "after"].contains(text(next)) else { return nil }
    let day = ["the", "next", "this"].contains(text(next + 1)) ? next + 2 : next + 1
    guard isDay(day) || text(day) == "now" || DateRemains.feasts.contains(text(day)) else {
      return nil
    }
    return isLast(day + 1)
  }

  private func isAmount(_ place: Int) -> Bool {
    guard place < end else { return false }
    return words[place].digits > 0 || Self.amounts.contains(text(place))
      || RelativeDateParser.numeral(words[place]) != nil
  }

  private func isUnit(_ place: Int) -> Bool {
    guard place < end else { return false }
    return TimeUnit(named: text(place)) != nil || Self.otherUnits.contains(text(place))
  }

  // MARK: Times

  /// `half past 3`, `quarter to four`, `3 o'clock`, `three pm`, `13pm`, `5ish`, `17 uhr`, `at five`.
  private func clock(_ start: Int) -> Int? {
    if ["half", "quarter"].contains(text(start)) || isHour(start),
      let next = ["past", "to"].contains(text(start + 1)) ? start + 2 : nil, isHour(next),
      text(start + 1) == "past" || !isNumber(start)
    {
      return isLast(next + 1)
    }
    if text(start) == "half", isNumber(start + 1) { return isLast(start + 2) }
    if isHour(start), text(start + 1) == "o", text(start + 3) == "clock" { return start + 4 }
    if isHour(start), ["am", "pm", "uhr", "ish"].contains(text(start + 1)),
      let end = isLast(start + 2)
    {
      return end
    }
    let isNamed = words[start].kind == .letters && isHour(start + 1)
    if text(start) == "at", !isNumber(start + 1), isNamed { return isLast(start + 2) }
    if text(start) == "at" || isDay(start), start + 1 < end, words[start + 1].digits == 4,
      let time = words[start + 1].number, time < 2400, time % 100 < 60
    {
      return isLast(start + 2)
    }
    if let end = isLast(hours(start)) { return end }
    guard isTime(start) else { return nil }
    if isLast(start + 1) != nil, isBareClock(start) { return end }
    let next = isMeridiem(start + 1) ? start + 2 : start + 1
    if text(next) == "ish" { return isLast(next + 1) }
    if text(next) == "-", text(next + 1) == "ish" { return isLast(next + 2) }
    return text(next) == "till" && text(next + 1) == "late" ? isLast(next + 2) : nil
  }

  /// `from 9 to 5`, `between 9 and 10`, `noon to 3`, `5 or 6pm`, `12 noon`.
  private func hours(_ start: Int) -> Int? {
    if ["from", "between"].contains(text(start)), isNumber(start + 1),
      ["to", "and", "-", "until", "till"].contains(text(start + 2)), isNumber(start + 3)
    {
      return afterTime(start + 3)
    }
    if isTime(start), !isNumber(start), text(start + 1) == "to", isNumber(start + 2) {
      return start + 3
    }
    guard isNumber(start) else { return nil }
    if text(start + 1) == "or", isTime(start + 2) { return afterTime(start + 2) }
    return ["noon", "midday"].contains(text(start + 1)) ? start + 2 : nil
  }

  /// True for the `5:30` of `Report 5:30`, but not for that of `Read John 5:30`.
  private func isBareClock(_ place: Int) -> Bool {
    guard case .clock(let hour, let minute, _) = words[place].kind, hour < 24, minute < 60,
      place > words.startIndex
    else { return false }
    let before = words[place - 1]
    return before.kind == .letters
      && (place - 1 == words.startIndex || !before.isCapital(in: bytes))
  }

  /// A number of an hour in figures or in words.
  private func isHour(_ place: Int) -> Bool {
    guard place < end else { return false }
    return isNumber(place) || RelativeDateParser.numeral(words[place]).map { $0 < 13 } == true
  }

  private func isNumber(_ place: Int) -> Bool {
    place < end && 1...3 ~= words[place].digits
  }

  private func isMeridiem(_ place: Int) -> Bool { ["am", "pm"].contains(text(place)) }

  /// True for `5pm`, `17:30` and `noon`.
  private func isTime(_ place: Int) -> Bool {
    guard place < end else { return false }
    if case .clock = words[place].kind { return true }
    return isNumber(place) && isMeridiem(place + 1)
      || ["noon", "midnight", "midday"].contains(text(place))
  }

  // MARK: Parts of days, weeks and years

  /// `in the morning`, `this evening`, `this weekend`, `over the weekend`, `eod`, `tmrw`, `friday week`.
  private func part(_ start: Int) -> Int? {
    let isPart = { PhrasePlace.parts.contains(self.text($0)) }
    switch text(start) {
    case "in" where text(start + 1) == "the" && isPart(start + 2) && text(start + 2) != "night":
      return start + 3
    case "in" where Self.seasons.contains(text(start + 1)): return start + 2
    case "in" where isMonth(start + 1): return afterYear(start + 2)
    case "in" where isYear(start + 1): return start + 2
    case "this" where isPart(start + 1) || ["weekend", "lunchtime"].contains(text(start + 1)):
      return start + 2
    case "next" where text(start + 1) == "weekend", "coming" where text(start + 1) == "weekend":
      return start + 2
    case "on", "at", "over", "by":
      return text(start + 1) == "the" && text(start + 2) == "weekend" ? start + 3 : nil
    case "later" where isDay(start + 1): return start + 2
    default: break
    }
    if Self.shortForms.contains(text(start)) { return start + 1 }
    if isDay(start), ["week", "next", "coming"].contains(text(start + 1)) { return start + 2 }
    if isDay(start), text(start + 1) == "in", text(start + 2) == "the", isPart(start + 3) {
      return start + 4
    }
    if isUnit(start) || isDay(start), text(start + 1) == "after", text(start + 2) == "next" {
      return start + 3
    }
    return nil
  }

  private static let seasons: Set<String> = ["spring", "summer", "autumn", "winter"]

  private static let shortForms: Set<String> = [
    "eod", "eow", "eob", "cob", "tmrw", "tmr", "tmw", "tmorrow", "tomorow",
    "overmorrow", "midday", "lunchtime",
  ]

  /// `end of day`, `mid january`, `early next week`, `the last friday of december`, `the first of the month`.
  private func edge(_ start: Int) -> Int? {
    switch text(start) {
    case "end", "close":
      return text(start + 1) == "of" && ["day", "business", "play"].contains(text(start + 2))
        ? start + 3 : nil
    case "early", "late", "mid":
      let dash = text(start + 1) == "-" ? start + 2 : start + 1
      if isMonth(dash) { return afterYear(dash + 1) }
      return ["next", "this"].contains(text(dash)) && isUnit(dash + 1) ? dash + 2 : nil
    default: break
    }
    if isMonth(start), text(start + 1) == "the", isOrdinal(start + 2) != nil {
      return isOrdinal(start + 2)
    }
    guard let next = isOrdinal(start) else { return nil }
    let isOfWeek = isWeekday(next) || text(next) == "day"
    let joint = isOfWeek ? next + 1 : next
    guard ["of", "in"].contains(text(joint)) else { return nil }
    let month = ["the", "next", "this"].contains(text(joint + 1)) ? joint + 2 : joint + 1
    return isMonth(month) || ["month", "year"].contains(text(month)) ? month + 1 : nil
  }

  /// The place after `first`, `last` or `3rd`; nil for another word.
  private func isOrdinal(_ place: Int) -> Int? {
    guard place < end else { return nil }
    if text(place) == "last" || RepetitionWords.numerals.contains(text(place)) { return place + 1 }
    return 1...2 ~= words[place].digits && ["st", "nd", "rd", "th"].contains(text(place + 1))
      ? place + 2 : nil
  }

  // MARK: Words before a date

  /// `before friday`, `around 5pm`, `until tomorrow`, `by Q1`: a date that another word makes a different one.
  private func marked(_ start: Int) -> Int? {
    guard Self.limits.contains(text(start)) else { return nil }
    let next = text(start + 1) == "next" || text(start + 1) == "this" ? start + 2 : start + 1
    if isDay(next) {
      let time = text(next + 1) == "at" ? next + 2 : next + 1
      return isTime(time) ? afterTime(time) : next + 1
    }
    return isTime(next) ? afterTime(next) : written(next)
  }

  /// The place after a day such as `dec 7` near the end; nil if there is none.
  private func written(_ place: Int) -> Int? {
    guard place < end, end - place < 12 else { return nil }
    var parser = RelativeDateParser(Array(words[place...]), style: .title)
    guard let date = parser.longest(),
      let form = PhraseForm(date, words[place..<place + parser.index]), form.isDay,
      form.strength != .weak
    else { return nil }
    return place + parser.index
  }

  private func afterTime(_ place: Int) -> Int { isMeridiem(place + 1) ? place + 2 : place + 1 }

  private static let limits: Set<String> = [
    "before", "after", "until", "till", "til", "around", "about", "approx", "since",
    "from", "than",
  ]

  // MARK: Figures

  /// `week 49`, `KW49`, `Q1 2027`, `5.30pm`, `17h30`, `24.12.`, `24/12`, `20261224`, `12/2026`.
  private func figures(_ start: Int) -> Int? {
    if ["week", "wk", "kw", "cw"].contains(text(start)), isNumber(start + 1),
      let week = words[start + 1].number, 1...53 ~= week
    {
      return start + 2
    }
    if text(start) == "q", isAttached(start + 1), let quarter = number(start + 1), 1...4 ~= quarter,
      ["in", "by", "due", "for", "before"].contains(text(start - 1)) || isYear(start + 2)
    {
      return afterYear(start + 2)
    }
    guard words[start].digits > 0, start == words.startIndex || !isAttached(start) else {
      return nil
    }
    if words[start].digits == 8, let number = words[start].number {
      let isDate = 2000...2199 ~= number / 10000 && 1...12 ~= number / 100 % 100
      return isDate && 1...31 ~= number % 100 ? start + 1 : nil
    }
    guard isNumber(start), isAttached(start + 1), isAttached(start + 2) else {
      return dotted(start)
    }
    if text(start + 1) == "h", words[start + 2].digits == 2 { return start + 3 }
    if text(start + 1) == ".", words[start + 2].digits == 2, isMeridiem(start + 3) {
      return start + 4
    }
    return dotted(start)
  }

  /// `24.12.` and `24/12`, but not `1/2` and `24/7`; and `12/2026`.
  private func dotted(_ start: Int) -> Int? {
    guard start + 2 < end, isAttached(start + 1), isAttached(start + 2), let first = number(start),
      let second = number(start + 2), 1...2 ~= words[start].digits
    else { return nil }
    let isWhole = start == words.startIndex || !isAttached(start)
    guard isWhole else { return nil }
    if text(start + 1) == "/", 1...12 ~= first, isYear(start + 2) { return start + 3 }
    guard words[start + 2].digits == 2, 1...31 ~= first, 1...31 ~= second,
      first <= 12 || second <= 12
    else { return nil }
    if text(start + 1) == "/" { return start + 3 }
    let dot = words[start + 2].range.upperBound
    return text(start + 1) == "." && dot < bytes.count && bytes[dot] == UInt8(ascii: ".")
      ? start + 3 : nil
  }

  // MARK: Repetitions

  /// `mon-fri 9am`, `mondays`, `twice a week`, `once a month`, `bi-weekly`, `every few days`.
  private var repetition: Range<Int>? {
    for start in words.indices {
      if let end = isLast(frequency(start)) { return start..<end }
      if isWeekday(start), text(start + 1) == "-" || text(start + 1) == "\u{2013}",
        isWeekday(start + 2)
      {
        let time = text(start + 3) == "at" ? start + 4 : start + 3
        if isTime(time) || isNumber(time) { return start..<time + 1 }
      }
    }
    return nil
  }

  private func frequency(_ start: Int) -> Int? {
    let word = text(start)
    if Self.adverbs.contains(word) { return start + 1 }
    if ["bi", "semi"].contains(word),
      ["weekly", "monthly", "yearly", "annually"].contains(text(start + 2))
    {
      return start + 3
    }
    if word.last == "s", DateNames.weekday(word.dropLast()) != nil, word.count > 6 {
      return start + 1
    }
    if word == "every", ["few", "couple"].contains(text(start + 1)) {
      let unit = text(start + 2) == "of" ? start + 3 : start + 2
      return isUnit(unit) ? unit + 1 : nil
    }
    let isTimes = isHour(start) && text(start + 1) == "times"
    guard isTimes || ["once", "twice", "thrice"].contains(word) else { return nil }
    let next = isTimes ? start + 2 : start + 1
    if ["daily", "weekly", "monthly", "yearly"].contains(text(next)) { return next + 1 }
    return ["a", "an", "per", "each", "every"].contains(text(next)) && isUnit(next + 1)
      ? next + 2 : nil
  }

  private static let adverbs: Set<String> = ["semiannually", "biannually", "weekends"]

  // MARK: Words

  private func text(_ place: Int) -> String {
    words.indices.contains(place) ? words[place].text : ""
  }

  private func number(_ place: Int) -> Int? {
    words.indices.contains(place) ? words[place].number : nil
  }

  private func isAttached(_ place: Int) -> Bool {
    words.startIndex < place && place < end
      && words[place - 1].range.upperBound == words[place].range.lowerBound
  }

  private func isYear(_ place: Int) -> Bool {
    place < end && words[place].digits == 4 && 2000...2199 ~= words[place].number ?? 0
  }

  private func afterYear(_ place: Int) -> Int { isYear(place) ? place + 1 : place }

  private func isWeekday(_ place: Int) -> Bool {
    DateNames.isUsual(text(place)) && DateNames.weekday(text(place)) != nil
  }

  private func isMonth(_ place: Int) -> Bool {
    DateNames.isUsual(text(place)) && DateNames.month(text(place)) != nil && text(place) != "may"
      && text(place) != "mar"
  }

  private func isDay(_ place: Int) -> Bool {
    isWeekday(place) && text(place) != "sun" && text(place) != "sat"
      || ["today", "tomorrow", "tonight"].contains(text(place))
  }
}
