public import TaskBridge
import TaskText

/// What one line that is an item looked like in a snapshot: all that is known of it when it is looked
/// for in another snapshot.
///
/// A snapshot is an array of traces in the order of the lines, file after file, a parent before its
/// parts.
public struct ItemTrace: Hashable, Sendable {
  /// The name of the item, where it has one: the UID that it has in a feed.
  public var id: String?
  /// The title, without its tags.
  public var title: String
  /// The tags as they are written, such as `@due(2024-01-01)`.
  public var tags: [String]
  /// The names of the projects above it, outermost first.
  public var path: [String]
  /// The file that it stands in.
  public var file: String
  /// The item that it is a part of, as an index into its snapshot.
  public var parent: Int?
  /// The UID that the line itself says, with `@uid`.
  public var ownUID: String?

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
  /// What an entry looks like, its parent as an index into the entries; its file and its own UID are not
  /// looked at.
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
