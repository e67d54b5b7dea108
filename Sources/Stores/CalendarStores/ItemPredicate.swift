public import CalendarItems
public import ExactText
public import TaskDates

/// Which items of a store are asked for; all that it says must hold.
///
/// ```swift
/// let today = TimeWindow(day...day, home: zone)
/// try await store.events(matching: .events(in: today))
/// try await store.items(matching: .incompleteReminders(due: today, in: [inbox.id]))
/// ```
public struct ItemPredicate: Sendable {
  /// What is asked of dates.
  public enum Dates: Sendable {
    /// Nothing.
    case any
    /// That there are none: no due date, and no start.
    case none
    /// That an occurrence is within a window.
    case within(TimeWindow)
    /// That it was done within these instants.
    case completed(Range<Instant>)
  }

  /// What is asked of how far items are.
  public enum Progress: Sendable, CaseIterable {
    /// That they wait.
    case open
    /// That they are done.
    case completed

    /// True if an item is so far.
    public func matches(_ item: CalendarItem) -> Bool {
      switch self {
      case .open: !item.isClosed && item.completed == nil
      case .completed: item.status == .completed || (item.status == nil && item.completed != nil)
      }
    }
  }

  /// Reminders or events; nil for both.
  public var kind: CalendarItem.Kind?
  /// The lists that they are in; nil for all.
  public var lists: Set<ItemList.ID>?
  /// The UIDs that they have; nil for any.
  public var uids: ExactSet?
  /// How far they are; nil for any.
  public var progress: Progress?
  /// What is asked of their dates.
  public var dates = Dates.any
  /// What stands in title, notes, location or a category, in small letters or capital ones.
  public var text: String?
  /// What they say.
  public var values = ItemSearchValues()

  /// Asks for all items, or for those of one kind.
  public init(_ kind: CalendarItem.Kind? = nil, in lists: Set<ItemList.ID>? = nil) {
    self.kind = kind
    self.lists = lists
  }
}

/// Values that items are looked for by: each that is not nil must be equal.
public struct ItemSearchValues: Hashable, Sendable {
  /// The title.
  public var title: String?
  /// When it is due or takes place.
  public var when: TMDateType?
  /// The notes.
  public var notes: String?

  /// Creates values, by default none.
  public init(title: String? = nil, when: TMDateType? = nil, notes: String? = nil) {
    self.title = title
    self.when = when
    self.notes = notes
  }

  /// True if an item has them.
  public func match(_ item: CalendarItem) -> Bool {
    (title.map { $0 == item.title } ?? true) && (when.map { $0 == item.when } ?? true)
      && (notes.map { $0 == item.notes } ?? true)
  }
}

extension ItemPredicate {
  /// Events that take place within a window in part.
  public static func events(
    in window: TimeWindow, in lists: Set<ItemList.ID>? = nil
  ) -> ItemPredicate {
    var predicate = ItemPredicate(.event, in: lists)
    predicate.dates = .within(window)
    return predicate
  }

  /// Reminders that wait, those that are due within a window where there is one.
  public static func incompleteReminders(
    due window: TimeWindow? = nil, in lists: Set<ItemList.ID>? = nil
  ) -> ItemPredicate {
    var predicate = ItemPredicate(.reminder, in: lists)
    predicate.progress = .open
    predicate.dates = window.map(Dates.within) ?? .any
    return predicate
  }

  /// Reminders that are done, those that were done at some instants where they are given.
  public static func completedReminders(
    completed instants: Range<Instant>? = nil, in lists: Set<ItemList.ID>? = nil
  ) -> ItemPredicate {
    var predicate = ItemPredicate(.reminder, in: lists)
    predicate.progress = .completed
    predicate.dates = instants.map(Dates.completed) ?? .any
    return predicate
  }

  /// Reminders that wait and have no date.
  public static func undatedReminders(in lists: Set<ItemList.ID>? = nil) -> ItemPredicate {
    var predicate = ItemPredicate.incompleteReminders(in: lists)
    predicate.dates = .none
    return predicate
  }

  /// Items with a UID, in whatever list.
  public static func uid(_ uid: String) -> ItemPredicate {
    var predicate = ItemPredicate()
    predicate.uids = [uid]
    return predicate
  }

  /// Items that say something.
  public static func text(_ text: String, in lists: Set<ItemList.ID>? = nil) -> ItemPredicate {
    var predicate = ItemPredicate(in: lists)
    predicate.text = text
    return predicate
  }
}

extension ItemPredicate {
  /// True if an item is one that is asked for; a store may use an index, but must answer as this does.
  public func matches(_ stored: StoredItem) -> Bool {
    let content = stored.content
    return (kind.map { $0 == content.item.kind } ?? true)
      && (lists.map { $0.contains(stored.id.list) } ?? true)
      && (uids.map { $0.contains(content.item.uid) } ?? true)
      && (progress?.matches(content.item) ?? true)
      && content.items.contains(where: matchesValues)
      && matchesDates(content)
  }

  /// All texts of an item in which a text is looked for.
  public static func texts(of item: CalendarItem) -> [String] {
    [item.title, item.notes, item.location].compactMap(\.self) + item.categories
  }

  private func matchesValues(_ item: CalendarItem) -> Bool {
    values.match(item) && (text.map { item.says($0) } ?? true)
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
  fileprivate func says(_ text: String) -> Bool {
    let wanted = text.lowercased()
    return ItemPredicate.texts(of: self).contains { $0.lowercased().contains(wanted) }
  }
}
