import ExactText
import TaskBridge
import TaskDates
import TaskText

/// A line whose fields can be set; the rest of its text does not change.
struct EditedLine {
  private(set) var document: TaskDocument
  let reader: LineFieldReader
  /// The form of new tags on a line of Markdown without other tags.
  let form: TagForm

  /// Creates it from a line without indent and ending.
  init(
    _ body: String, _ reader: LineFieldReader, dialect: TaskDialect,
    settings: MarkdownSettings = .standard, form: TagForm = .at
  ) {
    document = TaskDocument(body, dialect: dialect, settings: settings)
    self.reader = reader
    self.form = form
  }

  var body: String { document.text }

  var spans: [TagSpan] { document.lines.first.map { Array(document.tags[$0.tags]) } ?? [] }

  /// The tags of a field, the one that counts first: a start precedes a scheduled day, unless a series counts from that.
  func spans(of field: Vocabulary.Field) -> [TagSpan] {
    let found = spans.filter { reader.field(of: $0, in: document) == field }
    guard field == .start, found.count > 1 else { return found }
    let countsPlan =
      spans(of: .due).isEmpty && spans(of: .repeat).contains { $0.form != .at }
    let plans = found.filter { $0.markdownField == .scheduled }
    let starts = found.filter { $0.markdownField != .scheduled }
    return countsPlan ? plans + starts : starts + plans
  }

  @discardableResult
  mutating func apply(_ edit: TaskEdit?) -> Bool {
    guard let edit else { return false }
    document = document.applying(edit)
    return true
  }

  // MARK: Fields

  /// Sets the first tag of a field, or adds one.
  mutating func set(_ field: Vocabulary.Field, to payload: String?) -> Bool {
    guard let span = spans(of: field).first else { return add(field, payload) }
    if span.form != .at { return replace(span, of: field, with: payload ?? "") }
    let name = document.name(of: span)
    let payload = payload.map { spelled($0, like: document.payload(of: span), field: field) }
    return apply(try? document.setting(tag: name, to: payload, onLine: 0))
  }

  /// Adds a tag of a field, in the form that the line uses if that can express it.
  @discardableResult
  mutating func add(_ field: Vocabulary.Field, _ payload: String?) -> Bool {
    if payload == nil, hasOwnForm, let mark = field.boxMark, show(mark) { return true }
    let tag = Tag(field.rawValue, payload: payload)
    let own = payload.flatMap { reader.markdownPayload($0, of: field) }
    let signed = Tag(field.rawValue, payload: own)
    guard own != nil, document.writes(signed, onLine: 0, form: form) else {
      return apply(try? document.addingPlain(tag, toLine: 0))
    }
    return apply(try? document.adding(signed, toLine: 0, form: form))
  }

  /// True if new tags of the line are signs or fields of Markdown.
  var hasOwnForm: Bool {
    document.lines.first.map { document.form(ofNewTagOn: $0, otherwise: form) != .at } ?? false
  }

  /// False for a line whose vault leaves out the day of a state.
  func takesDay(of mark: LineMark) -> Bool {
    guard document.dialect == .markdown, hasOwnForm else { return true }
    return switch mark {
    case .done: document.settings.setsDoneDate
    case .cancelled: document.settings.setsCancelledDate
    case .none, .started: true
    }
  }

  /// Shows a state in the box of a Markdown task; false if the line has no box.
  mutating func show(_ mark: LineMark) -> Bool {
    guard document.dialect == .markdown, let line = document.lines.first, line.kind == .task else {
      return false
    }
    return line.mark == mark || apply(try? document.marking(mark, line: 0))
  }

  /// A date in the spelling of another, if that can express it.
  private func spelled(
    _ payload: String, like old: String?, field: Vocabulary.Field
  ) -> String {
    let shortYears = document.dialect.allowsShortYears
    guard [.due, .start, .remind].contains(field), let old,
      let new = try? DatePayload(parsing: payload),
      let before = try? DatePayload(parsing: old, shortYears: shortYears),
      DateParameterFormat(for: new.value) == DateParameterFormat(for: before.value)
    else { return payload }
    let text = before.replacing(value: new.value).description
    let read = try? DatePayload(parsing: text, shortYears: shortYears)
    return read?.value == new.value ? text : payload
  }

  /// Removes all tags of a field.
  @discardableResult
  mutating func remove(_ field: Vocabulary.Field) -> Bool {
    let names = ExactSet(spans(of: field).map { document.name(of: $0) })
    return names.sorted().allSatisfy { apply(try? document.removing(tag: $0, fromLine: 0)) }
  }

  // MARK: Lists

  /// Adds a value to a list field: to its tag if that can have several values, otherwise as another tag.
  mutating func add(_ member: String, to field: Vocabulary.Field) {
    let payload = member.isEmpty ? nil : member
    if field != .remind, let span = spans(of: field).first, let old = document.payload(of: span) {
      rewrite(span, "\(old), \(member)")
    } else {
      add(field, payload)
    }
  }

  /// Removes a value from a list field.
  mutating func remove(_ member: String, from field: Vocabulary.Field) {
    for span in spans(of: field).reversed() {
      let old = document.payload(of: span) ?? ""
      let parts = field == .remind ? [old] : old.split(separator: ",").map { String($0).trimmed }
      let left = parts.filter { LineParts.meaning(of: $0, field) != member }
      guard left.count < parts.count else { continue }
      if left.isEmpty { erase(span) } else { rewrite(span, left.joined(separator: ", ")) }
    }
  }

  // MARK: Words

  /// Adds a category: as a tag of its own if possible, otherwise to `@tags`; false if it cannot be written.
  @discardableResult
  mutating func add(word: String) -> Bool {
    if writesHashTags, let edit = document.addingHashTag(word, toLine: 0) { return apply(edit) }
    if reader.vocabulary.canBeTag(word) {
      return apply(try? document.adding(Tag(word), toLine: 0))
    }
    let text = word.replacing(",", with: "\\,")
    guard let span = spans(of: .tags).first, let old = document.payload(of: span) else {
      return apply(
        try? document.adding(Tag(Vocabulary.Field.tags.rawValue, payload: text), toLine: 0))
    }
    rewrite(span, "\(old), \(text)")
    return true
  }

  /// True if categories are `#tags` on this line, as where dates are signs or fields of Markdown.
  private var writesHashTags: Bool {
    guard document.dialect == .markdown, let line = document.lines.first else { return false }
    return !document.hashTags(of: line).isEmpty || hasOwnForm
  }

  /// Removes a category, regardless of case, as a tag and from `@tags`.
  mutating func remove(word: String) {
    removeHashTags(word)
    for span in spans.reversed() {
      switch reader.field(of: span, in: document) {
      case nil where span.form == .at && document.string(span.name).lowercased() == word:
        erase(span)
      case .tags?, .context?: remove(word, fromListAt: span)
      default: break
      }
    }
  }

  private mutating func removeHashTags(_ word: String) {
    while let line = document.lines.first,
      let tag = document.hashTags(of: line).last(where: { tag in
        document.string(tag.lowerBound + 1..<tag.upperBound).lowercased() == word
      })
    {
      document = document.applying(document.removing(hashTag: tag, of: line))
    }
  }

  private mutating func remove(_ word: String, fromListAt span: TagSpan) {
    let words = LineFieldReader.list(document.payload(of: span) ?? "")
    let left = words.filter { $0.lowercased() != word }
    guard left.count < words.count else { return }
    if let list = LineFieldReader.list(ofWords: left) { rewrite(span, list) } else { erase(span) }
  }

  // MARK: Single tags

  /// Replaces the payloads of a field's tags in place; a tag whose new payload is nil is unchanged.
  mutating func replacePayloads(
    of field: Vocabulary.Field, _ payload: (String) -> String?
  ) {
    let splices = spans(of: field).compactMap { span -> TaskEdit.Splice? in
      guard let value = span.value, let old = document.payload(of: span),
        let new = payload(old), new != old
      else { return nil }
      if span.form != .at { return document.rewriting(span, to: new) }
      return TaskEdit.Splice(value, Tag("", payload: new).toString.dropFirst(2).dropLast().utf8)
    }
    apply(splices.isEmpty ? nil : TaskEdit(splices))
  }

  mutating func rewrite(_ span: TagSpan, _ payload: String) {
    let tag = Tag(document.string(span.name), payload: payload)
    let edit = TaskEdit([TaskEdit.Splice(span.range, tag.toString.utf8)])
    document = document.applying(edit)
  }

  /// Replaces the payload of one tag of a field, in its spelling if possible; an empty payload removes it.
  @discardableResult
  mutating func replace(
    _ span: TagSpan, of field: Vocabulary.Field, with payload: String
  ) -> Bool {
    guard span.form == .at else { return replaceField(span, of: field, with: payload) }
    let text =
      payload.isEmpty ? nil : spelled(payload, like: document.payload(of: span), field: field)
    let tag = Tag(document.string(span.name), payload: text)
    return apply(TaskEdit([TaskEdit.Splice(span.range, tag.toString.utf8)]))
  }

  /// Replaces the payload of a field of Markdown; what its form cannot express becomes a tag.
  private mutating func replaceField(
    _ span: TagSpan, of field: Vocabulary.Field, with payload: String
  ) -> Bool {
    let text = spelled(payload, like: document.payload(of: span), field: field)
    if let own = reader.markdownPayload(text, of: field),
      let splice = document.rewriting(span, to: own)
    {
      return apply(TaskEdit([splice]))
    }
    erase(span)
    let tag = Tag(field.rawValue, payload: payload.isEmpty ? nil : payload)
    return apply(try? document.addingPlain(tag, toLine: 0))
  }

  mutating func erase(_ span: TagSpan) {
    let edit = TaskEdit([TaskEdit.Splice(span.leading.lowerBound..<span.range.upperBound, [])])
    document = document.applying(edit)
  }
}

extension Vocabulary.Field {
  /// The mark of a box that shows this state; nil for other fields.
  var boxMark: LineMark? {
    switch self {
    case .done: .done
    case .cancelled: .cancelled
    case .started: .started
    default: nil
    }
  }
}
