package import Diagnostics
package import TaskText

/// Finds text that looks like a date for duecal but is not read as one.
package struct LooseDateChecks {
  private let document: TaskDocument
  private let number: Int
  private let vocabulary: Vocabulary

  /// Prepares the checks of a line, from 0.
  package init(_ document: TaskDocument, _ number: Int, vocabulary: Vocabulary) {
    self.document = document
    self.number = number
    self.vocabulary = vocabulary
  }

  /// Reports a note with a due date: most likely a task without its bullet.
  package func ofNote() -> [Diagnostic] {
    if document.isBulletOfTags(line: number) {
      let firstTag = document.tags[line.tags.lowerBound].range.lowerBound
      return [
        warning(
          line.body.lowerBound,
          "a bullet with only tags is a note, not a task; expected words after the bullet",
          document.addingTitle(at: firstTag, line: number))
      ]
    }
    let span = document.tags[line.tags].first { field(document.name(of: $0)) == .due }
    guard let span, document.payload(of: span)?.isEmpty == false else { return [] }
    return [
      warning(
        span.range.lowerBound,
        "a note cannot be due; expected a task, which begins with \(bullet.quoted)",
        document.addingBullet(bullet, line: number))
    ]
  }

  /// Reports a task with an empty title.
  package func ofTask(_ file: TaskFile) -> [Diagnostic] {
    guard file.isWordless(line: number), !file.isEmptyBox(line: number) else { return [] }
    let sentence = "a bullet without text does not become an item; expected text after the bullet"
    let remedies = document.addingTitle(at: line.bullet.upperBound, line: number)
    return [warning(line.bullet.lowerBound, sentence, remedies)]
  }

  private var bullet: String {
    switch document.dialect {
    case .taskPaper, .omniFocus: "- "
    case .plainTasks: "☐ "
    case .markdown: "- [ ] "
    }
  }

  /// Reports tags in capitals, and text that would be a tag if it were separate.
  package func ofTags() -> [Diagnostic] {
    let spans = document.tags[line.tags]
    let capitals = spans.compactMap { span -> Diagnostic? in
      let name = document.string(span.name)
      guard vocabulary[name] == nil, span.value != nil, vocabulary.isDated(name.lowercased()) else {
        return nil
      }
      return warning(
        span.range.lowerBound,
        "@\(name) is not read as a date, because case matters; expected @\(name.lowercased())",
        [
          document.write(
            "@\(name.lowercased())", span.range.lowerBound..<span.name.upperBound, line: number)
        ])
    }
    return capitals + unread()
  }

  private func unread() -> [Diagnostic] {
    MalformedTags.places(in: document, line, vocabulary).filter { !$0.isSeparate }.map { place in
      warning(
        place.offset, "@\(place.name)(… is not a tag; expected a space before and after it",
        document.separating(place, line: number))
    }
  }

  private var line: TaskLine { document.lines[number] }

  private func field(_ name: String) -> Vocabulary.Field? { vocabulary[name]?.field }

  private func warning(
    _ offset: Int, _ sentence: String, _ remedies: [Remedy] = []
  ) -> Diagnostic {
    Diagnostic(
      .warning, at: document.place(ofByte: offset, line: number), message: sentence,
      remedies: remedies)
  }
}

extension TaskDocument {
  /// True for a bullet with only tags, which is a note in TaskPaper.
  package func isBulletOfTags(line number: Int) -> Bool {
    let line = lines[number]
    let text = bytes[line.text]
    return line.kind == .note && !line.tags.isEmpty
      && (text.elementsEqual("-".utf8) || text.elementsEqual("- ".utf8))
  }
}
