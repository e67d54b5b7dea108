/// Pairs lines that did not change or changed in part, starting with the most similar.
struct ExactPasses {
  let old: LineKeys
  let new: LineKeys

  func run(_ pairs: inout Pairing) {
    pairGroups(sharing: \.place, \.tree, upTo: 1, pairs: &pairs)
    pairGroups(sharing: \.place, \.line, upTo: 1, pairs: &pairs)
    pairNeighbours(&pairs)
    pairGroups(sharing: \.place, \.tree, pairs: &pairs)
    pairGroups(sharing: \.place, \.line, pairs: &pairs)
    if pairs.isComplete { return }
    pairNeighbours(&pairs)
    pairTitles(&pairs)
    pairNeighbours(&pairs)
  }

  /// Pairs the remaining equal lines in order, wherever they are; then equal titles in one place.
  func pairTwins(_ pairs: inout Pairing) {
    for (first, second) in [(\LineKeys.line, \LineKeys.line), (\.path, \.title)] {
      forEachGroup(sharing: first, second, pairs: pairs) { olds, news in
        for (old, new) in zip(olds, news) { pairs.pair(old: old.line, new: new.line) }
      }
    }
  }

  /// Pairs, in order, the lines that share two keys, if as many lines on both sides do.
  ///
  /// Equal lines in one place differ only in their order.
  private func pairGroups(
    sharing first: KeyPath<LineKeys, [Int]>, _ second: KeyPath<LineKeys, [Int]>,
    upTo most: Int = .max, pairs: inout Pairing
  ) {
    forEachGroup(sharing: first, second, pairs: pairs) { olds, news in
      guard olds.count == news.count, olds.count <= most else { return }
      for (a, b) in zip(olds, news) where haveParts(a.line, b.line) {
        pairs.pair(old: a.line, new: b.line)
      }
    }
  }

  /// Pairs titles that occur on one line on each side, if the line or its place is the same too.
  ///
  /// A title alone is weighed as evidence: "Buy milk" may be a new task each week. So is an equal line in another
  /// place if another line is now in the old place, and a line without the `@repeat` of the other one, which may be one of its
  /// dates. Lines that are together as before come first: their project was
  /// renamed.
  private func pairTitles(_ pairs: inout Pairing) {
    let lone = loneTitles(pairs)
    let newOfOld = Dictionary(uniqueKeysWithValues: lone)
    for (a, b) in lone where old.place[a] == new.place[b] && old.isSeries[a] == new.isSeries[b] {
      pairs.pair(old: a, new: b)
    }
    for (a, b) in lone where old.line[a] == new.line[b] {
      let isTogether = [-1, 1].contains { newOfOld[a + $0] == b + $0 }
      if isTogether { pairs.pair(old: a, new: b) }
    }
    pairNeighbours(&pairs)
    for (a, b) in lone.filter({ isGone($0.old, pairs) }) where old.line[a] == new.line[b] {
      pairs.pair(old: a, new: b)
    }
  }

  /// The unpaired lines whose title no other unpaired line has, as pairs of an old and a new line with the same
  /// title.
  private func loneTitles(_ pairs: Pairing) -> [(old: Int, new: Int)] {
    var lone: [(old: Int, new: Int)] = []
    forEachGroup(sharing: \.title, \.title, pairs: pairs) { olds, news in
      guard olds.count == 1, news.count == 1 else { return }
      lone.append((olds[olds.startIndex].line, news[news.startIndex].line))
    }
    return lone
  }

  /// False if an unpaired line is now exactly between the neighbours of an old line.
  ///
  /// Then the old line may not have moved, but have become that line.
  private func isGone(_ line: Int, _ pairs: Pairing) -> Bool {
    guard line > 0, line + 1 < old.count, old.file[line - 1] == old.file[line + 1] else {
      return true
    }
    let place = pairs.newOfOld[line - 1] + 1
    let isBetween = pairs.isPaired(old: line - 1) && pairs.newOfOld[line + 1] == place + 1
    return !isBetween || !pairs.isOpen(new: place)
  }
}

// MARK: - Groups

extension ExactPasses {
  private struct KeyedLine {
    let key: UInt64
    let line: Int
  }

  /// Calls `body` with the lines on both sides that share two keys, group by group.
  private func forEachGroup(
    sharing first: KeyPath<LineKeys, [Int]>, _ second: KeyPath<LineKeys, [Int]>, pairs: Pairing,
    body: (ArraySlice<KeyedLine>, ArraySlice<KeyedLine>) -> Void
  ) {
    let olds = Self.keyed(pairs.oldLines, old[keyPath: first], and: old[keyPath: second])
    let news = Self.keyed(pairs.newLines, new[keyPath: first], and: new[keyPath: second])
    var (i, j) = (0, 0)
    while i < olds.count && j < news.count {
      let (a, b) = (olds[i].key, news[j].key)
      let iEnd = a <= b ? Self.end(ofGroup: i, olds) : i
      let jEnd = b <= a ? Self.end(ofGroup: j, news) : j
      if a == b { body(olds[i..<iEnd], news[j..<jEnd]) }
      (i, j) = (iEnd, jEnd)
    }
  }

  private static func keyed(_ lines: [Int], _ first: [Int], and second: [Int]) -> [KeyedLine] {
    lines.map {
      let key = UInt64(truncatingIfNeeded: first[$0]) << 32
      return KeyedLine(key: key | UInt64(truncatingIfNeeded: second[$0]), line: $0)
    }
    .sorted { ($0.key, $0.line) < ($1.key, $1.line) }
  }

  private static func end(ofGroup start: Int, _ lines: [KeyedLine]) -> Int {
    var end = start + 1
    while end < lines.count && lines[end].key == lines[start].key { end += 1 }
    return end
  }
}

// MARK: - Neighbours

extension ExactPasses {
  /// Pairs equal lines whose neighbours are paired, and continues up and down the file: first if both neighbours
  /// agree, then if one does.
  func pairNeighbours(_ pairs: inout Pairing) {
    for index in 0..<new.count {
      let before = equal(to: index, beside: index - 1, pairs: pairs)
      if let line = before, line == equal(to: index, beside: index + 1, pairs: pairs) {
        pairs.pair(old: line, new: index)
      }
    }
    for index in 0..<new.count {
      if let line = equal(to: index, beside: index - 1, pairs: pairs) {
        pairs.pair(old: line, new: index)
      }
    }
    for index in (0..<new.count).reversed() {
      guard let line = equal(to: index, beside: index + 1, pairs: pairs) else { continue }
      // If there are more equal lines in a row than before, the last is the copy.
      let isCopy = isTwin(ofNewLine: index, pairs) && !isTwin(ofOldLine: line, pairs)
      if !isCopy { pairs.pair(old: line, new: index) }
    }
  }

  /// True if both or neither have lines below them.
  ///
  /// Otherwise, parts that have moved may be better evidence.
  private func haveParts(_ a: Int, _ b: Int) -> Bool {
    old.hasParts[a] == new.hasParts[b]
  }

  /// The old line that equals a new one and is next to the old line of its neighbour, on the same side and in the
  /// same file.
  private func equal(to index: Int, beside neighbour: Int, pairs: Pairing) -> Int? {
    guard pairs.isOpen(new: index), pairs.oldOfNew.indices.contains(neighbour),
      pairs.isPaired(new: neighbour), new.file[neighbour] == new.file[index]
    else { return nil }
    let known = pairs.oldOfNew[neighbour]
    let line = known + index - neighbour
    guard pairs.newOfOld.indices.contains(line), old.file[line] == old.file[known],
      old.line[line] == new.line[index], haveParts(line, index),
      pairs.mayPair(old: line, new: index)
    else { return nil }
    return line
  }

  /// True if the line above is also unpaired, and equal.
  private func isTwin(ofNewLine index: Int, _ pairs: Pairing) -> Bool {
    index > 0 && pairs.isOpen(new: index - 1) && new.line[index - 1] == new.line[index]
  }

  private func isTwin(ofOldLine index: Int, _ pairs: Pairing) -> Bool {
    index > 0 && pairs.isOpen(old: index - 1) && old.line[index - 1] == old.line[index]
  }
}
