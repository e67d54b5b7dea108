public import CalendarItems
import ExactText

/// A list of reminders, of events or of both: a calendar.
public struct ItemList: Hashable, Sendable, Identifiable {
  /// The ID of a list in its store, which does not change.
  public struct ID: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// The text of the ID.
    public let name: String

    /// Creates an ID.
    public init(_ name: String) {
      self.name = name
    }

    public var description: String { name }

    public static func < (left: ID, right: ID) -> Bool { left.name < right.name }
  }

  /// The properties of a list that a user sets.
  public struct Details: Hashable, Sendable {
    /// The title.
    public var title: String
    /// Its colour as `#RRGGBB`; nil for none.
    public var color: String?
    /// The kinds of items that it may contain.
    public var kinds: Set<CalendarItem.Kind>

    /// Creates details, by default for reminders and events, without a colour.
    public init(
      title: String, color: String? = nil,
      kinds: Set<CalendarItem.Kind> = Set(CalendarItem.Kind.allCases)
    ) {
      self.title = title
      self.color = color
      self.kinds = kinds
    }
  }

  /// The ID of the list in its store.
  public let id: ID
  /// The source of the list.
  public let source: StoreSource.ID
  /// The title, the colour and the kinds.
  public var details: Details
  /// True if its items may be changed.
  public let isWritable: Bool

  /// Creates a list.
  public init(id: ID, source: StoreSource.ID, details: Details, isWritable: Bool = true) {
    self.id = id
    self.source = source
    self.details = details
    self.isWritable = isWritable
  }

  /// The title.
  public var title: String { details.title }
}

/// The place of lists: a folder, a file, an account.
public struct StoreSource: Hashable, Sendable, Identifiable {
  /// The ID of a source in its store.
  public typealias ID = String

  /// The kind of a source.
  public enum Kind: String, Sendable, CaseIterable {
    /// The memory of this process.
    case memory
    /// A file or a folder on this machine.
    case local
    /// A server.
    case server
  }

  /// The ID in its store.
  public let id: ID
  /// The title.
  public let title: String
  /// The kind.
  public let kind: Kind

  /// Creates a source.
  public init(id: ID, title: String, kind: Kind) {
    self.id = id
    self.title = title
    self.kind = kind
  }
}
