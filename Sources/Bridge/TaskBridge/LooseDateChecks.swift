import Diagnostics
import TaskText

/// What looks like a date and is none: what a person wrote for duecal and duecal does not read.
struct LooseDateChecks {
  private let document: TaskDocument
  private let number: Int
  private let vocabulary: Vocabulary

  init(_ document: TaskDocument, _ number: Int, vocabulary: Vocabulary) {
    self.document = document
    self.number = number
    self.vocabulary = vocabulary
  }

  /// A note with a due date: most likely a task without its bullet.
  func ofNote() -> [Diagnostic] {
    if isBulletOfTags {
      return [
        warning(
          line.body.lowerBound,
          "a bullet without words is a note, and no task; expected words after it")
      ]
    }
    let span = document.tags[line.tags].first { field(document.string($0.name)) == .due }
    guard let span, document.payload(of: span)?.isEmpty == false else { return [] }
    return [
      warning(
        span.range.lowerBound, "a note is no task; expected a line that begins with \(bullet)")
    ]
  }

  /// True for a bullet with tags and no words, which is a note in TaskPaper.
  private var isBulletOfTags: Bool {
    let text = document.bytes[line.text]
    return !line.tags.isEmpty && (text.elementsEqual("-".utf8) || text.elementsEqual("- ".utf8))
  }

  /// A task without words.
  func ofTask(_ file: TaskFile) -> [Diagnostic] {
    guard file.isWordless(line: number) else { return [] }
    let sentence = "a bullet without words is no item; expected words after it"
    return [warning(line.bullet.lowerBound, sentence)]
  }

  private var bullet: String {
    switch document.dialect {
    case .taskPaper, .omniFocus: "\"- \""
    case .plainTasks: "\"☐ \""
    case .markdown: "\"- [ ] \""
    }
  }

  /// Tags in capitals, and what would be a tag if it stood by itself.
  func ofTags() -> [Diagnostic] {
    let spans = document.tags[line.tags]
    let capitals = spans.compactMap { span -> Diagnostic? in
      let name = document.string(span.name)
      guard vocabulary[name] == nil, span.value != nil, vocabulary.isDated(name.lowercased()) else {
        return nil
      }
      return warning(
        span.range.lowerBound, "@\(name) is a word of its own; expected @\(name.lowercased())")
    }
    return capitals + unread()
  }

  private func unread() -> [Diagnostic] {
    MalformedTags(document, line, vocabulary: vocabulary).places().filter { !$0.isSeparate }.map {
      place in
      warning(place.offset, "@\(place.name)(… is no tag: one stands between blanks")
    }
  }

  private var line: TaskLine { document.lines[number] }

  private func field(_ name: String) -> Vocabulary.Field? { vocabulary[name]?.field }

  private func warning(_ offset: Int, _ sentence: String) -> Diagnostic {
    Diagnostic(.warning, at: document.place(ofByte: offset, line: number), message: sentence)
  }
}
