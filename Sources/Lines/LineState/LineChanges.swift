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
    /// The line number in the file before the run, from 0; nil for a line that the run added.
    public let before: Int?
    /// The line number in the file after the run; nil for a line that the run removed.
    public let after: Int?
    /// True if the run put the line into the archive.
    public let archives: Bool
    /// The state of a line that the run removed and forgot.
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

  /// The state of a line that is forgotten.
  public struct Forgotten: Hashable, Sendable {
    /// The line and its notes when both sides last agreed.
    public let agreed: ItemLine
    /// True if the line belonged to the calendar.
    public let isOwned: Bool
    /// True if the line existed before the item.
    public let isAdopted: Bool
    /// The components of its UID, verbatim.
    public let component: [UInt8]

    /// Creates the state of a forgotten line.
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
