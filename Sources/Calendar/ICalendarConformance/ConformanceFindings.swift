import Diagnostics

/// What was found in a file: bounded, however much is wrong with it.
///
/// Of each rule so many are kept as a person reads, the first in the file; the rest is counted. So
/// a file with a million long lines still says the one other thing that is wrong with it.
struct ConformanceFindings {
  /// How many are kept of each rule.
  static let limit = 10

  /// A broken rule at a byte of the file.
  struct Entry {
    let rule: ConformanceRule
    let severity: Severity
    let offset: Int
    let sentence: String
  }

  private var kept: [ConformanceRule: [Entry]] = [:]
  private var lastLine: [ConformanceRule: Int] = [:]
  private(set) var leftOut = 0
  private(set) var errorsLeftOut = 0

  /// True the first time that a rule is broken in a content line: a second time says nothing more.
  mutating func isNew(_ rule: ConformanceRule, inLine line: Int) -> Bool {
    lastLine.updateValue(line, forKey: rule) != line
  }

  /// Notes a broken rule; the sentence is made only if it is kept.
  ///
  /// - Parameter severity: The severity, if it differs from that of the rule.
  mutating func add(
    _ rule: ConformanceRule, at offset: Int, section: RFCSection?, as severity: Severity? = nil,
    message sentence: () -> String
  ) {
    let severity = severity ?? rule.severity
    if let found = kept[rule], found.count == Self.limit, offset >= found[Self.limit - 1].offset {
      leaveOut(severity)
      return
    }
    let text = "\(sentence()) (\(section ?? rule.section))"
    insert(Entry(rule: rule, severity: severity, offset: offset, sentence: text))
  }

  private mutating func insert(_ entry: Entry) {
    let found = kept[entry.rule, default: []]
    let index = found.firstIndex { $0.offset > entry.offset } ?? found.count
    kept[entry.rule, default: []].insert(entry, at: index)
    if found.count == Self.limit {
      if let last = kept[entry.rule]?.popLast() { leaveOut(last.severity) }
    }
  }

  private mutating func leaveOut(_ severity: Severity) {
    leftOut += 1
    if severity == .error { errorsLeftOut += 1 }
  }

  /// What is kept, in order of place.
  var entries: [Entry] {
    kept.values.joined().sorted { ($0.offset, $0.rule.rawValue) < ($1.offset, $1.rule.rawValue) }
  }
}
