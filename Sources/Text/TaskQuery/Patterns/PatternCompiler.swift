/// An instruction of a compiled pattern.
enum PatternInstruction: Sendable {
  case scalar(PatternSet)
  case start
  case end
  case boundary(Bool)
  case jump(Int)
  case split(Int, Int)
  case match
}

/// Compiles a pattern to a program; repetitions are unrolled, and so limited.
struct PatternCompiler {
  private(set) var program: [PatternInstruction] = []

  /// The maximum number of instructions, and of members of all sets: they determine the cost of a match for each
  /// character.
  private static let most = (steps: 2_000, members: 20_000)
  private var members = 0

  /// Adds a whole pattern.
  mutating func add(whole node: PatternNode) throws(QueryError) {
    try add(node)
    try checkBounds()
    program.append(.match)
  }

  private func checkBounds() throws(QueryError) {
    guard program.count < Self.most.steps, members <= Self.most.members else {
      throw QueryError(column: 1, "the expression is too long once its repetitions are expanded")
    }
  }

  private mutating func add(_ node: PatternNode) throws(QueryError) {
    try checkBounds()
    switch node {
    case .scalar(let set):
      members += set.classes.count
      program.append(.scalar(set))
    case .start: program.append(.start)
    case .end: program.append(.end)
    case .boundary(let isWanted): program.append(.boundary(isWanted))
    case .sequence(let nodes): for node in nodes { try add(node) }
    case .alternatives(let nodes): try add(alternatives: nodes)
    case .repeated(let node, let least, let most): try add(node, least: least, most: most)
    }
  }

  private mutating func add(alternatives nodes: [PatternNode]) throws(QueryError) {
    var ends: [Int] = []
    for node in nodes.dropLast() {
      let split = reserve()
      try add(node)
      ends.append(reserve())
      program[split] = .split(split + 1, program.count)
    }
    if let last = nodes.last { try add(last) }
    for end in ends { program[end] = .jump(program.count) }
  }

  private mutating func add(_ node: PatternNode, least: Int, most: Int?) throws(QueryError) {
    for _ in 0..<least {
      let before = program.count
      try add(node)
      if program.count == before { return }  // repeating an empty pattern adds nothing
    }
    guard let most else { return try addLoop(node) }
    var splits: [Int] = []
    for _ in least..<max(least, most) {
      splits.append(reserve())
      try add(node)
    }
    for split in splits { program[split] = .split(split + 1, program.count) }
  }

  private mutating func addLoop(_ node: PatternNode) throws(QueryError) {
    let split = reserve()
    try add(node)
    program.append(.jump(split))
    program[split] = .split(split + 1, program.count)
  }

  /// Reserves an instruction that is set later.
  private mutating func reserve() -> Int {
    program.append(.jump(program.count + 1))
    return program.count - 1
  }
}
