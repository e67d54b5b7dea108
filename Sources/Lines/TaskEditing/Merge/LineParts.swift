import ExactText
import TaskBridge
import TaskDates
import TaskText

/// The parts of one line that change independently: its text, each field that its tags set, and its categories.
struct LineParts {
  /// A line as a document of its own.
  let document: TaskDocument
  /// The text without the tags after it, and without the tags in it that are fields.
  let text: String
  /// The text for comparisons, without the joiners of an import.
  let plainText: String
  /// The tags in the text that are fields.
  let innerTags: [(tag: Tag, form: TagForm)]
  /// The payloads of each field's tags, in order; nil for a tag without one.
  private(set) var payloads: [Vocabulary.Field: [String?]] = [:]
  /// The categories, by their lower case.
  private(set) var words: ExactDictionary<String> = [:]

  /// Reads a line without indent and ending.
  ///
  /// A calendar's line is in TaskPaper's dialect, whatever that of the file is.
  init(
    _ body: String, _ reader: LineFieldReader, dialect: TaskDialect = .taskPaper,
    settings: MarkdownSettings = .standard
  ) {
    let own = TaskDocument(body, dialect: dialect, settings: settings)
    document = own.lines.first?.kind == .note ? TaskDocument(body) : own
    guard let line = document.lines.first else {
      (text, plainText, innerTags) = ("", "", [])
      return
    }
    let inner = reader.innerTags(of: document)
    innerTags = document.tags(at: inner)
    // White space around the text does not count as a change.
    let words =
      inner.isEmpty
      ? document.string(line.text).trimmed : document.text(in: line.text, without: inner)
    text = document.isFiltered(line) ? settings.withoutFilter(words) : words
    plainText = WordJoiner.removed(fromTitle: text, document.dialect)
    for span in document.tags[line.tags] {
      let payload = reader.payload(of: span, in: document)
      switch reader.field(of: span, in: document) {
      case .tags?, .context?:
        for word in LineFieldReader.list(payload ?? "") { add(word: word) }
      case let field?: payloads[field, default: []].append(payload)
      case nil: if span.form == .at { add(word: document.string(span.name)) }
      }
    }
    for name in document.hashNames(of: line) { add(word: name) }
  }

  private mutating func add(word: String) {
    if words[word.lowercased()] == nil { words[word.lowercased()] = word }
  }

  /// The values of a field, with one spelling for payloads of the same meaning.
  func value(of field: Vocabulary.Field) -> [String?] {
    let payloads = payloads[field] ?? []
    return (field.isList ? payloads : Array(payloads.prefix(1))).map { payload in
      payload.map { Self.meaning(of: $0, field) }
    }
  }

  /// The single values of a list field.
  func members(of field: Vocabulary.Field) -> [String] {
    let payloads = payloads[field] ?? []
    let parts =
      field == .remind
      ? payloads.map { $0 ?? "" }
      : payloads.flatMap { ($0 ?? "").split(separator: ",").map { String($0).trimmed } }
    return parts.map { Self.meaning(of: $0, field) }
  }

  static func meaning(of payload: String, _ field: Vocabulary.Field) -> String {
    let text = payload.cleaned
    if let tag = field.detailTag { return tag.meaning(text) }
    switch field {
    case .due, .start, .done, .except, .also, .remind:
      return (try? DatePayload(parsing: text)).map { DatePayload($0.value).description } ?? text
    case .repeat: return (try? Repetition(parsing: text))?.text ?? text
    default: return text
    }
  }
}

extension TaskDocument {
  fileprivate func tags(at spans: [TagSpan]) -> [(tag: Tag, form: TagForm)] {
    spans.map { (tag($0), $0.form) }
  }
}

extension LineFieldReader {
  /// The tags in the middle of a line's text that are fields.
  fileprivate func innerTags(of document: TaskDocument) -> [TagSpan] {
    LineFieldReader(ofTagsAlone: vocabulary).propertyTags(in: document, line: 0)
  }
}

extension Vocabulary.Field {
  /// True if each tag of the field adds a value.
  var isList: Bool { [.remind, .except, .also].contains(self) }
}
