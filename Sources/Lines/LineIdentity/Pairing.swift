import ExactText

/// The pairs of lines of two snapshots that are known so far.
struct Pairing {
  private static let open = -1
  private static let copy = -2

  /// The old line of each new one; negative if unknown.
  private(set) var oldOfNew: [Int]
  /// The new line of each old one; negative if unknown.
  private(set) var newOfOld: [Int]
  /// For each old line, whether it has a UID of its own.
  private let oldNamed: [Bool]
  private let newNamed: [Bool]
  private var openOld: Int
  private var openNew: Int

  init(_ old: [ItemTrace], _ new: [ItemTrace]) {
    oldOfNew = [Int](repeating: Self.open, count: new.count)
    newOfOld = [Int](repeating: Self.open, count: old.count)
    oldNamed = old.map { $0.ownUID != nil }
    newNamed = new.map { $0.ownUID != nil }
    openOld = old.count
    openNew = new.count
    pairNamesakes(old, new)
  }

  /// True if all lines of one side are paired.
  var isComplete: Bool { openOld == 0 || openNew == 0 }
  /// The unpaired old lines.
  var oldLines: [Int] { newOfOld.indices.filter { isOpen(old: $0) } }
  /// The unpaired new lines.
  var newLines: [Int] { oldOfNew.indices.filter { isOpen(new: $0) } }

  func isOpen(old line: Int) -> Bool { newOfOld[line] == Self.open }
  func isOpen(new line: Int) -> Bool { oldOfNew[line] == Self.open }
  func isPaired(old line: Int) -> Bool { newOfOld[line] >= 0 }
  func isPaired(new line: Int) -> Bool { oldOfNew[line] >= 0 }

  /// False if one of the lines is paired, or if they have different UIDs.
  func mayPair(old: Int, new: Int) -> Bool {
    isOpen(old: old) && isOpen(new: new) && !(oldNamed[old] && newNamed[new])
  }

  /// Pairs two lines, if that is allowed.
  mutating func pair(old: Int, new: Int) {
    if mayPair(old: old, new: new) { join(old: old, new: new) }
  }

  private mutating func join(old: Int, new: Int) {
    oldOfNew[new] = old
    newOfOld[old] = new
    openOld -= 1
    openNew -= 1
  }

  /// Pairs each line that has a UID with the item of that UID.
  ///
  /// A second line with the same UID is a copy, and so a new item.
  private mutating func pairNamesakes(_ old: [ItemTrace], _ new: [ItemTrace]) {
    guard newNamed.contains(true) else { return }
    let bearers = Self.bearers(old)
    var seen: ExactSet = []
    for (index, trace) in new.enumerated() {
      guard let uid = trace.ownUID else { continue }
      let isCopy = !seen.insert(uid).inserted
      if isCopy {
        oldOfNew[index] = Self.copy
        openNew -= 1
      } else if let bearer = bearers[uid], isOpen(old: bearer) {
        join(old: bearer, new: index)
      }
    }
  }

  /// The first line of each UID; a UID on the line itself takes precedence over one that the line was given.
  private static func bearers(_ traces: [ItemTrace]) -> ExactDictionary<Int> {
    var bearers: ExactDictionary<Int> = [:]
    for (index, trace) in traces.enumerated().reversed() {
      if let id = trace.id { bearers[id] = index }
    }
    for (index, trace) in traces.enumerated().reversed() {
      if let uid = trace.ownUID { bearers[uid] = index }
    }
    return bearers
  }
}
