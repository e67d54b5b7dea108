/// How a change of one side is merged into what the other side has; the table of `Docs/Merging.md` has a row for each.
///
/// ```swift
/// MergePolicy.decision(isChangedHere: false, isChangedThere: true, isSame: false)  // .take
/// ```
public struct MergePolicy: Hashable, Sendable {
  /// What happens to a value.
  public enum Decision: Hashable, Sendable {
    /// The value of this side stays.
    case keep
    /// This side gets the value of the other one.
    case take
    /// Both sides changed the value in different ways.
    case contested
  }

  /// The value that this side gets if both changed it in different ways.
  public enum Winner: Hashable, Sendable {
    /// The value of this side.
    case mine
    /// The value of the other side.
    case theirs
    /// None: each side keeps its own, and the conflict is reported.
    case none
  }

  /// How notes are merged that both sides changed.
  public enum Notes: Hashable, Sendable {
    /// Line by line.
    case lines
    /// Only lines that the other side added before or after its own are taken.
    case ends
  }

  /// The value that wins.
  public var winner: Winner
  /// How notes are merged.
  public var notes: Notes
  /// True if what this side has completed stays completed, whatever the other side does.
  public var doneStays: Bool

  /// An import into a line: the person's line wins.
  public static let importing = MergePolicy(winner: .none, notes: .ends, doneStays: true)

  /// What a line changed, written into its stored item, which has no changes of its own.
  public static let storing = MergePolicy(winner: .theirs, notes: .lines, doneStays: false)

  /// A sync, seen from one of its sides, with the side that wins.
  public static func syncing(_ winner: Winner) -> MergePolicy {
    MergePolicy(winner: winner, notes: .lines, doneStays: false)
  }

  /// What happens to a value, from who changed it.
  ///
  /// - Parameters:
  ///   - isChangedHere: True if this side changed it since both last agreed.
  ///   - isChangedThere: True if the other side did.
  ///   - isSame: True if both sides have the same value now.
  public static func decision(
    isChangedHere: @autoclosure () -> Bool, isChangedThere: Bool, isSame: @autoclosure () -> Bool
  ) -> Decision {
    guard isChangedThere, !isSame() else { return .keep }
    return isChangedHere() ? .contested : .take
  }
}
