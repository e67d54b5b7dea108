/// A tag and its value as offsets of bytes.
struct ValueSpan {
  /// The cluster of the trigger.
  var trigger: Range<Int>
  /// The offset of the opening parenthesis, where the name ends.
  var open: Int
  /// The end of the query: the cursor, or the start of the cluster that contains it.
  var end: Int
  /// The offset of the closing parenthesis; nil if there is none.
  var close: Int?
}

/// Finds the value that contains a cursor.
struct ValueScan {
  let names: NameScan

  /// The value at the cursor; a cursor outside the text is at its nearest end.
  func value(_ bytes: Span<UInt8>, at cursor: Int) -> ValueSpan? {
    let cursor = min(max(cursor, 0), bytes.count)
    var clusters = ClusterScan(around: cursor)
    let end = clusters.cursorStart(bytes)
    guard let (open, length) = opening(bytes, before: end, &clusters),
      let trigger = names.trigger(
        bytes, before: open, within: names.rules.limit - length, &clusters),
      trigger.upperBound < open
    else { return nil }
    return ValueSpan(
      trigger: trigger, open: open, end: end, close: closing(bytes, from: end, &clusters))
  }

  /// The nearest parenthesis before `end` that is neither escaped nor closed, and the number of characters up to it.
  private func opening(
    _ bytes: Span<UInt8>, before end: Int, _ clusters: inout ClusterScan
  ) -> (index: Int, length: Int)? {
    var (index, closed) = (end, 0)
    for length in 1..<max(names.rules.limit, 1) {
      guard let start = clusters.start(bytes, before: index), !Ascii.isLineEnd(bytes[start])
      else { return nil }
      switch parenthesis(bytes, start..<index) {
      case Ascii.open where closed == 0: return (start, length)
      case Ascii.open: closed -= 1
      case Ascii.close: closed += 1
      default: break
      }
      index = start
    }
    return nil
  }

  /// The next parenthesis that is not escaped, if it is a closing one.
  private func closing(
    _ bytes: Span<UInt8>, from start: Int, _ clusters: inout ClusterScan
  ) -> Int? {
    var index = start
    for _ in 0..<max(names.rules.limit, 0) {
      guard let end = clusters.end(bytes, after: index), !Ascii.isLineEnd(bytes[index])
      else { return nil }
      switch parenthesis(bytes, index..<end) {
      case Ascii.close: return index
      case Ascii.open: return nil
      default: index = end
      }
    }
    return nil
  }

  /// The parenthesis that a cluster is; nil if it is another character, or escaped.
  private func parenthesis(_ bytes: Span<UInt8>, _ cluster: Range<Int>) -> UInt8? {
    let first = cluster.lowerBound
    guard cluster.count == 1, bytes[first] == Ascii.open || bytes[first] == Ascii.close,
      first == 0 || bytes[first - 1] != Ascii.backslash
    else { return nil }
    return bytes[first]
  }
}
