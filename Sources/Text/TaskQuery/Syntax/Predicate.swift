/// What holds of an item.
indirect enum Predicate: Sendable {
  /// Anything: `*`.
  case any
  case kind(QueryKind)
  /// There is such an attribute, by its number.
  case exists(Int)
  /// A comparison, by its number.
  case compare(Int)
  case and([Predicate])
  case or([Predicate])
  case not(Predicate)
}

/// Two values that are held against each other.
struct Comparison: Sendable {
  let left: Operand
  let relation: ComparisonOperator
  let modifier: Modifier
  let right: Operand
}

/// One side of a comparison.
enum Operand: Sendable {
  /// An attribute of the item, by its number.
  case attribute(Int)
  /// How many items there are, by the number of what is counted.
  case count(Int)
  /// A written text.
  case text(String)
  /// A written expression of `matches`.
  case pattern(TextPattern)
}

/// How two values are compared.
enum ComparisonOperator: String, Sendable, CaseIterable {
  case equal = "="
  case notEqual = "!="
  case less = "<"
  case lessOrEqual = "<="
  case greater = ">"
  case greaterOrEqual = ">="
  case beginsWith = "beginswith"
  case contains
  case endsWith = "endswith"
  case matches

  /// The same relation with its sides exchanged.
  var turned: ComparisonOperator {
    switch self {
    case .less: .greater
    case .lessOrEqual: .greaterOrEqual
    case .greater: .less
    case .greaterOrEqual: .lessOrEqual
    default: self
    }
  }

  /// True if it asks which value is the greater.
  var isOrder: Bool {
    switch self {
    case .equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual: true
    case .beginsWith, .contains, .endsWith, .matches: false
    }
  }
}

/// What values are taken for before they are compared.
struct Modifier: Hashable, Sendable {
  enum Reading: Character, Sendable {
    /// Texts, in upper or lower case.
    case text = "i"
    /// Texts as they are.
    case exactText = "s"
    case number = "n"
    case date = "d"
  }

  var reading = Reading.text
  /// True if values are parted by commas.
  var isList = false
}

/// What `count(…)` counts.
enum CountedPath: Sendable {
  /// The same from everywhere.
  case everywhere(PathExpression)
  /// One step from the item.
  case step(PathStep)
}
