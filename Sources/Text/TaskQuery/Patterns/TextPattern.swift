/// An expression of `matches`, held against a text in time that grows with both and no faster.
///
/// It knows literals, `.`, `[a-z]`, `[^a-z]`, `\d \w \s \b` and their opposites, `^`, `$`, groups, `|`,
/// `* + ? {2} {2,} {2,5}`. Backreferences and looking around are errors: with them no bound would hold.
struct TextPattern: Sendable {
  private let program: [PatternInstruction]
  private let ignoresCase: Bool

  /// Reads an expression.
  ///
  /// - Throws: `QueryError`, its column counted from 1 in the expression.
  init(parsing text: String, ignoresCase: Bool) throws(QueryError) {
    var parser = PatternParser(text)
    var compiler = PatternCompiler()
    try compiler.add(whole: try parser.pattern())
    program = compiler.program
    self.ignoresCase = ignoresCase
  }

  /// True if the expression fits some part of a text.
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

/// What stands on both sides of a place in a text.
struct PatternPlace {
  let before: Unicode.Scalar?
  let after: Unicode.Scalar?

  /// True between a letter and what is none.
  var isBoundary: Bool {
    (before.map(PatternClass.word.contains) ?? false)
      != (after.map(PatternClass.word.contains) ?? false)
  }
}

/// A scalar in upper and lower case, where that makes no difference.
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

  /// A letter of one case in the other, anything else as it is.
  private static func ascii(
    _ scalar: Unicode.Scalar, _ letters: ClosedRange<Unicode.Scalar>
  ) -> Unicode.Scalar {
    letters.contains(scalar) ? Unicode.Scalar(UInt8(scalar.value) ^ 0x20) : scalar
  }

  /// The scalar that a text is; nil where it is several, as the `SS` of `ß`.
  private static func only(_ text: String) -> Unicode.Scalar? {
    let scalars = text.unicodeScalars
    return scalars.count == 1 ? scalars.first : nil
  }
}

/// The places of a program that a match may have come to, each once.
struct PatternThreads {
  /// Those that wait for a scalar.
  private(set) var waiting: [Int] = []
  /// For each place the last round in which it was come to.
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

  /// Notes a place, to be followed by `resume`.
  mutating func push(_ number: Int) { pending.append(number) }

  /// Follows a place too; true if a match ends here.
  mutating func start(
    _ number: Int, _ program: [PatternInstruction], place: PatternPlace
  ) -> Bool {
    push(number)
    return resume(program, place)
  }

  /// Follows all places that need no scalar; true if a match ends here.
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
