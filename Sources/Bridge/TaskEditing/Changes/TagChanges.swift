import Diagnostics
import ExactText
public import TaskBridge
public import TaskText

/// Which tags of a line change.
public struct TagChanges: Hashable, Sendable {
  /// Tags that are added, also where the line has one of the name.
  public var added: [Tag]
  /// Tags that the line has afterwards: in place where it has one of the name, else behind the last.
  public var set: [Tag]
  /// Names of which no tag stays.
  public var removed: [String]

  /// Creates a change of tags.
  public init(set: [Tag] = [], added: [Tag] = [], removed: [String] = []) {
    self.set = set
    self.added = added
    self.removed = removed
  }
}

extension TagChanges {
  /// True where tags are removed, and nothing else.
  fileprivate var isRemoval: Bool { added.isEmpty && set.isEmpty }

  /// What is wrong with a tag that would take a date away and say none.
  fileprivate func missingDate(_ vocabulary: Vocabulary) -> String? {
    let dates: Set<Vocabulary.Field?> = [.due, .start, .except, .also]
    let empty = (set + added).first { tag in
      dates.contains(vocabulary.field(named: tag.tag))
        && (tag.payload ?? "").utf8.allSatisfy { $0 == 0x20 || $0 == 0x09 }
    }
    return empty.map { "@\($0.tag) says no date; expected one, as in \($0.tag)=tomorrow" }
  }
}

extension TaskChanges {
  /// Changes the tags of a line; dates that move with the clock are written as what they are now.
  public mutating func tag(_ line: LineRef, with tagging: TagChanges) {
    if let fault = tagging.missingDate(reader.vocabulary) { return self.fault(line, fault) }
    var edited = edited(line)
    let before = errors(of: edited)
    do throws(TaskEditError) {
      for name in tagging.removed {
        edited.apply(try edited.document.removing(tag: name, fromLine: 0))
      }
      for tag in tagging.set { try edited.set(pinned(tag)) }
      for tag in tagging.added {
        edited.apply(try edited.document.adding(pinned(tag), toLine: 0))
      }
    } catch {
      return fault(line, "\(error)")
    }
    if let error = errors(of: edited).first(where: { !before.contains($0) }) {
      return fault(line, error)
    }
    guard edited.body != self.edited(line).body else {
      return isAlready(
        line, tagging.isRemoval ? "it has no such tag" : "it has these tags already")
    }
    set(edited, line)
    note(.tagged, line, details: understood(tagging))
  }

  /// The dates that words were read as.
  private func understood(_ tagging: TagChanges) -> [String] {
    (tagging.set + tagging.added).compactMap { tag in
      let pinned = pinned(tag)
      return pinned == tag ? nil : "\(tag.tag) \(pinned.payload ?? "")"
    }
  }

  /// What cannot be read of a line.
  func errors(of edited: EditedLine) -> [String] {
    var said: [Diagnostic] = []
    _ = reader.fields(of: edited.document, line: 0, diagnostics: &said)
    return said.filter { $0.severity == .error }.map(\.sentence)
  }

  /// A tag with a date that is written out.
  func pinned(_ tag: Tag) -> Tag {
    guard let payload = tag.payload, let field = reader.vocabulary.field(named: tag.tag),
      let pinned = pinned(payload, of: field)
    else { return tag }
    return Tag(tag.tag, payload: pinned)
  }
}

extension EditedLine {
  /// Sets a tag, under the name that the line has for what it means.
  mutating func set(_ tag: Tag) throws(TaskEditError) {
    let field = reader.vocabulary.field(named: tag.tag)
    let isNamed = spans.contains { document.string($0.name) == tag.tag }
    let alias = isNamed ? nil : field.flatMap { spans(of: $0).first }
    let name = alias.map { document.string($0.name) } ?? tag.tag
    apply(try document.setting(tag: name, to: tag.payload, onLine: 0))
  }
}
