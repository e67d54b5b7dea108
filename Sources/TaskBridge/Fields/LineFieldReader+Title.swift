import Diagnostics
import TaskDates
import TaskText

extension LineFieldReader {
  /// A reader of what tags are, whatever the clock shows and whichever zones there are.
  init(ofTagsAlone vocabulary: Vocabulary) {
    self.init(vocabulary: vocabulary, relativeDates: Self.anyDay) { _ in nil }
  }

  private static let anyDay: RelativeDates = {
    let day = try? DateParameters(year: 2000, month: 1, day: 3)
    return day.map { .resolve(at: DateTimeParameters(date: $0, time: .midnight)) } ?? .warn
  }()

  /// The tags in the middle of a line's text that became properties of its item.
  ///
  /// A tag that cannot be read, a second one of its kind, and a word of the person's own are text.
  func propertyTags(in document: TaskDocument, line number: Int) -> [TagSpan] {
    let line = document.lines[number]
    let tags = document.tags[line.tags]
    guard let first = tags.first, first.range.lowerBound < line.text.upperBound else { return [] }
    var state = State(document: document, line: number)
    return tags.filter { span in
      let isProperty = isReadAsProperty(span, &state)
      return isProperty && span.range.lowerBound < line.text.upperBound
    }
  }

  /// Reads a tag; true if it is a property and nothing is wrong with it.
  private func isReadAsProperty(_ span: TagSpan, _ state: inout State) -> Bool {
    guard let field = field(of: span, in: state.document) else { return false }
    let isFirst = !state.seen.contains(field) || Self.mayRepeat(field)
    let errors = state.faults.count { $0.diagnostic.severity == .error }
    read(span, &state)
    return isFirst && field.isProperty
      && errors == state.faults.count { $0.diagnostic.severity == .error }
  }
}
