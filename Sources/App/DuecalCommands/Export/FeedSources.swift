import CalendarFeeds
import Diagnostics
import ExactText
import TaskBridge
import UserFiles

/// The names of the task files that a feed was made from.
///
/// A feed does not publish the names of files, so they are in the cache folder, for the messages about a file that is
/// gone. Without them such a message names an item of the file.
struct FeedSources {
  private let cache: CacheFile?

  /// Finds the names for an output; none for standard output.
  init(of output: String?, _ runEnvironment: RunEnvironment) {
    cache = output.flatMap { CacheFile("sources", about: CanonicalPath.of($0), runEnvironment) }
  }

  /// What a message calls a file that is empty or gone, with its items.
  func description(of file: Feed.EmptiedFile) -> String {
    let items = file.count == 1 ? "1 item" : "\(file.count) items"
    if let name = file.name ?? name(of: file.key) { return "\(name) with \(items)" }
    let others = file.count == 1 ? "" : " and \(file.count - 1) more"
    return "a file with \(file.title.shownTitle.quoted)\(others)"
  }

  private func name(of key: String) -> String? {
    cache?.records()?.first { $0.count == 2 && $0[0].elementsEqual(key.utf8) }
      .map { String(decoding: $0[1], as: UTF8.self) }
  }

  /// Keeps the names for later runs.
  func save(_ files: [TaskFile]) {
    let records = files.filter { $0.name != "-" }.map { file in
      [Feed.key(of: file), CanonicalPath.of(file.name)].map { Array($0.utf8)[...] }
    }
    guard let cache, cache.records() != records else { return }
    cache.save(records)
  }
}
