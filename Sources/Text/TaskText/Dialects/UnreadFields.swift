/// A field of Markdown that is not read, because it is not at the end of its line or lacks brackets.
package struct UnreadField: Hashable, Sendable {
  /// The byte at which it begins.
  package let offset: Int
  /// Its sign, or its key with two colons.
  package let name: String
  /// True for a key of Dataview without brackets.
  package let lacksBrackets: Bool
  /// A value that it could have.
  package let example: String
}

extension TaskDocument {
  /// The signs and keys on a task line that a date or the word of a repetition follows, and that are not read.
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
    guard let example = field.example, let first = byte(after: end, limit: limit),
      field == .repeat ? first | 0x20 == UInt8(ascii: "e") : (0x30...0x39).contains(first)
    else { return nil }
    return UnreadField(
      offset: offset, name: string(offset..<end), lacksBrackets: isKey, example: example)
  }

  /// The first byte after spaces and a variation selector.
  private func byte(after start: Int, limit: Int) -> UInt8? {
    let blanks: [UInt8] = [0x20, 0xEF, 0xB8, 0x8F, 0xC2, 0xA0]
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
}
