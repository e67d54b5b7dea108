package import Diagnostics
import ExactText
import TaskDates
package import TaskText

extension TaskDocument {
  /// True for a line that is short enough for remedies: each may have a copy of the line.
  package func mayHaveRemedies(line number: Int) -> Bool { lines[number].body.count <= 2_000 }

  /// Remedies that write other values into a tag, without those that its form cannot express.
  func writing(_ payloads: [String], _ span: TagSpan, line number: Int) -> [Remedy] {
    guard mayHaveRemedies(line: number) else { return [] }
    return payloads.compactMap { payload in
      written(payload, span).map { write($0.text, $0.range, line: number) }
    }
  }

  /// A remedy that writes the date of now for some words.
  func writingDate(_ words: Range<Int>?, line number: Int) -> [Remedy] {
    words.map { [.writeDate(fromStart($0, number))] } ?? []
  }

  /// A remedy that writes the user's zone into a tag.
  func writingZone(_ span: TagSpan, line number: Int) -> [Remedy] {
    span.value.map { [.writeZone(fromStart($0, number))] } ?? [.removeTag]
  }

  /// A remedy that writes a tag without the space before its parenthesis, as in `@due (2026-12-01)`.
  func joining(_ span: TagSpan, line number: Int) -> [Remedy] {
    guard mayHaveRemedies(line: number) else { return [] }
    let rest = bytes[span.range.upperBound..<lines[number].body.upperBound]
    guard span.form == .at, span.value == nil, let open = rest.firstIndex(where: { $0 != 0x20 }),
      bytes[open] == UInt8(ascii: "("), let close = rest.firstIndex(of: UInt8(ascii: ")"))
    else { return [] }
    let tag = string(span.range) + string(open..<close + 1)
    return [write(tag, span.range.lowerBound..<close + 1, line: number)]
  }

  /// A remedy that separates text from a tag with a value that it touches, and ends the value.
  func separating(_ place: MalformedTags.Place, line number: Int) -> [Remedy] {
    guard mayHaveRemedies(line: number) else { return [] }
    let words = endOfWords(from: place.offset, line: number)
    let rest = bytes[place.offset..<words]
    let value = place.offset + place.name.utf8.count + 2
    let close = closingParenthesis(rest)
    // Words after a date are not a part of it.
    let end = close ?? endOfValue(value..<max(value, words)) ?? words
    guard bytes[value..<max(value, end)].contains(where: { !Self.isBlank($0) }) else { return [] }
    let next = rest[(close.map { $0 + 1 } ?? end)...].first ?? 0x20
    let text =
      (place.isSeparate ? "" : " ") + string(place.offset..<end) + ")"
      + (Self.isBlank(next) ? "" : " ")
    return [write(text, place.offset..<(close.map { $0 + 1 } ?? end), line: number)]
  }

  static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

  /// The parenthesis that ends the value of a tag; nil if there is none.
  private func closingParenthesis(_ tag: ArraySlice<UInt8>) -> Int? {
    var depth = 0
    for index in tag.indices where index == tag.startIndex || tag[index - 1] != UInt8(ascii: "\\") {
      if tag[index] == UInt8(ascii: "(") { depth += 1 }
      guard tag[index] == UInt8(ascii: ")") else { continue }
      depth -= 1
      if depth == 0 { return index }
    }
    return nil
  }

  /// The end of the text before the next `@` after white space, or of the line.
  private func endOfWords(from start: Int, line number: Int) -> Int {
    let text = bytes[start..<lines[number].body.upperBound]
    let next = text.indices.dropFirst().first {
      text[$0] == UInt8(ascii: "@") && Self.isBlank(text[$0 - 1])
    }
    return text[..<(next ?? text.endIndex)].lastIndex { !Self.isBlank($0) }.map { $0 + 1 }
      ?? text.endIndex
  }

  /// A remedy that gives a task without text a title, which the person then changes.
  func addingTitle(at offset: Int, line number: Int) -> [Remedy] {
    let body = lines[number].body
    guard mayHaveRemedies(line: number) else { return [] }
    let isJoined = offset > body.lowerBound && !Self.isBlank(bytes[offset - 1])
    let joinsNext = offset < body.upperBound && !Self.isBlank(bytes[offset])
    let title = (isJoined ? " " : "") + "Untitled" + (joinsNext ? " " : "")
    return [write(title, offset..<offset, line: number)]
  }

  /// A remedy that makes a note a task.
  func addingBullet(_ bullet: String, line number: Int) -> [Remedy] {
    let body = lines[number].body
    var start = body.lowerBound
    if dialect == .markdown {
      while bytes[start..<body.upperBound].starts(with: "> ".utf8) { start += 2 }
    }
    let rest = bytes[start..<body.upperBound]
    let marker = rest.prefix { $0 != 0x20 }
    let isMarker =
      marker.count == 1 && "-*+".utf8.contains(marker.first ?? 0)
      || dialect == .markdown && marker.count > 1 && marker.dropLast().allSatisfy(Self.isDigit)
        && ").".utf8.contains(marker.last ?? 0)
    guard isMarker, marker.endIndex < rest.endIndex else {
      return [write(bullet, start..<start, line: number)]
    }
    let end = marker.endIndex + 1
    return [
      dialect == .markdown
        ? write("[ ] ", end..<end, line: number) : write(bullet, start..<end, line: number)
    ]
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

  /// The end of the longest date or repetition at the beginning of some words; nil if there is none.
  private func endOfValue(_ words: Range<Int>) -> Int? {
    endsOfValues(words).first { end in
      let text = string(words.lowerBound..<end)
      if case .absolute? = try? DateExpression(parsing: text) { return true }
      return (try? Repetition(parsing: text)) != nil
    }
  }

  /// Where a value at the beginning of some words may end, the longest first.
  func endsOfValues(_ words: Range<Int>) -> [Int] {
    // A long text would be read many times.
    let near = words.prefix(64)
    let ends = near.filter { $0 > words.lowerBound && mayFollowValue($0, before: words.upperBound) }
    return (near.count == words.count ? [words.upperBound] : []) + ends.reversed()
  }

  /// True for white space, and for a full stop that ends a sentence.
  private func mayFollowValue(_ index: Int, before end: Int) -> Bool {
    Self.isBlank(bytes[index])
      || bytes[index] == UInt8(ascii: ".") && (index + 1 == end || Self.isBlank(bytes[index + 1]))
  }

  /// A range of bytes, counted from the beginning of a line.
  func fromStart(_ range: Range<Int>, _ number: Int) -> Range<Int> {
    let start = lines[number].range.lowerBound
    return range.lowerBound - start..<range.upperBound - start
  }

  /// A remedy that writes a text instead of some bytes of the document.
  package func write(_ text: String, _ range: Range<Int>, line number: Int) -> Remedy {
    .write(text, fromStart(range, number))
  }

  /// The text for a payload in a tag with a value; nil if the form of the tag cannot express it.
  package func written(_ payload: String, in span: TagSpan) -> String? {
    span.value == nil ? nil : written(payload, span)?.text
  }

  /// The text for a payload in a tag, and the bytes that it replaces; nil if the form of the tag cannot express it.
  private func written(_ payload: String, _ span: TagSpan) -> (text: String, range: Range<Int>)? {
    guard let value = span.value else {
      return (Tag(string(span.name), payload: payload).toString, span.range)
    }
    guard let field = span.markdownField else { return (Tag.escape(payload), value) }
    let words = field == .repeat ? (try? Repetition(parsing: payload))?.obsidianText : payload
    return words.flatMap { field.lossless($0, as: span.form) }.map { ($0, value) }
  }
}

extension TMDateType {
  /// The first day of days, and the first time of times.
  var firstPoint: TMDateType { isAllDay ? .date(firstDay) : .dateTime(startDate) }
}

extension DateAmbiguity {
  /// The payload with other words that have only one meaning.
  func choices(of payload: String) -> [String] {
    switch self {
    case .minuteOrMonth: ["min", "month"].map { payload.replacing("m", by: $0) }
    case .midnight: ["00:00", "23:59"].map { payload.replacing("midnight", by: $0) }
    case .tonight: [payload.replacing("tonight", by: "tonight 8pm")]
    case .hour, .todaysWeekday, .nextWeekday, .passedDay, .passedTime, .secondWeekday: []
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
