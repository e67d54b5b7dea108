import ExactText

/// What a feed needs to recognise its items and does not publish.
///
/// A feed of all to-dos publishes this as hints. A feed that leaves lines out publishes less. An item
/// with a half-typed date keeps its old hints. The state remembers the lines of such items.
public struct FeedNotes: Hashable, Sendable {
  /// The line that an item was made from.
  public struct Item: Hashable, Sendable {
    /// The title of the line.
    public var title: String
    /// The line as it stands, without its indent and its ending.
    public var line: String
    /// The names of the projects above it, outermost first.
    public var path: [String]
    /// A hash of everything that the item was made from, and a sum of its bytes.
    public var key: String
    /// The item's file, as a hash.
    public var file: String
    /// The item's calendar, as a hash, if there are several.
    public var calendar: String?

    /// Notes the line that an item was made from.
    public init(
      title: String, line: String, path: [String], key: String, file: String, calendar: String?
    ) {
      self.title = title
      self.line = line
      self.path = path
      self.key = key
      self.file = file
      self.calendar = calendar
    }
  }

  /// A hash of how lines were chosen; empty if not known.
  public var selection: String
  /// The items by the bytes of their UIDs.
  public var items: [[UInt8]: Item]

  /// Takes notes.
  public init(selection: String = "", items: [[UInt8]: Item] = [:]) {
    self.selection = selection
    self.items = items
  }

  /// True if there is nothing to keep.
  public var isEmpty: Bool { selection.isEmpty && items.isEmpty }
}
