import Diagnostics
import TaskDates

/// A comparison as it was read, with the columns that errors point at.
struct ComparisonDraft {
  let left: Operand
  let leftColumn: Int
  let relation: ComparisonOperator
  let relationColumn: Int
  /// What is written, nil for nothing.
  let modifier: Modifier?
  let modifierColumn: Int
  let right: Operand
  let value: QueryToken

  /// The comparison, if its sides and its relation go together.
  func comparison() throws(QueryError) -> Comparison {
    var modifier = modifier ?? Modifier()
    if self.modifier == nil, hasCount { modifier.reading = .number }
    try checkSides()
    try checkRelation(modifier)
    if relation == .matches { return try match(modifier) }
    for (operand, column) in [(left, leftColumn), (right, value.column)] {
      if case .text(let text) = operand { try check(text, modifier, column: column) }
    }
    return Comparison(left: left, relation: relation, modifier: modifier, right: right)
  }

  private var hasCount: Bool {
    [left, right].contains { if case .count = $0 { true } else { false } }
  }

  private func checkSides() throws(QueryError) {
    guard case .text(let text) = left, case .text = right else { return }
    throw QueryError(
      column: leftColumn, "neither side is an attribute; expected one, such as @\(Self.name(text))")
  }

  /// The beginning of a text as the name that was perhaps meant.
  private static func name(_ text: String) -> String {
    let word = text.prefix { $0.isLetter }.prefix(20)
    return word.isEmpty ? "text" : String(word)
  }

  private func checkRelation(_ modifier: Modifier) throws(QueryError) {
    let isText = modifier.reading == .text || modifier.reading == .exactText
    if relation == .matches, modifier.isList || !isText {
      throw QueryError(column: modifierColumn, "matches compares texts; expected [i] or [s]")
    }
    guard !relation.isOrder, !isText, !modifier.isList else { return }
    let reading = modifier.reading == .date ? "dates" : "numbers"
    throw QueryError(
      column: relationColumn,
      "\(relation.rawValue) compares texts, not \(reading); expected =, !=, <, <=, > or >=")
  }

  private func check(_ text: String, _ modifier: Modifier, column: Int) throws(QueryError) {
    let parts = modifier.isList ? ComparedValue.parts(of: text) : [text]
    for part in parts where modifier.reading == .number && ComparedValue.number(part) == nil {
      throw QueryError(column: column, "\(part.quoted) is no number")
    }
    guard modifier.reading == .date else { return }
    for part in parts {
      do {
        _ = try DateExpression(parsing: part)
      } catch {
        throw QueryError(column: column, "\(error)")
      }
    }
  }

  /// A comparison with an expression, which is written out: one out of a file could be anything.
  private func match(_ modifier: Modifier) throws(QueryError) -> Comparison {
    guard case .text(let text) = right else {
      throw QueryError(column: value.column, "expected the expression itself behind matches")
    }
    do {
      let pattern = try TextPattern(parsing: text, ignoresCase: modifier.reading == .text)
      return Comparison(
        left: left, relation: relation, modifier: modifier, right: .pattern(pattern))
    } catch {
      throw QueryError(column: column(inValue: error.column), error.sentence)
    }
  }

  /// The column of a place in the value: its own where the value stands in the query as it is.
  private func column(inValue column: Int) -> Int {
    guard value.isVerbatim else { return value.column }
    if case .quoted = value.kind { return value.column + column }
    return value.column + column - 1
  }
}
