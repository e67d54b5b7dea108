public import CalendarStores

/// What a run of a sync did.
public struct SyncResult: Sendable {
  /// A change that a store did not make.
  public struct Failure: Sendable {
    /// The store.
    public let side: SyncSide
    /// The title of the item or list.
    public let title: String
    /// The reason.
    public let error: StoreError
    /// The step of the item; nil for a list.
    public var step: SyncStep?
  }

  /// Parts of an item that a store did not keep.
  public struct Loss: Sendable {
    /// The store.
    public let side: SyncSide
    /// The title of the item.
    public let title: String
    /// The names of the parts.
    public let parts: [String]
    /// The step of the item.
    public let step: SyncStep
  }

  /// The VTIMEZONE of an item that did not hold for its dates, and was replaced.
  public struct ReplacedZone: Sendable {
    /// The store.
    public let side: SyncSide
    /// The title of the item.
    public let title: String
    /// The name of the zone.
    public let name: String
  }

  /// A property of an item that its line does not say; it stays in the item.
  public struct Unsaid: Sendable {
    /// The store of the lines.
    public let side: SyncSide
    /// The title of the item.
    public let title: String
    /// The name of the property, such as `RRULE`.
    public let property: String
    /// Its value.
    public let value: String
    /// Why no line can say it.
    public let reason: String
    /// The step of the item.
    public let step: SyncStep
  }

  /// The lists that were removed.
  public internal(set) var droppedLists: [(side: SyncSide, list: ItemList)] = []
  /// The lists that were to be removed and have more than items.
  public internal(set) var keptLists: [Failure] = []
  /// The steps that were done, with the side of each change.
  public internal(set) var done: [(side: SyncSide, step: SyncStep)] = []
  /// The changes that were not made.
  public internal(set) var failures: [Failure] = []
  /// True if a store has changed more than was written, which the next run brings to the other store.
  ///
  /// It moved a series to its next date, or removed the links to a removed item.
  public internal(set) var needsAnotherRun = false
  /// What a store changed or dropped.
  public internal(set) var losses: [Loss] = []
  /// The VTIMEZONEs that were replaced.
  public internal(set) var replacedZones: [ReplacedZone] = []
  /// What lines that were written cannot say about their items.
  public internal(set) var unsaid: [Unsaid] = []
}
