import Diagnostics
import TaskDates
import TaskText

extension TaskDocument {
  /// Remedies that write other values into a tag, without those that its form cannot express.
  func writing(_ payloads: [String], _ span: TagSpan, line number: Int) -> [Remedy] {
    payloads.compactMap { payload in
      written(payload, span).map { write($0.text, $0.range, line: number) }
    }
  }

  /// A remedy that writes the date of now for the words of a tag.
  func writingDate(_ span: TagSpan, line number: Int) -> [Remedy] {
    span.value.map { [.writeDate(fromStart($0, number))] } ?? []
  }

  /// A remedy that writes a tag without the space before its parenthesis, as in `@due (2026-12-01)`.
  func joining(_ span: TagSpan, line number: Int) -> [Remedy] {
    let rest = bytes[span.range.upperBound..<lines[number].body.upperBound]
    guard span.form == .at, span.value == nil, let open = rest.firstIndex(where: { $0 != 0x20 }),
      bytes[open] == UInt8(ascii: "("), let close = rest.firstIndex(of: UInt8(ascii: ")"))
    else { return [] }
    let tag = string(span.range) + string(open..<close + 1)
    return [write(tag, span.range.lowerBound..<close + 1, line: number)]
  }

  /// A remedy that separates text from a tag with a value that it touches, and ends the value.
  func separating(_ place: MalformedTags.Place, line number: Int) -> [Remedy] {
    let rest = bytes[place.offset..<lines[number].body.upperBound]
    let close = rest.firstIndex(of: UInt8(ascii: ")"))
    let end = close.map { $0 + 1 } ?? endOfOpenValue(rest)
    let tag = string(place.offset..<end) + (close == nil ? ")" : "")
    let isLast = rest[end...].first.map { $0 == 0x20 || $0 == 0x09 } ?? true
    let text = (place.isSeparate ? "" : " ") + tag + (isLast ? "" : " ")
    return [write(text, place.offset..<end, line: number)]
  }

  /// The end of a value without a parenthesis after it: the next tag, or the end of the line.
  private func endOfOpenValue(_ text: ArraySlice<UInt8>) -> Int {
    let next = text.indices.dropFirst().first {
      text[$0] == UInt8(ascii: "@") && text[$0 - 1] == 0x20
    }
    return text[..<(next ?? text.endIndex)].lastIndex { $0 != 0x20 && $0 != 0x09 }.map { $0 + 1 }
      ?? text.endIndex
  }

  /// A remedy that makes a note a task.
  func addingBullet(_ bullet: String, line number: Int) -> [Remedy] {
    let body = lines[number].body
    let first = bytes[body].prefix(2)
    let isItem =
      dialect == .markdown && first.last == 0x20 && first.first.map("-*+".utf8.contains) ?? false
    let start = isItem ? body.lowerBound + 2 : body.lowerBound
    return [write(isItem ? "[ ] " : bullet, start..<start, line: number)]
  }

  /// Remedies for a field of Markdown that is not read where it is.
  func placing(_ field: UnreadField, line number: Int) -> [Remedy] {
    let start = field.offset + field.name.utf8.count
    let words = bytes[start..<field.limit]
    let first = words.firstIndex { $0 != 0x20 } ?? start
    guard let end = endOfValue(first..<field.limit) else {
      return field.words == nil ? [] : [.writeDate(fromStart(first..<field.limit, number))]
    }
    let whole = field.offset..<end
    if field.lacksBrackets { return [write("[\(string(whole))]", whole, line: number)] }
    let last = lines[number].body.upperBound
    let moved = [string(end..<last).trimmed, string(whole)].filter { !$0.isEmpty }
    return [write(moved.joined(separator: " "), field.offset..<last, line: number)]
  }

  /// The end of the longest date or repetition at the beginning of some words; nil if there is none.
  private func endOfValue(_ words: Range<Int>) -> Int? {
    let ends = words.filter { $0 > words.lowerBound && bytes[$0] == 0x20 } + [words.upperBound]
    return ends.last { end in
      let text = string(words.lowerBound..<end)
      if case .absolute? = try? DateExpression(parsing: text) { return true }
      return (try? Repetition(parsing: text)) != nil
    }
  }

  /// A range of bytes, counted from the beginning of a line.
  private func fromStart(_ range: Range<Int>, _ number: Int) -> Range<Int> {
    let start = lines[number].range.lowerBound
    return range.lowerBound - start..<range.upperBound - start
  }

  /// A remedy that writes a text instead of some bytes of the document.
  func write(_ text: String, _ range: Range<Int>, line number: Int) -> Remedy {
    .write(text, fromStart(range, number))
  }

  /// The text for a payload in a tag, and the bytes that it replaces; nil if the form of the tag cannot express it.
  private func written(_ payload: String, _ span: TagSpan) -> (text: String, range: Range<Int>)? {
    guard let value = span.value else {
      return ("@\(string(span.name))(\(Tag.escape(payload)))", span.range)
    }
    guard let field = span.markdownField else { return (Tag.escape(payload), value) }
    let words = field == .repeat ? (try? Repetition(parsing: payload))?.obsidianText : payload
    return words.flatMap { field.written($0, as: span.form) }.map { ($0, value) }
  }
}

extension TMDateType {
  /// The first day of days, and the first time of times.
  var firstPoint: TMDateType { isAllDay ? .date(firstDay) : .dateTime(startDate) }

  /// The same on another first day, as long as before; nil for a period, and beyond the year 9999.
  func beginning(on day: DateParameters) -> TMDateType? {
    let days = day.dayNumber - firstDay.dayNumber
    func moved(_ moment: DateTimeParameters) -> DateTimeParameters? {
      moment.date.advanced(byDays: days).map { DateTimeParameters(date: $0, time: moment.time) }
    }
    switch self {
    case .date: return .date(day)
    case .dateTime(let moment): return .dateTime(DateTimeParameters(date: day, time: moment.time))
    case .beginEndDate(let begin, let end):
      guard let begin = moved(begin), let end = moved(end) else { return nil }
      return .beginEndDate(begin, end)
    case .days(_, let last): return last.advanced(byDays: days).map { .days(day, $0) }
    case .period: return nil
    }
  }
}

extension DateAmbiguity {
  /// The payload with other words that have only one meaning.
  func choices(of payload: String) -> [String] {
    switch self {
    case .minuteOrMonth: ["min", "month"].map { payload.replacing("m", by: $0) }
    case .midnight: ["00:00", "23:59"].map { payload.replacing("midnight", by: $0) }
    case .tonight: [payload.replacing("tonight", by: "tonight 8pm")]
    case .todaysWeekday, .nextWeekday, .passedDay, .passedTime: []
    }
  }
}

extension String {
  /// The text with a word in place of another one; letters end at figures.
  fileprivate func replacing(_ old: String, by new: String) -> String {
    var result = ""
    var rest = self[...]
    while let first = rest.first {
      let word = rest.prefix { $0.isLetter == first.isLetter }
      result += word.lowercased() == old ? new : String(word)
      rest = rest.dropFirst(word.count)
    }
    return result
  }
}
