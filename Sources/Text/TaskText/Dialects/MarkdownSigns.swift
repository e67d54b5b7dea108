/// The signs and keys of all fields, as bytes.
enum MarkdownSigns {
  private typealias Sign = (bytes: [UInt8], field: MarkdownField)

  private static let signs: [Sign] =
    MarkdownField.allCases.flatMap { field in field.signs.map { (Array($0.utf8), field) } }
    + MarkdownField.priorities.map { (Array($0.sign.utf8), .priority) }

  private static let keys: [Sign] = MarkdownField.allCases.compactMap { field in
    field.key.map { (Array($0.utf8), field) }
  }

  private static let words = MarkdownField.priorities.map { Array($0.word.utf8) }

  /// The field of the sign that ends at an index, and the length of the sign.
  static func sign(
    _ bytes: Span<UInt8>, before index: Int, after limit: Int
  ) -> (field: MarkdownField, length: Int)? {
    guard index - 3 >= limit, bytes[index - 1] >= 0x80 else { return nil }
    for sign in signs where index - sign.bytes.count >= limit {
      if bytes.end(of: sign.bytes, at: index - sign.bytes.count, limit: index) != nil {
        return (sign.field, sign.bytes.count)
      }
    }
    return nil
  }

  /// The field of the sign that begins at an index, and the length of the sign.
  static func sign(
    _ bytes: Span<UInt8>, at index: Int, limit: Int
  ) -> (field: MarkdownField, length: Int)? {
    for sign in signs where bytes.end(of: sign.bytes, at: index, limit: limit) != nil {
      return (sign.field, sign.bytes.count)
    }
    return nil
  }

  /// The field of a key with two colons after it, and the end of the key.
  static func key(
    _ bytes: Span<UInt8>, at index: Int, limit: Int
  ) -> (field: MarkdownField, end: Int)? {
    for key in keys {
      guard let end = bytes.end(of: key.bytes, at: index, limit: limit), end + 1 < limit,
        bytes[end] == Characters.colon, bytes[end + 1] == Characters.colon
      else { continue }
      return (key.field, end)
    }
    return nil
  }

  /// True for a word of Obsidian Tasks, or a number.
  static func isPriority(_ bytes: Span<UInt8>, _ value: Range<Int>) -> Bool {
    if value.count == 1, (0x31...0x39).contains(bytes[value.lowerBound]) { return true }
    return words.contains {
      bytes.end(of: $0, at: value.lowerBound, limit: value.upperBound) == value.upperBound
    }
  }
}

extension MarkdownField {
  /// True if Obsidian Tasks reads the value in a range after the sign of this field.
  func reads(_ bytes: Span<UInt8>, _ value: Range<Int>) -> Bool {
    reads(value.map { bytes[$0] })
  }
}
