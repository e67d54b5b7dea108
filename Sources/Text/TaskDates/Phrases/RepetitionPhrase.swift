/// A repetition among the words of a title: `every weekday at 9:30` in `Standup every weekday at 9:30`.
///
/// ```swift
/// let phrase = RepetitionPhrase.find(in: "Water the plants every 3 days @home")
/// phrase?.repetition.text  // "every 3 days"
/// phrase?.title  // "Water the plants @home"
/// ```
///
/// The phrase includes a time, a first day, and an end (`until`, `3 times`, `for 2 weeks`) next to it. `Docs/Adding.md`
/// has the rules.
public struct RepetitionPhrase: Hashable, Sendable {
  /// An end that depends on the clock or on the first date.
  enum End: Hashable, Sendable {
    case until(RelativeDate)
    case length(Int, TimeUnit)
  }

  /// The text that contains the phrase.
  public let text: String
  /// The bytes of the phrase, with the preposition before it.
  public let range: Range<Int>
  /// The repetition, without an end that depends on the clock.
  public let repetition: Repetition
  let end: End?
  /// The first day, its time, or both; nil if there is none in the phrase.
  let date: RelativeDate?

  /// The phrase that is surely a repetition, or nil if there is none, or if there are several.
  ///
  /// Words in quotation marks and tags are ignored. The time is linear in the length of the text.
  public static func find(
    in text: String, conventions: DateConventions = .none
  ) -> RepetitionPhrase? {
    RepetitionSearch(PhraseText(text, conventions).words, text).phrase
  }

  /// The words at the end of a title that look like a repetition that cannot be expressed: `every morning`.
  public static func unread(in title: String) -> String? {
    let words = PhraseText(title).words
    guard let range = RepetitionSearch.rhythm(words), RepetitionSearch.isMeant(range, words),
      let first = words[range].first?.range, let last = words[range].last?.range
    else { return nil }
    return String(decoding: Array(title.utf8)[first.lowerBound..<last.upperBound], as: UTF8.self)
  }

  /// The text without the phrase, and without the spaces, or the colon, that remain around it.
  public var title: String { text.withoutPhrase(range) }

  /// The words of the phrase.
  public var words: String { String(decoding: Array(text.utf8)[range], as: UTF8.self) }

  /// Other meanings of it at a moment, and of the date beside it.
  ///
  /// A time alone is that of each date of the series, so it cannot have passed.
  ///
  /// - Parameters:
  ///   - now: The time of the person's clock.
  ///   - other: The date in the rest of the title.
  public func ambiguities(
    at now: DateTimeParameters, with other: DatePhrase? = nil
  ) -> [DateAmbiguity] {
    let own = date.map { $0.isTimeOnly ? $0.ambiguities : $0.ambiguities(at: now) } ?? []
    let day = other.flatMap { $0.isTimeOnly ? nil : $0.date.ambiguities(at: now) } ?? []
    return secondWeekday + own + day
  }

  /// `every second friday`, unless `of the month` follows.
  private var secondWeekday: [DateAmbiguity] {
    guard repetition.rule.weekdays.count == 1, let day = repetition.rule.weekdays.first,
      repetition.rule.frequency == .monthly, day.ordinal == 2, !words.lowercased().contains("month")
    else { return [] }
    return [.secondWeekday(day.weekday)]
  }
}

extension RelativeDate {
  /// True for times without a day.
  var isTimeOnly: Bool {
    terms.allSatisfy { term in
      if case .time = term { true } else { false }
    }
  }
}

extension String {
  /// The text without some bytes, and without the spaces, or the colon, that remain around them.
  package func withoutPhrase(_ range: Range<Int>) -> String {
    let bytes = Array(utf8)
    var before = bytes[..<range.lowerBound]
    var tail = bytes[range.upperBound...]
    while let last = before.last, Self.isBlank(last) { before.removeLast() }
    while let first = tail.first, Self.isBlank(first) || (before.isEmpty && Self.closes(tail)) {
      tail.removeFirst()
    }
    let needsBlank = !before.isEmpty && !tail.isEmpty && !Self.closes(tail)
    return String(decoding: before + (needsBlank ? [0x20] : []) + tail, as: UTF8.self)
  }

  private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

  /// True before punctuation that closes a word, unlike the mark of `!2`.
  private static func closes(_ tail: ArraySlice<UInt8>) -> Bool {
    let rest = tail.drop { PhrasePlace.stops.contains($0) }
    return rest.startIndex > tail.startIndex && rest.first.map(isBlank) != false
  }
}

/// A word of a title that is neither quoted nor in a tag.
package struct PlainWord: Hashable, Sendable {
  /// The word as it was typed.
  package let text: String
  /// Its bytes in the title.
  package let range: Range<Int>

  /// All such words, in order; spaces separate them.
  package static func words(of title: String) -> [PlainWord] {
    let bytes = Array(title.utf8)
    let masked = PhraseText(title).maskedBytes
    var words: [PlainWord] = []
    var start = 0
    for index in 0...bytes.count
    where index == bytes.count || bytes[index] == 0x20 || bytes[index] == 0x09 {
      if start < index, !masked[start..<index].contains(PhraseText.cover) {
        words.append(
          PlainWord(
            text: String(decoding: bytes[start..<index], as: UTF8.self), range: start..<index))
      }
      start = index + 1
    }
    return words
  }
}
