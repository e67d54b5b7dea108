/// A trigger before the cursor, and the name that a person is typing after it.
///
/// Ranges are those of the text: of `String.Index`, or of offsets of bytes if the text was given as bytes.
///
/// ```swift
/// let text = "Call @phone now"
/// let cursor = text.index(text.startIndex, offsetBy: 8)  // Call @ph‸one now
/// if let match = findTrigger(in: text, at: cursor, rules: .taskPaper) {
///   match.query  // "ph"
///   text[match.replacement]  // "@phone"
/// }
/// ```
public struct TriggerMatch<Bound: Comparable & Sendable>: Sendable {
  /// The trigger as it is in the text, such as `@` or `＠`.
  public let trigger: Character
  /// The text between trigger and cursor, without the trigger; it is empty if the trigger was just typed.
  public let query: Substring
  /// From the trigger to the cursor: what an editor highlights.
  ///
  /// If the cursor was given inside a grapheme cluster, the range ends at the start of that cluster.
  public let range: Range<Bound>
  /// The range of the query.
  public let queryRange: Range<Bound>
  /// From the trigger to the end of the name, which may be after the cursor: what a completion replaces.
  public let replacement: Range<Bound>

  /// The trigger that a completion inserts: `@` for the full-width `＠`, otherwise the trigger that was found.
  ///
  /// For `＠山田` it is `@`, and for `＃山田` it is `＃`.
  public var insertedTrigger: Character { trigger == "\u{FF20}" ? "@" : trigger }
}

extension TriggerMatch: Equatable {
  /// True if both have the same ranges, trigger and query, compared by their bytes.
  ///
  /// An editor compares two matches to find out whether its menu must change: `if match != last { … }`.
  public static func == (left: TriggerMatch, right: TriggerMatch) -> Bool {
    left.range == right.range && left.replacement == right.replacement
      && left.queryRange == right.queryRange
      && left.trigger.utf8.elementsEqual(right.trigger.utf8)
      && left.query.utf8.elementsEqual(right.query.utf8)
  }
}

/// The value of a tag that a person is typing, as in `@due(tom‸`.
///
/// Ranges are those of the text, as in `TriggerMatch`.
///
/// ```swift
/// let text = "Call Ann @due(tom"
/// if let match = findValue(in: text, at: text.endIndex) {
///   match.name  // "due"
///   match.query  // "tom"
/// }
/// ```
public struct ValueMatch<Bound: Comparable & Sendable>: Sendable {
  /// The name of the tag, without its trigger.
  public let name: Substring
  /// The text between the parenthesis and the cursor as it was written, with the backslashes of `\(` and `\)`.
  public let query: Substring
  /// The range of the name.
  public let nameRange: Range<Bound>
  /// From the trigger to the cursor.
  public let range: Range<Bound>
  /// The range of the query.
  public let queryRange: Range<Bound>
  /// The value, which a completion replaces: up to its closing parenthesis, or to the cursor if there is none.
  public let replacement: Range<Bound>
  /// True if the value has a closing parenthesis; if not, a completion inserts one.
  public let isClosed: Bool
}

extension ValueMatch: Equatable {
  /// True if both have the same ranges and texts, compared by their bytes: `if match != last { … }`.
  public static func == (left: ValueMatch, right: ValueMatch) -> Bool {
    left.range == right.range && left.replacement == right.replacement
      && left.nameRange == right.nameRange && left.queryRange == right.queryRange
      && left.isClosed == right.isClosed && left.name.utf8.elementsEqual(right.name.utf8)
      && left.query.utf8.elementsEqual(right.query.utf8)
  }
}
