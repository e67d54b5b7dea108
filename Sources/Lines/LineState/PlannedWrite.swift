/// A task file that a run is about to write.
public struct PlannedWrite: Sendable {
  /// The file's canonical path.
  public let file: String
  /// The SHA-256 of its bytes before the run.
  public let before: String
  /// The SHA-256 of its bytes after the run.
  public let after: String

  /// Creates a planned write.
  public init(file: String, before: String, after: String) {
    self.file = file
    self.before = before
    self.after = after
  }
}

/// A save that is neither confirmed nor rolled back: whether it counts depends on the files that its run was to write.
public enum PreparedSave: Sendable {
  /// The number of its run.
  case byRun(Int)
  /// Version 0.2 noted the files, and the number of the last edit before the run.
  case byEarlierVersion([PlannedWrite], lastEdit: Int)
}
