/// A date among the words of a title: `tomorrow 3pm` in `Call Ann tomorrow 3pm @home`.
///
/// ```swift
/// let phrase = DatePhrase.find(in: "Call Ann on friday 3pm @home")
/// phrase?.date  // .relative(friday 3pm)
/// phrase?.title  // "Call Ann @home"
/// ```
///
/// The search is conservative, because removing words from a title by mistake is worse than a date that a person has to
/// add. `Docs/Adding.md` has the rules.
public struct DatePhrase: Hashable, Sendable {
  /// The text that contains the phrase.
  public let text: String
  /// The bytes of the phrase, with the `on`, `at`, `by`, `due` or `for` before it.
  public let range: Range<Int>
  /// The bytes of the date alone.
  public let dateRange: Range<Int>
  /// The date of the phrase, absolute or relative to the current time.
  public let date: DateExpression

  /// The phrase that is surely the due date of a task; nil if no words are clear enough, or if other words beside it
  /// look like a date too.
  ///
  /// Words in quotation marks and tags are ignored. The time is linear in the length of the text.
  public static func find(
    in text: String, conventions: DateConventions = .none
  ) -> DatePhrase? {
    let dates = TitleDates(reading: text, conventions: conventions, repetition: nil)
    return dates.unread == nil ? dates.date : nil
  }

  /// True if the date is a time of the present day: `at 9:30`.
  public var isTimeOnly: Bool {
    if case .relative(let date) = date { date.isTimeOnly } else { false }
  }

  /// The text without the phrase, and without the spaces, or the colon, that remain around it.
  public var title: String { text.withoutPhrase(range) }
}
