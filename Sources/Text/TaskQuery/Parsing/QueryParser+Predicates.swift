import Diagnostics
import ExactText
import TaskDates

/// Predicates, which are conditions for an item.
extension QueryParser {
  /// The words with a special meaning, which are texts only in quotation marks.
  private static let reserved: Set<String> = Set(
    ["and", "or", "not", "union", "intersect", "except"]
      + ComparisonOperator.allCases.map(\.rawValue))

  /// True if the next token can begin a predicate.
  var beginsPredicate: Bool {
    switch token.kind {
    case .attribute, .sign, .quoted, .count: true
    case .open: !token.opensPath
    case .bracket(let content): !Self.isSlice(content)
    case .word(let word):
      !Self.reserved.contains(word) || word == "not" || ComparisonOperator(rawValue: word) != nil
    case .slashes, .axis, .close, .end: false
    }
  }

  mutating func predicate() throws(QueryError) -> Predicate {
    try chain("or", Predicate.or) { (parser) throws(QueryError) in
      try parser.chain("and", Predicate.and) { (parser) throws(QueryError) in
        try parser.negation()
      }
    }
  }

  private mutating func chain(
    _ word: String, _ join: ([Predicate]) -> Predicate,
    operand: (inout QueryParser) throws(QueryError) -> Predicate
  ) throws(QueryError) -> Predicate {
    var operands = [try operand(&self)]
    while token.isWord(word) {
      index += 1
      operands.append(try operand(&self))
    }
    return operands.count == 1 ? operands[0] : join(operands)
  }

  private mutating func negation() throws(QueryError) -> Predicate {
    var isNegated = false
    while token.isWord("not") {
      isNegated.toggle()
      index += 1
    }
    let predicate = try primary()
    return isNegated ? .not(predicate) : predicate
  }

  private mutating func primary() throws(QueryError) -> Predicate {
    if token.kind == .open { return try group() }
    if token.isWord("*") {
      index += 1
      return .any
    }
    guard let kind = token.word.flatMap(QueryKind.init),
      !tokens[index + 1].isText(besides: Self.reserved)
    else { return try comparison() }
    index += 1
    return isBeforePredicate ? .and([.kind(kind), try negation()]) : .kind(kind)
  }

  private mutating func group() throws(QueryError) -> Predicate {
    guard !token.opensPath else {
      throw QueryError(
        column: token.column, "these parentheses contain paths; expected a predicate")
    }
    index += 1
    let predicate = try predicate()
    guard token.kind == .close else { throw unexpected() }
    index += 1
    return predicate
  }

  /// True if the token after a type begins a separate predicate: `task @due`.
  private var isBeforePredicate: Bool {
    switch token.kind {
    case .attribute, .sign, .count, .open: true
    case .bracket(let content): !Self.isSlice(content)
    case .word(let word): word == "not" || ComparisonOperator(rawValue: word) != nil
    case .slashes, .axis, .close, .end, .quoted: false
    }
  }

  // MARK: Comparisons

  private mutating func comparison() throws(QueryError) -> Predicate {
    let start = token
    let left = try operand()
    let relationToken = token
    let relation = relation()
    let modifierToken = token
    let modifier = try modifier()
    if relation == nil, modifier == nil {
      if let left, let whole = try alone(left, start) { return whole }
    }
    let valueToken = token
    guard let right = try operand() else { throw noValue() }
    let draft = ComparisonDraft(
      left: left ?? attribute("text"), leftColumn: start.column,
      relation: relation ?? .contains, relationColumn: relationToken.column,
      modifier: modifier, modifierColumn: modifierToken.column, right: right,
      value: valueToken)
    comparisons.append(try draft.comparison())
    return .compare(comparisons.count - 1)
  }

  /// The meaning of an operand without a comparison; nil for an attribute before a text.
  ///
  /// An attribute alone means that it exists, a text alone that the line contains it.
  private mutating func alone(
    _ operand: Operand, _ start: QueryToken
  ) throws(QueryError) -> Predicate? {
    switch operand {
    case .attribute(let number):
      return token.isText(besides: Self.reserved) ? nil : .exists(number)
    case .count:
      throw QueryError(
        column: token.column, "expected a comparison after the number, such as > 0")
    case .text, .pattern:
      let comparison = Comparison(
        left: attribute("text"), relation: .contains, modifier: Modifier(), right: operand)
      comparisons.append(comparison)
      return .compare(comparisons.count - 1)
    }
  }

  private func noValue() -> QueryError {
    QueryError(
      column: token.column,
      "expected a value, an attribute or count(…), not \(token.shown.quoted)")
  }

  private mutating func operand() throws(QueryError) -> Operand? {
    switch token.kind {
    case .attribute(let name):
      index += 1
      return attribute(name)
    case .count: return try count()
    default: return text().map { .text($0) }
    }
  }

  private mutating func attribute(_ name: String) -> Operand {
    let number = attributeNumbers[name] ?? attributes.count
    if number == attributes.count {
      attributes.append(name)
      attributeNumbers[name] = number
    }
    return .attribute(number)
  }

  /// Reads words and quoted texts, with the spaces between them.
  private mutating func text() -> String? {
    guard token.isText(besides: Self.reserved) else { return nil }
    var text = ""
    while token.isText(besides: Self.reserved) {
      text += (text.isEmpty ? "" : token.blanks) + token.shown
      index += 1
    }
    return text
  }

  /// Reads `count(path)`; a path that begins at the item has one step.
  private mutating func count() throws(QueryError) -> Operand {
    index += 2
    let column = token.column
    let expression = try expression()
    guard token.kind == .close else { throw unexpected() }
    index += 1
    if expression.isAbsolute {
      counts.append(.everywhere(expression))
    } else if case .path(let path) = expression, path.steps.count == 1 {
      counts.append(.step(path.steps[0]))
    } else {
      throw QueryError(
        column: column,
        "count takes one step from the item, such as child::task, or a path that begins with /")
    }
    return .count(counts.count - 1)
  }

  private mutating func relation() -> ComparisonOperator? {
    if case .sign(let relation) = token.kind {
      index += 1
      return relation
    }
    guard let relation = token.word.flatMap(ComparisonOperator.init) else { return nil }
    index += 1
    return relation
  }

  private mutating func modifier() throws(QueryError) -> Modifier? {
    guard case .bracket(let content) = token.kind, !Self.isSlice(content) else { return nil }
    var modifier = Modifier()
    var reading: Modifier.Reading?
    for (offset, letter) in content.unicodeScalars.enumerated() {
      if letter == "l", !modifier.isList {
        modifier.isList = true
      } else if reading == nil, let read = Modifier.Reading(rawValue: Character(letter)) {
        reading = read
      } else {
        throw Self.noModifier(content, token.column + 1 + offset)
      }
    }
    if content.isEmpty { throw Self.noModifier(content, token.column + 1) }
    modifier.reading = reading ?? .text
    index += 1
    return modifier
  }

  private static func noModifier(_ content: String, _ column: Int) -> QueryError {
    QueryError(
      column: column,
      "\(content.quoted) is not a modifier; expected i, s, n or d, alone or with l, or a slice")
  }
}

extension QueryToken {
  /// True for a quoted text and for a word without a special meaning.
  fileprivate func isText(besides reserved: Set<String>) -> Bool {
    switch kind {
    case .quoted: true
    case .word(let word): !reserved.contains(word)
    default: false
    }
  }
}
