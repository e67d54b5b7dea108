/// A property that must hold for any input: the fuzzer checks it, and so do the tests that replay the fuzzer's
/// findings.
public enum FuzzedProperty: String, CaseIterable, Sendable {
  /// Content lines, the tree of components, places, the conformance checker.
  case lexer
  /// Reading, keeping, writing and changing items.
  case coder
  /// Rules and their dates.
  case rules
  /// Dates, lengths and repetitions as a person writes them.
  case payloads
  /// Task files and their edits.
  case outline
  /// Queries as a person writes them.
  case queries
  /// JSON, as an editor sends it.
  case json
  /// The frames of the messages of an editor.
  case frames
  /// Changes of a text in an editor.
  case editing

  /// The violations for an input; empty where the property holds.
  public func faults(of bytes: [UInt8]) -> [String] {
    var faults = Faults()
    switch self {
    case .lexer: LexerProperties.check(bytes, &faults)
    case .coder: CoderProperties.check(bytes, &faults)
    case .rules: RuleProperties.check(bytes, &faults)
    case .payloads: PayloadProperties.check(bytes, &faults)
    case .outline: OutlineProperties.check(bytes, &faults)
    case .queries: QueryProperties.check(bytes, &faults)
    case .json: JSONProperties.check(bytes, &faults)
    case .frames: FrameProperties.check(bytes, &faults)
    case .editing: EditingProperties.check(bytes, &faults)
    }
    return faults.sentences
  }
}

/// The violations that were found.
struct Faults {
  private(set) var sentences: [String] = []

  /// Adds a sentence if a condition does not hold.
  mutating func expect(_ holds: Bool, _ sentence: @autoclosure () -> String) {
    if !holds { sentences.append(sentence()) }
  }
}
