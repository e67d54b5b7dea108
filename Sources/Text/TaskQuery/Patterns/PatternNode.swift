/// A part of a pattern.
indirect enum PatternNode: Sendable {
  case scalar(PatternSet)
  case start
  case end
  /// A position at which a word begins or ends, or at which none does.
  case boundary(Bool)
  case sequence([PatternNode])
  case alternatives([PatternNode])
  /// A number of repetitions; unlimited if `most` is nil.
  case repeated(PatternNode, least: Int, most: Int?)
}

/// A class of scalars.
enum PatternClass: Hashable, Sendable {
  case range(Unicode.Scalar, Unicode.Scalar)
  case digit
  case word
  case space
  /// The scalars that are not in a class.
  indirect case not(PatternClass)

  func contains(_ scalar: Unicode.Scalar) -> Bool {
    switch self {
    case .range(let first, let last): first <= scalar && scalar <= last
    case .digit: ("0"..."9").contains(scalar)
    case .word:
      scalar == "_" || scalar.properties.isAlphabetic || scalar.properties.numericType != nil
    case .space: scalar.properties.isWhitespace || scalar == "\u{FEFF}"
    case .not(let other): !other.contains(scalar)
    }
  }
}

/// A set of scalars, or all scalars except these.
struct PatternSet: Hashable, Sendable {
  var classes: [PatternClass] = []
  var isNegated = false

  /// True if the set contains a scalar in any of its cases.
  func contains(_ scalar: CaseForms) -> Bool {
    let isOne = classes.contains {
      $0.contains(scalar.scalar) || $0.contains(scalar.lower) || $0.contains(scalar.upper)
    }
    return isOne != isNegated
  }
}
