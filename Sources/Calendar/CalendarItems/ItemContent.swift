public import ExactText
public import TaskDates

/// The content of an item in a store: a single item, or a series with its changed occurrences.
public struct ItemContent: Hashable, Sendable {
  /// The item; for a series the one with the rules.
  public var item: CalendarItem { didSet { reading.isCurrent = false } }
  /// The changed occurrences; they have the item's UID and `occurrence`.
  ///
  /// If only some occurrences of a series are known, as in an invitation to one of them, the item itself is such an
  /// occurrence.
  public var changed: [CalendarItem] { didSet { reading.isCurrent = false } }
  /// The zones of the items, by name.
  public var zones: ExactDictionary<Zone> { didSet { reading.isCurrent = false } }
  /// The verbatim calendar of the item, with everything that is not interpreted.
  ///
  /// A store of texts keeps this text.
  public var original: Original { didSet { reading = Reading() } }
  /// Whether an update replaces the text of the item by `original`; otherwise only changed fields are replaced.
  public var replacesText = false
  private var reading = Reading()

  /// True if the content was read from its original text and was not changed since, so that it need not be written again.
  package var isAsRead: Bool { reading.isCurrent }

  /// Marks the content as what its original text says.
  package mutating func setRead() { reading.isCurrent = true }

  /// True if its original text has other items too, so that it is not the text of this one.
  package var sharesText: Bool { reading.isShared }

  /// Marks the original text as one that has other items too.
  package mutating func setShared() { reading.isShared = true }

  /// Whether the content is what was read; two contents may be equal however they were made.
  private struct Reading: Hashable {
    var isCurrent = false
    var isShared = false

    static func == (_: Reading, _: Reading) -> Bool { true }
    func hash(into _: inout Hasher) {}
  }

  /// Creates a content, by default of a single item.
  public init(
    _ item: CalendarItem, changed: [CalendarItem] = [], zones: ExactDictionary<Zone> = [:],
    original: Original = Original()
  ) {
    self.item = item
    self.changed = changed
    self.zones = zones
    self.original = original
  }

  /// All items; the first is that of the series.
  public var items: [CalendarItem] { [item] + changed }

  /// True if the items are equal, whatever their original texts.
  ///
  /// - Parameter likeness: How exactly they are compared; the order of changed occurrences counts only in `exact`.
  public func isEqual(to other: ItemContent, under likeness: Likeness = .exact) -> Bool {
    item.isEqual(to: other.item, under: likeness) && hasOccurrences(of: other, under: likeness)
  }

  /// True if the changed occurrences are equal.
  package func hasOccurrences(of other: ItemContent, under likeness: Likeness) -> Bool {
    guard changed.count == other.changed.count else { return false }
    if likeness == .exact { return zip(changed, other.changed).allSatisfy { $0.isEqual(to: $1) } }
    return changed.allSatisfy { own in
      other.changed.contains { own.isEqual(to: $0, under: likeness) }
    }
  }
}
