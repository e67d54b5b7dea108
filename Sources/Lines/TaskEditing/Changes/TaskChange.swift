import ExactText
public import TaskBridge

/// A change that was made to a line, as it is reported to a person and to scripts.
public struct TaskChange: Hashable, Sendable {
  /// The kind of change.
  public enum Kind: String, Sendable, CaseIterable {
    /// The line was added.
    case added
    /// The line was completed.
    case done
    /// The line was cancelled.
    case cancelled
    /// The line was reopened.
    case reopened
    /// The line was moved to another place or period.
    case moved
    /// The due date was postponed.
    case snoozed
    /// The tags were changed.
    case tagged
    /// Relative dates were resolved.
    case resolved
    /// The line was archived.
    case archived
  }

  /// The kind of change.
  public let kind: Kind
  /// The file of the line after the change, as an index.
  public let file: Int
  /// The place of the line before the change; nil for a new one.
  public let old: LineRef?
  /// How to find the line in its file after all changes.
  let place: Place
  /// The title of the line.
  public let title: String
  /// Further information, as sentences without full stops.
  public var details: [String]

  /// The place of a line after all changes.
  enum Place: Hashable, Sendable {
    /// The new place of this old line.
    case line(Int)
    /// A place in added lines, by its distance from their first.
    case addition(Int, offset: Int)
  }
}

/// Why a line is not changed.
public struct TaskChangeFault: Error, Hashable, Sendable {
  /// The line.
  public let line: LineRef
  /// The reason, and what was expected.
  public let reason: String

  /// Creates a fault.
  public init(_ line: LineRef, reason: String) {
    self.line = line
    self.reason = reason
  }
}
