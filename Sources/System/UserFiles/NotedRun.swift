/// A run that was noted before it edited a file, because it also changes something else, such as a store.
public struct NotedRun: Sendable {
  /// The number of the run.
  public let number: Int
  /// The time of the run, in seconds since 1970.
  public let time: Int
  /// The name of its command.
  public let command: String
  /// The purpose of the run.
  public let purpose: BackedUpEdit.Purpose

  /// The number of noted runs that are kept.
  static let count = 100
}

extension NotedRun {
  /// Reads a line of the index; nil if it is not a run.
  init?(_ line: IndexLine) {
    guard line.isChecked, line.fields.count == 5, let number = line.number(1), number > 0,
      let time = line.number(2), let command = line.text(3),
      let purpose = line.word(4).flatMap({ BackedUpEdit.Purpose($0) })
    else { return nil }
    self.init(number: number, time: time, command: command, purpose: purpose)
  }

  /// The line of the index.
  var line: String {
    IndexLine.text(["run", "\(number)", "\(time)", command, purpose.word])
  }
}

extension Backups {
  /// Notes a run, and returns its number, under which its edits are kept too.
  ///
  /// - Parameters:
  ///   - command: The name of the command.
  ///   - time: The time of the run, in seconds since 1970.
  ///   - purpose: The purpose of the run.
  public func noteRun(
    command: String, time: Int, purpose: BackedUpEdit.Purpose
  ) throws(FileError) -> Int {
    try OpenBackups(self, now: time).noteRun(command: command, time: time, purpose: purpose)
  }
}
