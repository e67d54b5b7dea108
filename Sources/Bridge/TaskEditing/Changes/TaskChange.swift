import ExactText
public import TaskBridge

/// Something that was done to a line, as it is told to a person and to scripts.
public struct TaskChange: Hashable, Sendable {
  /// What was done.
  public enum Kind: String, Sendable, CaseIterable {
    /// It is new.
    case added
    /// It is done.
    case done
    /// It is off.
    case cancelled
    /// It is open again.
    case reopened
    /// It stands elsewhere, or in another period.
    case moved
    /// It is due at another time.
    case snoozed
    /// It has other tags.
    case tagged
    /// Its dates do not move with the clock any more.
    case resolved
    /// It is in the archive.
    case archived
  }

  /// What was done.
  public let kind: Kind
  /// The file that it stands in now, as an index.
  public let file: Int
  /// Where the line came from, nil for a new one.
  public let old: LineRef?
  /// How the line is found in its file afterwards.
  let place: Place
  /// Its words.
  public let title: String
  /// What there is to say of it, in sentences without their dots.
  public var details: [String]

  /// Where a line is after all changes.
  enum Place: Hashable, Sendable {
    /// Where this one of before is.
    case line(Int)
    /// In an addition, so many lines from its beginning.
    case addition(Int, offset: Int)
  }
}

/// Why a line is left as it is.
public struct TaskChangeFault: Error, Hashable, Sendable {
  /// The line.
  public let line: LineRef
  /// Why, and what was expected.
  public let reason: String

  /// Creates a fault.
  public init(_ line: LineRef, reason: String) {
    self.line = line
    self.reason = reason
  }
}
