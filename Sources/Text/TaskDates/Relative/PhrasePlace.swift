/// The position of a date in a title: at its end, after a preposition, or after a word that gives it another meaning.
struct PhrasePlace {
  enum Marker: String {
    case on, at, by, due
    case `for`
  }

  /// The index of the first word of the phrase, including its preposition.
  let start: Int
  /// The preposition with the strongest meaning.
  let marker: Marker?
  /// True if only tags and punctuation follow.
  let isEnd: Bool
  /// True if the text begins with the phrase, and a colon or comma follows.
  private let isSetOff: Bool
  private let wordBefore: String?
  private let wordAfter: String?
  private let firstWord: String
  /// True if the next word belongs to the date, so that the phrase is only a part of it.
  private let goesOn: Bool

  /// Words before a colon that belong to the date after it.
  private static let labels: Set<String> = ["due", "deadline"]

  /// Punctuation that can follow a phrase.
  static let stops = Array(",.;:!?".utf8)

  /// - Parameter takesArticle: Whether a `the` without a preposition belongs to the phrase, not to the title.
  init(
    _ phrase: Range<Int>, _ words: [DateWord], bytes: [UInt8], takesArticle: Bool = false
  ) {
    var start = phrase.lowerBound
    var marker: Marker?
    if words[start].text == "at" { marker = .at }
    if start > 1, words[start - 1].text == "the", Self.canHaveArticle(words[start]) { start -= 1 }
    if start > 1, words[start - 1].text == ":", Self.labels.contains(words[start - 2].text) {
      marker = .due
      start -= 2
    }
    while start > 0, let found = Marker(rawValue: words[start - 1].text) {
      marker = marker == .due ? .due : found == .due ? .due : marker ?? found
      start -= 1
    }
    if marker == nil, !takesArticle { start = phrase.lowerBound }
    if start > 1, Self.isAt(words[start - 1], bytes) { start -= 1 }
    self.start = start
    self.marker = marker
    firstWord = words[phrase.lowerBound].text
    wordBefore = start > 0 ? words[start - 1].text : nil
    let phraseEnd =
      words[phrase.upperBound...].prefix { Self.isAside($0) }.count + phrase.upperBound
    isEnd = phraseEnd == words.count
    let next = phrase.upperBound < words.count ? words[phrase.upperBound] : nil
    isSetOff = start == 0 && (next?.text == ":" || next?.text == ",")
    wordAfter = next?.text
    goesOn =
      next.map { Self.goesOn($0, bytes) } ?? false || Self.isZone(phrase.upperBound, words, bytes)
  }

  /// True for the sign alone, as in `Lunch @ noon`; before a name it begins a tag.
  private static func isAt(_ word: DateWord, _ bytes: [UInt8]) -> Bool {
    word.range.count == 1 && bytes[word.range.lowerBound] == UInt8(ascii: "@")
  }

  /// True for the `evening` of `friday evening`, and the `UTC` of `10am UTC`.
  static func goesOn(_ next: DateWord, _ bytes: [UInt8]) -> Bool {
    isShortZone(next, bytes) || parts.contains(next.text)
  }

  /// True for `UTC` and `EST`.
  static func isShortZone(_ word: DateWord, _ bytes: [UInt8]) -> Bool {
    zones.contains(String(decoding: bytes[word.range], as: UTF8.self))
  }

  /// True for the `Europe/London` of `10:00 Europe/London`.
  static func isZone(_ place: Int, _ words: [DateWord], _ bytes: [UInt8]) -> Bool {
    guard place + 2 < words.count, words[place + 1].text == "/",
      words[place].range.upperBound + 1 == words[place + 2].range.lowerBound
    else { return false }
    return regions.contains(String(decoding: bytes[words[place].range], as: UTF8.self))
  }

  /// The first parts of names of zones.
  private static let regions: Set<String> = [
    "Africa", "America", "Antarctica", "Arctic", "Asia", "Atlantic", "Australia", "Brazil",
    "Canada", "Chile", "Etc", "Europe", "Indian", "Mexico", "Pacific", "US",
  ]

  /// The parts of a day.
  static let parts: Set<String> = ["morning", "afternoon", "evening", "night"]

  /// Short names of zones, which a title never sets.
  private static let zones: Set<String> = [
    "Z", "UTC", "GMT", "BST", "CET", "CEST", "EET", "EEST", "EST", "EDT", "CST", "CDT", "MST",
    "MDT", "PST", "PDT", "IST", "JST", "AEST", "AEDT", "UT", "MEZ", "MESZ", "WET", "WEST", "PKT",
    "HKT", "SGT", "NZST", "NZDT", "MSK", "AKST", "AKDT", "HST",
  ]

  /// True for the first word of `the end of month` and `the 4th of december` after the article.
  private static func canHaveArticle(_ word: DateWord) -> Bool {
    word.digits > 0 || ["end", "start", "beginning"].contains(word.text)
  }

  /// True for a tag, and for punctuation at the end of the text.
  static func isAside(_ word: DateWord) -> Bool {
    word.kind == .other
      && (PhraseText.isCovered(word) && word.text.utf8.last == word.text.utf8.first
        || word.text.utf8.allSatisfy { stops.contains($0) })
  }

  /// True if words with this form are a date at this position.
  func admits(_ form: PhraseForm) -> Bool {
    if goesOn { return false }
    return switch marker {
    case .due: true
    case .by: form.strength != .weak || isEnd
    case .on: form.isDay && (form.strength != .weak || isEnd || opens) && !isNamedDay
    case .at: firstWord == "at" && (form.strength != .weak || isEnd)
    case .for: form.strength == .certain
    case nil:
      !isOfTitle && !(isVersion && !form.isDay)
        && (form.strength == .certain || form.strength == .likely && isApart(form))
    }
  }

  /// True at the end, before a colon, and for `tomorrow` before the subject of a talk.
  private func isApart(_ form: PhraseForm) -> Bool {
    isEnd || isSetOff || form.isNearDay && opens
  }

  private var opens: Bool { Self.openings.contains(wordAfter ?? "") }

  static let openings: Set<String> = ["about", "with", "regarding", "because"]

  /// True after a word to which the date belongs: `the`, `every`, `until`, and `one` inside a title.
  private var isOfTitle: Bool {
    isNamedDay || wordBefore.map { Self.owners.contains($0) || $0 == "one" && !isEnd } == true
  }

  /// True for the `2026-11` of `Fix release 2026-11`.
  private var isVersion: Bool {
    firstWord.first?.isNumber == true
      && ["release", "version", "build", "edition", "issue"].contains(wordBefore)
  }

  static let owners: Set<String> = [
    "the", "a", "an", "of", "in", "every", "each", "my", "your", "his", "her", "its", "our",
    "their",
    "no", "any", "some", "last", "next", "this", "like", "is", "was", "and", "or", "not", "since",
    "until", "till", "til", "from", "to", "before", "after", "between", "through", "thru", "than",
    "per",
    "s", "m", "re", "better", "other", "what", "about", "around", "early", "except",
    "excluding",
    "late", "later", "mid", "sometime", "\u{2795}", "\u{2705}", "\u{274C}",
  ]

  /// True for days with their own names: `Good Friday`.
  private var isNamedDay: Bool {
    wordBefore.map { Self.names.contains($0) } == true
  }

  static let names: Set<String> = [
    "ash", "black", "casual", "cyber", "easter", "freaky", "good", "maundy", "palm", "shrove",
    "super", "world",
  ]
}
