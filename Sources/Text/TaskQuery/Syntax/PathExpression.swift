/// A selection of items: a path, or several joined by operations on sets.
///
/// Operands are in a list, so that a long chain of them is not a deep tree.
indirect enum PathExpression: Sendable {
  case path(ItemPath)
  case union([PathExpression])
  case intersect([PathExpression])
  /// The items of the first without those of the rest.
  ///
  /// The operation is right-associative: `a except b except c` is `a except (b except c)`.
  case except([PathExpression])
  case sliced(PathExpression, Slice)

  /// True if it selects the same items from every item.
  var isAbsolute: Bool {
    switch self {
    case .path(let path): path.isAbsolute
    case .union(let parts), .intersect(let parts), .except(let parts):
      parts.allSatisfy(\.isAbsolute)
    case .sliced(let part, _): part.isAbsolute
    }
  }
}

/// A path through the outline: `/Inbox//task @due[0]`.
struct ItemPath: Sendable {
  /// True if it begins at the root.
  let isAbsolute: Bool
  let steps: [PathStep]
}

/// One step of a path.
struct PathStep: Sendable {
  let axis: Axis
  /// The kind of the items; nil for any.
  let kind: QueryKind?
  /// The condition for the items; nil for none.
  let predicate: Predicate?
  /// The choice among the items reached from one item.
  let slice: Slice?
}

/// The kind of an item.
public enum QueryKind: String, Sendable, CaseIterable {
  /// A project.
  case project
  /// A task.
  case task
  /// Any other line with text.
  case note
}

/// The direction in which a step leads from an item.
enum Axis: String, Sendable, CaseIterable {
  case ancestor
  case ancestorOrSelf = "ancestor-or-self"
  case child
  case descendant
  case descendantOrSelf = "descendant-or-self"
  /// All items after it in the file, including those below it.
  case following
  case followingSibling = "following-sibling"
  /// All items before it in the file, including those above it.
  case preceding
  case precedingSibling = "preceding-sibling"
  case parent
  case itself = "self"
}

/// A choice from items in order: `[0]`, `[-1]`, `[0:2]`, `[1:]`.
struct Slice: Sendable {
  enum End: Hashable, Sendable {
    /// A single item, without a colon.
    case single
    /// All items that follow.
    case open
    /// The items before a position, which counts from the end if it is negative.
    case before(Int)
  }

  let start: Int
  let end: End

  /// The positions of the slice among a number of items; positions outside are moved to the nearest end.
  func places(among count: Int) -> Range<Int> {
    guard count > 0 else { return 0..<0 }
    let first = min(max(start < 0 ? start + count : start, 0), count - 1)
    switch end {
    case .single: return first..<first + 1
    case .open: return first..<count
    case .before(let end):
      let last = end < 0 ? end + count : min(end, count)
      return first..<max(first, last)
    }
  }
}
