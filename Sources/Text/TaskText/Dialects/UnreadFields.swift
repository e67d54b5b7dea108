/// A field of Markdown that is not read, because it is not at the end of its line or lacks brackets.
package struct UnreadField: Hashable, Sendable {
  /// The byte at which it begins.
  package let offset: Int
  /// What its sign or key stands for.
  package let field: MarkdownField
  /// Its sign, or its key with two colons.
  package let name: String
  /// True for a key of Dataview without brackets.
  package let lacksBrackets: Bool
  /// A value that it could have.
  package let example: String
  /// The words after the sign, if only their meaning shows whether they are a value; nil if one is surely meant.
  package let words: String?
  /// The byte at which its value ends at the latest: the next tag, or the end of the line.
  package let limit: Int
}

extension TaskDocument {
  /// The signs and keys on a task line that seem to have a value, or lack one, and that are not read.
  package func unreadFields(onLine number: Int) -> [UnreadField] {
    let line = lines[number]
    guard dialect == .markdown, line.kind == .task else { return [] }
    var found: [UnreadField] = []
    var rest = tags[line.tags]
    var offset = line.bullet.upperBound
    while offset < line.body.upperBound {
      if let span = rest.first, span.range.lowerBound <= offset {
        offset = max(offset, span.range.upperBound)
        rest.removeFirst()
      } else {
        if let field = unreadField(at: offset, on: line, before: rest.first) { found.append(field) }
        offset += 1
      }
    }
    return found
  }

  private func unreadField(
    at offset: Int, on line: TaskLine, before next: TagSpan?
  ) -> UnreadField? {
    let limit = next?.range.lowerBound ?? line.body.upperBound
    let (field, end, isKey): (MarkdownField, Int, Bool)
    if bytes[offset] >= 0xE2 {
      guard let (sign, length) = MarkdownSigns.sign(bytes.span, at: offset, limit: limit) else {
        return nil
      }
      (field, end, isKey) = (sign, offset + length, false)
    } else {
      let isFirst =
        offset == 0 || !MarkdownField.isValueByte(bytes[offset - 1]) || bytes[offset - 1] == 0x20
      guard isFirst, let (key, keyEnd) = MarkdownSigns.key(bytes.span, at: offset, limit: limit)
      else { return nil }
      (field, end, isKey) = (key, keyEnd + 2, true)
    }
    guard let example = field.example else { return nil }
    let first = byte(after: end, limit: limit)
    // A sign at the end of a line is often an ornament, but not one before a field.
    let isEmpty = !isKey && next.map { $0.form != .at } ?? false
    let isValue = first.map { field.mayBegin(with: $0) } ?? isEmpty
    let words = isValue || isKey ? nil : words(after: end, limit: limit)
    guard isValue || words != nil else { return nil }
    return UnreadField(
      offset: offset, field: field, name: string(offset..<end), lacksBrackets: isKey,
      example: example,
      words: words, limit: limit)
  }

  /// The words before the next tag or `#tag`; nil if there are none, or too many for a date.
  private func words(after start: Int, limit: Int) -> String? {
    let rest = bytes[start..<min(limit, start + 64)].prefix { $0 != UInt8(ascii: "#") }
    guard rest.endIndex == limit || rest.count < 64 else { return nil }
    let words = string(start..<rest.endIndex).split(separator: " ").joined(separator: " ")
    return words.isEmpty ? nil : words
  }

  /// The first byte after spaces and a variation selector.
  private func byte(after start: Int, limit: Int) -> UInt8? {
    let blanks: [UInt8] = [0x20, 0xEF, 0xB8, 0x8F, 0x8E, 0xC2, 0xA0]
    return bytes[start..<min(limit, start + 16)].first { !blanks.contains($0) }
  }
}

extension MarkdownField {
  /// A value that shows what is read after the sign; nil for fields that no calendar has.
  fileprivate var example: String? {
    switch self {
    case .repeat: "every 2 weeks"
    case .reminder: "2026-12-03 09:30"
    default: isDay ? "2026-12-03" : nil
    }
  }

  /// True if a value could begin with a byte.
  fileprivate func mayBegin(with byte: UInt8) -> Bool {
    self == .repeat ? byte | 0x20 == UInt8(ascii: "e") : (0x30...0x39).contains(byte)
  }
}
