/// A pattern of `matches`, which is matched in time proportional to its length times that of the text.
///
/// It supports literals, `.`, `[a-z]`, `[^a-z]`, `\d \w \s \b` and their opposites, `^`, `$`, groups, `|`,
/// `* + ? {2} {2,} {2,5}`. Backreferences and lookaround are errors, because they would break this bound.
struct TextPattern: Sendable {
  private let program: [PatternInstruction]
  private let ignoresCase: Bool

  /// Reads a pattern.
  ///
  /// - Throws: `QueryError`, whose column counts from 1 in the pattern.
  init(parsing text: String, ignoresCase: Bool) throws(QueryError) {
    var parser = PatternParser(text)
    var compiler = PatternCompiler()
    try compiler.add(whole: try parser.pattern())
    program = compiler.program
    self.ignoresCase = ignoresCase
  }

  /// True if the pattern matches some part of a text.
  func matches(_ text: String) -> Bool {
    var threads = PatternThreads(count: program.count)
    var next = threads
    var before: Unicode.Scalar?
    var rest = text.unicodeScalars.makeIterator()
    while true {
      let scalar = rest.next()
      let place = PatternPlace(before: before, after: scalar)
      if threads.start(0, program, place: place) || threads.resume(program, place) { return true }
      guard let scalar else { return false }
      let forms = CaseForms(scalar, ignoresCase: ignoresCase)
      next.clear()
      for number in threads.waiting {
        if case .scalar(let set) = program[number], set.contains(forms) { next.push(number + 1) }
      }
      swap(&threads, &next)
      before = scalar
    }
  }
}

/// The characters on both sides of a position in a text.
struct PatternPlace {
  let before: Unicode.Scalar?
  let after: Unicode.Scalar?

  /// True between a word character and another one.
  var isBoundary: Bool {
    (before.map(PatternClass.word.contains) ?? false)
      != (after.map(PatternClass.word.contains) ?? false)
  }
}

/// A scalar in upper and lower case, if case is ignored.
struct CaseForms {
  let scalar: Unicode.Scalar
  let lower: Unicode.Scalar
  let upper: Unicode.Scalar

  init(_ scalar: Unicode.Scalar, ignoresCase: Bool) {
    self.scalar = scalar
    guard ignoresCase else {
      (lower, upper) = (scalar, scalar)
      return
    }
    guard !scalar.isASCII else {
      (lower, upper) = (Self.ascii(scalar, "A"..."Z"), Self.ascii(scalar, "a"..."z"))
      return
    }
    lower = Self.only(scalar.properties.lowercaseMapping) ?? scalar
    upper = Self.only(scalar.properties.uppercaseMapping) ?? scalar
  }

  /// An ASCII letter in the other case; any other scalar unchanged.
  private static func ascii(
    _ scalar: Unicode.Scalar, _ letters: ClosedRange<Unicode.Scalar>
  ) -> Unicode.Scalar {
    letters.contains(scalar) ? Unicode.Scalar(UInt8(scalar.value) ^ 0x20) : scalar
  }

  /// The only scalar of a text; nil if it has several, as the `SS` of `ß`.
  private static func only(_ text: String) -> Unicode.Scalar? {
    let scalars = text.unicodeScalars
    return scalars.count == 1 ? scalars.first : nil
  }
}

/// The set of instructions that a match may have reached.
struct PatternThreads {
  /// The instructions that wait for a scalar.
  private(set) var waiting: [Int] = []
  /// For each instruction, the last round in which it was reached.
  private var rounds: [Int]
  private var round = 1
  private var pending: [Int] = []

  init(count: Int) {
    rounds = [Int](repeating: 0, count: count)
  }

  mutating func clear() {
    round += 1
    waiting.removeAll(keepingCapacity: true)
    pending.removeAll(keepingCapacity: true)
  }

  /// Notes an instruction, for `resume` to follow.
  mutating func push(_ number: Int) { pending.append(number) }

  /// Follows an instruction too; true if a match ends here.
  mutating func start(
    _ number: Int, _ program: [PatternInstruction], place: PatternPlace
  ) -> Bool {
    push(number)
    return resume(program, place)
  }

  /// Follows all instructions that need no scalar; true if a match ends here.
  mutating func resume(_ program: [PatternInstruction], _ place: PatternPlace) -> Bool {
    while let number = pending.popLast() {
      if rounds[number] == round { continue }
      rounds[number] = round
      switch program[number] {
      case .match: return true
      case .scalar: waiting.append(number)
      case .jump(let target): pending.append(target)
      case .split(let first, let second):
        pending.append(second)
        pending.append(first)
      case .start: if place.before == nil { pending.append(number + 1) }
      case .end: if place.after == nil { pending.append(number + 1) }
      case .boundary(let isWanted):
        if place.isBoundary == isWanted { pending.append(number + 1) }
      }
    }
    return false
  }
}
