/// A field of Markdown that is not read, because it is not at the end of its line or lacks brackets.
package struct UnreadField: Hashable, Sendable {
  /// The byte at which it begins.
  package let offset: Int
  /// Its sign, or its key with two colons.
  package let name: String
  /// True for a key of Dataview without brackets.
  package let lacksBrackets: Bool
}

extension TaskDocument {
  /// The signs and keys on a task line that a digit follows, so that a date was meant, and that are not read.
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
        if let field = unreadField(at: offset, limit: line.body.upperBound) { found.append(field) }
        offset += 1
      }
    }
    return found
  }

  private func unreadField(at offset: Int, limit: Int) -> UnreadField? {
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
    guard field.isDay, isDigit(after: end, limit: limit) else { return nil }
    return UnreadField(offset: offset, name: string(offset..<end), lacksBrackets: isKey)
  }

  /// True if a digit follows, after spaces and a variation selector.
  private func isDigit(after start: Int, limit: Int) -> Bool {
    var index = start
    while index < limit, index < start + 16 {
      if (0x30...0x39).contains(bytes[index]) { return true }
      guard [0x20, 0xEF, 0xB8, 0x8F, 0xC2, 0xA0].contains(bytes[index]) else { return false }
      index += 1
    }
    return false
  }
}
