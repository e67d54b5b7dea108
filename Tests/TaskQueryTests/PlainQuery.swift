import TaskQuery

/// A simple reference for queries without parsing or optimisation: it prints itself, and finds its items by comparing
/// each with each.
indirect enum PlainQuery {
  case path(isAbsolute: Bool, [PlainStep])
  case union(PlainQuery, PlainQuery)
  case intersect(PlainQuery, PlainQuery)
  case except(PlainQuery, PlainQuery)
  case sliced(PlainQuery, PlainSlice)

  var text: String {
    switch self {
    case .path(let isAbsolute, let steps):
      (isAbsolute ? "/" : "") + steps.map(\.text).joined(separator: "/")
    case .union(let left, let right): "(\(left.text)) union (\(right.text))"
    case .intersect(let left, let right): "(\(left.text)) intersect (\(right.text))"
    case .except(let left, let right): "(\(left.text)) except (\(right.text))"
    case .sliced(let query, let slice): "(\(query.text))\(slice.text)"
    }
  }

  /// The items that match; the root is -1.
  func items(in outline: SampleOutline) -> Set<Int> {
    switch self {
    case .path(_, let steps):
      steps.reduce([-1]) { contexts, step in
        contexts.reduce(into: []) { $0.formUnion(step.items(from: $1, outline)) }
      }
    case .union(let left, let right): left.items(in: outline).union(right.items(in: outline))
    case .intersect(let left, let right):
      left.items(in: outline).intersection(right.items(in: outline))
    case .except(let left, let right): left.items(in: outline).subtracting(right.items(in: outline))
    case .sliced(let query, let slice):
      Set(slice.take(query.items(in: outline).filter { $0 >= 0 }.sorted()))
    }
  }
}

struct PlainSlice {
  let start: Int
  let end: Int?
  let isSingle: Bool

  var text: String { isSingle ? "[\(start)]" : "[\(start):\(end.map(String.init) ?? "")]" }

  func take(_ items: [Int]) -> [Int] {
    if items.isEmpty { return [] }
    let first = max(0, min(start < 0 ? start + items.count : start, items.count - 1))
    if isSingle { return [items[first]] }
    let last = end.map { $0 < 0 ? $0 + items.count : $0 } ?? items.count
    return items.indices.filter { $0 >= first && $0 < last }.map { items[$0] }
  }
}

struct PlainStep {
  let axis: String
  let kind: QueryKind?
  let predicate: PlainPredicate
  let slice: PlainSlice?

  var text: String {
    "\(axis)::\(kind.map { "\($0.rawValue) " } ?? "")\(predicate.text)\(slice?.text ?? "")"
  }

  func items(from context: Int, _ outline: SampleOutline) -> [Int] {
    let found = (-1..<outline.count).filter { item in
      (kind == nil || (item >= 0 && outline.kind(of: item) == kind))
        && leads(from: context, to: item, outline) && predicate.holds(item, outline)
    }
    return slice?.take(found) ?? found
  }

  private func leads(from context: Int, to item: Int, _ outline: SampleOutline) -> Bool {
    let isSibling =
      context >= 0 && item >= 0 && context != item
      && outline.parent(of: context) == outline.parent(of: item)
    switch axis {
    case "self": return context == item
    case "parent": return context >= 0 && item == Self.owner(context, outline)
    case "child": return item >= 0 && context == Self.owner(item, outline)
    case "ancestor": return item >= 0 && Self.isAbove(item, context, outline)
    case "ancestor-or-self":
      return item >= 0 && (item == context || Self.isAbove(item, context, outline))
    case "descendant": return item >= 0 && Self.isAbove(context, item, outline)
    case "descendant-or-self":
      return item >= 0 && (item == context || Self.isAbove(context, item, outline))
    case "following": return item > context
    case "preceding": return item >= 0 && item < context
    case "following-sibling": return isSibling && item > context
    case "preceding-sibling": return isSibling && item < context
    default: return false
    }
  }

  private static func owner(_ item: Int, _ outline: SampleOutline) -> Int {
    outline.parent(of: item) ?? -1
  }

  private static func isAbove(_ upper: Int, _ item: Int, _ outline: SampleOutline) -> Bool {
    var next = item
    while next >= 0 {
      next = owner(next, outline)
      if next == upper { return true }
    }
    return false
  }
}

indirect enum PlainPredicate {
  case any
  case kind(QueryKind)
  case has(String)
  case contains(String)
  case less(String, Int)
  case count(PlainStep, atLeast: Int)
  case not(PlainPredicate)
  case and(PlainPredicate, PlainPredicate)
  case or(PlainPredicate, PlainPredicate)

  var text: String {
    switch self {
    case .any: "*"
    case .kind(let kind): "@type = \(kind.rawValue)"
    case .has(let tag): "@\(tag)"
    case .contains(let word): "contains \(word)"
    case .less(let tag, let number): "@\(tag) <[n] \(number)"
    case .count(let step, let least): "count(\(step.text)) >= \(least)"
    case .not(let part): "not (\(part.text))"
    case .and(let left, let right): "(\(left.text)) and (\(right.text))"
    case .or(let left, let right): "(\(left.text)) or (\(right.text))"
    }
  }

  func holds(_ item: Int, _ outline: SampleOutline) -> Bool {
    let tags = item < 0 ? [:] : outline.items[item].tags
    switch self {
    case .any: return true
    case .kind(let kind): return item >= 0 && outline.kind(of: item) == kind
    case .has(let tag): return tags[tag] != nil
    case .contains(let word): return item >= 0 && outline.items[item].text.contains(word)
    case .less(let tag, let number):
      return tags[tag].flatMap { Int($0) }.map { $0 < number } ?? false
    case .count(let step, let least):
      return step.items(from: item, outline).count { $0 >= 0 } >= least
    case .not(let part): return !part.holds(item, outline)
    case .and(let left, let right): return left.holds(item, outline) && right.holds(item, outline)
    case .or(let left, let right): return left.holds(item, outline) || right.holds(item, outline)
    }
  }
}
