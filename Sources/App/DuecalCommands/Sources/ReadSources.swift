import CalendarFeeds
import Diagnostics
import TaskBridge
import TaskText
import UserFiles

/// The files that were read from the paths of a command.
struct ReadSources {
  /// The files, in order.
  var files: [TaskFile] = []
  /// The identities of the files.
  var identities: Set<FileIdentity> = []
  /// The paths without tasks: a missing file, an empty one, a folder without task files.
  var empty: [String] = []
  /// The names of files that have text and no tasks, and that were named themselves.
  var taskless: [String] = []
  /// The number of files that are not UTF-8, or of an unexpected kind.
  var refusedCount = 0
  /// True if a file exists and could not be read.
  var isIncomplete = false

  /// Leaves out files in which a merge left two versions of lines, because both would be published.
  mutating func leaveOutConflicts(_ messages: inout Messages) {
    let faults = files.map(\.mergeConflict)
    guard faults.contains(where: { $0 != nil }) else { return }
    for (file, fault) in zip(files, faults) {
      guard let fault else { continue }
      messages.report(fault, file: file.name)
      isIncomplete = true
      refusedCount += 1
    }
    files = zip(files, faults).filter { $0.1 == nil }.map(\.0)
    if files.isEmpty { messages.note(.dataError) }
  }

  /// Reports files without tasks, which would be left out silently.
  func reportTaskless(_ messages: inout Messages) {
    for name in taskless {
      messages.warn("\(name): this file has no tasks; expected lines that begin with a dash")
    }
  }

  /// True if rules leave out all that a feed was made from, so that it loses its items without an accident.
  func areReleased(_ sources: FeedSources, by rules: FolderRules) -> Bool {
    files.isEmpty && !empty.isEmpty && refusedCount == 0 && !isIncomplete
      && empty.allSatisfy { sources.isReleased(folder: $0, by: rules) }
  }

  /// Refuses to continue if the feed had items and a source that they may have come from is empty or missing.
  func refuseEmptying(
    _ memory: FeedMemory, _ output: (any FeedOutput)?, _ sources: FeedSources,
    leavingOut rules: FolderRules, messages: inout Messages
  ) throws(ExitStatus) {
    guard !memory.isEmpty, let output else { return }
    let empty = empty.filter { !sources.isReleased(folder: $0, by: rules) }
    let hasNoTask = !files.isEmpty && !files.contains(where: \.hasTask)
    var reasons = empty.map { "\(sources.name(ofOnlyFileIn: $0) ?? $0) is empty or gone" }
    if reasons.isEmpty, hasNoTask { reasons.append("no source has tasks any more") }
    guard !reasons.isEmpty else { return }
    let items = memory.count == 1 ? "item" : "items"
    for reason in reasons {
      messages.fail(
        "\(reason), and \(output.path) has \(memory.count) \(items); nothing is written without "
          + "--allow-empty", .refused)
    }
    throw .refused
  }
}
