import CalendarStores
import ExactText
import LineCodec
import LineState
import TaskBridge
import UserFiles

/// Copies of files, such as a backup that a person makes: all items would be there twice.
extension TaskFolderStore {
  /// The least lines that make a file a copy of another one.
  private static let leastCopied = 5

  /// The file of which a new file is a copy: all lines of the new one that can be items are also there, at least five.
  ///
  /// When a folder is read for the first time, no file of it is a copy, because nothing is in sync yet.
  func original(
    of snapshot: FileSnapshot, at file: FolderFiles.File
  ) throws(StoreError) -> FolderFiles.File? {
    guard !knownAtOpening.isEmpty else { return nil }
    let lines = bodies(of: file, snapshot)
    guard lines.count >= Self.leastCopied else { return nil }
    return try files(withOneOf: lines).first { other in
      guard other.canonical != file.canonical, let there = try? FileSnapshot.regular(other.path)
      else {
        return false
      }
      return lines.isSubset(of: bodies(of: other, there))
    }
  }

  /// The files that had an item with one of these lines when the store was opened, sorted by path.
  ///
  /// The other lines of an original may have been edited since.
  private func files(withOneOf lines: ExactSet) throws(StoreError) -> [FolderFiles.File] {
    let known: ExactDictionary<[String]>
    if let filesOfLines { known = filesOfLines } else { known = try readFilesOfLines() }
    filesOfLines = known
    let paths = ExactSet(lines.flatMap { known[$0] ?? [] })
    return paths.sorted().compactMap(files.known)
  }

  private func readFilesOfLines() throws(StoreError) -> ExactDictionary<[String]> {
    var found: ExactDictionary<[String]> = [:]
    for path in knownAtOpening {
      let known = try attempt { () throws(StateError) in try registry.taskFile(path) }
      let live = known?.items.filter { $0.line != nil } ?? []
      for line in ExactSet(live.map(\.source.line.body)) { found[line, default: []].append(path) }
    }
    return found
  }
}
