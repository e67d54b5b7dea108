import Dispatch
import EditorAnswers
import ExactText
import Parallel
import TaskBridge
import TaskDates
import TaskText
import UserFiles

/// A file that is not open, as the index knows it.
struct IndexedFile: Sendable {
  let path: String
  /// Its names; nil if the file is gone.
  let names: NameCounts?
}

/// The names of the files that are not open.
struct FileIndex {
  /// The names of all files and documents.
  var names = EditorNames()
  /// The folders of the workspace, as real paths.
  var folders: [String] = []
  private var files: ExactDictionary<NameCounts> = [:]
  /// The paths of the files in order; nil if files have been added since.
  private var order: [String]?
  /// The paths of documents that are open, whose names the documents have.
  private var open = ExactSet()
  /// Reads files; one piece of work after the other.
  let queue = DispatchQueue(label: "duecal.lsp.index")
  /// Searches files for requests, also while the index is read.
  let searchQueue = DispatchQueue(label: "duecal.lsp.search")

  /// The paths of the files that are not open and may name a thing, or of all of them.
  mutating func paths(naming thing: NamedThing?) -> [String] {
    let all = order ?? files.keys.sorted()
    order = all
    return all.filter { path in
      guard let names = files[path], !open.contains(path) else { return false }
      return thing.map(names.mayContain) ?? true
    }
  }

  /// Adds files that were read, in place of what was known of them.
  mutating func add(_ read: [IndexedFile]) {
    order = nil
    for file in read {
      let isOpen = open.contains(file.path)
      if let old = files[file.path], !isOpen { names.remove(old) }
      files[file.path] = file.names
      if let new = file.names, !isOpen { names.add(new) }
    }
  }

  /// Forgets the files of some folders, unless they are in other folders too.
  mutating func forgetFiles(in folders: [String], besides others: [String]) {
    let gone = files.keys.filter { Self.isInside($0, folders) && !Self.isInside($0, others) }
    add(gone.map { IndexedFile(path: $0, names: nil) })
  }

  private static func isInside(_ path: String, _ folders: [String]) -> Bool {
    folders.contains { path.utf8.elementsEqual($0.utf8) || path.utf8.starts(with: "\($0)/".utf8) }
  }

  /// Leaves out a file that has been opened.
  mutating func hide(_ path: String?) {
    guard let path, open.insert(path).inserted, let file = files[path] else { return }
    names.remove(file)
  }

  /// Counts a file again that has been closed.
  mutating func show(_ path: String?) {
    guard let path, open.remove(path) != nil, let file = files[path] else { return }
    names.add(file)
  }

  /// Reads files in the background.
  func read(_ paths: [String], into inbox: Inbox) {
    guard !paths.isEmpty else { return }
    queue.async { inbox.add(.indexed(paths.map(FileIndexer.file))) }
  }

  /// Tells when all files of folders that have left the workspace were read, of which some may still be waiting.
  func leave(_ folders: [String], into inbox: Inbox) {
    queue.async { inbox.add(.left(folders: folders)) }
  }

  /// Searches and reads files in the background.
  func start(_ indexer: FileIndexer, into inbox: Inbox) {
    queue.async {
      let summary = indexer.read { inbox.add(.indexed($0)) }
      inbox.add(.indexComplete(summary))
    }
  }
}

/// Finds and reads the files of the index.
struct FileIndexer: Sendable {
  /// The files and folders of the person.
  var paths: [String] = []
  /// The folders of the workspace, as real paths.
  var folders: [String] = []
  /// The endings of the names of task files.
  var endings: [String] = []
  /// What is left out of folders.
  var rules = FolderRules.none
  /// The number of threads that read.
  var threads = 1
  /// How much is searched.
  var budget = IndexBudget()

  /// Reads the files in parts, and returns a remark about them.
  func read(_ report: ([IndexedFile]) -> Void) -> String? {
    var walk = FolderWalk(endings: endings, rules: rules, budget: budget)
    // A person's own files have no budget, but are read first.
    for path in paths.map(DocumentAddress.realPath) {
      if FileTree.isFolder(path) { walk.addAll(in: path) } else { walk.add(path) }
    }
    for folder in folders { walk.search(folder) }
    let found = walk.files
    let size = 256
    for start in stride(from: 0, to: found.count, by: size) {
      let part = found[start..<min(start + size, found.count)]
      let read = Parallel.map(part.count, threads: threads) { Self.file(part[start + $0]) }
      report(read)
    }
    return walk.remark
  }

  /// The maximum size of a file in the index.
  private static let sizeLimit = 16 << 20

  /// A file; without names if it cannot be read.
  static func file(_ path: String) -> IndexedFile {
    IndexedFile(path: path, names: taskFile(path).map { EditorNames($0).counts })
  }

  /// The bytes of a task file on the disk; nil if it cannot be read, or is too large.
  static func bytes(_ path: String) -> [UInt8]? {
    guard let snapshot = try? FileSnapshot.regular(path), snapshot.bytes.count <= sizeLimit else {
      return nil
    }
    return snapshot.bytes
  }

  /// A task file from the disk; nil if it cannot be read, or is too large.
  static func taskFile(_ path: String) -> TaskFile? {
    guard let bytes = bytes(path) else { return nil }
    let document = TaskDocument(bytes: bytes, dialect: TaskDialect(path: path))
    return TaskFile(name: path, identity: path, modified: .epoch, document: document)
  }
}

/// How much of a workspace is searched for task files.
struct IndexBudget: Sendable {
  /// The maximum number of task files.
  var files = 20_000
  /// The maximum number of names that are looked at.
  var names = 400_000
  /// The maximum time for the search.
  var seconds = 10
}

/// Finds task files in folders, the upper ones first, within a budget.
struct FolderWalk {
  let endings: [String]
  let rules: FolderRules
  let budget: IndexBudget
  private(set) var files: [String] = []
  private var seen = ExactSet()
  private var nameCount = 0
  private var isOver = false

  init(endings: [String], rules: FolderRules, budget: IndexBudget) {
    self.endings = endings
    self.rules = rules
    self.budget = budget
  }

  /// A remark about the search; nil if everything was found.
  var remark: String? {
    isOver
      ? "the workspace is large, so only \(files.count) task files of it are read; name your files in the "
        + "configuration of duecal" : nil
  }

  /// Adds a file, or the one that a link leads to.
  mutating func add(_ path: String) {
    let path = FileTree.isLink(path) ? DocumentAddress.realPath(path) : path
    if seen.insert(path).inserted { files.append(path) }
  }

  /// Adds all task files of a folder.
  mutating func addAll(in folder: String) {
    let listing = try? FileTree.files(in: folder, leavingOut: rules, where: isTaskFile)
    for name in listing?.files ?? [] { add("\(folder)/\(name)") }
  }

  private func isTaskFile(_ name: String) -> Bool {
    let name = name.lowercased()
    return endings.contains(where: name.hasSuffix)
  }

  /// Adds the task files of a folder of the workspace.
  mutating func search(_ folder: String) {
    let deadline = DispatchTime.now() + .seconds(budget.seconds)
    var pending = [SearchedFolder(path: "", rules: rules.groups(of: folder))]
    var next = 0
    while next < pending.count {
      guard files.count < budget.files, nameCount < budget.names, DispatchTime.now() < deadline
      else {
        isOver = true
        return
      }
      let at = pending[next]
      let names =
        (try? FileTree.allNames(in: at.path.isEmpty ? folder : "\(folder)/\(at.path)")) ?? []
      nameCount += names.count
      for name in names where name.first != "." { take(name, at, in: folder, &pending) }
      next += 1
    }
  }

  /// A folder of the workspace, with what is left out of it.
  private struct SearchedFolder {
    /// The path from the folder of the workspace.
    let path: String
    let rules: [FolderRules.Group]
  }

  /// Folders that programs fill.
  private static let skipped: ExactSet = [
    "node_modules", "target", "build", "vendor", "__pycache__",
  ]

  private mutating func take(
    _ name: String, _ at: SearchedFolder, in root: String, _ pending: inout [SearchedFolder]
  ) {
    let path = at.path.isEmpty ? name : "\(at.path)/\(name)"
    let whole = "\(root)/\(path)"
    if isTaskFile(name) {
      guard FileTree.isFile(whole), !ConflictCopies.isOne(name),
        !rules.leavesOut(path, isFolder: false, in: root, at.rules)
      else { return }
      add(whole)
    } else if !Self.skipped.contains(name), !FileTree.isLink(whole), FileTree.isFolder(whole),
      !rules.leavesOut(path, isFolder: true, in: root, at.rules)
    {
      pending.append(SearchedFolder(path: path, rules: at.rules + rules.own(of: path, in: root)))
    }
  }
}
