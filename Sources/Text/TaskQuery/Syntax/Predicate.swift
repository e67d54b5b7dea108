/// A condition for an item.
indirect enum Predicate: Sendable {
  /// Always true: `*`.
  case any
  case kind(QueryKind)
  /// The item has an attribute, given by its number.
  case exists(Int)
  /// A comparison, given by its number.
  case compare(Int)
  case and([Predicate])
  case or([Predicate])
  case not(Predicate)
}

/// A comparison of two values.
struct Comparison: Sendable {
  let left: Operand
  let relation: ComparisonOperator
  let modifier: Modifier
  let right: Operand
}

/// One side of a comparison.
enum Operand: Sendable {
  /// An attribute of the item, given by its number.
  case attribute(Int)
  /// A number of items, given by the number of the counted path.
  case count(Int)
  /// A constant text.
  case text(String)
  /// A constant pattern of `matches`.
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

  /// The equivalent relation with exchanged sides.
  var turned: ComparisonOperator {
    switch self {
    case .less: .greater
    case .lessOrEqual: .greaterOrEqual
    case .greater: .less
    case .greaterOrEqual: .lessOrEqual
    default: self
    }
  }

  /// True for the relations of order, such as `<`.
  var isOrder: Bool {
    switch self {
    case .equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual: true
    case .beginsWith, .contains, .endsWith, .matches: false
    }
  }
}

/// The type to which values are converted before a comparison.
struct Modifier: Hashable, Sendable {
  enum Reading: Character, Sendable {
    /// Texts; letter case is ignored.
    case text = "i"
    /// Texts; letter case is significant.
    case exactText = "s"
    case number = "n"
    case date = "d"
  }

  var reading = Reading.text
  /// True if values are lists separated by commas.
  var isList = false
}

/// The path of `count(…)`.
enum CountedPath: Sendable {
  /// An absolute path, whose count is the same for all items.
  case everywhere(PathExpression)
  /// A path of one step from the item.
  case step(PathStep)
}
