/// Pairs the lines that did not change, or not in all respects, the strongest likeness first.
struct ExactPasses {
  let old: LineKeys
  let new: LineKeys

  func run(_ pairs: inout Pairing) {
    pairGroups(by: { $0.place[$1] }, { $0.tree[$1] }, inOrder: true, &pairs)
    pairGroups(by: { $0.place[$1] }, { $0.line[$1] }, inOrder: true, &pairs)
    if pairs.isComplete { return }
    pairGroups(by: { $0.file[$1] }, { $0.tree[$1] }, inOrder: true, &pairs)
    pairGroups(by: { $0.file[$1] }, { $0.line[$1] }, inOrder: true, &pairs)
    pairGroups(by: { _, _ in 0 }, { $0.line[$1] }, inOrder: false, &pairs)
    pairNeighbours({ $0.line[$1] }, &pairs)
    pairGroups(by: { $0.place[$1] }, { $0.title[$1] }, inOrder: false, &pairs)
    pairNeighbours({ $0.title[$1] }, &pairs)
    pairGroups(by: { _, _ in 0 }, { $0.title[$1] }, inOrder: false, &pairs)
  }

  typealias Key = (LineKeys, Int) -> Int

  /// Pairs the lines that alone have a key on their side. Where as many lines have it on both sides, they
  /// are paired in order if the key is strong enough for that.
  func pairGroups(
    by first: Key, _ second: Key, inOrder: Bool, _ pairs: inout Pairing
  ) {
    let left = Self.sorted(pairs.oldLines, old, first, second)
    let right = Self.sorted(pairs.newLines, new, first, second)
    var (i, j) = (0, 0)
    while i < left.count && j < right.count {
      let (iEnd, jEnd) = (Self.end(of: i, left), Self.end(of: j, right))
      if left[i].key < right[j].key {
        i = iEnd
      } else if left[i].key > right[j].key {
        j = jEnd
      } else {
        if iEnd - i == jEnd - j && (inOrder || iEnd - i == 1) {
          for offset in 0..<iEnd - i {
            pairs.pair(old: left[i + offset].line, new: right[j + offset].line)
          }
        }
        (i, j) = (iEnd, jEnd)
      }
    }
  }

  struct KeyedLine { let key: UInt64; let line: Int }

  static func sorted(_ lines: [Int], _ keys: LineKeys, _ first: Key, _ second: Key) -> [KeyedLine] {
    lines.map { KeyedLine(key: UInt64(first(keys, $0)) << 32 | UInt64(second(keys, $0)), line: $0) }
      .sorted { ($0.key, $0.line) < ($1.key, $1.line) }
  }

  static func end(of start: Int, _ lines: [KeyedLine]) -> Int {
    var end = start
    while end < lines.count && lines[end].key == lines[start].key { end += 1 }
    return end
  }

  /// Pairs equal lines whose neighbours are paired: first where both are, then where one is.
  func pairNeighbours(_ key: Key, _ pairs: inout Pairing) {
    for both in [true, false] {
      for index in new.title.indices { pairNeighbour(index, -1, both, key, &pairs) }
      for index in new.title.indices.reversed() { pairNeighbour(index, 1, both, key, &pairs) }
    }
  }

  func pairNeighbour(_ index: Int, _ step: Int, _ both: Bool, _ key: Key, _ pairs: inout Pairing) {
    guard pairs.oldOfNew[index] < 0 else { return }
    guard let anchor = partner(index, step, pairs) else { return }
    let a = anchor - step
    guard old.title.indices.contains(a), pairs.newOfOld[a] < 0, old.file[a] == new.file[index],
      key(old, a) == key(new, index)
    else { return }
    if both {
      guard let other = partner(index, -step, pairs), other + step == a else { return }
    }
    if !both, step == 1, hasTwinBefore(new, index, key, { pairs.oldOfNew[$0] < 0 }),
      !hasTwinBefore(old, a, key, { pairs.newOfOld[$0] < 0 })
    {
      return
    }
    pairs.pair(old: a, new: index)
  }

  func hasTwinBefore(_ keys: LineKeys, _ index: Int, _ key: Key, _ isOpen: (Int) -> Bool) -> Bool {
    index > 0 && isOpen(index - 1) && keys.file[index - 1] == keys.file[index]
      && key(keys, index - 1) == key(keys, index)
  }

  /// The old line of the neighbour of a new line; one before the first or behind the last of the file.
  func partner(_ index: Int, _ step: Int, _ pairs: Pairing) -> Int? {
    let neighbour = index + step
    guard new.title.indices.contains(neighbour) else { return nil }
    let old = pairs.oldOfNew[neighbour]
    return old < 0 ? nil : old
  }
}
