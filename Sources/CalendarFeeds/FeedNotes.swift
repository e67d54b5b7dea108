import ExactText

/// What a feed has to know of its items to recognise them, and does not publish.
///
/// A feed of all to-dos carries this itself, as hints. One that leaves lines out carries less, and a date that
/// is being typed leaves its item, with its hints, as it was; what such items were made of is kept elsewhere.
public struct FeedNotes: Hashable, Sendable {
  /// What an item was made of.
  public struct Item: Hashable, Sendable {
    /// The title of the line.
    public var title: String
    /// The line as it stands, without its indent and its ending.
    public var line: String
    /// The names of the projects above it, outermost first.
    public var path: [String]
    /// The hash of all that the item was made of, and a sum of its bytes.
    public var key: String
    /// The file that it is of, as a hash.
    public var file: String
    /// The calendar that it is in, as a hash, where there are several.
    public var calendar: String?

    /// Notes what an item was made of.
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

  /// A hash of what lines were chosen by; empty where nothing is known.
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
