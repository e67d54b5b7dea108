/// Finds the tags of one line.
///
/// A tag is `@name` or `@name(value)` with white space or the start of the line before it and white space or the end of
/// the line after it. In a value `\(` and `\)` are escaped parentheses. Each byte is read a limited number of times,
/// whatever the line contains: a value ends at the first unescaped parenthesis, so two values never share bytes.
struct TagScanner {
  let start: Int
  let end: Int
  /// True if a space is allowed between a name and its parenthesis, as in some dialects.
  let allowsBlankBeforeValue: Bool

  /// Appends the tags of the line to `tags`, in order.
  func scan(_ bytes: Span<UInt8>, from first: Int, into tags: inout [TagSpan]) {
    var index = first
    var free = start  // the end of the last tag and earliest start of the next one
    while index < end {
      guard bytes[index] == Characters.at else {
        index += 1
        continue
      }
      guard let tag = tag(bytes, at: index, free: free) else {
        index += 1
        continue
      }
      tags.append(tag)
      index = tag.end
      free = tag.end
    }
  }

  // Inlined, because its result would otherwise be written to memory twice.
  @inline(__always)
  private func tag(_ bytes: Span<UInt8>, at index: Int, free: Int) -> TagSpan? {
    let leading = leadingStart(bytes, before: index, free: free)
    guard leading < index || index == start else { return nil }
    let nameEnd = nameEnd(bytes, from: index + 1)
    if let open = opening(bytes, nameStart: index + 1, nameEnd: nameEnd) {
      guard let close = closing(bytes, from: open + 1) else {
        return open > nameEnd ? plain(leading, index, nameEnd: nameEnd) : nil
      }
      return TagSpan(
        leadingStart: leading, at: index, nameEnd: nameEnd, valueStart: open + 1, end: close + 1)
    }
    return isBoundary(bytes, at: nameEnd) ? plain(leading, index, nameEnd: nameEnd) : nil
  }

  private func plain(_ leading: Int, _ index: Int, nameEnd: Int) -> TagSpan {
    TagSpan(leadingStart: leading, at: index, nameEnd: nameEnd, end: nameEnd)
  }

  private func leadingStart(_ bytes: Span<UInt8>, before index: Int, free: Int) -> Int {
    var leading = index
    while true {
      let length = Characters.whiteSpace(bytes, before: leading, start: free)
      guard length > 0 else { return leading }
      leading -= length
    }
  }

  private func nameEnd(_ bytes: Span<UInt8>, from index: Int) -> Int {
    var index = index
    while index < end {
      let length = Characters.nameCharacter(bytes, at: index, end: end)
      guard length > 0 else { break }
      index += length
    }
    return index
  }

  /// The index of the opening parenthesis of a value.
  private func opening(_ bytes: Span<UInt8>, nameStart: Int, nameEnd: Int) -> Int? {
    guard nameEnd < end else { return nil }
    if bytes[nameEnd] == Characters.open { return nameEnd }
    guard allowsBlankBeforeValue, nameEnd > nameStart, nameEnd + 1 < end,
      bytes[nameEnd] == Characters.space, bytes[nameEnd + 1] == Characters.open,
      TaskDialect.isTimeTag(bytes.extracting(nameStart..<nameEnd))
    else { return nil }
    return nameEnd + 1
  }

  /// The index at which the value that begins at `index` closes.
  ///
  /// That is its first unescaped `)` if a boundary follows. Otherwise it is the last `\)` before any unescaped
  /// parenthesis that a boundary follows, whose backslash is then part of the value.
  private func closing(_ bytes: Span<UInt8>, from index: Int) -> Int? {
    var scan = index
    while scan < end {
      let byte = bytes[scan]
      if byte == Characters.open || byte == Characters.close {
        guard scan > index, bytes[scan - 1] == Characters.backslash else { break }
      }
      scan += 1
    }
    if scan < end, bytes[scan] == Characters.close, isBoundary(bytes, at: scan + 1) { return scan }
    while scan > index {
      scan -= 1
      if bytes[scan] == Characters.close, isBoundary(bytes, at: scan + 1) { return scan }
    }
    return nil
  }

  private func isBoundary(_ bytes: Span<UInt8>, at index: Int) -> Bool {
    index >= end || Characters.whiteSpace(bytes, at: index, end: end) > 0
  }
}
