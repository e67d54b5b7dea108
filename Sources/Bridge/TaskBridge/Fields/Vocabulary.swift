package import CalendarItems
import ExactText
public import TaskText

/// What the tags of a line mean: their names, the aliases that are read too, and the priority scale.
public struct Vocabulary: Hashable, Sendable {
  /// A field of an item that a tag sets.
  public enum Field: String, Sendable, CaseIterable {
    /// When it is due.
    case due
    /// When it can be begun.
    case start
    /// That it is done, and when.
    case done
    /// That it is off.
    case cancelled
    /// That it is under way.
    case started
    /// How much of it is done, in percent.
    case progress
    /// How much it matters.
    case priority
    /// How it repeats.
    case `repeat`
    /// Dates that the rule makes and that do not take place.
    case except
    /// Dates that take place besides.
    case also
    /// When it wants to be noticed.
    case remind
    /// How long it takes.
    case estimate
    /// Where it is.
    case location
    /// An address.
    case url
    /// Who may see it.
    case `class`
    /// The colour in which it is shown.
    case color
    /// Words to find it by, several in one tag.
    case tags
    /// One word to find it by.
    case context
    /// The zone of the line's times.
    case tz
    /// That the line is a to-do.
    case todo
    /// That the line is an event.
    case event
    /// The item's own name.
    case uid
    /// A note on the line itself.
    case note
    /// The lists that show it.
    case show
    /// Where an archived line came from.
    case project
    /// A saved search.
    case search
  }

  /// The part of an item that a tag describes.
  package enum Role {
    /// One value that does not depend on others.
    case detail(ItemDetail)
    case due, start, state, repetition, occurrences, reminder, zone, kind, text, words, lists
    /// Where an archived line came from.
    case origin
    case search
  }

  /// What a name stands for.
  struct Entry: Hashable, Sendable {
    let field: Field
    /// True for a short alias, which counts only with a payload that the field accepts.
    let isTentative: Bool
  }

  /// How far the numbers of `@priority` reach: 9, as in iCalendar, or 3 for 1, 2, 3.
  public var priorityScale: Int
  private var entries: ExactDictionary<Entry> = [:]
  /// By first byte and length whether there is a name: most tags are words of the person's own, and
  /// no string need be made to see that.
  private var beginnings = [Bool](repeating: false, count: 256 << 5)

  /// The vocabulary of `Docs/Format.md`.
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

  /// How many bytes a name may have: tags are looked up by that and their first byte.
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

  /// All names and what they mean, as one text that is the same in every run.
  ///
  /// It leaves out our own names of tags that 0.1 did not know, so that feeds of 0.1 keep their keys.
  public var fingerprint: String {
    let names = entries.filter { !Self.isLater($0.value.field, named: $0.key) }.map {
      "\($0.key)=\($0.value.field.rawValue)\($0.value.isTentative ? "?" : "")"
    }
    return "\(priorityScale);" + names.sorted().joined(separator: ",")
  }

  /// True for our own name of a tag that 0.1 did not know.
  private static func isLater(_ field: Field, named name: String) -> Bool {
    field == .color && name == field.rawValue
  }

  /// The tags of a line that 0.1 treated as the person's own words.
  public func laterFields(ofLine number: Int, in document: TaskDocument) -> [Field] {
    document.tags[document.lines[number].tags].compactMap { span in
      field(of: span, in: document).flatMap {
        Self.isLater($0, named: document.string(span.name)) ? $0 : nil
      }
    }
  }

  /// The field that a name is read for, nil for a word of the person's own, and for a short alias, which
  /// means nothing without its payload.
  public func field(named name: String) -> Field? {
    entries[name].flatMap { $0.isTentative ? nil : $0.field }
  }

  /// The field that a tag of a document sets, nil for a word of the person's own.
  public func field(of span: TagSpan, in document: TaskDocument) -> Field? {
    self[span, document.bytes].flatMap { $0.isTentative ? nil : $0.field }
  }

  /// True for a name that TaskPaper itself reserves.
  public static func isReserved(_ name: String) -> Bool { taken.contains(name) }

  /// The names that are read for a field.
  func names(of field: Field) -> ExactSet {
    ExactSet(entries.filter { $0.value.field == field }.keys)
  }

  /// What a tag's name stands for, nil for a word of the person's own.
  subscript(name: String) -> Entry? { entries[name] }

  /// What the name of a tag stands for, in the bytes of its document.
  subscript(span: TagSpan, bytes: [UInt8]) -> Entry? {
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

  /// The word of iCalendar that a `@class` says, nil where it says none.
  ///
  /// Programs may have their own words, which begin with `X-`.
  public static func classification(_ text: String) -> String? {
    let word = text.uppercased()
    return classes.contains(word) || isOwnWord(word) ? word : nil
  }

  private static func isOwnWord(_ word: String) -> Bool {
    word.hasPrefix("X-") && word.count > 2
      && word.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }
  }

  /// The words of CLASS (RFC 5545, section 3.8.1.3).
  static let classes = ["PUBLIC", "PRIVATE", "CONFIDENTIAL"]

  /// Names that TaskPaper itself reserves, and that are never a category.
  static let reserved: ExactSet = ["id", "type", "text"]
  /// Names that mean something of their own on a line, and that no calendar's word may have.
  private static let taken = reserved.union(["project", "search"])

  /// True for a word of a calendar that can be a tag and mean nothing else.
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
