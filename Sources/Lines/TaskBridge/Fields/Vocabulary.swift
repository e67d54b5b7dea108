package import CalendarItems
import ExactText
public import TaskDates
public import TaskText

/// The meaning of the tags on a line: their names, their aliases, and the priority scale.
public struct Vocabulary: Hashable, Sendable {
  /// A field of an item that a tag sets.
  public enum Field: String, Sendable, CaseIterable {
    /// The due date.
    case due
    /// The start date.
    case start
    /// Completed, and when.
    case done
    /// Cancelled.
    case cancelled
    /// In progress.
    case started
    /// The progress in percent.
    case progress
    /// The priority.
    case priority
    /// The recurrence rule.
    case `repeat`
    /// Dates of the rule that do not take place.
    case except
    /// Dates in addition to those of the rule.
    case also
    /// When the alarm goes off.
    case remind
    /// The estimated duration.
    case estimate
    /// The location.
    case location
    /// A URL.
    case url
    /// The class: who may see it.
    case `class`
    /// The colour.
    case color
    /// Categories, several in one tag.
    case tags
    /// One category.
    case context
    /// The zone of the line's times.
    case tz
    /// Makes the line a to-do.
    case todo
    /// Makes the line an event.
    case event
    /// The item's own UID.
    case uid
    /// A note on the line itself.
    case note
    /// The lists in which the line is shown.
    case show
    /// The project from which a line was archived.
    case project
    /// A saved search.
    case search
  }

  /// The part of an item that a tag describes.
  package enum Role {
    /// One value that does not depend on others.
    case detail(ItemDetail)
    case due, start, state, repetition, occurrences, reminder, zone, kind, text, words, lists
    /// The project from which a line was archived.
    case origin
    case search
  }

  /// The meaning of a name.
  package struct Entry: Hashable, Sendable {
    /// The field.
    package let field: Field
    /// True for a short alias, which counts only with a payload that the field accepts.
    package let isTentative: Bool
  }

  /// The lowest number of `@priority`: 9, as in iCalendar, or 3 for 1, 2, 3.
  public var priorityScale: Int
  private var entries: ExactDictionary<Entry> = [:]
  /// Whether there is a name with a first byte and a length.
  ///
  /// Most tags are a person's own, and this rejects them without creating a string.
  private var beginnings = [Bool](repeating: false, count: 256 << 5)

  /// Creates the vocabulary of `Docs/Format.md`.
  public init(priorityScale: Int = 9) {
    self.priorityScale = priorityScale
    var entries: ExactDictionary<Entry> = [:]
    for field in Field.allCases {
      entries[field.rawValue] = Entry(field: field, isTentative: false)
    }
    for (field, names) in Self.aliases {
      for name in names { entries[name] = Entry(field: field, isTentative: false) }
    }
    for (field, names) in Self.shortAliases {
      for name in names { entries[name] = Entry(field: field, isTentative: true) }
    }
    self.entries = entries
    for name in entries.keys { addBeginning(of: name) }
  }

  private static let aliases: [Field: [String]] = [
    .due: ["deadline"], .start: ["defer"], .done: ["completed", "finished"],
    .cancelled: ["canceled", "dropped"], .started: ["wip"],
    .repeat: ["rec", "recur", "repeat-rule"], .remind: ["alarm"],
    .estimate: ["est", "duration"],
  ]

  /// Short names that people use for other things as well.
  private static let shortAliases: [Field: [String]] = [
    .priority: ["p"], .location: ["at"], .url: ["link"], .repeat: ["every"], .remind: ["alert"],
  ]

  /// The maximum length of a name in bytes: tags are looked up by length and first byte.
  public static let nameLimit = 31

  /// Adds a name that is read for a field.
  ///
  /// - Parameters:
  ///   - alias: A legal name of a tag, of at most `nameLimit` bytes.
  ///   - field: The field.
  public mutating func add(alias: String, for field: Field) {
    entries[alias] = Entry(field: field, isTentative: false)
    addBeginning(of: alias)
  }

  /// All names and their meanings as one text that is the same in every run.
  ///
  /// It leaves out duecal's own tag names that version 0.1 did not have, so that feeds of 0.1 keep their keys.
  public var fingerprint: String {
    let names = entries.filter { !Self.isLater($0.value.field, named: $0.key) }.map {
      "\($0.key)=\($0.value.field.rawValue)\($0.value.isTentative ? "?" : "")"
    }
    return "\(priorityScale);" + names.sorted().joined(separator: ",")
  }

  /// True for duecal's own name of a tag that version 0.1 did not have.
  private static func isLater(_ field: Field, named name: String) -> Bool {
    field == .color && name == field.rawValue
  }

  /// The fields of a line that version 0.1 did not read: of tags that it treated as the person's own, of the forms of
  /// Markdown, and of a box for a task in progress.
  public func laterFields(ofLine number: Int, in document: TaskDocument) -> [Field] {
    let line = document.lines[number]
    let fields = document.tags[line.tags].compactMap { span -> Field? in
      guard span.form == .at else { return span.markdownField?.field }
      return field(of: span, in: document).flatMap {
        Self.isLater($0, named: document.string(span.name)) ? $0 : nil
      }
    }
    return line.mark == .started ? fields + [.started] : fields
  }

  /// The dates of a line that version 0.1 read as other times: `3:30 - 5pm`.
  public func laterDates(ofLine number: Int, in document: TaskDocument) -> [TMDateType] {
    document.tags[document.lines[number].tags].compactMap { span in
      guard let value = span.value, let last = document.bytes[value].last,
        last | 0x20 == UInt8(ascii: "m"), let field = field(of: span, in: document),
        Self.dated.contains(field)
      else { return nil }
      return (try? DateExpression(parsing: document.string(value)))?.sharedHalf
    }
  }

  /// The field of a name; nil for a person's own tag, and for a short alias, which needs its payload.
  public func field(named name: String) -> Field? {
    entries[name].flatMap { $0.isTentative ? nil : $0.field }
  }

  /// The field that a tag sets; nil for a person's own tag.
  public func field(of span: TagSpan, in document: TaskDocument) -> Field? {
    self[span, document.bytes].flatMap { $0.isTentative ? nil : $0.field }
  }

  /// True for a name that TaskPaper reserves.
  public static func isReserved(_ name: String) -> Bool { taken.contains(name) }

  /// The names of a field.
  func names(of field: Field) -> ExactSet {
    ExactSet(entries.filter { $0.value.field == field }.keys)
  }

  /// The meaning of a tag's name; nil for a person's own tag.
  subscript(name: String) -> Entry? { entries[name] }

  /// The meaning of a tag's name, given as bytes of its document.
  subscript(span: TagSpan, bytes: [UInt8]) -> Entry? {
    if span.form != .at {
      return span.markdownField?.field.map { Entry(field: $0, isTentative: false) }
    }
    let name = span.name
    guard let first = name.first, name.count <= Self.nameLimit,
      beginnings[Int(bytes[first]) << 5 | name.count]
    else { return nil }
    return entries[String(decoding: bytes[name], as: UTF8.self)]
  }

  private mutating func addBeginning(of name: String) {
    guard let first = name.utf8.first, name.utf8.count <= Self.nameLimit else { return }
    beginnings[Int(first) << 5 | name.utf8.count] = true
  }

  /// The iCalendar word for a `@class`; nil if there is none.
  ///
  /// Programs may have words of their own, which begin with `X-`.
  public static func classification(_ text: String) -> String? {
    let word = text.uppercased()
    return classes.contains(word) || isOwnWord(word) ? word : nil
  }

  private static func isOwnWord(_ word: String) -> Bool {
    word.hasPrefix("X-") && word.count > 2
      && word.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }
  }

  /// The values of CLASS (RFC 5545, section 3.8.1.3).
  package static let classes = ["PUBLIC", "PRIVATE", "CONFIDENTIAL"]

  /// Names that TaskPaper reserves, and that are never a category.
  static let reserved: ExactSet = ["id", "type", "text"]
  /// Names with a meaning of their own on a line, which no category of a calendar may have.
  private static let taken = reserved.union(["project", "search"])

  /// True if a category of a calendar can be a tag that has no other meaning.
  package func canBeTag(_ word: String) -> Bool {
    Tag.isLegalName(word) && self[word] == nil && !Self.taken.contains(word)
  }
}

extension Vocabulary.Field {
  /// The part of an item that the field describes.
  package var role: Vocabulary.Role {
    switch self {
    case .priority: .detail(.priority)
    case .estimate: .detail(.estimate)
    case .location: .detail(.location)
    case .url: .detail(.url)
    case .class: .detail(.classification)
    case .color: .detail(.color)
    case .due: .due
    case .start: .start
    case .done, .cancelled, .started, .progress: .state
    case .repeat: .repetition
    case .except, .also: .occurrences
    case .remind: .reminder
    case .tz: .zone
    case .todo, .event: .kind
    case .uid, .note: .text
    case .tags, .context: .words
    case .show: .lists
    case .project: .origin
    case .search: .search
    }
  }

  /// True if the tag becomes a property of the item, so that the title need not contain it.
  var isProperty: Bool {
    switch role {
    case .detail, .due, .start, .state, .repetition, .occurrences, .reminder, .zone, .text: true
    case .kind, .words, .lists, .origin, .search: false
    }
  }

  /// The tag of a detail; nil for a field that is not a detail.
  package var detailTag: DetailTag? {
    if case .detail(let detail) = role { DetailTag.tag(of: detail) } else { nil }
  }
}

extension Vocabulary {
  /// The fields whose payloads are dates.
  package static let dated: [Field] = [
    .due, .start, .done, .cancelled, .remind, .except, .also,
  ]
}
