import Diagnostics
import TaskText

/// What looks like a date and is none: what a person wrote for duecal and duecal does not read.
struct LineDoubts {
  private let document: TaskDocument
  private let number: Int
  private let vocabulary: Vocabulary

  init(_ document: TaskDocument, _ number: Int, _ vocabulary: Vocabulary) {
    self.document = document
    self.number = number
    self.vocabulary = vocabulary
  }

  /// A note with a due date: most likely a task without its bullet.
  func ofNote() -> [Diagnostic] {
    let span = document.tags[line.tags].first { field(document.string($0.name)) == .due }
    guard let span, document.payload(of: span)?.isEmpty == false else { return [] }
    return [
      warning(
        span.range.lowerBound, "a note is no task; expected a line that begins with \(bullet)")
    ]
  }

  private var bullet: String {
    switch document.dialect {
    case .taskPaper, .omniFocus: "\"- \""
    case .plainTasks: "\"☐ \""
    case .markdown: "\"- [ ] \""
    }
  }

  /// Tags in capitals, and what would be a tag if it were closed or stood by itself.
  func ofTags() -> [Diagnostic] {
    let spans = document.tags[line.tags]
    let capitals = spans.compactMap { span -> Diagnostic? in
      let name = document.string(span.name)
      guard vocabulary[name] == nil, span.value != nil, isDated(name.lowercased()) else {
        return nil
      }
      return warning(
        span.range.lowerBound, "@\(name) is a word of its own; expected @\(name.lowercased())")
    }
    return capitals + unread(besides: Array(spans))
  }

  private func unread(besides spans: [TagSpan]) -> [Diagnostic] {
    var found: [Diagnostic] = []
    var offset = line.body.lowerBound
    var rest = spans[...]
    while offset < line.body.upperBound {
      if let span = rest.first, span.range.lowerBound <= offset {
        offset = max(offset, span.range.upperBound)
        rest.removeFirst()
      } else {
        if let name = beginning(at: offset) {
          found.append(
            warning(offset, "@\(name)(… is no tag: one stands between blanks and ends with its )"))
        }
        offset += 1
      }
    }
    return found
  }

  /// The name of a dated tag that seems to begin here.
  private func beginning(at offset: Int) -> String? {
    guard document.bytes[offset] == UInt8(ascii: "@") else { return nil }
    let rest = document.bytes[(offset + 1)..<line.body.upperBound].prefix(24)
    guard let open = rest.firstIndex(of: UInt8(ascii: "(")) else { return nil }
    let name = String(decoding: rest[..<open], as: UTF8.self)
    return isDated(name) ? name : nil
  }

  private var line: TaskLine { document.lines[number] }

  private func field(_ name: String) -> Vocabulary.Field? { vocabulary[name]?.field }

  private func isDated(_ name: String) -> Bool {
    guard let field = field(name) else { return false }
    return [.due, .start, .done, .repeat, .remind].contains(field)
  }

  private func warning(_ offset: Int, _ sentence: String) -> Diagnostic {
    Diagnostic(.warning, at: document.place(ofByte: offset, line: number), sentence)
  }
}
