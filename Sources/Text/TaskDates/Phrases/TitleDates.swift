/// The date and the repetition among the words of a title.
///
/// A phrase is read as a whole or not at all: if words that look like a date, a time or a repetition are left over
/// beside it, nothing is read, and ``unread`` has these words.
///
/// ```swift
/// let dates = TitleDates(reading: "Standup every monday at 9:30 @work")
/// dates.title  // "Standup @work"
/// TitleDates(reading: "Report by 31 November 2026").unread?.words  // "31 November 2026"
/// ```
public struct TitleDates: Hashable, Sendable {
  /// Words that look like a date, and are not understood.
  public struct Unread: Hashable, Sendable {
    /// The words.
    public let words: String
    /// True if they look like a repetition.
    public let isRepetition: Bool

    /// The days or times that a date in figures of a foreign form may mean; empty for other words.
    public var possibleDays: [TMDateType] {
      let parts = words.split(separator: " ").filter { !["on", "at", "by", "due"].contains($0) }
      return ForeignDate(parts.joined(separator: " "))?.values ?? []
    }
  }

  /// The whole title.
  public let text: String
  /// The date; nil if there is none.
  public private(set) var date: DatePhrase?
  /// The repetition; nil if there is none.
  public private(set) var repetition: RepetitionPhrase?
  /// The words because of which nothing is read; nil if there are none.
  public private(set) var unread: Unread?

  /// Reads a title.
  ///
  /// Words in quotation marks and tags are ignored. The time is linear in the length of the title.
  ///
  /// - Parameters:
  ///   - text: The title.
  ///   - conventions: What a person has set about dates that they type.
  ///   - repeats: Whether to read a repetition.
  public init(
    reading text: String, conventions: DateConventions = .none, repeats: Bool = true
  ) {
    let words = repeats ? PhraseText(text, conventions).words : []
    self.init(
      reading: text, conventions: conventions, repetition: RepetitionSearch(words, text).phrase)
  }

  /// Reads the date beside a repetition.
  init(reading text: String, conventions: DateConventions, repetition: RepetitionPhrase?) {
    self.text = text
    self.repetition = repetition
    let whole = PhraseText(text, conventions)
    let rest = repetition.map { whole.covering($0.range) } ?? whole
    let words = rest.words
    var place: Range<Int>?
    var isTime = false
    var others: [Range<Int>] = []
    switch PhraseSearch(words, text, takesHours: repetition != nil).answer {
    case .none(let days): others = days
    case .unread(let range): leave(words[range])
    case .date(let candidate):
      date = candidate.phrase(text, words)
      place = candidate.words
      isTime = candidate.isTimeOnly && repetition == nil
    }
    guard unread == nil else { return }
    let remains = DateRemains(words, text, isCovered: repetition != nil)
    let range = remains.range(besideUnread: place == nil ? others : [])
    if let range = range ?? remains.range(beside: place, isTime: isTime) { leave(words[range]) }
  }

  private mutating func leave(_ words: ArraySlice<DateWord>) {
    guard let first = words.first, let last = words.last else { return }
    let whole = [repetition?.range].compactMap(\.self)
      .filter {
        $0.upperBound >= first.range.lowerBound - 2 && $0.lowerBound <= last.range.upperBound + 2
      }
    let start = min(first.range.lowerBound, whole.first?.lowerBound ?? .max)
    let end = max(last.range.upperBound, whole.first?.upperBound ?? 0)
    unread = Unread(
      words: String(decoding: Array(text.utf8)[start..<end], as: UTF8.self),
      isRepetition: repetition != nil || words.contains { ["every", "each"].contains($0.text) })
  }

  /// The title without the phrases, and without the spaces, or the colon, that remain around them.
  public var title: String {
    [date?.range, repetition?.range].compactMap(\.self)
      .sorted { $0.lowerBound > $1.lowerBound }
      .reduce(text) { $0.withoutPhrase($1) }
  }
}
