import CalendarItems
public import CalendarStores
import ExactText

/// The complete contents of a `TextStore`, as a value that can be encoded.
public struct StoredTexts: Codable, Hashable, Sendable {
  /// A list.
  public struct List: Codable, Hashable, Sendable {
    /// Its ID.
    public var id: String
    /// Its title.
    public var title: String
    /// Its colour as `#RRGGBB`; nil for none.
    public var color: String?
    /// The kinds of items that it may contain: `reminder`, `event`.
    public var kinds: [String]

    /// Creates a list.
    public init(id: String, title: String, color: String?, kinds: [String]) {
      (self.id, self.title, self.color, self.kinds) = (id, title, color, kinds)
    }
  }

  /// An item, or a series with its changed occurrences.
  public struct Item: Codable, Hashable, Sendable {
    /// The ID of its list.
    public var list: String
    /// Its name in the list.
    public var name: String
    /// The tag of its version.
    public var tag: String
    /// Its iCalendar text.
    public var text: String

    /// Creates an item.
    public init(list: String, name: String, tag: String, text: String) {
      (self.list, self.name, self.tag, self.text) = (list, name, tag, text)
    }
  }

  /// The last number that was used.
  public var lastNumber = 0
  /// The lists, by ID.
  public var lists: [List] = []
  /// The items, by list and name.
  public var items: [Item] = []

  /// Creates an empty store.
  public init() {}
}

/// The storage of a `TextStore`: a file, a database, a key-value store.
///
/// ```swift
/// struct InMemory: TextStorage {
///   var source: StoreSource { StoreSource(id: "here", title: "Here", kind: .memory) }
///   func read() throws(StoreError) -> StoredTexts { StoredTexts() }
///   func write(_ texts: StoredTexts) throws(StoreError) {}
/// }
/// let store = try TextStore(InMemory(), now: { Instant(seconds: 0) })
/// ```
public protocol TextStorage: Sendable {
  /// The source of the store's lists.
  var source: StoreSource { get }

  /// Reads everything; empty if nothing was written yet.
  func read() throws(StoreError) -> StoredTexts

  /// Writes everything, and replaces what was there; after an error the old texts must still be there.
  func write(_ texts: StoredTexts) throws(StoreError)
}
