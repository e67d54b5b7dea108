import TaskQuery
import TestSupport

/// Random outlines and queries.
struct RandomQueries {
  private var random: SeededGenerator

  init(seed: UInt64) {
    random = SeededGenerator(seed: seed)
  }

  private mutating func number(_ range: ClosedRange<Int>) -> Int {
    Int.random(in: range, using: &random)
  }

  private mutating func pick<Element>(_ elements: [Element], else other: Element) -> Element {
    elements.randomElement(using: &random) ?? other
  }

  mutating func outline() -> SampleOutline {
    var items: [SampleOutline.Item] = []
    var open: [Int] = []
    for index in 0..<number(0...14) {
      while !open.isEmpty, number(0...2) == 0 { open.removeLast() }
      var item = SampleOutline.Item(parent: open.last)
      item.text = pick(["a", "b", "ab", "ba c"], else: "a")
      item.kind = pick(QueryKind.allCases, else: .task)
      if number(0...1) == 0 { item.tags["t"] = String(number(0...3)) }
      if number(0...3) == 0 { item.tags["u"] = "" }
      items.append(item)
      open.append(index)
    }
    return SampleOutline(items: items)
  }

  mutating func query(depth: Int = 2) -> PlainQuery {
    guard depth > 0, number(0...2) == 0 else { return path() }
    let left = query(depth: depth - 1)
    let right = query(depth: depth - 1)
    switch number(0...3) {
    case 0: return .union(left, right)
    case 1: return .intersect(left, right)
    case 2: return .except(left, right)
    default: return .sliced(left, slice())
    }
  }

  private mutating func path() -> PlainQuery {
    var steps: [PlainStep] = []
    for _ in 0..<number(1...3) { steps.append(step(depth: 2)) }
    return .path(isAbsolute: number(0...1) == 0, steps)
  }

  private mutating func step(depth: Int) -> PlainStep {
    let axis = pick(
      [
        "self", "parent", "child", "ancestor", "ancestor-or-self", "descendant", "descendant",
        "descendant-or-self", "following", "preceding", "following-sibling", "preceding-sibling",
      ], else: "child")
    return PlainStep(
      axis: axis, kind: number(0...3) == 0 ? pick(QueryKind.allCases, else: .task) : nil,
      predicate: predicate(depth), slice: number(0...3) == 0 ? slice() : nil)
  }

  private mutating func slice() -> PlainSlice {
    PlainSlice(
      start: number(-3...3), end: number(0...1) == 0 ? number(-4...5) : nil,
      isSingle: number(0...1) == 0)
  }

  private mutating func predicate(_ depth: Int) -> PlainPredicate {
    guard depth > 0, number(0...1) == 0 else { return comparison() }
    switch number(0...3) {
    case 0: return .not(predicate(depth - 1))
    case 1: return .and(predicate(depth - 1), predicate(depth - 1))
    case 2: return .or(predicate(depth - 1), predicate(depth - 1))
    default: return .count(step(depth: depth - 1), atLeast: number(0...3))
    }
  }

  private mutating func comparison() -> PlainPredicate {
    switch number(0...5) {
    case 0: .kind(pick(QueryKind.allCases, else: .task))
    case 1: .has(pick(["t", "u"], else: "t"))
    case 2: .contains(pick(["a", "b", "c"], else: "a"))
    case 3: .less("t", number(0...4))
    default: .any
    }
  }
}
