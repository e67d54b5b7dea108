import ExactText

/// What a feed needs to recognise its items and does not publish.
///
/// A feed of all to-dos publishes this as hints. A feed that leaves lines out publishes less. An item with a
/// half-typed date keeps its old hints. The state has the lines of such items.
public struct FeedNotes: Hashable, Sendable {
  /// The line that an item was made from.
  public struct Item: Hashable, Sendable {
    /// The title of the line.
    public var title: String
    /// The text of the line, without its indent and its ending.
    public var line: String
    /// The names of the projects that contain it, outermost first.
    public var path: [String]
    /// A hash of everything that the item was made from, with a checksum.
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

  /// A hash of the options that chose the lines; empty if unknown.
  public var selection: String
  /// The items by the bytes of their UIDs.
  public var items: [[UInt8]: Item]

  /// Creates notes.
  public init(selection: String = "", items: [[UInt8]: Item] = [:]) {
    self.selection = selection
    self.items = items
  }

  /// True if there is nothing to keep.
  public var isEmpty: Bool { selection.isEmpty && items.isEmpty }
}
