import CalendarFeeds
import TaskBridge
import TaskText
import UserFiles

/// What was read of the paths that a command was given.
struct ReadSources {
  /// The files, in order.
  var files: [TaskFile] = []
  /// Which files they are.
  var identities: Set<FileIdentity> = []
  /// The paths where nothing is: no such file, an empty one, a folder without task files.
  var empty: [String] = []
  /// How many files are not UTF-8, or of an unexpected kind.
  var refusedCount = 0
  /// True if a file is there and could not be read.
  var isIncomplete = false

  /// Stops where the feed had items and a source that they may have come from is empty or gone.
  func refuseEmptying(
    _ memory: FeedMemory, _ output: (any FeedOutput)?, messages: inout Messages
  ) throws(ExitStatus) {
    guard !memory.isEmpty, let output else { return }
    let hasNoTask = !files.isEmpty && !files.contains(where: \.hasTask)
    var reasons = empty.map { "\($0) is empty or gone" }
    if reasons.isEmpty, hasNoTask { reasons.append("no source has a task any more") }
    guard !reasons.isEmpty else { return }
    for reason in reasons {
      messages.fail(
        "\(reason), and \(output.path) has \(memory.count) items; nothing is written without "
          + "--allow-empty", .refused)
    }
    throw .refused
  }
}
