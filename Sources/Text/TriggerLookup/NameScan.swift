/// A trigger and a name as offsets of bytes.
struct NameSpan {
  /// The cluster of the trigger.
  var trigger: Range<Int>
  /// The trigger itself if it is ASCII, which is read faster than from the text.
  var character: Character?
  /// The end of the query: the cursor, or the start of the cluster that contains it.
  var end: Int
  /// The end of the name, which may be after the cursor.
  var nameEnd: Int
}

/// Finds the trigger before a cursor: the one implementation of all lookups.
struct NameScan {
  let triggers: TriggerSet
  let rules: TriggerRules

  /// The name at the cursor; a cursor outside the text is at its nearest end.
  func name(_ bytes: Span<UInt8>, at cursor: Int) -> NameSpan? {
    let cursor = min(max(cursor, 0), bytes.count)
    var clusters = ClusterScan(around: cursor)
    let end = clusters.cursorStart(bytes)
    guard let trigger = trigger(bytes, before: end, within: rules.limit, &clusters)
    else { return nil }
    let character =
      trigger.count == 1 ? Character(Unicode.Scalar(bytes[trigger.lowerBound])) : nil
    return NameSpan(
      trigger: trigger, character: character, end: end,
      nameEnd: nameEnd(bytes, from: end, &clusters))
  }

  /// The trigger of the name that ends at `end`, among a number of characters.
  func trigger(
    _ bytes: Span<UInt8>, before end: Int, within limit: Int, _ clusters: inout ClusterScan
  ) -> Range<Int>? {
    var index = skipName(bytes, from: end, atMost: limit)
    var (length, words, isBehindSpace) = (end - index, 1, false)
    while length < limit, let start = clusters.start(bytes, before: index) {
      let cluster = start..<index
      if triggers.contains(bytes, cluster) {
        guard !isBehindSpace, length >= rules.minimumQueryLength else { return nil }
        let boundary = Boundary(allowed: rules.boundary, limit: rules.limit)
        return boundary.allows(bytes, at: start) ? cluster : nil
      }
      if joins(bytes, cluster) {
        guard !isBehindSpace, words < rules.words else { return nil }
        words += 1
        isBehindSpace = true
      } else {
        guard rules.name.contains(bytes, cluster) else { return nil }
        isBehindSpace = false
      }
      (index, length) = (start, length + 1)
    }
    return nil
  }

  /// The start of the ASCII characters of a name that end at `end`; each is a cluster, because ASCII is before it.
  private func skipName(_ bytes: Span<UInt8>, from end: Int, atMost count: Int) -> Int {
    let plain = rules.name.ascii.subtracting(triggers.ascii)
    let first = max(1, end - count)
    var index = end
    while index > first, plain.contains(bytes[index - 1]), bytes[index - 2] < 0x80 { index -= 1 }
    return index
  }

  /// True if a cluster is a space that may be inside a name.
  private func joins(_ bytes: Span<UInt8>, _ cluster: Range<Int>) -> Bool {
    let first = cluster.lowerBound
    return switch cluster.count {
    case 1: bytes[first] == Ascii.space
    case 2: bytes[first] == 0xC2 && bytes[first + 1] == 0xA0
    case 3: bytes[first] == 0xE3 && bytes[first + 1] == 0x80 && bytes[first + 2] == 0x80
    default: false
    }
  }

  /// The end of the characters of a name that begin at `start`.
  private func nameEnd(
    _ bytes: Span<UInt8>, from start: Int, _ clusters: inout ClusterScan
  ) -> Int {
    var index = start
    for _ in 0..<max(rules.limit, 0) {
      guard let end = clusters.end(bytes, after: index),
        rules.name.contains(bytes, index..<end), !triggers.contains(bytes, index..<end)
      else { break }
      index = end
    }
    return index
  }
}
