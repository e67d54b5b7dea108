import Diagnostics
import ExactText
import TaskDates
import TaskText

/// Remedies for a field of Markdown that is not read where it is.
struct MisplacedField {
  private let document: TaskDocument
  private let field: UnreadField
  private let line: Int
  /// The bytes after the sign or the key, without the white space around them and without a bracket that ends them.
  private let words: Range<Int>

  init(_ field: UnreadField, in document: TaskDocument, line: Int) {
    (self.document, self.field, self.line) = (document, field, line)
    let rest = document.bytes[field.end(in: document)..<field.limit]
    let first = rest.firstIndex { !TaskDocument.isBlank($0) } ?? rest.endIndex
    let last = rest[first...].lastIndex { !TaskDocument.isBlank($0) }
    let isClosed =
      field.lacksBrackets && field.opening(in: document) != nil
      && last.map { "])".utf8.contains(rest[$0]) } == true
    words = first..<(last.map { isClosed ? $0 : $0 + 1 } ?? first)
  }

  /// What can be done about it.
  var remedies: [Remedy] {
    guard document.mayHaveRemedies(line: line) else { return [] }
    let values = values
    guard values.isEmpty else { return values.compactMap(remedy) }
    return field.words.map { _ in document.writingDate(words, line: line) } ?? []
  }

  // MARK: Values

  /// A value that the words begin with, and the end of its bytes.
  private typealias Value = (text: String, end: Int)

  /// The values that the longest beginning of the words may mean; none for a part of a longer value.
  private var values: [Value] {
    for end in document.endsOfValues(words) {
      let values = values(document.string(words.lowerBound..<end))
      if !values.isEmpty { return isPart(upTo: end) ? [] : values.map { ($0, end) } }
    }
    return []
  }

  /// The values that a text may mean; none for a time with an offset from UTC, which no field has.
  private func values(_ text: String) -> [String] {
    guard field.field != .repeat else {
      return (try? Repetition(parsing: text)).map { _ in [text] } ?? []
    }
    if let date = ForeignDate(text) {
      return date.offset == nil ? date.values.map { "\(DatePayload($0))" } : []
    }
    let payload = try? DatePayload(parsing: text)
    return payload.map { _ in [text] } ?? []
  }

  /// True if the words go on after a value as if they were a part of it, such as `Z` or `at 10:00` after a date.
  private func isPart(upTo end: Int) -> Bool {
    let rest = document.string(end..<words.upperBound).trimmed.lowercased()
    let word = String(rest.prefix { $0.isLetter })
    if field.field == .repeat { return Self.wordsOfRules.contains(word) }
    if Self.wordsOfClocks.contains(word) { return true }
    let next = Self.wordsBeforeTimes.contains(word) ? rest.dropFirst(word.count).trimmed : rest
    return next.first.map { $0.isNumber || "+-–".contains($0) } ?? false
  }

  private static let wordsOfRules: ExactSet = [
    "until", "on", "at", "for", "when", "after", "from", "except", "starting", "and", "or",
  ]
  private static let wordsOfClocks: ExactSet = ["z", "utc", "gmt", "am", "pm"]
  private static let wordsBeforeTimes: ExactSet = ["at", "to", "thru", "through"]

  private func remedy(_ value: Value) -> Remedy? {
    if field.lacksBrackets { return bracketed(value) }
    if let signed = field.signed(value.text) { return movedToEnd(signed, after: value.end) }
    return field.inBrackets(value.text).map {
      document.write($0, field.offset..<value.end, line: line)
    }
  }

  /// The sign or the key with another value.
  private func whole(_ value: String) -> String {
    document.string(field.offset..<words.lowerBound) + value
  }

  // MARK: Brackets

  /// A remedy that writes brackets around a key and its value, or only the second one.
  private func bracketed(_ value: Value) -> Remedy {
    let text = whole(value.text)
    guard let opening = field.opening(in: document) else {
      return document.write("[\(text)]", field.offset..<value.end, line: line)
    }
    let end = value.end + (hasOtherBracket(after: value.end, opening) ? 1 : 0)
    return document.write(
      text + (opening == UInt8(ascii: "(") ? ")" : "]"), field.offset..<end, line: line)
  }

  /// True if the value ends with the wrong bracket, as in `[due:: 2026-12-01)`, and this does not close an earlier one.
  private func hasOtherBracket(after end: Int, _ opening: UInt8) -> Bool {
    let pair = opening == UInt8(ascii: "(") ? Array("[]".utf8) : Array("()".utf8)
    guard end < field.limit, document.bytes[end] == pair[1] else { return false }
    let before = document.bytes[document.lines[line].body.lowerBound..<field.offset]
    return before.count { $0 == pair[0] } <= before.count { $0 == pair[1] }
  }

  // MARK: Signs

  /// A remedy that moves a sign and its value to the end of the line, and joins a full stop after it to the text before.
  private func movedToEnd(_ value: String, after end: Int) -> Remedy? {
    let last = max(end, endOfText(after: end))
    let after = document.string(end..<last).trimmed
    if after.hasPrefix(".") {
      return endOfTextBefore.map {
        moving(value, "\(after) \(whole(value))", $0..<last, after: after)
      }
    }
    let isJoined = field.offset > 0 && !TaskDocument.isBlank(document.bytes[field.offset - 1])
    let text = (isJoined ? " " : "") + (after.isEmpty ? "" : "\(after) ") + whole(value)
    return moving(value, text, field.offset..<last, after: after)
  }

  private func moving(
    _ value: String, _ text: String, _ range: Range<Int>, after words: String
  ) -> Remedy {
    words.isEmpty
      ? document.write(text, range, line: line)
      : .moveToEnd(text, document.fromStart(range, line), whole(value))
  }

  /// The end of the words before the sign; nil if the title begins with it.
  private var endOfTextBefore: Int? {
    let title = document.bytes[document.lines[line].bullet.upperBound..<field.offset]
    return title.lastIndex { !TaskDocument.isBlank($0) }.map { $0 + 1 }
  }

  /// The end of the words of the task, before the fields that end its line.
  private func endOfText(after start: Int) -> Int {
    var end = document.lines[line].body.upperBound
    for span in document.tags[document.lines[line].tags].reversed()
    where span.form != .at && span.range.upperBound == end && span.range.lowerBound > start {
      end = span.leading.lowerBound
    }
    return end
  }
}

extension UnreadField {
  /// The end of its sign or key, and of the mark with which keyboards ask for a coloured or a plain sign.
  fileprivate func end(in document: TaskDocument) -> Int {
    let end = offset + name.utf8.count
    let rest = document.bytes[end..<limit]
    let marks: [[UInt8]] = [[0xEF, 0xB8, 0x8F], [0xEF, 0xB8, 0x8E]]
    return end + (marks.contains { rest.starts(with: $0) } ? 3 : 0)
  }

  /// The bracket directly before it; nil if there is none.
  fileprivate func opening(in document: TaskDocument) -> UInt8? {
    guard offset > 0 else { return nil }
    let byte = document.bytes[offset - 1]
    return "[(".utf8.contains(byte) ? byte : nil
  }

  /// The value after a sign, for a date a day such as `2026-12-01`; nil if a sign cannot have it.
  fileprivate func signed(_ value: String) -> String? {
    guard field.isDay else { return value }
    guard case .date(let day)? = (try? DatePayload(parsing: value))?.value else { return nil }
    return day.formattedDate
  }

  /// The field of Dataview with a date; nil if it cannot have a time, as a day of completion.
  fileprivate func inBrackets(_ value: String) -> String? {
    guard let key = field.key, let date = try? DatePayload(parsing: value).value else { return nil }
    let own = DatePayload(date).description
    return field.lossless(own, as: .brackets).map { "[\(key):: \($0)]" }
  }
}

extension MarkdownField {
  /// The value as written for a payload; nil if the form would leave out a part of a date, such as its time.
  func lossless(_ payload: String, as form: TagForm) -> String? {
    let written = written(payload, as: form)
    guard isDay, let text = written, text.utf8.count < payload.utf8.count else { return written }
    return nil
  }
}
