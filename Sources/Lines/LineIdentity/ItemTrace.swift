public import TaskBridge
import TaskText

/// An item's line in a snapshot: everything that is used to find it in another snapshot.
///
/// A snapshot is an array of traces in the order of the lines, file after file, a parent before its parts.
public struct ItemTrace: Hashable, Sendable {
  /// The UID of the item in a feed, if it has one.
  public var id: String?
  /// The title, without its tags.
  public var title: String
  /// The tags as they are written, such as `@due(2024-01-01)`.
  public var tags: [String]
  /// The names of the projects that contain it, outermost first.
  public var path: [String]
  /// The file.
  public var file: String
  /// The parent, as an index into the snapshot.
  public var parent: Int?
  /// The UID on the line itself (`@uid`).
  public var ownUID: String?
  /// The notes; empty if there are none, or if they are not compared.
  package var notes: [String] = []

  /// Creates a trace.
  public init(
    id: String? = nil, title: String, tags: [String] = [], path: [String] = [],
    file: String = "", parent: Int? = nil, ownUID: String? = nil
  ) {
    self.id = id
    self.title = title
    self.tags = tags
    self.path = path
    self.file = file
    self.parent = parent
    self.ownUID = ownUID
  }
}

extension ItemTrace {
  /// Creates the trace of an entry, with its parent as an index into the entries; leaves out the file and the line's
  /// own UID.
  public init(_ entries: TaskEntries, at index: Int) {
    let entry = entries.entries[index]
    let file = entries.file(of: entry)
    let line = file.document.lines[entry.line.line]
    self.init(
      title: entries.title(of: entry),
      tags: file.document.tags[line.tags].map { file.document.string($0.range) },
      path: entries.path(of: entry), parent: entry.parent)
  }
}
