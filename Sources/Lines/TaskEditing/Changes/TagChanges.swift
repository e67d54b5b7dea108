import Diagnostics
import ExactText
public import TaskBridge
public import TaskText

/// Changes of the tags of a line.
public struct TagChanges: Hashable, Sendable {
  /// Tags to add, even if the line has a tag of the same name.
  public var added: [Tag]
  /// Tags to set: each replaces the tag of the same name, or is added after the last tag.
  public var set: [Tag]
  /// Names of tags to remove.
  public var removed: [String]

  /// Creates changes of tags.
  public init(set: [Tag] = [], added: [Tag] = [], removed: [String] = []) {
    self.set = set
    self.added = added
    self.removed = removed
  }
}

extension TagChanges {
  /// True if tags are only removed.
  fileprivate var isRemoval: Bool { added.isEmpty && set.isEmpty }

  /// The error of a tag for a date that has no payload and would remove the date.
  fileprivate func missingDate(_ vocabulary: Vocabulary) -> String? {
    let dates: Set<Vocabulary.Field?> = [.due, .start, .except, .also]
    let empty = (set + added).first { tag in
      dates.contains(vocabulary.field(named: tag.tag))
        && (tag.payload ?? "").utf8.allSatisfy { $0 == 0x20 || $0 == 0x09 }
    }
    return empty.map { "@\($0.tag) has no date; expected one, as in \($0.tag)=tomorrow" }
  }
}

extension TaskChanges {
  /// Changes the tags of a line, and resolves relative dates.
  public mutating func tag(_ line: LineRef, with changes: TagChanges) {
    if let fault = changes.missingDate(reader.vocabulary) { return self.fault(line, fault) }
    var edited = edited(line)
    let before = errors(of: edited)
    do throws(TaskEditError) {
      for name in changes.removed {
        edited.apply(try edited.document.removing(tag: name, fromLine: 0))
      }
      for tag in changes.set { try edited.set(pinned(tag)) }
      for tag in changes.added {
        try edited.add(pinned(tag))
      }
    } catch {
      return fault(line, "\(error)")
    }
    if let error = errors(of: edited).first(where: { !before.contains($0) }) {
      return fault(line, error)
    }
    guard edited.body != self.edited(line).body else {
      return isAlready(
        line, changes.isRemoval ? "the task has no such tag" : "the task already has these tags")
    }
    set(edited, line)
    note(.tagged, line, details: understood(changes))
  }

  /// The dates that were read from words.
  private func understood(_ changes: TagChanges) -> [String] {
    (changes.set + changes.added).compactMap { tag in
      let pinned = pinned(tag)
      return pinned == tag ? nil : "\(tag.tag) \(pinned.payload ?? "")"
    }
  }

  /// The errors in the tags of a line.
  func errors(of edited: EditedLine) -> [String] {
    var diagnostics: [Diagnostic] = []
    _ = reader.fields(of: edited.document, line: 0, diagnostics: &diagnostics)
    return diagnostics.filter { $0.severity == .error }.map(\.sentence)
  }

  /// A tag with its relative date resolved.
  func pinned(_ tag: Tag) -> Tag {
    guard let payload = tag.payload, let field = reader.vocabulary.field(named: tag.tag),
      let pinned = pinned(payload, of: field)
    else { return tag }
    return Tag(tag.tag, payload: pinned)
  }
}

extension EditedLine {
  /// Sets a tag, under the name that the line already has for the same field.
  mutating func set(_ tag: Tag) throws(TaskEditError) {
    let field = reader.vocabulary.field(named: tag.tag)
    let old = spans.first { document.isNamed($0, tag.tag) } ?? field.flatMap { spans(of: $0).first }
    if let field, document.dialect == .markdown,
      old.map({ $0.form != .at }) ?? (field.rawValue == tag.tag && tag.payload != nil),
      set(field, to: tag.payload)
    {
      return
    }
    let name = old.map { document.name(of: $0) } ?? tag.tag
    apply(try document.setting(tag: name, to: tag.payload, onLine: 0))
  }

  /// Adds a tag, even if the line has one of the same name.
  mutating func add(_ tag: Tag) throws(TaskEditError) {
    if document.dialect == .markdown, let field = reader.vocabulary.field(named: tag.tag),
      field.rawValue == tag.tag, tag.payload != nil, add(field, tag.payload)
    {
      return
    }
    apply(try document.adding(tag, toLine: 0))
  }
}
