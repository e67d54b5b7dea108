import CalendarStores
import ExactText
import LineState
import UserFiles

/// Copies of files, such as a backup that a person makes: all items would be there twice.
extension TaskFolderStore {
  /// The file of which a new file is a copy: all items of the new one are also there, at least five.
  ///
  /// When a folder is read for the first time, no file of it is a copy, because nothing is in sync yet.
  func original(
    of snapshot: FileSnapshot, at file: FolderFiles.File
  ) throws(StoreError) -> FolderFiles.File? {
    guard !knownAtFirst.isEmpty else { return nil }
    let lines = bodies(of: file, snapshot)
    guard lines.count >= FileSafety.least, let first = lines.sorted().first else { return nil }
    return try files(with: first).first { other in
      guard other.canonical != file.canonical, let there = try? FileSnapshot.read(other.path) else {
        return false
      }
      return lines.isSubset(of: bodies(of: other, there))
    }
  }

  /// The files that had an item with this line when the store was opened.
  private func files(with line: String) throws(StoreError) -> [FolderFiles.File] {
    if let filesOfLines { return filesOfLines[line] ?? [] }
    var found: ExactDictionary<[FolderFiles.File]> = [:]
    for path in knownAtFirst {
      guard let file = files.known(path) else { continue }
      let known = try attempt { () throws(StateError) in try registry.taskFile(path) }
      let live = known?.items.filter { $0.line != nil } ?? []
      for line in ExactSet(live.map(\.source.line.body)) { found[line, default: []].append(file) }
    }
    filesOfLines = found
    return found[line] ?? []
  }
}
