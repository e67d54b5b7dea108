import EditorAnswers
import JSONText
import Synchronization
import TaskDates
import UserFiles

/// The index of files that are not open.
extension EditorServer {
  /// Starts reading the files of the person and of the workspace.
  ///
  /// The home folder, one above it, and the root are never searched because the editor names them.
  mutating func startIndexing() {
    let folders = index.folders.filter { !isTooWide($0) }
    guard !(settings.paths + folders).isEmpty else { return }
    if client.hasProgress {
      request("window/workDoneProgress/create", ["token": "duecal-index"])
      progress(["kind": "begin", "title": "Reading task files"])
    }
    index.start(FileIndexer(paths: settings.paths, folders: folders), into: inbox)
  }

  private func isTooWide(_ folder: String) -> Bool {
    guard let real = FileTree.realPath(folder), real != "/" else { return true }
    let home = settings.home.flatMap(FileTree.realPath) ?? "/"
    return home == real || home.hasPrefix("\(real)/")
  }

  mutating func add(_ files: [IndexedFile]) { index.add(files) }

  mutating func endIndexing() {
    if client.hasProgress { progress(["kind": "end"]) }
  }

  private mutating func progress(_ value: JSONNode) {
    notify(editor: "$/progress", ["token": "duecal-index", "value": value])
  }
}

/// The names of the zones of the system, read when they are first needed.
final class ZoneNameList: Sendable {
  private let names = Mutex<[String]?>(nil)

  var all: [String] {
    names.withLock { names in
      if let names { return names }
      let read = ZoneDatabase().names().zones
      names = read
      return read
    }
  }
}
