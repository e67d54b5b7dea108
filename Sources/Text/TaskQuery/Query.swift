import ExactText
import TaskDates

/// A query over an outline, in the language of TaskPaper's item paths: `not @done and @due <[d] +7d`.
///
/// Reading one needs no clock and no outline; `items(in:now:)` takes both. `Docs/QueryLanguage.md` has the
/// language.
///
/// ```swift
/// let query = try Query(parsing: "project Home//task not @done")
/// ```
public struct Query: Sendable {
  /// The selected items, from the root of the outline.
  let expression: PathExpression
  /// The names of the attributes that the query uses, without the `@`.
  public let attributes: [String]
  /// The comparisons, which predicates refer to by number.
  let comparisons: [Comparison]
  /// The operands `count(…)`, which are referred to by number.
  let counts: [CountedPath]

  /// Reads a query.
  ///
  /// - Parameter text: The query, on one line or several.
  /// - Throws: `QueryError` with the column of what is wrong.
  public init(parsing text: String) throws(QueryError) {
    var parser = QueryParser(try QueryLexer.tokens(of: text))
    expression = try parser.query()
    attributes = parser.attributes
    comparisons = parser.comparisons
    counts = parser.counts
  }
}

extension Query {
  /// A comparison of an attribute with a written date as texts, such as `@due < tomorrow`.
  public struct TextualDate: Hashable, Sendable {
    /// The attribute, without the `@`.
    public let attribute: String
    /// The relation, such as `<`.
    public let relation: String
    /// The date, as written.
    public let date: String
  }

  /// The comparisons in which dates are compared as texts, in order.
  public var textualDates: [TextualDate] {
    comparisons.compactMap { comparison in
      guard comparison.relation.isOrder, comparison.modifier.reading == .text else { return nil }
      switch (comparison.left, comparison.right) {
      case (.attribute(let number), .text(let text)):
        return textualDate(attributes[number], comparison.relation, text)
      case (.text(let text), .attribute(let number)):
        return textualDate(attributes[number], comparison.relation.turned, text)
      default: return nil
      }
    }
  }

  private func textualDate(
    _ attribute: String, _ relation: ComparisonOperator, _ text: String
  ) -> TextualDate? {
    guard (try? DateExpression(parsing: text)) != nil else { return nil }
    return TextualDate(attribute: attribute, relation: relation.rawValue, date: text)
  }
}
