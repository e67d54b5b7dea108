import ExactText
public import LineCodec
import TaskBridge

/// A task file as a store saw it last, with the items of its lines.
public struct KnownTaskFile: Hashable, Sendable {
  /// An item that has, or had, a line in the file.
  public struct Item: Hashable, Sendable {
    /// The number of the item, which no other has; nil until it is saved.
    public internal(set) var number: Int64?
    /// The UID.
    public let uid: String
    /// True for an event, false for a reminder.
    public let isEvent: Bool
    /// The name of the item in its list.
    public let name: String
    /// The line, from 0; nil if it is gone.
    public var line: Int?
    /// When the line was found to be gone, in seconds since 1970.
    public var removed: Int?
    /// The line from which the item was last made.
    public var source: LineSource
    /// The text of the item: what was last stored, with the later changes of the line.
    public var text: [UInt8]
    /// True if another program has stored the text, and false if it was made from the line alone.
    public var isStored = false
    /// The changed occurrences that the lines of the item show.
    public var occurrences: [Occurrence] = []
    /// The number of changes of the item.
    public var revision: Int

    /// Creates an item that has a line.
    public init(
      uid: String, isEvent: Bool, name: String, line: Int?, source: LineSource, text: [UInt8]
    ) {
      self.uid = uid
      self.isEvent = isEvent
      self.name = name
      self.line = line
      self.source = source
      self.text = text
      revision = 1
    }
  }

  /// A changed occurrence of a series, which the line of the series leaves out.
  public struct Occurrence: Hashable, Sendable {
    /// The date in its RECURRENCE-ID, as a payload.
    public var name: String
    /// Its own line, from 0; nil if it has none, because it does not take place or is over.
    public var line: Int?
    /// The line from which it was last made.
    public var source: LineSource

    /// Creates an occurrence.
    public init(name: String, line: Int?, source: LineSource) {
      (self.name, self.line, self.source) = (name, line, source)
    }

    /// Creates an occurrence without a line.
    public init(withoutLine name: String) {
      self.init(
        name: name, line: nil, source: LineSource(line: ItemLine(body: ""), path: [], parent: nil))
    }
  }

  /// What the version of an item is made of.
  public struct ItemStamp: Hashable, Sendable {
    /// The name of the item in its list.
    public let name: String
    /// True for an event, false for a reminder.
    public let isEvent: Bool
    /// The number of changes of the item.
    public let revision: Int
    /// The checksum of its text.
    public let sum: UInt64
  }

  /// What somebody set for the lists of a file.
  public struct Details: Hashable, Sendable {
    /// The title; nil for the name of the file.
    public var title: String?
    /// The colour as `#RRGGBB`; nil for none.
    public var color: String?
    /// The kinds of items of its only list, separated by spaces; nil if its lists depend on the options of the store.
    public var kinds: String?
    /// The canonical path that names its lists; nil for its own.
    ///
    /// A renamed file keeps the lists of its first path.
    public var origin: String?

    /// Creates details that set nothing.
    public init() {}
  }

  /// The canonical path.
  public let path: String
  /// What somebody set for its lists.
  public var details = Details()
  /// The bytes of the file.
  public var bytes: [UInt8]
  /// The items, in no particular order.
  public var items: [Item]
  /// Increases with each save.
  public var version: Int

  /// Creates a file that no store has seen.
  public init(path: String) {
    self.path = path
    bytes = []
    items = []
    version = 0
  }
}

extension KnownTaskFile.Item {
  /// The kind and the UID, which no other item of a folder has.
  package var key: String { Self.key(uid: uid, isEvent: isEvent) }

  static func key(uid: String, isEvent: Bool) -> String {
    "\(isEvent ? "event" : "reminder") \(uid)"
  }
}
