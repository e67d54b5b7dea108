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

  /// The files whose names are kept.
  var names: [String] {
    (cache?.records() ?? []).filter { $0.count == 2 }.map { String(decoding: $0[1], as: UTF8.self) }
  }

  /// The name of the only file that the feed had from a folder and that is now empty or gone; nil if there is none.
  func name(ofOnlyFileIn path: String) -> String? {
    guard FileTree.isFolder(path) else { return nil }
    let folder = "\(CanonicalPath.of(path))/"
    let inside = names.filter { $0.utf8.starts(with: folder.utf8) }
    guard let name = inside.first, inside.count == 1 else { return nil }
    let size = (try? FileSnapshot.regular(name))?.bytes.count ?? 0
    return size == 0 ? "\(path)/\(name.dropFirst(folder.count))" : nil
  }

  /// True for a file in one of some folders that exists, and that is now left out when the folder is read.
  ///
  /// The items of such a file are released from the feed.
  func isReleased(_ file: Feed.EmptiedFile, by paths: [String]) -> Bool {
    guard file.name == nil, let name = name(of: file.key), FileTree.isFile(name) else {
      return false
    }
    return paths.contains { path in
      FileTree.isFolder(path) && name.utf8.starts(with: "\(CanonicalPath.of(path))/".utf8)
    }
  }

  /// True for a folder whose files all exist, and are all left out by rules.
  func isReleased(folder path: String, by rules: FolderRules) -> Bool {
    let root = CanonicalPath.of(path)
    let inside = names.filter { $0.utf8.starts(with: "\(root)/".utf8) }
    return FileTree.isFolder(path) && !inside.isEmpty
      && inside.allSatisfy { name in
        FileTree.isFile(name) && rules.leavesOut(String(name.dropFirst(root.count + 1)), in: root)
      }
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
