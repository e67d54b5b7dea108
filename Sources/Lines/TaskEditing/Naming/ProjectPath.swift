import ExactText
public import TaskBridge
import TaskText

/// A project as a person names it: its name, or the end of its path, as `A / B`.
public struct ProjectPath: Hashable, Sendable {
  /// The text without a colon at its end.
  public let shownName: String

  /// Reads a name; a colon at its end is ignored.
  public init(_ text: String) {
    shownName = text.hasSuffix(":") ? String(text.dropLast()) : text
  }

  /// The names, outermost project first; empty for blank text.
  public var names: [String] {
    shownName.split(separator: " / ").map(String.init).filter { !$0.allSatisfy(\.isWhitespace) }
  }
}

extension TaskLookup {
  /// The projects of a name in order, regardless of case; only those whose full path it is, if there are any.
  public func projects(named path: ProjectPath) -> [LineRef] {
    let wanted = path.names.map { $0.lowercased() }
    guard !wanted.isEmpty else { return [] }
    let found = lines.compactMap { entry -> (line: LineRef, isWhole: Bool)? in
      guard entry.isProject else { return nil }
      let path = entries.path(of: entry) + [title(of: entry.line)]
      let end = path.suffix(wanted.count).map { $0.lowercased() }
      return end.elementsEqual(wanted) ? (entry.line, path.count == wanted.count) : nil
    }
    let whole = found.filter(\.isWhole)
    return (whole.isEmpty ? found : whole).map(\.line)
  }
}
