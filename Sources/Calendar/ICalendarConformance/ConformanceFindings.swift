import Diagnostics

/// The findings of a file, limited in number.
///
/// Of each rule only the first findings are kept, as many as a person reads; the rest are counted. So a file with a
/// million long lines still reports its only other error.
struct ConformanceFindings {
  /// The number of findings that are kept for each rule.
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

  /// True the first time that a rule is broken in a content line; further ones are ignored.
  mutating func isNew(_ rule: ConformanceRule, inLine line: Int) -> Bool {
    lastLine.updateValue(line, forKey: rule) != line
  }

  /// Adds a broken rule; the sentence is computed only if it is kept.
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

  /// The findings that are kept, in order of place.
  var entries: [Entry] {
    kept.values.joined().sorted { ($0.offset, $0.rule.rawValue) < ($1.offset, $1.rule.rawValue) }
  }
}
