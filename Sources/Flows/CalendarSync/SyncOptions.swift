import CalendarItems
import CalendarStores
import ExactText
public import TaskDates

/// The options of a sync.
public struct SyncOptions: Sendable {
  /// Which new items of a store take part; items that are in sync stay so.
  public struct Participants: Hashable, Sendable {
    /// The time at which reminders must be open, and events not over; nil if all take part.
    public var openAt: Instant?
    /// Whether private and confidential items take part.
    public var includesPrivate: Bool

    /// Creates a choice of items, by default of all.
    public init(openAt: Instant? = nil, includesPrivate: Bool = true) {
      self.openAt = openAt
      self.includesPrivate = includesPrivate
    }

    /// True if a new item takes part.
    func include(_ content: ItemContent) -> Bool {
      (includesPrivate || !content.item.isPrivate)
        && (openAt.map { isOpen(content, at: $0) } ?? true)
    }

    private func isOpen(_ content: ItemContent, at now: Instant) -> Bool {
      guard content.item.kind == .event else { return !content.item.isClosed }
      guard let last = content.span?.last else { return true }
      return last > now
    }
  }

  /// The side that wins if both changed one field in different ways.
  public var preference: SyncPreference
  /// The new items of each store that take part.
  public var participants: SyncSides<Participants>

  /// Creates options: all items take part, and the first store wins.
  public init(
    preference: SyncPreference = .a,
    participants: SyncSides<Participants> = SyncSides(a: Participants(), b: Participants())
  ) {
    self.preference = preference
    self.participants = participants
  }
}

extension CalendarItem {
  /// True if the item is classified as private or confidential, or in a way that is not known (RFC 5545, section 3.8.1.3).
  fileprivate var isPrivate: Bool {
    classification.map { !$0.isEmpty && $0.uppercased() != "PUBLIC" } ?? false
  }
}
