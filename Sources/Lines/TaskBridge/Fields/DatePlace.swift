import Diagnostics
import TaskDates
import TaskText

/// Where a date is written, and what is removed if it cannot be read.
struct DatePlace {
  /// What is removed.
  enum Removal {
    /// The tag.
    case tag
    /// The value of a tag that says something without it too, as `@done` does.
    case value
    /// A date of a list, by its index.
    case part(DateList, Int)
  }

  /// The tag.
  let span: TagSpan
  /// The bytes of the date: the value of the tag, or one date of a list; nil if escapes in the value hide them.
  let range: Range<Int>?
  /// What is removed.
  let removal: Removal

  /// The place of a value.
  init(_ span: TagSpan, removal: Removal = .tag) {
    self.init(span, span.value, removal: removal)
  }

  init(_ span: TagSpan, _ range: Range<Int>?, removal: Removal) {
    self.span = span
    self.range = range
    self.removal = removal
  }

  /// True if the date is the whole value.
  var isWhole: Bool { range == span.value }
}

/// The dates of a list such as `@except(2026-12-02, 2026-12-09)`.
struct DateList {
  /// The texts between commas.
  let parts: [String]
  private let span: TagSpan
  /// The bytes of each part without the spaces around it; empty if escapes hide them.
  private var ranges: [Range<Int>] = []

  init(_ payload: String, _ span: TagSpan, in document: TaskDocument) {
    self.span = span
    parts = payload.split(separator: ",").map(String.init)
    guard let value = span.value, document.bytes[value].elementsEqual(payload.utf8) else { return }
    let found = document.bytes[value].split(separator: UInt8(ascii: ",")).map { part in
      let first = part.firstIndex { $0 != 0x20 } ?? part.startIndex
      let last = part.lastIndex { $0 != 0x20 } ?? first
      return first..<min(last + 1, part.endIndex)
    }
    // A comma with a combining character does not separate texts.
    if found.count == parts.count { ranges = found }
  }

  /// The place of a part, which can be removed without the others.
  func place(of index: Int) -> DatePlace {
    DatePlace(span, ranges.isEmpty ? nil : ranges[index], removal: .part(self, index))
  }

  /// The bytes of a part and of a comma beside it; nil if escapes hide them, or if there is no other part.
  func removable(_ index: Int) -> Range<Int>? {
    guard ranges.count > 1 else { return nil }
    return index == 0
      ? ranges[0].lowerBound..<ranges[1].lowerBound
      : ranges[index - 1].upperBound..<ranges[index].upperBound
  }

  /// The parts without one of them.
  func rest(without index: Int) -> [String] {
    parts.indices.filter { $0 != index }.map { parts[$0].trimmed }
  }
}

extension TaskDocument {
  /// Remedies that remove a date.
  func removing(_ place: DatePlace, line: Int) -> [Remedy] {
    guard mayHaveRemedies(line: line) else { return [] }
    switch place.removal {
    case .tag: return [.removeTag]
    case .value:
      let name = "@\(name(of: place.span))"
      return (place.span.form == .at ? [write(name, place.span.range, line: line)] : [])
        + [.removeTag]
    case .part(let list, let index):
      let rest = list.rest(without: index)
      if rest.allSatisfy(\.isEmpty) { return [.removeTag] }
      if let range = list.removable(index) { return [write("", range, line: line)] }
      return writing([rest.joined(separator: ", ")], place.span, line: line)
    }
  }

  /// A remedy that writes a date.
  func writing(_ date: TMDateType, _ place: DatePlace, line: Int) -> [Remedy] {
    writing([DatePayload(date).description], place, line: line)
  }

  /// Remedies that write other texts for a date.
  func writing(_ texts: [String], _ place: DatePlace, line: Int) -> [Remedy] {
    if place.isWhole { return writing(texts, place.span, line: line) }
    return place.range.map { range in texts.map { write($0, range, line: line) } } ?? []
  }

  /// Remedies for a date that cannot be read: the last day of its month instead of a later one, the beginning of a range
  /// that ends before it, what a date in another form may mean, or no date.
  func remedies(
    for error: TMError, _ payload: String, _ place: DatePlace, line: Int
  ) -> [Remedy] {
    let begin = error.begin.map { DatePayload($0).description }
    return (error.isAboutForm ? foreign(payload, place, line: line) : [])
      + writing([error.lastDay(in: payload), begin].compactMap(\.self), place, line: line)
      + removing(place, line: line)
  }

  /// Remedies that write what a date in another form may mean.
  func foreign(_ payload: String, _ place: DatePlace, line: Int) -> [Remedy] {
    guard mayHaveRemedies(line: line), let date = ForeignDate(payload) else { return [] }
    guard let offset = date.offset else {
      return writing(date.values.map { DatePayload($0).description }, place, line: line)
    }
    return date.values.compactMap { value in
      place.range.map { range in
        .writeTime(
          value.startDate.secondNumber - offset, fromStart(range, line))
      }
    }
  }
}

extension TMError {
  /// The beginning of a range whose end is not after it.
  fileprivate var begin: TMDateType? {
    if case .endDateNotAfterStartDate(let begin, _) = self { begin.firstPoint } else { nil }
  }

  /// A date with the last day of its month instead of a day that the month does not have.
  fileprivate func lastDay(in payload: String) -> String? {
    guard case .noSuchDay(let year, let month, let day) = self, (29...31).contains(day),
      let first = try? DateParameters(year: year, month: month, day: 1),
      let last = first.advanced(byMonths: 1)?.advanced(byDays: -1)
    else { return nil }
    let text = payload.trimmed
    // The year may be written with two digits.
    let wrong = text.prefix { $0 != " " }
    guard wrong.utf8.count == 8 || wrong.utf8.count == 10, wrong.hasSuffix(String(day)) else {
      return nil
    }
    return wrong.dropLast(2) + String(last.day) + text.dropFirst(wrong.count)
  }

  /// True if the text may have another form than a date; `10:00-05:00` is a range that ends before it begins.
  fileprivate var isAboutForm: Bool {
    switch self {
    case .invalidFormattedString, .notUnderstood, .noSuchYear, .endDateNotAfterStartDate: true
    default: false
    }
  }
}
