import EditorAnswers
import ExactText
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
    read(settings.paths, folders: index.folders.filter { !isTooWide($0) })
  }

  /// Reads folders that were added to the workspace.
  mutating func readFolders(_ folders: [String]) {
    read([], folders: folders.filter { !isTooWide($0) })
  }

  /// Forgets the files of folders that have left the workspace, except the person's own.
  mutating func forgetFiles(in folders: [String]) {
    let own = settings.paths.map(DocumentAddress.realPath)
    index.forgetFiles(in: folders, besides: own + index.folders.filter { !isTooWide($0) })
  }

  private mutating func read(_ paths: [String], folders: [String]) {
    guard !(paths + folders).isEmpty else { return }
    isIndexing = true
    if client.hasProgress {
      request("window/workDoneProgress/create", ["token": "duecal-index"], reply: .progress)
    }
    let indexer = FileIndexer(
      paths: paths, folders: folders, endings: settings.endings, rules: settings.rules,
      threads: settings.threads)
    index.start(indexer, into: inbox)
  }

  /// True for a file that all folders that are searched and contain it leave out.
  func isLeftOut(_ path: String) -> Bool {
    let roots = settings.paths.map(DocumentAddress.realPath) + index.folders
    let own = roots.filter { path.utf8.starts(with: "\($0)/".utf8) }
    return !own.isEmpty && !roots.contains { $0.utf8.elementsEqual(path.utf8) }
      && own.allSatisfy { root in
        settings.rules.leavesOut(String(path.dropFirst(root.count + 1)), in: root)
      }
  }

  private func isTooWide(_ folder: String) -> Bool {
    guard let real = FileTree.realPath(folder), real != "/" else { return true }
    let home = settings.home.flatMap(FileTree.realPath) ?? "/"
    return home == real || home.hasPrefix("\(real)/")
  }

  /// Shows that files are being read, unless they all are by now.
  mutating func beginProgress() {
    guard isIndexing, !showsProgress else { return }
    showsProgress = true
    progress(["kind": "begin", "title": "Reading task files"])
  }

  mutating func endIndexing(_ remark: String?) {
    isIndexing = false
    if showsProgress { progress(["kind": "end"]) }
    showsProgress = false
    if let remark { log(remark) }
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
