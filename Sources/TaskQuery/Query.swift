/// A query over an outline, in the language of TaskPaper's item paths: `not @done and @due <[d] +7d`.
///
/// Reading one needs no clock and no outline; `items(in:now:)` takes both. `Docs/Queries.md` has the
/// language.
///
/// ```swift
/// let query = try Query(parsing: "project Home//task not @done")
/// ```
public struct Query: Sendable {
  /// Which items, from the root of the outline.
  let expression: PathExpression
  /// The names of attributes that are asked for, without the `@`.
  let attributes: [String]
  /// The comparisons, by the numbers that predicates have.
  let comparisons: [Comparison]
  /// What `count(…)` counts, by the numbers that operands have.
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
