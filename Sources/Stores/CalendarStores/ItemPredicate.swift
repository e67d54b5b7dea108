public import CalendarItems
public import ExactText
public import TaskDates

/// A condition for items of a store; all parts of it must be true.
///
/// ```swift
/// let today = TimeWindow(day...day, home: zone)
/// try await store.events(matching: .events(in: today))
/// try await store.items(matching: .incompleteReminders(due: today, in: [inbox.id]))
/// ```
public struct ItemPredicate: Sendable {
  /// A condition for dates.
  public enum Dates: Sendable {
    /// No condition.
    case any
    /// No due date, and no start.
    case none
    /// An occurrence is within a window.
    case within(TimeWindow)
    /// The completion is within a range of instants.
    case completed(Range<Instant>)
  }

  /// A condition for the status.
  public enum Progress: Sendable, CaseIterable {
    /// Neither completed nor cancelled.
    case open
    /// Completed.
    case completed

    /// True if an item has this status.
    public func matches(_ item: CalendarItem) -> Bool {
      switch self {
      case .open: !item.isClosed && item.completed == nil
      case .completed: item.status == .completed || (item.status == nil && item.completed != nil)
      }
    }
  }

  /// The kind; nil for reminders and events.
  public var kind: CalendarItem.Kind?
  /// The lists; nil for all.
  public var lists: Set<ItemList.ID>?
  /// The UIDs; nil for any.
  public var uids: ExactSet?
  /// The status; nil for any.
  public var progress: Progress?
  /// The condition for the dates.
  public var dates = Dates.any
  /// A text in title, notes, location or a category; letter case is ignored.
  public var text: String?
  /// The exact values of fields.
  public var values = ItemSearchValues()

  /// Creates a condition that all items match, or those of one kind.
  public init(_ kind: CalendarItem.Kind? = nil, in lists: Set<ItemList.ID>? = nil) {
    self.kind = kind
    self.lists = lists
  }
}

/// Values of fields to search for: each that is not nil must be equal.
public struct ItemSearchValues: Hashable, Sendable {
  /// The title.
  public var title: String?
  /// The due date, or the time of an event.
  public var when: TMDateType?
  /// The notes.
  public var notes: String?

  /// Creates values, by default none.
  public init(title: String? = nil, when: TMDateType? = nil, notes: String? = nil) {
    self.title = title
    self.when = when
    self.notes = notes
  }

  /// True if an item has these values.
  public func match(_ item: CalendarItem) -> Bool {
    (title.map { $0 == item.title } ?? true) && (when.map { $0 == item.when } ?? true)
      && (notes.map { $0 == item.notes } ?? true)
  }
}

extension ItemPredicate {
  /// Events that overlap a window.
  public static func events(
    in window: TimeWindow, in lists: Set<ItemList.ID>? = nil
  ) -> ItemPredicate {
    var predicate = ItemPredicate(.event, in: lists)
    predicate.dates = .within(window)
    return predicate
  }

  /// Open reminders, or those that are due within a window.
  public static func incompleteReminders(
    due window: TimeWindow? = nil, in lists: Set<ItemList.ID>? = nil
  ) -> ItemPredicate {
    var predicate = ItemPredicate(.reminder, in: lists)
    predicate.progress = .open
    predicate.dates = window.map(Dates.within) ?? .any
    return predicate
  }

  /// Completed reminders, or those that were completed within a range of instants.
  public static func completedReminders(
    completed instants: Range<Instant>? = nil, in lists: Set<ItemList.ID>? = nil
  ) -> ItemPredicate {
    var predicate = ItemPredicate(.reminder, in: lists)
    predicate.progress = .completed
    predicate.dates = instants.map(Dates.completed) ?? .any
    return predicate
  }

  /// Open reminders without a date.
  public static func undatedReminders(in lists: Set<ItemList.ID>? = nil) -> ItemPredicate {
    var predicate = ItemPredicate.incompleteReminders(in: lists)
    predicate.dates = .none
    return predicate
  }

  /// Items with a UID, in any list.
  public static func uid(_ uid: String) -> ItemPredicate {
    var predicate = ItemPredicate()
    predicate.uids = [uid]
    return predicate
  }

  /// Items that contain a text.
  public static func text(_ text: String, in lists: Set<ItemList.ID>? = nil) -> ItemPredicate {
    var predicate = ItemPredicate(in: lists)
    predicate.text = text
    return predicate
  }
}

extension ItemPredicate {
  /// True if an item matches; a store may use an index, but must return the same items.
  public func matches(_ stored: StoredItem) -> Bool {
    let content = stored.content
    return (kind.map { $0 == content.item.kind } ?? true)
      && (lists.map { $0.contains(stored.id.list) } ?? true)
      && (uids.map { $0.contains(content.item.uid) } ?? true)
      && (progress?.matches(content.item) ?? true)
      && content.items.contains(where: matchesValues)
      && matchesDates(content)
  }

  /// All texts of an item that are searched.
  public static func texts(of item: CalendarItem) -> [String] {
    [item.title, item.notes, item.location].compactMap(\.self) + item.categories
  }

  private func matchesValues(_ item: CalendarItem) -> Bool {
    values.match(item) && (text.map { item.contains($0) } ?? true)
  }

  private func matchesDates(_ content: ItemContent) -> Bool {
    switch dates {
    case .any: true
    case .none: content.item.when == nil && content.item.start == nil
    case .within(let window): content.occurs(in: window)
    case .completed(let instants):
      content.items.contains { $0.completed.map(instants.contains) ?? false }
    }
  }
}

extension CalendarItem {
  fileprivate func contains(_ text: String) -> Bool {
    let wanted = text.lowercased()
    return ItemPredicate.texts(of: self).contains { $0.lowercased().contains(wanted) }
  }
}
