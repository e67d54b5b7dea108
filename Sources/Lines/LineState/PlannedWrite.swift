/// A task file that a run is about to write.
public struct PlannedWrite: Sendable {
  /// The file's canonical path.
  public let file: String
  /// The SHA-256 of its bytes before the run.
  public let before: String
  /// The SHA-256 of its bytes after the run.
  public let after: String

  /// The number of the last edit in the backups.
  public let lastEdit: Int

  /// Creates a planned write.
  public init(file: String, before: String, after: String, lastEdit: Int) {
    self.file = file
    self.before = before
    self.after = after
    self.lastEdit = lastEdit
  }
}
