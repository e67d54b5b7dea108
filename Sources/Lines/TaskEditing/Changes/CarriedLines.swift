import ExactText
import TaskBridge
import TaskDates
import TaskText

/// Lines that go to another file: between Markdown and another dialect they get the form of that file.
struct CarriedLines {
  let source: TaskFile
  let target: TaskDocument
  let reader: LineFieldReader

  private var document: TaskDocument { source.document }

  /// The lines of a block in the target; nil if it would read one as something else.
  func texts(_ block: Range<Int>) -> [String]? {
    let written = converts ? converted(block) : block.map(own)
    guard let written, zip(block, written).allSatisfy(isSame) else { return nil }
    return written
  }

  private var converts: Bool {
    document.dialect != target.dialect && [document.dialect, target.dialect].contains(.markdown)
  }

  private func own(_ number: Int) -> String {
    let line = document.lines[number]
    return line.kind == .blank ? "" : document.string(line.body)
  }

  private func isSame(_ number: Int, _ text: String) -> Bool {
    let line = document.lines[number]
    let read = TaskDocument(text, dialect: target.dialect).lines.first
    return line.kind == .blank
      || (read?.kind == line.kind && (converts || read?.mark == line.mark))
  }

  // MARK: Another dialect

  private func converted(_ block: Range<Int>) -> [String]? {
    let numbers = block.filter { document.lines[$0].kind == .note }
    let plain = numbers.map { WordJoiner.removed(fromNote: own($0), document.dialect) }
    let notes = Dictionary(
      zip(numbers, WordJoiner.put(intoNotes: plain, target.dialect)), uniquingKeysWith: { $1 })
    var texts: [String] = []
    for number in block {
      let isTask = document.lines[number].kind == .task
      guard let text = isTask ? task(number) : notes[number] ?? own(number) else { return nil }
      texts.append(text)
    }
    return texts
  }

  private func task(_ number: Int) -> String? {
    let line = EditedLine(
      own(number), reader, dialect: document.dialect, settings: document.settings)
    guard let plain = line.inTaskPaper() else { return nil }
    let body = ItemLine(body: plain)
      .body(in: target, marked: document.lines[number].mark)
    return target.inOwnForm(body, reader)
  }
}

extension EditedLine {
  /// The task in the form of TaskPaper; nil if that would lose something.
  fileprivate func inTaskPaper() -> String? {
    var line = self
    guard line.hasUsualBox, line.useTags(), line.tagState(), let own = line.document.lines.first
    else { return nil }
    let written = line.document.string(own.text)
    let isMarkdown = document.dialect == .markdown
    let text = isMarkdown ? WordJoiner.removed(fromMarkdown: written) : written
    let rest = line.document.string(own.text.upperBound..<own.body.upperBound)
    let plain = EditedLine(
      TaskDialect.taskPaper.taskBullet + text + rest, reader, dialect: .taskPaper)
    return saysSame(plain) && plain.title == title ? plain.body : nil
  }

  /// True if a line in the form of TaskPaper has the fields of this one.
  ///
  /// `#tags` are words there, and stay in the title. A series counts in another way there, which only matters at the end
  /// of a month.
  private func saysSame(_ plain: EditedLine) -> Bool {
    var own = fields
    if plain.fields.categories.allSatisfy(own.categories.contains) {
      own.categories = plain.fields.categories
    }
    if own.calendarRule == plain.fields.calendarRule {
      own.repeatsInSigns = plain.fields.repeatsInSigns
    }
    return plain.fields == own
  }

  private var title: [UInt8] {
    let file = TaskFile(alone: document)
    return Array(LineText(file, line: 0).title(reader.vocabulary).utf8)
  }

  /// False for a box of Markdown with a sign such as `>`, which other dialects do not have.
  private var hasUsualBox: Bool {
    guard document.dialect == .markdown, let line = document.lines.first else { return true }
    return ["[ ] ", "[x] ", "[X] ", "[-] ", "[/] "].contains {
      document.bytes[line.bullet].suffix(4).elementsEqual($0.utf8)
    }
  }

  /// Writes the signs and fields of Markdown as tags; false for one that no tag says.
  private mutating func useTags() -> Bool {
    while let span = spans.first(where: { $0.form != .at }) {
      guard let field = span.markdownField?.field,
        let payload = reader.payload(of: span, in: document),
        case let tag = Tag(field.rawValue, payload: payload),
        apply(try? document.replacing(span, with: tag, as: .at, onLine: 0))
      else { return false }
    }
    return true
  }

  /// Writes the state that the box or bullet shows as a tag, if the line has none.
  private mutating func tagState() -> Bool {
    let field: Vocabulary.Field? =
      switch document.lines.first?.mark {
      case .done?: .done
      case .cancelled?: .cancelled
      case .started?: .started
      case LineMark.none?, nil: nil
      }
    guard let field, spans(of: field).isEmpty else { return true }
    return apply(try? document.addingPlain(Tag(field.rawValue), toLine: 0))
  }
}
