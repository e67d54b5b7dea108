/// What must hold of any input, whoever wrote it: the fuzzer asks, and so do the tests that replay what
/// the fuzzer found.
public enum FuzzedProperty: String, CaseIterable, Sendable {
  /// Content lines, the tree of components, places, the checker of calendars.
  case lexer
  /// Items read, kept, written and changed.
  case coder
  /// Rules and their dates.
  case rules
  /// Dates, lengths and repetitions as a person writes them.
  case payloads
  /// Task files and their edits.
  case outline
  /// Queries as a person writes them.
  case queries

  /// What does not hold of an input; nothing where all does.
  public func faults(of bytes: [UInt8]) -> [String] {
    var faults = Faults()
    switch self {
    case .lexer: LexerProperties.check(bytes, &faults)
    case .coder: CoderProperties.check(bytes, &faults)
    case .rules: RuleProperties.check(bytes, &faults)
    case .payloads: PayloadProperties.check(bytes, &faults)
    case .outline: OutlineProperties.check(bytes, &faults)
    case .queries: QueryProperties.check(bytes, &faults)
    }
    return faults.sentences
  }
}

/// What was found not to hold.
struct Faults {
  private(set) var sentences: [String] = []

  /// Notes a sentence where something does not hold.
  mutating func expect(_ holds: Bool, _ sentence: @autoclosure () -> String) {
    if !holds { sentences.append(sentence()) }
  }
}
