import ExactText

/// An error in a query, with its column.
public struct QueryError: Error, Hashable, Sendable {
  /// The column in Unicode scalars, from 1; after the last one if something is missing.
  public let column: Int
  /// What is wrong and what was expected, in one line without a full stop.
  public let sentence: String

  /// Creates an error.
  public init(column: Int, _ sentence: String) {
    self.column = column
    self.sentence = sentence
  }
}

extension QueryError: CustomStringConvertible {
  /// `column 7: sentence`.
  public var description: String { "column \(column): \(sentence)" }
}
