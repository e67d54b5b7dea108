import CalendarItems
import Diagnostics
import ExactText
public import TaskBridge
public import TaskDates
public import TaskText

/// Merges a calendar's changes of an item into its line, field by field, and keeps the person's changes.
///
/// It compares four lines: the item's old and new line, and the person's line when both sides last agreed and now. A
/// field that only the calendar changed is written into the line, and one that only the person changed is kept. If
/// both changed a field to different values, the person's value is kept, and the field is a conflict.
///
/// ```swift
/// let merge = LineMerge(agreed, then: itemThen, now: itemNow, mine: line, reader)
/// merge.body       // "- Call Anne @due(2026-12-04 15:00) @today"
/// merge.conflicts  // []
/// ```
public struct LineMerge {
  /// A field that both sides changed to different values.
  public struct Conflict: Hashable, Sendable {
    /// The field.
    public let field: String
    /// The value on the person's line; empty for none.
    public let mine: String
    /// The value in the calendar; empty for none.
    public let theirs: String

    /// Creates a conflict.
    public init(field: String, mine: String, theirs: String) {
      self.field = field
      self.mine = mine
      self.theirs = theirs
    }
  }

  /// The line with the calendar's changes.
  public internal(set) var body: String
  /// The fields that the calendar changed on the line.
  public internal(set) var changed: [String] = []
  /// The fields that both sides changed to different values.
  public private(set) var conflicts: [Conflict] = []

  let reader: LineFieldReader
  /// The form of new tags in the file.
  let form: TagForm
  /// The day for the sign of a line that the calendar cancels; nil for none.
  let cancelled: DateParameters?
  private let agreed: LineParts
  let then: LineParts
  let now: LineParts
  let mine: LineParts
  private let policy = MergePolicy.importing
  /// The item of the line now, as a line; nil if it is unknown.
  let shown: LineParts?

  /// Merges a line.
  ///
  /// - Parameters:
  ///   - agreed: The line when both sides last agreed.
  ///   - then: The item at that time, as a line.
  ///   - now: The item now, as a line.
  ///   - mine: The line now.
  ///   - shown: What the line now becomes as an item, as a line. By it, alarms are recognised whose words the calendar
  ///     would choose differently.
  ///   - reader: Reads tags.
  ///   - dialect: The dialect of the file.
  ///   - settings: How Markdown is read and written in the file.
  ///   - form: The form of new tags in the file.
  ///   - cancelled: The day for the sign of a line that the calendar cancels; nil for none.
  public init(
    _ agreed: String, then: String, now: String, mine: String, shown: String? = nil,
    reader: LineFieldReader, dialect: TaskDialect = .taskPaper,
    settings: MarkdownSettings = .standard, form: TagForm = .at,
    cancelled: DateParameters? = nil
  ) {
    let now = Self.respelled(now, like: then, reader)
    self.reader = reader
    self.form = form
    self.cancelled = cancelled
    self.shown = shown.map { LineParts($0, reader) }
    self.agreed = LineParts(agreed, reader, dialect: dialect, settings: settings)
    self.then = LineParts(then, reader)
    self.now = LineParts(now, reader)
    self.mine = LineParts(mine, reader, dialect: dialect, settings: settings)
    body = mine
    guard then != now else { return }
    mergeText()
    mergeState()
    for field in Self.single { merge([field]) }
    moveOtherDates()
    mergeReminders()
    for field in Self.lists { mergeList(field) }
    mergeWords()
    closeInSigns()
  }

  /// The fields in which a line differs from its item, if the last agreement is unknown.
  ///
  /// Tags that a person added, and completion, do not count as differences.
  public static func differences(
    of mine: String, from item: String, reader: LineFieldReader, dialect: TaskDialect = .taskPaper
  ) -> [Conflict] {
    let (mine, item) = (LineParts(mine, reader, dialect: dialect), LineParts(item, reader))
    var conflicts: [Conflict] = []
    if !mine.hasSameText(as: item) {
      conflicts.append(Conflict(field: "title", mine: mine.text, theirs: item.text))
    }
    for field in [Vocabulary.Field.due, .start, .repeat, .done, .cancelled] {
      let theirs = item.value(of: field)
      let isState = [.done, .cancelled].contains(field)
      guard !theirs.isEmpty,
        isState ? mine.value(of: field).isEmpty : mine.value(of: field) != theirs
      else { continue }
      conflicts.append(
        Conflict(
          field: field.rawValue, mine: mine.text(of: [field]), theirs: item.text(of: [field])))
    }
    return conflicts
  }

  /// How a field is merged.
  private enum Merging: Hashable {
    /// Separately, with its position in the order of all such fields.
    case alone(Int)
    /// Together with the other fields of the state, only one of which applies.
    case state
    /// Value by value.
    case list
    /// Not at all: it does not describe the item, or it is merged as a category.
    case none
  }

  private static func merging(_ field: Vocabulary.Field) -> Merging {
    switch field.role {
    case .due: .alone(0)
    case .start: .alone(1)
    case .zone: .alone(2)
    case .repetition: .alone(3)
    case .detail(let detail): .alone(4 + (ItemDetail.allCases.firstIndex(of: detail) ?? 0))
    case .kind: .alone(100)
    case .text: .alone(101)
    case .state: .state
    case .reminder, .occurrences: .list
    case .words, .lists, .origin, .search: .none
    }
  }

  /// Fields that are merged separately, in order.
  private static let single = Vocabulary.Field.allCases.compactMap { field in
    if case .alone(let place) = merging(field) { (place: place, field: field) } else { nil }
  }.enumerated().sorted { ($0.1.place, $0.0) < ($1.1.place, $1.0) }.map(\.element.field)

  /// Fields that are lists, but for alarms.
  private static let lists = Vocabulary.Field.allCases.filter {
    merging($0) == .list && $0 != .remind
  }

  private var settings: MarkdownSettings { mine.document.settings }

  /// The line as it is by now, for a change.
  var edited: EditedLine {
    EditedLine(
      body, reader, dialect: mine.document.dialect, settings: settings, form: form)
  }

  // MARK: Text

  private mutating func mergeText() {
    let decision = MergePolicy.decision(
      isChangedHere: !mine.hasSameText(as: agreed), isChangedThere: !then.hasSameText(as: now),
      isSame: mine.hasSameText(as: now))
    guard decision != .keep else { return }
    guard decision == .take, let body = bodyWithNewText else {
      return note("title", mine: mine.text, theirs: now.text)
    }
    self.body = body
    changed.append("title")
  }

  /// The line with the calendar's text, followed by the tags of the old text that are fields or categories of the
  /// item; nil if it cannot be written.
  private var bodyWithNewText: String? {
    var line = edited
    let text =
      line.document.dialect == .markdown
      ? settings.withFilter(WordJoiner.put(intoMarkdown: now.text), like: mine.written) : now.text
    guard line.apply(try? line.document.setting(text: text, ofLine: 0)) else { return nil }
    for (tag, form) in mine.innerTags {
      guard line.apply(try? line.document.adding(tag, toLine: 0, form: form)) else { return nil }
    }
    let left = LineParts(
      line.body, reader, dialect: mine.document.dialect, settings: settings
    ).words
    let lost = mine.words.filter { left[$0.key] == nil && now.words[$0.key] != nil }
    for word in lost.values.sorted() { line.add(word: word) }
    return line.body
  }

  private mutating func note(_ field: String, mine: String, theirs: String) {
    conflicts.append(Conflict(field: field, mine: mine, theirs: theirs))
  }

  // MARK: Fields

  /// Completed, cancelled and in progress exclude each other.
  private static let states =
    [Vocabulary.Field.cancelled]
    + Vocabulary.Field.allCases.filter { merging($0) == .state && $0 != .cancelled }

  /// Merges the state.
  ///
  /// A completed line stays completed, and the person's date of completion is kept.
  private mutating func mergeState() {
    let isDone = !mine.value(of: .done).isEmpty
    let isNew = isDone && agreed.value(of: .done).isEmpty
    if policy.doneStays, isNew, !now.value(of: .done).isEmpty { return }
    merge(Self.states)
    if !conflicts.contains(where: { $0.field == "state" }) { mergeMark() }
  }

  /// Gives the bullet the new state of the item, in dialects whose bullets have one.
  private mutating func mergeMark() {
    guard then.tagMark != now.tagMark, agreed.bulletMark == mine.bulletMark else { return }
    var line = edited
    guard line.apply(try? line.document.marking(now.tagMark, line: 0)) else { return }
    body = line.body
    let field: Vocabulary.Field =
      switch (now.tagMark, then.tagMark) {
      case (.none, .started), (.started, _): .started
      case (.cancelled, _): .cancelled
      default: .done
      }
    if !changed.contains(field.rawValue) { changed.append(field.rawValue) }
  }

  private mutating func merge(_ fields: [Vocabulary.Field]) {
    let depends = fields == [.due] || fields == [.start] || fields == [.tz]
    let decision = MergePolicy.decision(
      isChangedHere: !isSame(fields, mine, and: agreed) || (depends && clockIsContested),
      isChangedThere: !isSame(fields, then, and: now), isSame: isSame(fields, mine, and: now))
    switch decision {
    case .keep: break
    case .take: for field in fields where !isSame([field], mine, and: now) { set(field) }
    case .contested:
      let name = fields.count > 1 ? "state" : fields[0].rawValue
      note(name, mine: mine.text(of: fields), theirs: now.text(of: fields))
    }
  }

  /// True if the calendar changed the zone of the item, and the person changed a time in the old zone.
  private var clockIsContested: Bool {
    let times: [Vocabulary.Field] = [.due, .start, .tz]
    return !isSame([.tz], then, and: now) && !isSame(times, mine, and: agreed)
  }

  private func isSame(_ fields: [Vocabulary.Field], _ left: LineParts, and right: LineParts) -> Bool
  {
    fields.allSatisfy { left.value(of: $0) == right.value(of: $0) }
  }

  /// Sets a field to the item's value, with the tag name and the spelling that the line has.
  private mutating func set(_ field: Vocabulary.Field) {
    var line = edited
    let done =
      if let payload = now.payloads[field]?.first {
        line.set(field, to: day(of: field, payload, on: line))
      } else if field == .start, let counted = line.spans(of: .start).first, counted.form != .at {
        line.drop(counted)
      } else {
        line.remove(field)
      }
    guard done else {
      return note(field.rawValue, mine: mine.text(of: [field]), theirs: now.text(of: [field]))
    }
    body = line.body
    changed.append(field.rawValue)
  }

  // MARK: Lists

  /// Adds what the calendar added and removes what it removed; the person's other values are kept.
  private mutating func mergeList(_ field: Vocabulary.Field) {
    let own = mine.members(of: field)
    let change = ListChange(from: then.members(of: field), to: now.members(of: field)) { $0 == $1 }
    let (added, removed) = change.effect(on: own)
    guard !added.isEmpty || !removed.isEmpty else { return }
    var line = edited
    for member in removed { line.remove(member, from: field) }
    for member in added { line.add(member, to: field) }
    body = line.body
    changed.append(field.rawValue)
  }

  private mutating func mergeWords() {
    let added = now.words.filter { then.words[$0.key] == nil && mine.words[$0.key] == nil }
    let removed = then.words.filter { now.words[$0.key] == nil && mine.words[$0.key] != nil }
    guard !added.isEmpty || !removed.isEmpty else { return }
    var line = edited
    for word in removed.keys.sorted() { line.remove(word: word) }
    for word in added.values.sorted() { line.add(word: word) }
    body = line.body
    changed.append("tags")
  }
}

extension LineParts {
  /// The text with the filter of its settings, as it stands.
  fileprivate var written: String {
    document.lines.first.map { document.string($0.text).trimmed } ?? ""
  }

  fileprivate static func != (left: LineParts, right: LineParts) -> Bool {
    left.document.bytes != right.document.bytes
  }

  /// The state that the tags tell.
  fileprivate var tagMark: LineMark {
    let states: [Vocabulary.Field] = [.cancelled, .done, .started]
    return states.first { !value(of: $0).isEmpty }?.boxMark ?? .none
  }

  /// The state that the bullet shows.
  fileprivate var bulletMark: LineMark? { document.lines.first?.mark }

  /// True if the texts are equal, byte for byte, without the joiners of an import.
  func hasSameText(as other: LineParts) -> Bool {
    plainText.utf8.elementsEqual(other.plainText.utf8)
  }

  /// Fields as a person reads them in a message.
  func text(of fields: [Vocabulary.Field]) -> String {
    fields.flatMap { field in
      value(of: field).map { Tag(field.rawValue, payload: $0).toString }
    }.joined(separator: " ")
  }
}
