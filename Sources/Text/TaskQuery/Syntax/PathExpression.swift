/// Which items a query or a part of it is: a path, or sets of items put together.
///
/// Operands stand in a list, so that a long chain of them is no deep tree.
indirect enum PathExpression: Sendable {
  case path(ItemPath)
  case union([PathExpression])
  case intersect([PathExpression])
  /// The first without the rest, the rest read in the same way: `a except b except c` is
  /// `a except (b except c)`.
  case except([PathExpression])
  case sliced(PathExpression, Slice)

  /// True if it is the same from wherever it is looked at.
  var isAbsolute: Bool {
    switch self {
    case .path(let path): path.isAbsolute
    case .union(let parts), .intersect(let parts), .except(let parts):
      parts.allSatisfy(\.isAbsolute)
    case .sliced(let part, _): part.isAbsolute
    }
  }
}

/// A way through the outline: `/Inbox//task @due[0]`.
struct ItemPath: Sendable {
  /// True if it begins at the root, wherever it is looked at from.
  let isAbsolute: Bool
  let steps: [PathStep]
}

/// One step of a path.
struct PathStep: Sendable {
  let axis: Axis
  /// What the items are, nil for any.
  let kind: QueryKind?
  /// What holds of the items, nil for anything.
  let predicate: Predicate?
  /// Which of the items that one item leads to.
  let slice: Slice?
}

/// What an item is.
public enum QueryKind: String, Sendable, CaseIterable {
  /// A project.
  case project
  /// A task.
  case task
  /// Any other line with text.
  case note
}

/// Where a step leads from an item.
enum Axis: String, Sendable, CaseIterable {
  case ancestor
  case ancestorOrSelf = "ancestor-or-self"
  case child
  case descendant
  case descendantOrSelf = "descendant-or-self"
  /// All items behind it in the file, those below it first.
  case following
  case followingSibling = "following-sibling"
  /// All items before it in the file, those above it among them.
  case preceding
  case precedingSibling = "preceding-sibling"
  case parent
  case itself = "self"
}

/// Some of several items in order: `[0]`, `[-1]`, `[0:2]`, `[1:]`.
struct Slice: Sendable {
  enum End: Hashable, Sendable {
    /// One item: there is no colon.
    case single
    /// All that follow.
    case open
    /// Up to a place, which is left out; counted from the end where it is negative.
    case before(Int)
  }

  let start: Int
  let end: End

  /// The places that these are among so many items; what lies outside is moved to the nearest end.
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
