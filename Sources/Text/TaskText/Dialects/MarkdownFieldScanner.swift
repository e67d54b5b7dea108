/// Finds the fields of one Markdown task: the signs of Obsidian Tasks, and the fields of Dataview.
///
/// Obsidian Tasks reads signs from the end of a line backwards, and stops at the first text that is neither a field nor
/// a `#tag`. Here a tag such as `@home` does not stop it. Dataview's fields have brackets and count anywhere, as in
/// Dataview itself. Each byte is read a limited number of times, whatever the line contains.
struct MarkdownFieldScanner {
  let start: Int
  let end: Int

  /// Adds the fields of the line to its tags, which are the ones from `first` on; all are in order afterwards.
  func scan(_ bytes: Span<UInt8>, from first: Int, into tags: inout [TagSpan]) {
    let known = tags.count
    scanBrackets(bytes, beside: first..<known, into: &tags)
    if tags.count > known { tags[first...].sort { $0.range.lowerBound < $1.range.lowerBound } }
    let signs = tags.count
    scanSigns(bytes, beside: first..<signs, into: &tags)
    guard tags.count > signs else { return }
    tags[first...].sort { $0.range.lowerBound < $1.range.lowerBound }
  }

  // MARK: Signs

  /// Reads from the end of the line backwards; `others` are the tags of the line that were found before.
  private func scanSigns(
    _ bytes: Span<UInt8>, beside others: Range<Int>, into tags: inout [TagSpan]
  ) {
    var rest = others
    var wordsWithoutTag = end
    var index = withoutBlanks(bytes, before: end)
    if let link = blockLink(bytes, before: index) {
      tags.append(link)
      index = withoutBlanks(bytes, before: link.range.lowerBound)
    }
    while index > start {
      if let last = rest.last, tags[last].end == index {
        rest.removeLast()
        index = tags[last].range.lowerBound
      } else if let word = hashTag(bytes, before: index, none: &wordsWithoutTag) {
        index = word
      } else if let field = sign(bytes, before: index, after: rest.last.map { tags[$0].end }) {
        tags.append(field)
        index = field.range.lowerBound
      } else {
        return
      }
      index = withoutBlanks(bytes, before: index)
    }
  }

  /// The field of a sign that ends at an index.
  private func sign(_ bytes: Span<UInt8>, before index: Int, after limit: Int?) -> TagSpan? {
    let limit = limit ?? start
    var valueStart = index
    while valueStart > limit, MarkdownField.isValueByte(bytes[valueStart - 1]) { valueStart -= 1 }
    let signEnd = withoutBlanks(bytes, before: valueStart, after: limit)
    let symbolEnd = withoutSelector(bytes, before: signEnd, after: limit)
    guard let (field, length) = MarkdownSigns.sign(bytes, before: symbolEnd, after: limit) else {
      return nil
    }
    let at = symbolEnd - length
    let leading = withoutBlanks(bytes, before: at, after: limit)
    if field == .priority {
      guard signEnd == index else { return nil }
      return TagSpan(
        leadingStart: leading, at: at, nameEnd: at, value: at..<signEnd, end: signEnd,
        form: .sign, field: field)
    }
    while valueStart < index, bytes[valueStart] == Characters.space { valueStart += 1 }
    guard field.reads(bytes, valueStart..<index) else { return nil }
    return TagSpan(
      leadingStart: leading, at: at, nameEnd: signEnd, value: valueStart..<index, end: index,
      form: .sign, field: field)
  }

  /// The start of the `#tag` that ends at an index.
  ///
  /// `none` is the start of the bytes that hold no such tag, so that a long word of signs is searched only once.
  private func hashTag(_ bytes: Span<UInt8>, before index: Int, none: inout Int) -> Int? {
    guard index <= none else { return nil }
    var word = index
    defer { none = word }
    while word > start, Characters.whiteSpace(bytes, before: word, start: start) == 0 {
      word -= 1
      if bytes[word] == UInt8(ascii: "#") {
        let isFirst = word == start || Characters.whiteSpace(bytes, before: word, start: start) > 0
        return isFirst && index > word + 1 ? word : nil
      }
      if Self.endsHashTag(bytes[word]) { return nil }
    }
    return nil
  }

  /// True for a byte that no `#tag` has.
  private static func endsHashTag(_ byte: UInt8) -> Bool {
    "!@$%^&*(),.?\":{}|<>".utf8.contains(byte)
  }

  /// The `^name` that ends at an index.
  private func blockLink(_ bytes: Span<UInt8>, before index: Int) -> TagSpan? {
    var word = index
    while word > start, Self.isLinkByte(bytes[word - 1]) { word -= 1 }
    guard word < index, word > start, bytes[word - 1] == UInt8(ascii: "^") else { return nil }
    let leading = withoutBlanks(bytes, before: word - 1)
    guard leading < word - 1 else { return nil }
    return TagSpan(
      leadingStart: leading, at: word - 1, nameEnd: word, value: word..<index, end: index,
      form: .sign, field: .blockLink)
  }

  private static func isLinkByte(_ byte: UInt8) -> Bool {
    (0x61...0x7A).contains(byte | 0x20) || (0x30...0x39).contains(byte) || byte == Characters.dash
  }

  // MARK: Dataview

  private func scanBrackets(
    _ bytes: Span<UInt8>, beside others: Range<Int>, into tags: inout [TagSpan]
  ) {
    var rest = others
    var index = start
    var free = start
    while index < end {
      if let first = rest.first, tags[first].range.lowerBound <= index {
        rest.removeFirst()
        index = max(index, tags[first].end)
        free = index
        continue
      }
      let limit = rest.first.map { tags[$0].range.lowerBound } ?? end
      guard let field = bracketed(bytes, at: index, limit: limit, free: free) else {
        index += 1
        continue
      }
      tags.append(field)
      index = field.end
      free = index
    }
  }

  /// The field whose bracket opens at an index.
  private func bracketed(
    _ bytes: Span<UInt8>, at index: Int, limit: Int, free: Int
  ) -> TagSpan? {
    let isSquare = bytes[index] == UInt8(ascii: "[")
    guard isSquare || bytes[index] == Characters.open else { return nil }
    var key = index + 1
    while key < limit, bytes[key] == Characters.space { key += 1 }
    guard let (field, keyEnd) = MarkdownSigns.key(bytes, at: key, limit: limit) else { return nil }
    let closing = isSquare ? UInt8(ascii: "]") : Characters.close
    var close = keyEnd + 2
    while close < limit, bytes[close] != closing {
      if bytes[close] == bytes[index] { return nil }
      close += 1
    }
    guard close < limit, case let value = trimmed(bytes, keyEnd + 2..<close), !value.isEmpty,
      field != .priority || MarkdownSigns.isPriority(bytes, value)
    else { return nil }
    return TagSpan(
      leadingStart: withoutBlanks(bytes, before: index, after: free), at: index, nameEnd: keyEnd,
      value: value, end: afterComma(bytes, from: close + 1, limit: limit),
      form: isSquare ? .brackets : .parentheses, field: field)
  }

  private func trimmed(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Range<Int> {
    var lower = range.lowerBound
    while lower < range.upperBound, bytes[lower] == Characters.space { lower += 1 }
    var upper = range.upperBound
    while upper > lower, bytes[upper - 1] == Characters.space { upper -= 1 }
    // More spaces than the length before the bracket can hold count as part of the value.
    return lower..<max(upper, range.upperBound - 64)
  }

  /// The index after a comma that separates fields, if there is one.
  private func afterComma(_ bytes: Span<UInt8>, from index: Int, limit: Int) -> Int {
    var comma = index
    while comma < limit, comma - index < 64, bytes[comma] == Characters.space { comma += 1 }
    return comma < limit && bytes[comma] == UInt8(ascii: ",") ? comma + 1 : index
  }

  // MARK: White space

  private func withoutBlanks(_ bytes: Span<UInt8>, before index: Int, after limit: Int? = nil)
    -> Int
  {
    var index = index
    while case let length = Characters.whiteSpace(bytes, before: index, start: limit ?? start),
      length > 0
    { index -= length }
    return index
  }

  /// The index before the variation selector U+FE0F, or U+FE0E, with which some keyboards ask for a plain sign.
  private func withoutSelector(_ bytes: Span<UInt8>, before index: Int, after limit: Int) -> Int {
    guard index - 3 >= limit, bytes[index - 3] == 0xEF, bytes[index - 2] == 0xB8,
      bytes[index - 1] == 0x8F || bytes[index - 1] == 0x8E
    else { return index }
    return index - 3
  }
}
