import ExactText

/// How much a diagnostic matters.
public enum Severity: String, Sendable, Comparable, CaseIterable {
  /// Worth knowing; nothing is wrong.
  case note
  /// Done, but perhaps not as meant.
  case warning
  /// Not done; what stands beside it is.
  case error

  public static func < (left: Severity, right: Severity) -> Bool {
    left.rank < right.rank
  }

  private var rank: Int {
    switch self {
    case .note: 0
    case .warning: 1
    case .error: 2
    }
  }
}

/// What a reader has to say about one place of its input.
///
/// Parsers return diagnostics beside what they understood; they do not throw for what a person
/// wrote. The file's name is added by the command that knows it.
public struct Diagnostic: Hashable, Sendable {
  /// Where it is.
  public let place: Place
  /// How much it matters.
  public let severity: Severity
  /// What is wrong and what was expected, in one line without a full stop.
  public let sentence: String
  /// What to write instead, where there is one answer.
  public let fix: String?

  /// Creates a diagnostic.
  public init(_ severity: Severity, at place: Place, message sentence: String, fix: String? = nil) {
    self.severity = severity
    self.place = place
    self.sentence = sentence
    self.fix = fix
  }
}

extension Diagnostic: CustomStringConvertible {
  /// `line:column: severity: sentence`, with the fix behind it.
  public var description: String {
    let remedy = fix.map { "; write \($0)" } ?? ""
    return "\(place.line):\(place.column): \(severity.rawValue): \(sentence)\(remedy)"
  }
}
