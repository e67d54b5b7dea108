/// The `#tags` of Obsidian, which are words of a task's text.
extension TaskDocument {
  /// The `#tags` of a Markdown task, each from its `#` on, without the filter of the settings.
  ///
  /// One begins at the start of the text or after white space, and has letters, digits, `_`, `-`, `/` and other signs
  /// than those of ASCII, but not only digits. Those in fields, links and code are not tags.
  package func hashTags(of line: TaskLine) -> [Range<Int>] {
    guard dialect == .markdown, line.kind == .task,
      bytes[line.textStart..<line.bodyEnd].contains(UInt8(ascii: "#"))
    else { return [] }
    var found: [Range<Int>] = []
    var rest = tags[line.tags]
    var index = line.textStart
    while index < line.bodyEnd {
      if let span = rest.first, span.range.lowerBound <= index {
        index = max(index, span.end)
        rest.removeFirst()
      } else if let end = endOfLink(at: index, limit: line.bodyEnd) {
        index = end
      } else if let end = endOfHashTag(at: index, line) {
        if !isFilter(index..<end) { found.append(index..<end) }
        index = end
      } else {
        index += 1
      }
    }
    return found
  }

  /// The names of the `#tags` of a Markdown task, each once, regardless of case.
  package func hashNames(of line: TaskLine) -> [String] {
    var names: [String] = []
    for tag in hashTags(of: line) {
      let name = string(tag.lowerBound + 1..<tag.upperBound)
      let low = name.lowercased()
      if !names.contains(where: { $0.lowercased().utf8.elementsEqual(low.utf8) }) {
        names.append(name)
      }
    }
    return names
  }

  /// True if a word can be written as a `#tag`.
  package static func canBeHashTag(_ word: String) -> Bool {
    !word.isEmpty && word.utf8.allSatisfy(isHashByte)
      && !word.utf8.allSatisfy { (0x30...0x39).contains($0) }
      && !word.unicodeScalars.contains(where: \.properties.isWhitespace)
  }

  /// The splice that adds a `#tag` to a task, after its text and before its fields.
  package func addingHashTag(_ name: String, toLine number: Int) -> TaskEdit? {
    guard lines.indices.contains(number), lines[number].kind == .task,
      Self.canBeHashTag(name)
    else { return nil }
    let line = lines[number]
    var end = line.textEnd
    while end > line.textStart,
      case let length = Characters.whiteSpace(bytes.span, before: end, start: line.textStart),
      length > 0
    { end -= length }
    let gap = end > line.textStart ? " " : ""
    let isBeforeText = end == line.textStart && end < line.bodyEnd
    return TaskEdit([
      TaskEdit.Splice(end..<end, Array("\(gap)#\(name)\(isBeforeText ? " " : "")".utf8))
    ])
  }

  /// The splice that removes a `#tag` with the space before it, or after it at the beginning of the text.
  package func removing(hashTag tag: Range<Int>, of line: TaskLine) -> TaskEdit {
    var (start, end) = (tag.lowerBound, tag.upperBound)
    if start > line.textStart, bytes[start - 1] == Characters.space {
      start -= 1
    } else if end < line.bodyEnd, bytes[end] == Characters.space {
      end += 1
    }
    return TaskEdit([TaskEdit.Splice(start..<end, [])])
  }

  /// True for a line that may have the filter of the settings.
  package func isFiltered(_ line: TaskLine) -> Bool {
    dialect == .markdown && line.kind == .task && !settings.filter.isEmpty
  }

  private func isFilter(_ tag: Range<Int>) -> Bool {
    bytes[tag].elementsEqual(settings.filter.utf8)
  }

  /// The end of the `#tag` at an index; nil if there is none.
  private func endOfHashTag(at index: Int, _ line: TaskLine) -> Int? {
    guard bytes[index] == UInt8(ascii: "#"),
      index == line.textStart
        || Characters.whiteSpace(bytes.span, before: index, start: line.textStart) > 0
    else { return nil }
    var end = index + 1
    while end < line.bodyEnd, Self.isHashByte(bytes[end]),
      bytes[end] < 0x80 || Characters.whiteSpace(bytes.span, at: end, end: line.bodyEnd) == 0
    { end += 1 }
    let name = bytes[index + 1..<end]
    return name.contains { !(0x30...0x39).contains($0) } ? end : nil
  }

  private static func isHashByte(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x80...: true
    default: "_-/".utf8.contains(byte)
    }
  }

  /// The end of a link in double brackets or of code at an index; nil if there is neither.
  private func endOfLink(at index: Int, limit: Int) -> Int? {
    let (opening, closing): ([UInt8], [UInt8])
    switch bytes[index] {
    case UInt8(ascii: "["): (opening, closing) = (Array("[[".utf8), Array("]]".utf8))
    case UInt8(ascii: "`"): (opening, closing) = (Array("`".utf8), Array("`".utf8))
    default: return nil
    }
    guard let start = bytes.span.end(of: opening, at: index, limit: limit) else { return nil }
    var end = start
    while end < limit {
      if let after = bytes.span.end(of: closing, at: end, limit: limit) { return after }
      end += 1
    }
    return nil
  }
}

/// The filter, a word that every task of a vault has.
extension MarkdownSettings {
  /// A text without the filter, if that is a word of it; nested tags such as `#task/home` stay.
  package func withoutFilter(_ text: String) -> String {
    guard let range = rangeOfFilter(in: text) else { return text }
    let words = [text[..<range.lowerBound], text[range.upperBound...]]
    let spaces: (Character) -> Bool = { $0 == " " || $0 == "\t" }
    let before = String(words[0].reversed().drop(while: spaces).reversed())
    let after = String(words[1].drop(while: spaces))
    return before.isEmpty || after.isEmpty ? before + after : before + " " + after
  }

  /// A text with the filter, where another text has it: at its beginning or, if that does not begin with it, at its end.
  package func withFilter(_ text: String, like other: String = "") -> String {
    guard !filter.isEmpty, !text.utf8.contains(filter.utf8) else { return text }
    if text.isEmpty { return filter }
    let isAtEnd = rangeOfFilter(in: other).map { $0.lowerBound != other.startIndex } ?? false
    return isAtEnd ? "\(text) \(filter)" : "\(filter) \(text)"
  }

  /// The first place of the filter as a word between white space.
  private func rangeOfFilter(in text: String) -> Range<String.Index>? {
    guard !filter.isEmpty, text.utf8.contains(filter.utf8) else { return nil }
    return text.ranges(of: filter).first { range in
      let before = text[..<range.lowerBound].last
      let after = text[range.upperBound...].first
      return (before?.isWhitespace ?? true) && (after?.isWhitespace ?? true)
    }
  }
}

extension String.UTF8View {
  /// True if a text contains another, byte for byte.
  fileprivate func contains(_ other: String.UTF8View) -> Bool {
    let word = Array(other)
    let text = Array(self)
    guard let first = word.first, text.count >= word.count else { return word.isEmpty }
    return (0...text.count - word.count).contains { start in
      text[start] == first && text[start...].starts(with: word)
    }
  }
}
