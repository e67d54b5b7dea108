import CalendarItems
public import CalendarStores
public import TaskDates

/// The options of a sync.
public struct SyncOptions: Sendable {
  /// Which items of a store take part.
  public struct Participants: Hashable, Sendable {
    /// The time at which new reminders must be open, and new events not over; nil if all take part.
    public var openAt: Instant?
    /// The items that do not reach the other store, such as private ones; those that are in sync stay so.
    public var withheld: Set<ItemRef> = []
    /// The items that a person has not asked for; those that are in sync are released.
    public var unmatched: Set<ItemRef> = []

    /// The items that the store leaves out; those that are in sync are released, whatever side they came from.
    public var leftOut: Set<ItemRef> = []

    /// Creates a choice of items, by default of all.
    public init(openAt: Instant? = nil) { self.openAt = openAt }

    /// True if a new item takes part.
    func include(_ item: StoredItem) -> Bool {
      mayReachOtherStore(item) && (openAt.map { isOpen(item.content, at: $0) } ?? true)
    }

    /// False for an item that is withheld or left out, or that nobody has asked for.
    func mayReachOtherStore(_ item: StoredItem) -> Bool {
      !withheld.contains(item.id) && !unmatched.contains(item.id) && !leftOut.contains(item.id)
    }

    private func isOpen(_ content: ItemContent, at now: Instant) -> Bool {
      guard content.item.kind == .event else { return !content.item.isClosed }
      guard let last = content.span?.last else { return true }
      return last > now
    }
  }

  /// The side that wins if both changed one field in different ways.
  public var preference: SyncPreference
  /// The items of each store that take part.
  public var participants: SyncSides<Participants>
  /// The stores of lines, which have no UID: new items with the same title and date are the same.
  public var lineSides: Set<SyncSide> = []

  /// Creates options: all items take part, and the first store wins.
  public init(
    preference: SyncPreference = .a,
    participants: SyncSides<Participants> = SyncSides(a: Participants(), b: Participants())
  ) {
    self.preference = preference
    self.participants = participants
  }
}
