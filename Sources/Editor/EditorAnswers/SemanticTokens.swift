import TaskBridge
import TaskText

/// A part of a line with a meaning, for colours.
public struct SemanticToken: Hashable, Sendable {
  /// The meanings; the raw values are the indices of their names in the protocol.
  public enum Kind: Int, Sendable, CaseIterable {
    /// The name of a project.
    case project
    /// The bullet of a task.
    case bullet
    /// The text of a task that is completed or cancelled.
    case closedTask
    /// A tag that has a meaning for duecal.
    case field
    /// A tag of the person.
    case tag
    /// A date, a rule or a length of time.
    case date
    /// Another value.
    case value
    /// A note.
    case note
  }

  /// The bytes, which are within one line.
  public let range: Range<Int>
  /// The meaning.
  public let kind: Kind
}

extension EditorDocument {
  /// The tokens of some lines, in order; no two overlap.
  public func tokens(in lines: Range<Int>) -> [SemanticToken] {
    var tokens: [SemanticToken] = []
    for number in lines.clamped(to: text.lines.indices) {
      append(text.lines[number], to: &tokens)
    }
    return tokens
  }

  private func append(_ line: TaskLine, to tokens: inout [SemanticToken]) {
    if line.kind == .blank || (text.dialect == .markdown && line.kind == .note) { return }
    func add(_ range: Range<Int>, _ kind: SemanticToken.Kind) {
      if !range.isEmpty { tokens.append(SemanticToken(range: range, kind: kind)) }
    }
    if line.kind == .task { add(trimmed(line.bullet), .bullet) }
    let spans = text.tags[line.tags]
    let kind = kind(of: line)
    var start = line.text.lowerBound
    for span in spans {
      if let kind, start < min(span.leading.lowerBound, line.text.upperBound) {
        add(start..<min(span.leading.lowerBound, line.text.upperBound), kind)
      }
      append(span, to: &tokens)
      start = max(start, span.range.upperBound)
    }
    if let kind, start < line.text.upperBound { add(start..<line.text.upperBound, kind) }
  }

  /// The meaning of the words of a line; nil for those of an open task.
  private func kind(of line: TaskLine) -> SemanticToken.Kind? {
    switch line.kind {
    case .project: return .project
    case .note: return .note
    case .blank: return nil
    case .task: return text.isClosed(line, vocabulary) ? .closedTask : nil
    }
  }

  private func append(_ span: TagSpan, to tokens: inout [SemanticToken]) {
    let field = vocabulary.field(of: span, in: text)
    let kind: SemanticToken.Kind = field == nil ? .tag : .field
    guard let value = span.value, !value.isEmpty else {
      tokens.append(SemanticToken(range: span.range, kind: kind))
      return
    }
    let name = span.range.lowerBound..<max(span.range.lowerBound, span.name.upperBound)
    if !name.isEmpty, name.upperBound <= value.lowerBound {
      tokens.append(SemanticToken(range: name, kind: kind))
    }
    let isDate =
      field.map { Vocabulary.dated.contains($0) || $0 == .repeat || $0 == .estimate } ?? false
    tokens.append(SemanticToken(range: value, kind: isDate ? .date : .value))
  }

  private func trimmed(_ range: Range<Int>) -> Range<Int> {
    let end = text.bytes[range].lastIndex { $0 != 0x20 && $0 != 0x09 }
    return range.lowerBound..<(end.map { $0 + 1 } ?? range.lowerBound)
  }
}
