public import CalendarItems
import ExactText

/// A list of reminders, of events or of both: what a person calls a calendar.
public struct ItemList: Hashable, Sendable, Identifiable {
  /// The name by which a store knows a list; it stays while the list is there.
  public struct ID: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// The name.
    public let name: String

    /// Creates a name.
    public init(_ name: String) {
      self.name = name
    }

    public var description: String { name }

    public static func < (left: ID, right: ID) -> Bool { left.name < right.name }
  }

  /// What a person gives a list.
  public struct Details: Hashable, Sendable {
    /// What it is called.
    public var title: String
    /// Its colour as `#RRGGBB`; nil for none.
    public var color: String?
    /// What may be in it.
    public var kinds: Set<CalendarItem.Kind>

    /// Creates the details of a list, by default one of reminders and events without a colour.
    public init(
      title: String, color: String? = nil,
      kinds: Set<CalendarItem.Kind> = Set(CalendarItem.Kind.allCases)
    ) {
      self.title = title
      self.color = color
      self.kinds = kinds
    }
  }

  /// The name by which the store knows it.
  public let id: ID
  /// Where it is kept.
  public let source: StoreSource.ID
  /// What it is called, and what may be in it.
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

  /// What it is called.
  public var title: String { details.title }
}

/// Where lists are kept: a folder, a file, an account.
public struct StoreSource: Hashable, Sendable, Identifiable {
  /// The name by which a store knows a source.
  public typealias ID = String

  /// What a source is.
  public enum Kind: String, Sendable, CaseIterable {
    /// The memory of this process.
    case memory
    /// A file or a folder of this machine.
    case local
    /// A server.
    case server
  }

  /// The name by which the store knows it.
  public let id: ID
  /// What it is called.
  public let title: String
  /// What it is.
  public let kind: Kind

  /// Creates a source.
  public init(id: ID, title: String, kind: Kind) {
    self.id = id
    self.title = title
    self.kind = kind
  }
}
