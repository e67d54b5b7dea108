import ExactText
public import TaskDates

/// A reminder or an event, as a value that belongs to no store.
///
/// Dates are civil and stand in the item's `anchor`; stamps are instants. What came from a calendar
/// keeps its verbatim text in `original`.
public struct CalendarItem: Hashable, Sendable {
  /// What an item is.
  public enum Kind: String, Sendable, CaseIterable {
    /// Something to do (VTODO).
    case reminder
    /// Something that takes place (VEVENT).
    case event
  }

  /// Where an item's civil times are pinned.
  public enum Anchor: Hashable, Sendable {
    /// Wherever its reader is.
    case floating
    /// UTC.
    case utc
    /// A zone, by its IANA name.
    case zone(String)

    /// The name of the zone; nil for UTC, and for a clock that floats.
    public var zoneName: String? { if case .zone(let name) = self { name } else { nil } }

    /// The name of the clock, that of a zone or UTC; nil for one that floats.
    public var name: String? { self == .utc ? "UTC" : zoneName }
  }

  /// How far an item is (STATUS).
  public enum Status: String, Sendable, CaseIterable {
    /// A reminder that waits.
    case needsAction = "NEEDS-ACTION"
    /// A reminder that is under way.
    case inProcess = "IN-PROCESS"
    /// A reminder that is done.
    case completed = "COMPLETED"
    /// A reminder or event that is off.
    case cancelled = "CANCELLED"
    /// An event that is not sure.
    case tentative = "TENTATIVE"
    /// An event that is sure.
    case confirmed = "CONFIRMED"
  }

  /// What the item is.
  public var kind: Kind
  /// The name that the item keeps wherever it goes (UID).
  public var uid: String
  /// What a person reads first (SUMMARY).
  public var title: String
  /// What stands below it, lines parted by line feeds (DESCRIPTION).
  public var notes: String?
  /// When a reminder is due, or when an event takes place.
  public var when: TMDateType?
  /// When a reminder can be begun, a day or a day and time.
  public var start: TMDateType?
  /// Where the civil times are pinned.
  public var anchor: Anchor
  /// How far the item is; nil says nothing, which for a reminder means that it waits.
  public var status: Status?
  /// 1, the highest, to 9; nil for none.
  public var priority: Int?
  /// Words to find it by (CATEGORIES).
  public var categories: [String]
  /// When it wants to be noticed.
  public var alarms: [Alarm]
  /// Other items that this one belongs to.
  public var relations: [Relation]
  /// False for an event that leaves its time free (TRANSP).
  public var blocksTime: Bool
  /// Stamps and SEQUENCE; a feed's plan or a store sets them, nobody else.
  public var revision: Revision?
  /// Our own hints (`X-DUECAL-LINE`, `-PATH` and `-KEY`), by name, and no other properties.
  public var hints: [ItemHint]
  /// The component that the item came from, verbatim.
  public var original = Original()
  /// What few items have; nil where this one has none of it.
  private var rare: RareFields?

  /// Creates an item with nothing but a kind, a uid and a title.
  public init(kind: Kind, uid: String, title: String, anchor: Anchor = .floating) {
    self.kind = kind
    self.uid = uid
    self.title = title
    self.anchor = anchor
    categories = []
    alarms = []
    relations = []
    blocksTime = true
    hints = []
  }

  /// True if the item repeats by a rule that a calendar can follow.
  public var recurs: Bool { recurrence.map { !$0.isAfterDone } ?? false }

  /// True if the item is done or off.
  public var isClosed: Bool { status == .completed || status == .cancelled }
}

// MARK: What few items have

extension CalendarItem {
  /// When a reminder was done (COMPLETED).
  public var completed: Instant? {
    get { rare?.values.completed }
    set { set(newValue) { $0.completed = $1 } }
  }

  /// How much of a reminder is done, 0 to 100.
  public var percent: Int? {
    get { rare?.values.percent }
    set { set(newValue) { $0.percent = $1 } }
  }

  /// How long it will take.
  public var estimate: TimeSpan? {
    get { rare?.values.estimate }
    set { set(newValue) { $0.estimate = $1 } }
  }

  /// Where it is.
  public var location: String? {
    get { rare?.values.location }
    set { set(newValue) { $0.location = $1 } }
  }

  /// A URI.
  public var url: String? {
    get { rare?.values.url }
    set { set(newValue) { $0.url = $1 } }
  }

  /// Who may see it: `PUBLIC`, `PRIVATE`, `CONFIDENTIAL` or another word (CLASS).
  public var classification: String? {
    get { rare?.values.classification }
    set { set(newValue) { $0.classification = $1 } }
  }

  /// The colour of the item, a CSS name in lower case (COLOR).
  public var color: String? {
    get { rare?.values.color }
    set { set(newValue) { $0.color = $1 } }
  }

  /// How it repeats.
  public var recurrence: Recurrence? {
    get { rare?.values.recurrence }
    set { set(newValue) { $0.recurrence = $1 } }
  }

  /// Which occurrence of a series this one replaces (RECURRENCE-ID).
  public var occurrence: TMDateType? {
    get { rare?.values.occurrence }
    set { set(newValue) { $0.occurrence = $1 } }
  }

  /// True if it replaces all occurrences from that one on (`RANGE=THISANDFUTURE`).
  public var replacesFuture: Bool {
    get { rare?.values.replacesFuture ?? false }
    set { set(newValue ? true : nil) { $0.replacesFuture = $1 ?? false } }
  }

  /// Sets a field; nil, which most fields get when an item is read, makes no room for the others.
  private mutating func set<Value>(
    _ value: Value?, _ change: (inout RareFields.Values, Value?) -> Void
  ) {
    if rare == nil, value == nil { return }
    var values = rare?.values ?? RareFields.none
    change(&values, value)
    rare = values == RareFields.none ? nil : RareFields(values)
  }
}

/// The fields that few items have, in a place of their own: a calendar of a hundred thousand items has
/// room for none that they do not have.
private final class RareFields: Hashable, Sendable {
  struct Values: Hashable, Sendable {
    var completed: Instant?
    var percent: Int?
    var estimate: TimeSpan?
    var location: String?
    var url: String?
    var classification: String?
    var color: String?
    var recurrence: Recurrence?
    var occurrence: TMDateType?
    var replacesFuture = false
  }

  static let none = Values()

  let values: Values

  init(_ values: Values) { self.values = values }

  static func == (left: RareFields, right: RareFields) -> Bool {
    left === right || left.values == right.values
  }

  func hash(into hasher: inout Hasher) { hasher.combine(values) }
}

/// What one item is to another (RELATED-TO).
public struct Relation: Hashable, Sendable {
  /// What the other item is to this one.
  public enum Kind: String, Sendable {
    /// The item that this one is a part of.
    case parent = "PARENT"
    /// An item that is a part of this one.
    case child = "CHILD"
    /// The same thing in another shape.
    case sibling = "SIBLING"
  }

  /// What the other item is to this one.
  public let kind: Kind
  /// The other item.
  public let uid: String

  /// Creates a relation.
  public init(_ kind: Kind, _ uid: String) {
    self.kind = kind
    self.uid = uid
  }
}

/// When an item was last changed, and how often.
public struct Revision: Hashable, Sendable {
  /// DTSTAMP and LAST-MODIFIED.
  public var modified: Instant
  /// SEQUENCE, from 0.
  public var sequence: Int
  /// CREATED, where it is known.
  public var created: Instant?

  /// Creates a revision.
  public init(modified: Instant, sequence: Int = 0, created: Instant? = nil) {
    self.modified = modified
    self.sequence = sequence
    self.created = created
  }
}

/// One of our own hints besides the properties of an item: a text or a list of texts.
public struct ItemHint: Hashable, Sendable {
  /// The name, such as `X-DUECAL-LINE`.
  public let name: String
  /// The text, or the texts of a list.
  public let values: [String]

  /// Creates a hint with one text or several.
  public init(_ name: String, _ values: String...) {
    self.init(name, values: values)
  }

  /// Creates a hint with a list of texts.
  public init(_ name: String, values: [String]) {
    self.name = name
    self.values = values
  }
}

/// The text that an item came from, verbatim.
///
/// Items from different texts are not equal, because they are written as different bytes. To compare
/// only the fields, use `CalendarItem.isSame(as:)`.
public struct Original: Hashable, Sendable {
  /// The component, verbatim, in the file that it came from; nil for an item that came from none.
  public let bytes: ArraySlice<UInt8>?

  /// Keeps a component's text, and with it the file that it is a part of.
  public init(bytes: ArraySlice<UInt8>? = nil) {
    self.bytes = bytes
  }

  /// Hashes only the length of the text, which may be long.
  public func hash(into hasher: inout Hasher) { hasher.combine(bytes?.count) }
}
