import ExactText

/// The severity of a diagnostic.
public enum Severity: String, Sendable, Comparable, CaseIterable {
  /// Information; nothing is wrong.
  case note
  /// Accepted, but perhaps not as intended.
  case warning
  /// Rejected; the rest of the input is still read.
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

/// A message about one place of an input.
///
/// Parsers return diagnostics together with what they understood; they do not throw for what a person wrote. The
/// command adds the name of the file.
public struct Diagnostic: Hashable, Sendable {
  /// The place.
  public let place: Place
  /// The severity.
  public let severity: Severity
  /// What is wrong and what was expected, in one line without a full stop.
  public let sentence: String
  /// The text to write instead, if there is only one answer.
  public let fix: String?
  /// Other changes that solve the problem, the likeliest first.
  public let remedies: [Remedy]

  /// Creates a diagnostic.
  public init(
    _ severity: Severity, at place: Place, message sentence: String, fix: String? = nil,
    remedies: [Remedy] = []
  ) {
    self.severity = severity
    self.place = place
    self.sentence = sentence
    self.fix = fix
    self.remedies = remedies
  }
}

extension Diagnostic: CustomStringConvertible {
  /// `line:column: severity: sentence`, followed by the fix.
  public var description: String {
    let remedy = fix.map { "; write \($0)" } ?? ""
    return "\(place.line):\(place.column): \(severity.rawValue): \(sentence)\(remedy)"
  }
}
