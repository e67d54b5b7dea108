import ExactText
public import TaskBridge

/// The lines of a task file that a run changed for one pair.
///
/// `undo` and `redo` use them to find lines whose text changed completely.
public struct LineChanges: Hashable, Sendable {
  /// A line that the run added, changed or removed.
  public struct Line: Hashable, Sendable {
    /// The item of the line.
    public let name: ItemName
    /// The line in the file as it was before, from 0; nil for one that the run added.
    public let before: Int?
    /// The line in the file as it was after; nil for one that the run removed.
    public let after: Int?
    /// True if the run put the line into the archive.
    public let archives: Bool
    /// What was remembered of a line that the run removed and forgot.
    public let forgotten: Forgotten?

    /// Creates a change.
    public init(
      _ name: ItemName, before: Int?, after: Int?, archives: Bool = false,
      forgotten: Forgotten? = nil
    ) {
      self.name = name
      self.before = before
      self.after = after
      self.archives = archives
      self.forgotten = forgotten
    }
  }

  /// What was remembered of a line that is forgotten.
  public struct Forgotten: Hashable, Sendable {
    /// The line and its notes as both sides had agreed.
    public let agreed: ItemLine
    /// True if the line was the calendar's.
    public let isOwned: Bool
    /// True if the line was there before the item.
    public let isAdopted: Bool
    /// The components of its UID, verbatim.
    public let component: [UInt8]

    /// Takes what was remembered.
    public init(agreed: ItemLine, isOwned: Bool, isAdopted: Bool, component: [UInt8]) {
      self.agreed = agreed
      self.isOwned = isOwned
      self.isAdopted = isAdopted
      self.component = component
    }
  }

  /// The pair.
  public let pair: LineRegistry.Pair
  /// The task file's canonical path.
  public let file: String
  /// The lines.
  public let lines: [Line]

  /// Creates changes.
  public init(pair: LineRegistry.Pair, file: String, lines: [Line]) {
    self.pair = pair
    self.file = file
    self.lines = lines
  }
}
