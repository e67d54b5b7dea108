import Diagnostics
import ExactText

/// Parses the tokens of a query: sets of paths, paths, steps.
///
/// It recurses only for parentheses, whose depth `QueryGroups` has limited.
struct QueryParser {
  let tokens: [QueryToken]
  var index = 0
  var attributes: [String] = []
  var attributeNumbers: ExactDictionary<Int> = [:]
  var comparisons: [Comparison] = []
  var counts: [CountedPath] = []

  /// Creates a parser for tokens, the last of which is `end`.
  init(_ tokens: [QueryToken]) {
    self.tokens = tokens
  }

  /// The next token.
  var token: QueryToken { tokens[index] }

  /// Parses the whole query.
  mutating func query() throws(QueryError) -> PathExpression {
    if token.kind == .end {
      throw QueryError(column: token.column, "the query is empty; expected one such as not @done")
    }
    let expression = try expression()
    guard token.kind == .end else { throw unexpected() }
    return expression
  }

  /// The error for a token that is not allowed here.
  func unexpected() -> QueryError {
    var hint = ""
    if case .word(let word) = token.kind, word == "not" || ComparisonOperator(rawValue: word) != nil
    {
      hint = "; put a text that contains \(word) in quotation marks"
    }
    return QueryError(
      column: token.column,
      "unexpected \(token.shown.quoted); expected and, or, /, union, intersect, except or the end"
        + hint)
  }

  // MARK: Sets

  mutating func expression() throws(QueryError) -> PathExpression {
    try chain(.union, PathExpression.union) { (parser) throws(QueryError) in
      try parser.chain(.except, PathExpression.except) { (parser) throws(QueryError) in
        try parser.chain(.intersect, PathExpression.intersect) { (parser) throws(QueryError) in
          try parser.operand()
        }
      }
    }
  }

  /// Parses operands with one operation between them.
  private mutating func chain(
    _ operation: SetOperation, _ join: ([PathExpression]) -> PathExpression,
    operand: (inout QueryParser) throws(QueryError) -> PathExpression
  ) throws(QueryError) -> PathExpression {
    var operands = [try operand(&self)]
    while token.isWord(operation.rawValue) {
      index += 1
      operands.append(try operand(&self))
    }
    return operands.count == 1 ? operands[0] : join(operands)
  }

  private mutating func operand() throws(QueryError) -> PathExpression {
    guard token.kind == .open, token.opensPath else { return .path(try path()) }
    index += 1
    let expression = try expression()
    guard token.kind == .close else { throw unexpected() }
    index += 1
    return try slice().map { .sliced(expression, $0) } ?? expression
  }

  // MARK: Paths

  private mutating func path() throws(QueryError) -> ItemPath {
    let slashes = try slashes()
    var steps = [try step(slashes.map { Self.axis(after: $0) } ?? .descendant, slashes ?? 1)]
    while let slashes = try self.slashes() {
      steps.append(try step(Self.axis(after: slashes), slashes))
    }
    return ItemPath(isAbsolute: slashes != nil, steps: steps)
  }

  private static func axis(after slashes: Int) -> Axis {
    switch slashes {
    case 1: .child
    case 2: .descendant
    default: .descendantOrSelf
    }
  }

  private mutating func slashes() throws(QueryError) -> Int? {
    guard case .slashes(let count) = token.kind else { return nil }
    guard count <= 3 else {
      throw QueryError(column: token.column, "expected /, // or ///, not \(count) slashes")
    }
    index += 1
    return count
  }

  private mutating func step(_ axis: Axis, _ slashes: Int) throws(QueryError) -> PathStep {
    let column = token.column
    let written = try writtenAxis()
    if written != nil, slashes > 1 {
      throw QueryError(column: column, "an axis follows one slash, not \(slashes)")
    }
    let kind = kind()
    let predicate = beginsPredicate ? try predicate() : nil
    guard kind != nil || predicate != nil || written == .parent else { throw noStep() }
    return PathStep(
      axis: written ?? axis, kind: kind, predicate: predicate, slice: try slice())
  }

  private func noStep() -> QueryError {
    if case .open = token.kind {
      return QueryError(
        column: token.column, "a set of paths is not a step; expected a type, * or a predicate")
    }
    return QueryError(
      column: token.column,
      "expected project, task, note, * or what to look for, not \(token.shown.quoted)")
  }

  /// Parses the axis of a step: `parent::`, or `..` for short.
  private mutating func writtenAxis() throws(QueryError) -> Axis? {
    guard case .axis(let name) = token.kind else { return nil }
    guard let axis = name == ".." ? .parent : Axis(rawValue: name) else {
      let names = Axis.allCases.map { "\($0.rawValue)::" }.joined(separator: ", ")
      throw QueryError(
        column: token.column,
        "there is no axis \(name.quoted); expected \(names), or quotation marks around a text")
    }
    index += 1
    return axis
  }

  /// Parses a type at the beginning of a step; before `and` or `or` it is part of the predicate.
  private mutating func kind() -> QueryKind? {
    guard let kind = token.word.flatMap(QueryKind.init), !tokens[index + 1].isWord("and"),
      !tokens[index + 1].isWord("or")
    else { return nil }
    index += 1
    return kind
  }

  // MARK: Slices

  /// True if the text in brackets is a slice and not a modifier.
  static func isSlice(_ content: String) -> Bool {
    content.utf8.contains {
      (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) || $0 == UInt8(ascii: ":")
    }
  }

  private mutating func slice() throws(QueryError) -> Slice? {
    guard case .bracket(let content) = token.kind else { return nil }
    let parts = content.split(separator: ":", omittingEmptySubsequences: false)
    let isOpen = parts.count == 2 && parts[1].isEmpty
    guard (1...2).contains(parts.count), let start = Self.number(parts[0]),
      parts.count == 1 || isOpen || Self.number(parts[1]) != nil
    else {
      throw QueryError(
        column: token.column + 1,
        "\(content.quoted) is not a slice; expected one such as [0], [-1], [0:2] or [1:]")
    }
    index += 1
    guard parts.count == 2 else { return Slice(start: start, end: .single) }
    return Slice(start: start, end: Self.number(parts[1]).map { .before($0) } ?? .open)
  }

  private static func number(_ text: Substring) -> Int? {
    guard text.utf8.count <= 10, text.utf8.first != UInt8(ascii: "+") else { return nil }
    return Int(text)
  }
}
