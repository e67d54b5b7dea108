public import CalendarItems
public import ExactText
public import TaskDates

/// An item as a store keeps it: one that stands alone, or a series and what was changed of it.
public struct ItemContent: Hashable, Sendable {
  /// The item; of a series that with the rules.
  public var item: CalendarItem
  /// The occurrences that were changed by themselves; they have the item's UID and `occurrence`.
  ///
  /// Where only some occurrences of a series are known, as of one that others invite to, the item itself
  /// is such an occurrence.
  public var changed: [CalendarItem]
  /// What the zones mean that the items are anchored in, by name.
  public var zones: ExactDictionary<Zone>
  /// The calendar that it came from, verbatim, with all that nobody here understands.
  ///
  /// A store of texts keeps this text.
  public var original: Original

  /// Creates a content, by default of an item that stands alone.
  public init(
    _ item: CalendarItem, changed: [CalendarItem] = [], zones: ExactDictionary<Zone> = [:],
    original: Original = Original()
  ) {
    self.item = item
    self.changed = changed
    self.zones = zones
    self.original = original
  }

  /// All items, the first that of the series.
  public var items: [CalendarItem] { [item] + changed }

  /// True if the items have equal fields, whatever their original text.
  public func isSame(as other: ItemContent) -> Bool {
    items.count == other.items.count
      && zip(items, other.items).allSatisfy { $0.isSame(as: $1) }
  }
}

/// An item of a store, with the version that was read.
public struct StoredItem: Hashable, Sendable, Identifiable {
  /// The version that was read, which a change names.
  public let version: ItemVersion
  /// What it is.
  public var content: ItemContent

  /// Creates a stored item.
  public init(version: ItemVersion, content: ItemContent) {
    self.version = version
    self.content = content
  }

  /// The name by which the store knows it.
  public var id: ItemRef { version.ref }
  /// The item; of a series that with the rules.
  public var item: CalendarItem {
    get { content.item }
    set { content.item = newValue }
  }
}
