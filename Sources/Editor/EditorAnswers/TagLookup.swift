import TaskText
import TriggerLookup

/// What is being typed at a cursor: a tag's name, or its value.
enum TagLookup {
  /// The name of a tag from its `@` to the cursor, and the whole name, which a completion replaces.
  case name(query: Range<Int>, replaced: Range<Int>)
  /// The value of a tag from its parenthesis to the cursor, the tag's name, and the value that a completion replaces.
  ///
  /// - `isClosed`: True if the closing parenthesis is there.
  case value(name: Range<Int>, query: Range<Int>, replaced: Range<Int>, isClosed: Bool)

  /// Looks back from a cursor; nil if no tag is being typed there.
  static func find(in bytes: [UInt8], cursor: Int) -> TagLookup? {
    // A value may itself contain an @, so it comes first.
    if let value = findValue(in: bytes.span, at: cursor) {
      return .value(
        name: value.nameRange, query: value.queryRange, replaced: value.replacement,
        isClosed: value.isClosed)
    }
    guard let name = findTrigger(in: bytes.span, at: cursor, rules: .taskPaper) else { return nil }
    return .name(
      query: name.queryRange, replaced: name.queryRange.lowerBound..<name.replacement.upperBound)
  }
}
