import ExactText

/// Brings what a calendar changed of an item's notes to the lines below a task.
public enum NotesMerge {
  /// What becomes of the lines.
  public enum Outcome: Hashable, Sendable {
    /// They stay.
    case keep
    /// They become these.
    case replace([String])
    /// Both sides changed them, and they stay.
    case conflict
  }

  /// Merges notes.
  ///
  /// - Parameters:
  ///   - agreed: The lines when both sides last agreed.
  ///   - then: The item's lines then.
  ///   - now: The item's lines now.
  ///   - mine: The lines as they are.
  public static func merge(
    _ agreed: [String], then: [String], now: [String], mine: [String]
  ) -> Outcome {
    if then == now || mine == now { return .keep }
    if mine == agreed { return .replace(now) }
    return united(then: then, now: now, mine: mine).map { .replace($0) } ?? .conflict
  }

  /// The person's lines with what the calendar added behind its own, or before them; nil where it
  /// changed anything else.
  private static func united(then: [String], now: [String], mine: [String]) -> [String]? {
    if now.starts(with: then, by: { $0 == $1 }) { return mine + now[then.count...] }
    let lead = now.count - then.count
    if lead > 0, now[lead...].elementsEqual(then, by: { $0 == $1 }) { return now[..<lead] + mine }
    return nil
  }
}
