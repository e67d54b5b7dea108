import CalendarStores
import ExactText
import TaskText
import UserFiles

/// The task files of a store: one file, or those in a folder and its subfolders.
struct FolderFiles: Sendable {
  /// A task file.
  struct File: Hashable, Sendable {
    /// The path from the folder, from which UIDs are derived; the name of a single file.
    let name: String
    /// The path.
    let path: String
    /// The canonical path, by which the registry knows the file.
    let canonical: String

    /// The title of its lists: the name without the extension.
    var title: String {
      guard let dot = name.lastIndex(of: "."), dot != name.startIndex,
        !name[dot...].contains("/")
      else { return name }
      return String(name[..<dot])
    }
  }

  let path: String
  /// The canonical path of the file for new items of several files; nil if none was chosen.
  let inbox: String?
  private let endings: [String]
  private let rules: FolderRules

  init(_ path: String, _ options: TaskFolderOptions) {
    self.path = path.count > 1 && path.last == "/" ? String(path.dropLast()) : path
    endings = options.endings
    rules = options.rules
    inbox = options.inbox.map(CanonicalPath.of)
  }

  var isFolder: Bool { FileTree.isFolder(path) }

  /// The files that exist.
  ///
  /// - Throws: `StoreError.unavailable` if the folder cannot be read.
  func existing() throws(StoreError) -> [File] {
    guard isFolder else { return FileTree.isFile(path) ? [single] : [] }
    do throws(FileError) {
      return try FileTree.files(in: path, leavingOut: rules, where: isTaskFile).files.map(file)
    } catch { throw .unavailable("\(error)") }
  }

  /// True if a known file is left out now, by a rule or as a conflict copy.
  func isLeftOut(_ file: File) -> Bool {
    guard isFolder else { return false }
    return ConflictCopies.isOne(file.name.split(separator: "/").last.map(String.init) ?? "")
      || rules.leavesOut(file.name, in: path)
  }

  /// True if a file with a title exists and is left out now.
  func leavesOut(fileCalled title: String) -> Bool {
    endings.contains { ending in
      let file = file(title + ending)
      return FileTree.isFile(file.path) && isLeftOut(file)
    }
  }

  /// A file that was known and may be gone; nil if it does not belong to this store.
  func known(_ canonical: String) -> File? {
    if canonical == CanonicalPath.of(path) { return single }
    guard let name = name(ofCanonical: canonical) else { return nil }
    return isTaskFile(String(name.split(separator: "/").last ?? "")) ? file(name) : nil
  }

  /// The path of a file from the folder, by which its lists are named; nil if it is outside.
  func name(ofCanonical path: String) -> String? {
    let root = CanonicalPath.of(self.path) + "/"
    return path.hasPrefix(root) ? String(path.dropFirst(root.count)) : nil
  }

  /// The only file of a store of one file.
  var single: File {
    File(
      name: path.split(separator: "/").last.map(String.init) ?? path, path: path,
      canonical: CanonicalPath.of(path))
  }

  /// The file with a path from the folder.
  func file(_ name: String) -> File {
    File(name: name, path: "\(path)/\(name)", canonical: CanonicalPath.of("\(path)/\(name)"))
  }

  /// The folder that a path is in.
  static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  private func isTaskFile(_ name: String) -> Bool {
    endings.contains(where: name.lowercased().hasSuffix)
  }

  /// True for a file that gets new items of several files: the chosen one, or one that is called `inbox`.
  func isInbox(_ file: File) -> Bool {
    inbox.map { $0 == file.canonical } ?? false
      || file.title.split(separator: "/").last?.lowercased() == "inbox"
  }

  /// The extension of new files: that of Markdown where most of some files have it.
  static func newEnding(beside files: [File]) -> String {
    let notes = files.filter { TaskDialect(path: $0.path) == .markdown }
    return notes.count * 2 > files.count ? ".md" : ".taskpaper"
  }
}
