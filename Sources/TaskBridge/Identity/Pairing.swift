/// Which lines of two snapshots are one, as far as it is known.
struct Pairing {
  /// The old line of each new one; -1 if none is known.
  private(set) var oldOfNew: [Int]
  /// The new line of each old one; -1 if none is known.
  private(set) var newOfOld: [Int]
  private var openOld: Int
  private var openNew: Int

  init(old: Int, new: Int) {
    oldOfNew = [Int](repeating: -1, count: new)
    newOfOld = [Int](repeating: -1, count: old)
    openOld = old
    openNew = new
  }

  /// True if nothing is left on one of the sides.
  var isComplete: Bool { openOld == 0 || openNew == 0 }

  mutating func pair(old: Int, new: Int) {
    guard oldOfNew[new] < 0, newOfOld[old] < 0 else { return }
    oldOfNew[new] = old
    newOfOld[old] = new
    openOld -= 1
    openNew -= 1
  }

  /// The old lines that are left.
  var oldLines: [Int] { newOfOld.indices.filter { newOfOld[$0] < 0 } }
  /// The new lines that are left.
  var newLines: [Int] { oldOfNew.indices.filter { oldOfNew[$0] < 0 } }
}

extension Pairing {
  /// Pairs each new line that says its UID with the old item of that name. A second line with the same
  /// UID is a copy.
  mutating func pairOwnUIDs(_ old: [ItemTrace], _ new: [ItemTrace]) {
    guard new.contains(where: { $0.ownUID != nil }) else { return }
    var bearers: [String: Int] = [:]
    for (index, trace) in old.enumerated().reversed() {
      if let id = trace.id { bearers[id] = index }
    }
    for (index, trace) in old.enumerated().reversed() {
      if let uid = trace.ownUID { bearers[uid] = index }
    }
    for (index, trace) in new.enumerated() {
      if let uid = trace.ownUID, let bearer = bearers[uid] { pair(old: bearer, new: index) }
    }
  }
}
