import Diagnostics
public import TaskText

extension LineFieldReader {
  /// Creates a reader that depends on neither the clock nor the known zones.
  ///
  /// It refuses relative dates, so their tags stay in titles.
  package init(ofTagsAlone vocabulary: Vocabulary) {
    self.init(vocabulary: vocabulary, relativeDates: .refuse) { _ in nil }
  }

  /// The tags in the middle of a line's text that became properties of its item.
  ///
  /// An unreadable tag, a second tag of the same field, and the person's own tags stay in the text.
  package func propertyTags(in document: TaskDocument, line number: Int) -> [TagSpan] {
    let line = document.lines[number]
    let tags = document.tags[line.tags]
    guard let first = tags.first, first.range.lowerBound < line.text.upperBound else { return [] }
    var state = State(document: document, line: number)
    return tags.filter { span in
      let isProperty = isReadAsProperty(span, &state)
      return isProperty && span.range.lowerBound < line.text.upperBound
    }
  }

  /// Reads a tag; true if it is a property without errors.
  private func isReadAsProperty(_ span: TagSpan, _ state: inout State) -> Bool {
    if span.form != .at, span.markdownField?.field == nil { return true }
    guard let field = field(of: span, in: state.document) else { return false }
    let isFirst =
      span.markdownField == .scheduled
      ? state.plan == nil : !state.seen.contains(field) || Self.mayRepeat(field)
    let errors = state.faults.count { $0.diagnostic.severity == .error }
    read(span, &state)
    return isFirst && field.isProperty
      && errors == state.faults.count { $0.diagnostic.severity == .error }
  }
}

extension LineFieldReader {
  /// The field that a tag sets; nil for a person's own tag.
  public func field(of span: TagSpan, in document: TaskDocument) -> Vocabulary.Field? {
    guard let entry = entry(of: span, in: document) else { return nil }
    let counts =
      !entry.isTentative
      || accepts(document.payload(of: span), entry.field, dialect: document.dialect)
    return counts ? entry.field : nil
  }
}
