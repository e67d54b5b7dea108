import ExactText

/// Requested projects, each by its name or its path (`A / B`), regardless of case.
package struct ProjectNames {
  private let names: ExactSet
  private let longest: Int
  private let mostParts: Int

  /// Takes names and paths.
  package init(_ names: [String]) {
    self.names = ExactSet(names.map { $0.lowercased() })
    longest = self.names.map(\.utf8.count).max() ?? 0
    mostParts = self.names.map { $0.split(separator: " / ").count }.max() ?? 0
  }

  /// True if no project is requested.
  package var isEmpty: Bool { names.isEmpty }

  /// True if a path, or a project on it, is one of them.
  package func contains(_ path: [String]) -> Bool {
    path.contains { isOne($0) }
      || path.count <= mostParts && isOne(path.joined(separator: " / "))
  }

  private func isOne(_ name: String) -> Bool {
    // Lower case shortens a letter to a third at most, so a longer name cannot match and need not be converted.
    name.utf8.count <= 3 * longest && names.contains(name.lowercased())
  }
}
