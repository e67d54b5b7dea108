import ExactText

/// A field of an item.
///
/// Code that must handle every field switches over these without a default, so that a forgotten field
/// does not compile. A test compares them with the stored properties of `CalendarItem`.
public enum ItemField: Hashable, Sendable, CaseIterable {
  /// A field with several values, or one that other fields depend on.
  case core(CoreField)
  /// A field with one value that does not depend on other fields.
  case detail(ItemDetail)

  /// All fields.
  public static let allCases =
    CoreField.allCases.map { ItemField.core($0) } + ItemDetail.allCases.map { .detail($0) }

  /// The name of the property of `CalendarItem`.
  public var name: String {
    switch self {
    case .core(let field): field.rawValue
    case .detail(let detail): detail.rawValue
    }
  }
}

/// A field with several values, or one that other fields depend on; named as in `CalendarItem`.
public enum CoreField: String, Sendable, CaseIterable {
  /// Whether the item is a to-do or an event.
  case kind
  /// The identifier of the item in its calendar.
  case uid
  /// The title, as plain text.
  case title
  /// The text below the title.
  case notes
  /// The due date of a to-do, or the time of an event.
  case when
  /// The start of a to-do.
  case start
  /// The zone of the civil times: a named one, UTC, or none.
  case anchor
  /// The status of the item.
  case status
  /// The categories of the item.
  case categories
  /// The times at which somebody is reminded.
  case alarms
  /// The items that this one belongs to or depends on.
  case relations
  /// Whether the time counts as busy.
  case blocksTime
  /// When the item was created and last changed, and how often.
  case revision
  /// Facts that only a task file has: the order, the project and the tags of a line.
  case hints
  /// The time when a to-do was completed.
  case completed
  /// The progress of a to-do, from 0 to 100.
  case percent
  /// When the item repeats.
  case recurrence
  /// The occurrence of a series that this item replaces.
  case occurrence
  /// Whether the item replaces all later occurrences as well.
  case replacesFuture
}

extension CalendarItem {
  /// The names of the fields in which this item differs from another.
  public func changes(from other: CalendarItem) -> [String] {
    difference(from: other).map(\.name)
  }

  /// True if a field has another value than in another item.
  public func differs(from other: CalendarItem, in field: ItemField) -> Bool {
    switch field {
    case .core(let field): differs(from: other, in: field)
    case .detail(let detail): self[detail] != other[detail]
    }
  }

  private func differs(from other: CalendarItem, in field: CoreField) -> Bool {
    switch field {
    case .kind: kind != other.kind
    case .uid: uid != other.uid
    case .title: title != other.title
    case .notes: notes != other.notes
    case .when: when != other.when
    case .start: start != other.start
    case .anchor: anchor != other.anchor
    case .status: status != other.status
    case .categories: categories != other.categories
    case .alarms: alarms != other.alarms
    case .relations: relations != other.relations
    case .blocksTime: blocksTime != other.blocksTime
    case .revision: revision != other.revision
    case .hints: hints != other.hints
    case .completed: completed != other.completed
    case .percent: percent != other.percent
    case .recurrence: recurrence != other.recurrence
    case .occurrence: occurrence != other.occurrence
    case .replacesFuture: replacesFuture != other.replacesFuture
    }
  }

  /// True if a field differs from that of an empty item of the same kind.
  public func has(_ field: ItemField) -> Bool {
    differs(from: CalendarItem(kind: kind, uid: "", title: ""), in: field)
  }
}
