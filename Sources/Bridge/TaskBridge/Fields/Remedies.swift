package import Diagnostics
import ExactText
import TaskDates
import TaskText

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

  private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

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

  /// Remedies for a field of Markdown that is not read where it is.
  func placing(_ field: UnreadField, line number: Int) -> [Remedy] {
    guard mayHaveRemedies(line: number) else { return [] }
    let start = field.offset + field.name.utf8.count
    let rest = bytes[start..<field.limit]
    let first = rest.firstIndex { !Self.isBlank($0) } ?? start
    let words = first..<(rest[first...].lastIndex { !Self.isBlank($0) }.map { $0 + 1 } ?? first)
    if let end = endOfValue(words) {
      return placing(field, string(first..<end), words, end: end, line: number).map { [$0] } ?? []
    }
    if let date = ForeignDate(string(words)), date.offset == nil {
      return date.values.compactMap { value in
        placing(field, "\(DatePayload(value))", words, end: words.upperBound, line: number)
      }
    }
    return field.words == nil ? [] : writingDate(words, line: number)
  }

  /// A remedy that writes a field with a value where it is read.
  ///
  /// - Parameters:
  ///   - words: The bytes after the sign or the key.
  ///   - end: The end of those that are the value.
  private func placing(
    _ field: UnreadField, _ value: String, _ words: Range<Int>, end: Int, line number: Int
  ) -> Remedy? {
    if field.lacksBrackets {
      let text = string(field.offset..<words.lowerBound) + value
      return bracketing(text, field.offset..<end, line: number)
    }
    guard let signed = field.signed(value) else {
      return field.inBrackets(value).map { write($0, field.offset..<end, line: number) }
    }
    let whole = string(field.offset..<words.lowerBound) + signed
    let last = max(end, endOfText(after: end, line: number))
    let after = string(end..<last).trimmed
    let isJoined = field.offset > 0 && !Self.isBlank(bytes[field.offset - 1])
    // A full stop after a value only ends the line.
    let moved = [after == "." ? "" : after, whole].filter { !$0.isEmpty }
    return write(
      (isJoined ? " " : "") + moved.joined(separator: " "), field.offset..<last, line: number)
  }

  /// A remedy that writes brackets around a field, or only the second one.
  private func bracketing(_ text: String, _ field: Range<Int>, line number: Int) -> Remedy {
    let before = field.lowerBound > 0 ? bytes[field.lowerBound - 1] : 0
    let isOpen = "[(".utf8.contains(before)
    let after = field.upperBound < bytes.count ? bytes[field.upperBound] : 0
    let close = before == UInt8(ascii: "(") ? ")" : "]"
    // A field may end with the other bracket.
    let end = field.upperBound + (isOpen && "])".utf8.contains(after) ? 1 : 0)
    return write(isOpen ? text + close : "[\(text)]", field.lowerBound..<end, line: number)
  }

  /// The end of the words of a task of Markdown, before the fields that end its line.
  private func endOfText(after start: Int, line number: Int) -> Int {
    var end = lines[number].body.upperBound
    for span in tags[lines[number].tags].reversed()
    where span.form != .at && span.range.upperBound == end && span.range.lowerBound > start {
      end = span.leading.lowerBound
    }
    return end
  }

  /// The end of the longest date or repetition at the beginning of some words; nil if there is none.
  private func endOfValue(_ words: Range<Int>) -> Int? {
    // A long text would be read many times.
    let near = words.prefix(64)
    let ends =
      near.filter { $0 > words.lowerBound && Self.mayFollowValue(bytes[$0]) }
      + (near.count == words.count ? [words.upperBound] : [])
    return ends.last { end in
      let text = string(words.lowerBound..<end)
      if case .absolute? = try? DateExpression(parsing: text) { return true }
      return (try? Repetition(parsing: text)) != nil
    }
  }

  private static func mayFollowValue(_ byte: UInt8) -> Bool {
    isBlank(byte) || ".)]".utf8.contains(byte)
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

  /// The text for a payload in a tag, and the bytes that it replaces; nil if the form of the tag cannot express it.
  private func written(_ payload: String, _ span: TagSpan) -> (text: String, range: Range<Int>)? {
    guard let value = span.value else {
      return (Tag(string(span.name), payload: payload).toString, span.range)
    }
    guard let field = span.markdownField else { return (Tag.escape(payload), value) }
    let words = field == .repeat ? (try? Repetition(parsing: payload))?.obsidianText : payload
    return words.flatMap { field.written($0, as: span.form) }.map { ($0, value) }
  }
}

extension UnreadField {
  /// A value as the sign has it, a day of ten characters; nil for a value that only a field of Dataview can have.
  fileprivate func signed(_ value: String) -> String? {
    guard field.isDay else { return value }
    guard let date = try? DatePayload(parsing: value).value, date.isAllDay else { return nil }
    return field.written(DatePayload(date).description, as: .sign)
  }

  /// The field of Dataview with a value; nil if it would lose a part of it.
  fileprivate func inBrackets(_ value: String) -> String? {
    guard let key = field.key, let written = field.written(value, as: .brackets),
      written.utf8.count >= value.utf8.count
    else { return nil }
    return "[\(key):: \(written)]"
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
