import Diagnostics

/// Parses the pattern of `matches`.
struct PatternParser {
  private let scalars: [Unicode.Scalar]
  private var index = 0
  private var depth = 0

  /// The maximum depth of groups.
  private static let deepest = 64
  /// The maximum number of repetitions.
  private static let most = 1_000

  init(_ text: String) {
    scalars = Array(text.unicodeScalars)
  }

  /// Parses the whole pattern.
  mutating func pattern() throws(QueryError) -> PatternNode {
    let node = try alternatives()
    guard index == scalars.count else { throw error("there is no ( before this )") }
    return node
  }

  private var current: Unicode.Scalar? { index < scalars.count ? scalars[index] : nil }

  private func error(_ sentence: String, at place: Int? = nil) -> QueryError {
    QueryError(column: (place ?? index) + 1, sentence)
  }

  private mutating func skip(_ scalar: Unicode.Scalar) -> Bool {
    guard current == scalar else { return false }
    index += 1
    return true
  }

  private mutating func alternatives() throws(QueryError) -> PatternNode {
    var nodes = [try sequence()]
    while skip("|") { nodes.append(try sequence()) }
    return nodes.count == 1 ? nodes[0] : .alternatives(nodes)
  }

  private mutating func sequence() throws(QueryError) -> PatternNode {
    var nodes: [PatternNode] = []
    while let scalar = current, scalar != "|", scalar != ")" {
      nodes.append(try repeated(try atom(scalar)))
    }
    return .sequence(nodes)
  }

  private mutating func atom(_ scalar: Unicode.Scalar) throws(QueryError) -> PatternNode {
    index += 1
    switch scalar {
    case "(": return try group()
    case "[": return .scalar(try set())
    case "\\": return try escape()
    case ".": return .scalar(PatternSet(classes: [.range("\n", "\n")], isNegated: true))
    case "^": return .start
    case "$": return .end
    case "*", "+", "?":
      throw error("there is nothing before this \(scalar) to repeat", at: index - 1)
    default: return .scalar(PatternSet(classes: [.range(scalar, scalar)]))
    }
  }

  private mutating func group() throws(QueryError) -> PatternNode {
    let start = index - 1
    if skip("?"), !skip(":") {
      throw error("lookaround is not supported; expected ( or (?:", at: start)
    }
    depth += 1
    guard depth <= Self.deepest else {
      throw error("too many nested groups; expected at most \(Self.deepest)", at: start)
    }
    let node = try alternatives()
    guard skip(")") else { throw error("this group is not closed; expected a )", at: start) }
    depth -= 1
    return node
  }

  private mutating func escape() throws(QueryError) -> PatternNode {
    guard let scalar = current else {
      throw error("expected a character after the \\", at: index - 1)
    }
    if ("1"..."9").contains(scalar) {
      throw error("backreferences are not supported", at: index - 1)
    }
    index += 1
    switch scalar {
    case "b": return .boundary(true)
    case "B": return .boundary(false)
    default: return .scalar(PatternSet(classes: [Self.escaped(scalar)]))
    }
  }

  /// The class for a character after a backslash: the character itself, unless it has a special meaning.
  private static func escaped(_ scalar: Unicode.Scalar) -> PatternClass {
    switch scalar {
    case "d": .digit
    case "D": .not(.digit)
    case "w": .word
    case "W": .not(.word)
    case "s": .space
    case "S": .not(.space)
    case "t": .range("\t", "\t")
    case "n": .range("\n", "\n")
    case "r": .range("\r", "\r")
    default: .range(scalar, scalar)
    }
  }

  // MARK: Sets

  private mutating func set() throws(QueryError) -> PatternSet {
    let start = index - 1
    var set = PatternSet(isNegated: skip("^"))
    while let first = current, first != "]" {
      let lower = try member()
      if current == "-", index + 1 < scalars.count, scalars[index + 1] != "]" {
        index += 1
        set.classes.append(try range(lower, try member(), start: start))
      } else {
        set.classes.append(lower)
      }
    }
    guard skip("]") else { throw error("this set is not closed; expected a ]", at: start) }
    return set
  }

  private mutating func member() throws(QueryError) -> PatternClass {
    guard let scalar = current else { throw error("expected a ]") }
    index += 1
    guard scalar == "\\", let escaped = current else { return .range(scalar, scalar) }
    index += 1
    return Self.escaped(escaped)
  }

  private func range(
    _ lower: PatternClass, _ upper: PatternClass, start: Int
  ) throws(QueryError) -> PatternClass {
    guard case .range(let first, _) = lower, case .range(let last, _) = upper, first <= last else {
      throw error("this set has a range that ends before it begins", at: start)
    }
    return .range(first, last)
  }

  // MARK: Repetitions

  private mutating func repeated(_ node: PatternNode) throws(QueryError) -> PatternNode {
    var node = node
    var count = 0
    while let bounds = try bounds() {
      _ = skip("?")  // a lazy repetition: the end of a match makes no difference
      count += 1
      guard count <= 2 else {
        throw error("too many repetitions of one item; expected at most two")
      }
      node = .repeated(node, least: bounds.least, most: bounds.most)
    }
    return node
  }

  private mutating func bounds() throws(QueryError) -> (least: Int, most: Int?)? {
    if skip("*") { return (0, nil) }
    if skip("+") { return (1, nil) }
    if skip("?") { return (0, 1) }
    guard current == "{" else { return nil }
    return try writtenBounds()
  }

  /// Parses `{2}`, `{2,}`, `{2,5}`; any other brace is an ordinary character.
  private mutating func writtenBounds() throws(QueryError) -> (least: Int, most: Int?)? {
    let start = index
    index += 1
    let least = number()
    let isOpen = skip(",")
    let most = isOpen ? number() : least
    guard let least, skip("}") else {
      index = start
      throw error("expected {2}, {2,} or {2,5}, or \\{ for a brace")
    }
    guard max(least, most ?? 0) <= Self.most else {
      throw error("expected a number up to \(Self.most)", at: start)
    }
    guard most ?? least >= least else {
      throw error("expected the smaller number first", at: start)
    }
    return (least, isOpen ? most : least)
  }

  private mutating func number() -> Int? {
    var number: Int?
    while let scalar = current, ("0"..."9").contains(scalar) {
      number = min((number ?? 0) * 10 + Int(scalar.value - 48), Self.most + 1)
      index += 1
    }
    return number
  }
}
