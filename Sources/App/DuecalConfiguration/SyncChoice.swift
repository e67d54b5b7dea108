import Diagnostics
import ExactText

/// Which lines of task files take part in a sync.
package struct SyncChoice: Hashable, Sendable {
  /// Only lines in these projects; all if empty.
  package var projects: [String] = []
  /// Only lines with all of these tags.
  package var tags: [String] = []
  /// Only lines that match all of these queries.
  package var queries: [String] = []
  /// Only lines that match all saved searches of these titles.
  package var searches: [String] = []
  /// The classes of items that take part, besides public ones.
  package var classes: [String] = []
  /// Whether what is in a root project `Archive` takes part.
  package var includesArchive = false
  /// Whether lines of imports take part.
  package var includesImported = false

  /// A choice of all public lines that are not archived and not imported.
  package init() {}

  /// True if lines are chosen by their projects, tags or queries.
  package var isNarrowed: Bool { !(projects + tags + queries + searches).isEmpty }

  /// The choice as options of the command; empty for the default.
  package var options: String {
    let named = [
      ("--project", projects), ("--tag", tags), ("--where", queries), ("--search", searches),
      ("--class", classes),
    ]
    let words = named.flatMap { option, values in values.map { "\(option) \($0.quoted)" } }
    let flags = [("--archive", includesArchive), ("--imported", includesImported)]
    return (words + flags.filter(\.1).map(\.0)).joined(separator: " ")
  }
}
