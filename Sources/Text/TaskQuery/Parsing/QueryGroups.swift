/// Determines for each parenthesis whether it contains a path or a predicate.
///
/// Both may begin alike, `(a or b)//c` and `(a union b)`. It is known before anything is parsed, so that nothing is
/// parsed twice; otherwise the time would double with each nested parenthesis.
enum QueryGroups {
  /// The maximum depth of parentheses: more than anybody writes, and few enough for any stack.
  static let limit = 64

  /// Marks the opening parentheses of paths.
  static func mark(_ tokens: inout [QueryToken]) throws(QueryError) {
    var open: [Int] = []
    for index in tokens.indices {
      switch tokens[index].kind {
      case .open:
        guard open.count < limit else {
          throw QueryError(
            column: tokens[index].column, "too many nested parentheses; expected at most \(limit)")
        }
        open.append(index)
      case .close: try close(index, &open, tokens: &tokens)
      default:
        if let last = open.last, isOfPath(tokens[index]) { tokens[last].opensPath = true }
      }
    }
    if let last = open.last {
      throw QueryError(
        column: tokens[last].column, "this parenthesis is not closed; expected a )")
    }
  }

  /// Closes a parenthesis; one around a parenthesis with a path has a path too, unless it belongs to `count`.
  private static func close(
    _ index: Int, _ open: inout [Int], tokens: inout [QueryToken]
  ) throws(QueryError) {
    guard let start = open.popLast() else {
      throw QueryError(column: tokens[index].column, "there is no ( before this )")
    }
    let isCount = start > 0 && tokens[start - 1].kind == .count
    if tokens[start].opensPath, !isCount, let outer = open.last { tokens[outer].opensPath = true }
  }

  /// True for tokens that only paths have: slashes, axes, slices, operations on sets.
  private static func isOfPath(_ token: QueryToken) -> Bool {
    switch token.kind {
    case .slashes, .axis: true
    case .bracket(let content): QueryParser.isSlice(content)
    case .word(let word): SetOperation(rawValue: word) != nil
    default: false
    }
  }
}

/// A word between two paths.
enum SetOperation: String {
  case union, intersect, except
}
