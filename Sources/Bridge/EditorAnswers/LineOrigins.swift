import Diagnostics
import ExactText

/// What is known of a file from earlier imports and syncs.
public struct LineOrigins: Sendable {
  /// The sentence about each line, by the text of the line without its indent.
  private var sentences: ExactDictionary<String> = [:]
  /// Why the file is not synced; nil if it is.
  public var frozen: String?

  /// Creates a value that knows nothing.
  public init() {}

  /// True if nothing is known.
  public var isEmpty: Bool { sentences.isEmpty && frozen == nil }

  /// Notes where the item of a line comes from.
  public mutating func add(_ sentence: String, ofLine body: String) { sentences[body] = sentence }

  /// Where the item of a line comes from.
  func sentence(ofLine body: String) -> String? { sentences[body] }

  /// The message about a list that is not synced.
  public var diagnostics: [EditorDiagnostic] {
    guard let frozen else { return [] }
    return [
      EditorDiagnostic(
        range: 0..<0, severity: .warning, sentence: "this list is not synced: \(frozen)", fix: nil)
    ]
  }
}
