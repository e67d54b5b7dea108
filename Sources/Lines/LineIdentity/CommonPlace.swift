/// How well the places of two lines agree.
struct CommonPlace {
  /// How the lines around two lines agree.
  enum Gap {
    /// The lines around them differ.
    case apart
    /// The same line is on one side of both.
    case oneSide
    /// They are between the same lines, and no other unpaired line is.
    case alone
    /// They are between the same lines, and so are other unpaired lines; `offset` is the distance between their
    /// positions.
    case among(offset: Int)
  }

  /// How the lines around them agree.
  let gap: Gap
  /// True if they are parts of the same item, or are in the same project.
  let isSameHome: Bool
  /// True if the two lines have a part in common.
  let hasCommonParts: Bool
  /// True if the new line is below one with its title and the old line was not.
  let isCopy: Bool
}

/// Compares the places of unpaired lines, using the lines that are already paired.
struct PlaceComparison {
  private let pairs: Pairing
  private let keys: (old: LineKeys, new: LineKeys)
  private let around: (old: LineNeighbours, new: LineNeighbours)
  /// The range of old lines of each file.
  private let files: [Int: Range<Int>]
  /// For each unpaired new line, the old lines that had one of its parts.
  private let parents: [Int: [Int]]
  /// The new paths of renamed projects.
  private let renamed: [Int: Int]

  init(_ old: LineKeys, _ new: LineKeys, pairs: Pairing) {
    self.pairs = pairs
    keys = (old, new)
    files = Self.files(old)
    parents = Self.parents(old, new, pairs: pairs)
    renamed = Self.renamed(old, new, pairs: pairs)
    let backbone = Backbone(pairs)
    around.old = LineNeighbours(
      old, isPaired: pairs.newOfOld.indices.map { pairs.isPaired(old: $0) },
      isOpen: pairs.newOfOld.indices.map { pairs.isOpen(old: $0) }, isBackbone: backbone.isOld)
    around.new = LineNeighbours(
      new, isPaired: pairs.oldOfNew.indices.map { pairs.isPaired(new: $0) },
      isOpen: pairs.oldOfNew.indices.map { pairs.isOpen(new: $0) }, isBackbone: backbone.isNew)
  }

  func place(old: Int, new: Int) -> CommonPlace {
    let path = keys.old.path[old]
    let isSamePath = (renamed[path] ?? path) == keys.new.path[new]
    return CommonPlace(
      gap: gap(old, new), isSameHome: isSamePath || isSameParent(old, new),
      hasCommonParts: parents[new]?.contains(old) == true,
      isCopy: keys.new.isBelowTwin(new) && !keys.old.isBelowTwin(old))
  }

  private func isSameParent(_ old: Int, _ new: Int) -> Bool {
    let (above, parent) = (keys.old.parent[old], keys.new.parent[new])
    return above >= 0 && parent >= 0 && pairs.oldOfNew[parent] == above
  }

  private static func files(_ keys: LineKeys) -> [Int: Range<Int>] {
    var files: [Int: Range<Int>] = [:]
    for line in 0..<keys.count where line == 0 || keys.file[line] != keys.file[line - 1] {
      let end = keys.file[line...].firstIndex { $0 != keys.file[line] } ?? keys.count
      if files[keys.file[line]] == nil { files[keys.file[line]] = line..<end }
    }
    return files
  }

  /// The paths that no longer exist, each with the new path of most of its lines.
  private static func renamed(_ old: LineKeys, _ new: LineKeys, pairs: Pairing) -> [Int: Int] {
    let (gone, come) = (Set(old.path).subtracting(new.path), Set(new.path).subtracting(old.path))
    if gone.isEmpty || come.isEmpty { return [:] }
    var counts: [Int: [Int: Int]] = [:]
    for (line, a) in pairs.oldOfNew.enumerated() where a >= 0 && gone.contains(old.path[a]) {
      guard come.contains(new.path[line]) else { continue }
      counts[old.path[a], default: [:]][new.path[line], default: 0] += 1
    }
    return counts.compactMapValues { $0.max { ($0.value, $0.key) < ($1.value, $1.key) }?.key }
  }

  /// The maximum number of old lines that are considered for the parts of one line; more would be no evidence.
  private static let most = 8

  private static func parents(_ old: LineKeys, _ new: LineKeys, pairs: Pairing) -> [Int: [Int]] {
    var parents: [Int: [Int]] = [:]
    for (part, line) in pairs.oldOfNew.enumerated() where line >= 0 {
      let (above, parent) = (old.parent[line], new.parent[part])
      guard above >= 0, parent >= 0, pairs.isOpen(old: above), pairs.isOpen(new: parent) else {
        continue
      }
      let known = parents[parent, default: []]
      if known.count < most, !known.contains(above) { parents[parent] = known + [above] }
    }
    return parents
  }
}

// MARK: - Gaps

extension PlaceComparison {
  private func gap(_ old: Int, _ new: Int) -> CommonPlace.Gap {
    let isSameFile = keys.old.file[old] == keys.new.file[new]
    let near = (around.old.gap(of: old), around.new.gap(of: new))
    let wide = (around.old.wideGap(of: old), around.new.wideGap(of: new))
    let begins = isSame(near.0.before, near.1.before, isSameFile: isSameFile)
    let ends = isSame(near.0.after, near.1.after, isSameFile: isSameFile)
    if begins && ends { return Self.gap(near.0, near.1) }
    let isBelow = begins || isSame(wide.0.before, wide.1.before, isSameFile: isSameFile)
    let isAbove = ends || isSame(wide.0.after, wide.1.after, isSameFile: isSameFile)
    if isBelow && isAbove { return Self.gap(wide.0, wide.1) }
    return isBelow || isAbove ? .oneSide : .apart
  }

  private static func gap(_ old: LineNeighbours.Gap, _ new: LineNeighbours.Gap) -> CommonPlace.Gap {
    max(old.count, new.count) == 1 ? .alone : .among(offset: abs(old.offset - new.offset))
  }

  /// True if two lines are paired, or both are the end of the same file.
  private func isSame(_ old: Int, _ new: Int, isSameFile: Bool) -> Bool {
    if old < 0 || new < 0 { return old < 0 && new < 0 && isSameFile }
    return pairs.oldOfNew[new] == old
  }

  /// The unpaired old lines near the place of a new line, or with parts that it has now.
  func neighbours(of new: Int) -> [Int] {
    var lines = parents[new] ?? []
    for gap in [around.new.gap(of: new), around.new.wideGap(of: new)] {
      for home in [home(below: gap, new), home(above: gap, new)] {
        guard let home else { continue }
        for line in home - 2...home + 2 where isOpen(old: line) && !lines.contains(line) {
          lines.append(line)
        }
      }
    }
    return lines
  }

  private func isOpen(old line: Int) -> Bool {
    pairs.newOfOld.indices.contains(line) && pairs.isOpen(old: line)
  }

  /// The old position of a line at its distance below the start of a gap.
  private func home(below gap: LineNeighbours.Gap, _ new: Int) -> Int? {
    if gap.before >= 0 { return pairs.oldOfNew[gap.before] + new - gap.before }
    return files[keys.new.file[new]].map { $0.lowerBound + gap.depth }
  }

  /// The old position of a line at its distance above the end of a gap.
  private func home(above gap: LineNeighbours.Gap, _ new: Int) -> Int? {
    if gap.after >= 0 { return pairs.oldOfNew[gap.after] + new - gap.after }
    return files[keys.new.file[new]].map { $0.upperBound - gap.height }
  }

  /// The approximate position that a new line would have in the old snapshot.
  func home(of new: Int) -> Int {
    let gap = around.new.gap(of: new)
    return home(below: gap, new) ?? home(above: gap, new) ?? new
  }
}
