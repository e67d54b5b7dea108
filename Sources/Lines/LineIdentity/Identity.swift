/// Recognises lines: finds the item of an earlier snapshot that a line of a later one is.
///
/// Lines of a task file have no IDs, and people retype, move, indent, sort and split them. Lines are recognised from
/// the two snapshots alone, in this order:
///
/// 1. By a UID on the line itself (`Pairing`).
/// 2. Lines that did not change (`ExactPasses`): lines in the same place that are equal with everything below them,
///    then without it; equal lines next to recognised ones; and titles that occur on one line on each side. Equal
///    lines in one place keep their order.
/// 3. Lines that changed (`ChangedLines`): `Evidence` weighs text, tags and place for each pair of remaining lines
///    that have something in common. `Assignment` chooses the pairs with the most evidence in total.
/// 4. The remaining equal lines, in order.
///
/// All other lines are new or gone. The result depends on the snapshots alone. The time grows with the number of
/// lines, and with the number of those that changed.
public enum Identity {
  /// Finds the old item of each new line.
  ///
  /// Put all files of a set into one snapshot, so that lines are found that moved between files.
  ///
  /// - Parameters:
  ///   - old: The earlier snapshot.
  ///   - new: The later one.
  /// - Returns: For each new trace the index of its old one; nil for a new item. No old index occurs twice.
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

  /// The similarity of two titles, from 0 to 1000: the share of common trigrams and words.
  public static func similarity(of title: String, to other: String) -> Int {
    TitleText(title).similarity(to: TitleText(other))
  }
}
