import Dispatch
import EditorAnswers
import ExactText
import TaskBridge
import TaskDates
import TaskText
import UserFiles

/// A file that is not open, as the index knows it.
struct IndexedFile: Sendable {
  let path: String
  /// Its names; empty if the file is gone.
  let names: EditorNames
}

/// The names of the files that are not open.
struct FileIndex {
  /// The names of all files and documents.
  var names = EditorNames()
  /// The folders of the workspace.
  var folders: [String] = []
  private var files: ExactDictionary<IndexedFile> = [:]
  /// The paths of documents that are open, whose names the documents have.
  private var open = ExactSet()
  private let queue = DispatchQueue(label: "duecal.lsp.index")

  /// The paths of the files.
  var paths: [String] { files.keys.sorted() }

  /// Adds files that were read, in place of what was known of them.
  mutating func add(_ read: [IndexedFile]) {
    for file in read {
      if let old = files[file.path], !open.contains(file.path) { names.remove(old.names) }
      files[file.path] = file
      if !open.contains(file.path) { names.add(file.names) }
    }
  }

  /// Leaves out a file that has been opened.
  mutating func hide(_ path: String?) {
    guard let path, open.insert(path).inserted, let file = files[path] else { return }
    names.remove(file.names)
  }

  /// Counts a file again that has been closed.
  mutating func show(_ path: String?) {
    guard let path, open.remove(path) != nil, let file = files[path] else { return }
    names.add(file.names)
  }

  /// Reads files in the background.
  func read(_ paths: [String], into inbox: Inbox) {
    queue.async { inbox.add(.indexed(paths.map(FileIndexer.file))) }
  }

  /// Searches and reads files in the background.
  func start(_ indexer: FileIndexer, into inbox: Inbox) {
    queue.async {
      indexer.read { inbox.add(.indexed($0)) }
      inbox.add(.indexComplete)
    }
  }
}

/// Finds and reads the files of the index.
struct FileIndexer: Sendable {
  /// The files and folders of the person.
  let paths: [String]
  /// The folders of the workspace.
  let folders: [String]
  /// The maximum number of files.
  static let fileLimit = 20_000
  /// The maximum size of a file in the index.
  private static let sizeLimit = 16 << 20

  /// Reads the files in parts.
  func read(_ report: ([IndexedFile]) -> Void) {
    var seen = ExactSet()
    var batch: [IndexedFile] = []
    for path in (paths + folders).flatMap(Self.files) where seen.insert(path).inserted {
      guard seen.count <= Self.fileLimit else { break }
      batch.append(Self.file(path))
      if batch.count == 200 {
        report(batch)
        batch = []
      }
    }
    report(batch)
  }

  private static func files(at path: String) -> [String] {
    guard FileTree.isFolder(path) else { return [path] }
    let listing = try? FileTree.files(in: path) { name in
      let name = name.lowercased()
      return name.hasSuffix(".taskpaper") || name.hasSuffix(".todo")
    }
    return listing?.files.map { "\(path)/\($0)" } ?? []
  }

  /// A file; without names if it cannot be read.
  static func file(_ path: String) -> IndexedFile {
    guard let snapshot = try? FileSnapshot.read(path), snapshot.bytes.count <= sizeLimit else {
      return IndexedFile(path: path, names: EditorNames())
    }
    let document = TaskDocument(bytes: snapshot.bytes, dialect: TaskDialect(path: path))
    let file = TaskFile(name: path, identity: path, modified: .epoch, document: document)
    return IndexedFile(path: path, names: EditorNames(file))
  }
}
