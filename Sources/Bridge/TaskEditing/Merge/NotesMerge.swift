import ExactText

/// Merges a calendar's changes of an item's notes into the lines below a task.
public enum NotesMerge {
  /// The result of a merge.
  public enum Outcome: Hashable, Sendable {
    /// The lines do not change.
    case keep
    /// The lines are replaced.
    case replace([String])
    /// Both sides changed the lines, which do not change.
    case conflict
  }

  /// Merges notes.
  ///
  /// - Parameters:
  ///   - agreed: The lines when both sides last agreed.
  ///   - then: The item's lines at that time.
  ///   - now: The item's lines now.
  ///   - mine: The lines now.
  public static func merge(
    _ agreed: [String], then: [String], now: [String], mine: [String]
  ) -> Outcome {
    if then == now || mine == now { return .keep }
    if mine == agreed { return .replace(now) }
    return united(then: then, now: now, mine: mine).map { .replace($0) } ?? .conflict
  }

  /// The person's lines with what the calendar added after or before its own; nil if the calendar changed anything
  /// else.
  private static func united(then: [String], now: [String], mine: [String]) -> [String]? {
    if now.starts(with: then, by: { $0 == $1 }) { return mine + now[then.count...] }
    let lead = now.count - then.count
    if lead > 0, now[lead...].elementsEqual(then, by: { $0 == $1 }) { return now[..<lead] + mine }
    return nil
  }
}
