import Diagnostics
import TaskDates

/// A comparison as parsed, with the columns for errors.
struct ComparisonDraft {
  let left: Operand
  let leftColumn: Int
  let relation: ComparisonOperator
  let relationColumn: Int
  /// The modifier; nil if none is written.
  let modifier: Modifier?
  let modifierColumn: Int
  let right: Operand
  let value: QueryToken

  /// The comparison, if its sides and its relation are compatible.
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
      column: leftColumn,
      "neither side is an attribute; expected an attribute, such as @\(Self.name(text))")
  }

  /// The beginning of a text that was perhaps meant as a name.
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
      throw QueryError(column: column, "\(part.quoted) is not a number")
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

  /// A comparison with a pattern, which has to be a constant, because a pattern from a file could be anything.
  private func match(_ modifier: Modifier) throws(QueryError) -> Comparison {
    guard case .text(let text) = right else {
      throw QueryError(column: value.column, "expected a literal expression after matches")
    }
    do {
      let pattern = try TextPattern(parsing: text, ignoresCase: modifier.reading == .text)
      return Comparison(
        left: left, relation: relation, modifier: modifier, right: .pattern(pattern))
    } catch {
      throw QueryError(column: column(inValue: error.column), error.sentence)
    }
  }

  /// The column of a position in the value: exact if the value is written verbatim in the query.
  private func column(inValue column: Int) -> Int {
    guard value.isVerbatim else { return value.column }
    if case .quoted = value.kind { return value.column + column }
    return value.column + column - 1
  }
}
