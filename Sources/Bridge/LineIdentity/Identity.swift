/// Recognises lines: says which item of an earlier snapshot a line of a later one is.
///
/// Lines of a task file have no names of their own, and people retype, move, indent, sort and split
/// them. What a line is, is found from the two snapshots alone, in this order:
///
/// 1. A UID that a line itself says (`Pairing`).
/// 2. What did not change (`ExactPasses`): lines that stand where they stood and are equal with all that
///    is below them, then without it; equal lines beside lines that are recognised; and titles that only
///    one line has on each side. Twins in one place keep their order.
/// 3. What changed (`ChangedLines`): for the pairs of lines that are left and have something in common,
///    the evidence that they are one is weighed (`Evidence`): text, tags and place. Of all ways to pair
///    them, the one with the most evidence in all is taken (`Assignment`).
/// 4. Twins that are left, in order.
///
/// What is left then is new, or gone. The answer depends on nothing but the snapshots. The time grows
/// with the lines, and with those that changed.
public enum Identity {
  /// Says which old item each new line is.
  ///
  /// All files of a set belong in one snapshot, so that a line is found that moved between them.
  ///
  /// - Parameters:
  ///   - old: The earlier snapshot.
  ///   - new: The later one.
  /// - Returns: For each new trace the index of the old one that it is, nil if it is a new item. No old
  ///   trace is given twice.
  public static func match(old: [ItemTrace], new: [ItemTrace]) -> [Int?] {
    var pairs = Pairing(old, new)
    var names = Interner()
    let oldKeys = LineKeys(old, &names)
    let exact = ExactPasses(old: oldKeys, new: LineKeys(new, &names))
    exact.run(&pairs)
    if !pairs.isComplete { ChangedLines(old, new, exact: exact, pairs: pairs).run(&pairs) }
    if !pairs.isComplete { exact.pairTwins(&pairs) }
    return pairs.oldOfNew.map { $0 < 0 ? nil : $0 }
  }
}
