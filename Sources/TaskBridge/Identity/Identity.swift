/// Recognises lines: which item of an earlier snapshot is a line of a later one?
///
/// Lines of a task file have no names of their own, and people retype, move, indent, sort and split
/// them. What a line is, is found from the two snapshots alone, in this order:
///
/// 1. A UID that a line itself says.
/// 2. What did not change: lines that are equal, with all that stands above and below them first, and
///    then with less and less of it. A key counts where one line has it on each side; twins with the
///    same place keep their order.
/// 3. Lines that are equal and stand beside lines that are recognised.
/// 4. What changed: for each pair of lines that are left and have something in common, the evidence
///    that they are one is weighed (`Evidence`): text, place and tags. Of all ways to pair them, the
///    one with the most evidence in all is taken.
/// 5. Twins that are left, in order.
///
/// What is left then is new, or gone. The answer depends on nothing but the snapshots.
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
    var names = Interner()
    let keys = (old: LineKeys(old, &names), new: LineKeys(new, &names))
    var pairs = Pairing(old: old.count, new: new.count)
    pairs.pairOwnUIDs(old, new)
    ExactPasses(old: keys.old, new: keys.new).run(&pairs)
    if !pairs.isComplete { ChangedLines(old, new, keys.old, keys.new, &names, pairs).run(&pairs) }
    return pairs.oldOfNew.map { $0 < 0 ? nil : $0 }
  }
}
