import ExactText
public import TaskDates

/// A reminder or an event, as a value that does not depend on a store.
///
/// Dates are civil values in the zone of the item's `anchor`; stamps are instants. For an item of a calendar,
/// `original` has its verbatim text.
public struct CalendarItem: Hashable, Sendable {
  /// The kind of an item.
  public enum Kind: String, Sendable, CaseIterable {
    /// A to-do (VTODO).
    case reminder
    /// An event (VEVENT).
    case event

    /// The name of the component (RFC 5545, section 3.6).
    package var component: String {
      switch self {
      case .reminder: "VTODO"
      case .event: "VEVENT"
      }
    }
  }

  /// The time zone of an item's civil times.
  public enum Anchor: Hashable, Sendable {
    /// Local time, wherever the reader is.
    case floating
    /// UTC.
    case utc
    /// A zone, given by its IANA name.
    case zone(String)

    /// The name of the zone; nil for UTC, and for floating times.
    public var zoneName: String? { if case .zone(let name) = self { name } else { nil } }

    /// The name of the zone or UTC; nil for floating times.
    public var name: String? { self == .utc ? "UTC" : zoneName }
  }

  /// The status of an item (STATUS).
  public enum Status: String, Sendable, CaseIterable {
    /// A reminder that is not started.
    case needsAction = "NEEDS-ACTION"
    /// A reminder in progress.
    case inProcess = "IN-PROCESS"
    /// A completed reminder.
    case completed = "COMPLETED"
    /// A cancelled reminder or event.
    case cancelled = "CANCELLED"
    /// A tentative event.
    case tentative = "TENTATIVE"
    /// A confirmed event.
    case confirmed = "CONFIRMED"
  }

  /// The kind of the item.
  public var kind: Kind
  /// The identifier that the item keeps in every calendar (UID).
  public var uid: String
  /// The title (SUMMARY).
  public var title: String
  /// The text below the title, lines separated by line feeds (DESCRIPTION).
  public var notes: String?
  /// The due date of a reminder, or the time of an event.
  public var when: TMDateType?
  /// The start of a reminder, a day or a day and time.
  public var start: TMDateType?
  /// The time zone of the civil times.
  public var anchor: Anchor
  /// The status; nil is equivalent to `needsAction` for a reminder.
  public var status: Status?
  /// 1, the highest, to 9; nil for none.
  public var priority: Int?
  /// The categories (CATEGORIES).
  public var categories: [String]
  /// The alarms.
  public var alarms: [Alarm]
  /// The related items, such as the parent.
  public var relations: [Relation]
  /// False for an event whose time counts as free (TRANSP).
  public var blocksTime: Bool
  /// The stamps and SEQUENCE; only a feed's plan or a store sets them.
  public var revision: Revision?
  /// Our own hints (`X-DUECAL-LINE`, `-PATH` and `-KEY`), by name; other properties are not included.
  public var hints: [ItemHint]
  /// The component that the item came from, verbatim.
  public var original = Original()
  /// The fields that few items have; nil if this item has none of them.
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

  /// True if the item repeats by a rule that a calendar supports.
  public var recurs: Bool { recurrence.map { !$0.isAfterDone } ?? false }

  /// True if the item is completed or cancelled.
  public var isClosed: Bool { status == .completed || status == .cancelled }

  /// Takes the state of another item: its status, when it was completed, and how much of it is.
  package mutating func takeState(of other: CalendarItem) {
    (status, completed, percent) = (other.status, other.completed, other.percent)
  }

  /// Takes the dates of another item, with what they count from.
  package mutating func takeDates(of other: CalendarItem) {
    (when, start, anchor) = (other.when, other.start, other.anchor)
  }
}

// MARK: Rare fields

extension CalendarItem {
  /// The time when a reminder was completed (COMPLETED).
  public var completed: Instant? {
    get { rare?.values.completed }
    set { set(newValue) { $0.completed = $1 } }
  }

  /// The progress of a reminder, 0 to 100.
  public var percent: Int? {
    get { rare?.values.percent }
    set { set(newValue) { $0.percent = $1 } }
  }

  /// The estimated duration.
  public var estimate: TimeSpan? {
    get { rare?.values.estimate }
    set { set(newValue) { $0.estimate = $1 } }
  }

  /// The location.
  public var location: String? {
    get { rare?.values.location }
    set { set(newValue) { $0.location = $1 } }
  }

  /// A URI.
  public var url: String? {
    get { rare?.values.url }
    set { set(newValue) { $0.url = $1 } }
  }

  /// The access classification: `PUBLIC`, `PRIVATE`, `CONFIDENTIAL` or another word (CLASS).
  public var classification: String? {
    get { rare?.values.classification }
    set { set(newValue) { $0.classification = $1 } }
  }

  /// The colour of the item, a CSS name in lower case (COLOR).
  public var color: String? {
    get { rare?.values.color }
    set { set(newValue) { $0.color = $1 } }
  }

  /// The recurrence.
  public var recurrence: Recurrence? {
    get { rare?.values.recurrence }
    set { set(newValue) { $0.recurrence = $1 } }
  }

  /// The occurrence of a series that this item replaces (RECURRENCE-ID).
  public var occurrence: TMDateType? {
    get { rare?.values.occurrence }
    set { set(newValue) { $0.occurrence = $1 } }
  }

  /// True if it also replaces all later occurrences (`RANGE=THISANDFUTURE`).
  public var replacesFuture: Bool {
    get { rare?.values.replacesFuture ?? false }
    set { set(newValue ? true : nil) { $0.replacesFuture = $1 ?? false } }
  }

  /// Sets a field; setting nil, as for most fields of an item that is read, allocates nothing.
  private mutating func set<Value>(
    _ value: Value?, _ change: (inout RareFields.Values, Value?) -> Void
  ) {
    if rare == nil, value == nil { return }
    var values = rare?.values ?? RareFields.none
    change(&values, value)
    rare = values == RareFields.none ? nil : RareFields(values)
  }
}

/// The fields that few items have, allocated separately, so that a calendar of a hundred thousand items needs no memory
/// for missing fields.
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

/// A relation to another item (RELATED-TO).
public struct Relation: Hashable, Sendable {
  /// The role of the other item.
  public enum Kind: String, Sendable {
    /// The item that this one is a part of.
    case parent = "PARENT"
    /// An item that is a part of this one.
    case child = "CHILD"
    /// An item about the same subject in another form.
    case sibling = "SIBLING"
  }

  /// The role of the other item.
  public let kind: Kind
  /// The UID of the other item.
  public let uid: String

  /// Creates a relation.
  public init(_ kind: Kind, _ uid: String) {
    self.kind = kind
    self.uid = uid
  }
}

/// The version of an item: when it was last changed, and how often.
public struct Revision: Hashable, Sendable {
  /// DTSTAMP and LAST-MODIFIED.
  public var modified: Instant
  /// SEQUENCE, from 0.
  public var sequence: Int
  /// CREATED, if it is known.
  public var created: Instant?
  /// The earlier of DTSTAMP and LAST-MODIFIED, if they differ; it only orders versions, and two revisions are equal
  /// without it.
  package var earlier: Instant?

  /// Creates a revision.
  public init(modified: Instant, sequence: Int = 0, created: Instant? = nil) {
    self.modified = modified
    self.sequence = sequence
    self.created = created
  }

  /// True if the revisions are equal.
  public static func == (left: Revision, right: Revision) -> Bool {
    (left.modified, left.sequence, left.created) == (right.modified, right.sequence, right.created)
  }

  /// Hashes what is compared.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(modified)
    hasher.combine(sequence)
    hasher.combine(created)
  }
}

/// One of our own hints, which are not fields of an item: a text or a list of texts.
public struct ItemHint: Hashable, Sendable {
  /// The name, such as `X-DUECAL-LINE`.
  public let name: String
  private let texts: Texts

  /// One text without an array, which would take as much memory as the text.
  private enum Texts: Hashable {
    case one(String)
    case list([String])
  }

  /// The text, or the texts of a list.
  public var values: [String] {
    switch texts {
    case .one(let text): [text]
    case .list(let texts): texts
    }
  }

  /// Creates a hint with one text or several.
  public init(_ name: String, _ values: String...) {
    self.init(name, values: values)
  }

  /// Creates a hint with a list of texts.
  public init(_ name: String, values: [String]) {
    self.name = name
    texts = values.count == 1 ? .one(values[0]) : .list(values)
  }
}

/// The verbatim text of an item.
///
/// Items from different texts are not equal, because they are written as different bytes. To compare only the fields,
/// use `CalendarItem.isEqual(to:under:)`.
public struct Original: Hashable, Sendable {
  /// The component's bytes, as a slice of its file; nil for a new item.
  public let bytes: ArraySlice<UInt8>?

  /// Keeps a component's text, and with it its whole file.
  public init(bytes: ArraySlice<UInt8>? = nil) {
    self.bytes = bytes
  }

  /// Hashes only the length of the text, which may be long.
  public func hash(into hasher: inout Hasher) { hasher.combine(bytes?.count) }
}
