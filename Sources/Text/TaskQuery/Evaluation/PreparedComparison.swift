/// A comparison with its constant values parsed, for one outline and one moment.
struct PreparedComparison<Attribute> {
  enum Side {
    case attribute(Attribute)
    case count(Int)
    /// A constant; nil if it has no value now, such as a date beyond the year 9999.
    case constant(ComparedValue?)
  }

  let left: Side
  let relation: ComparisonOperator
  let modifier: Modifier
  let right: Side
  /// The search for a constant text.
  let search: ByteSearch?
  let pattern: TextPattern?

  init(
    _ comparison: Comparison, _ dates: DateReading, attribute: (Int) -> Attribute
  ) {
    func side(_ operand: Operand) -> Side {
      switch operand {
      case .attribute(let number): .attribute(attribute(number))
      case .count(let number): .count(number)
      case .text(let text): .constant(ComparedValue(text, comparison.modifier, dates: dates))
      case .pattern: .constant(nil)
      }
    }
    left = side(comparison.left)
    right = side(comparison.right)
    relation = comparison.relation
    modifier = comparison.modifier
    if case .pattern(let own) = comparison.right { pattern = own } else { pattern = nil }
    if relation == .contains, case .constant(.text(let bytes)) = right {
      search = ByteSearch(bytes)
    } else {
      search = nil
    }
  }
}
