import ExactText

/// The kind of an outline item, with its text.
public enum TPType: Hashable, Sendable {
  /// A project; its text without the colon.
  case project(String)
  /// A task; its text without the dash.
  case task(String)
  /// Any other line; empty for a blank one.
  case text(String)

  /// The text alone.
  public var text: String {
    switch self {
    case .project(let text), .task(let text), .text(let text): text
    }
  }

  /// The item as written, without its tags.
  public var toString: String {
    switch self {
    case .project(let text): "\(text):"
    case .task(let text): "- \(text)"
    case .text(let text): text
    }
  }
}
