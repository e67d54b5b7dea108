import CalendarStores
import ExactText
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
  private let endings: [String]

  init(_ path: String, endings: [String]) {
    self.path = path.count > 1 && path.last == "/" ? String(path.dropLast()) : path
    self.endings = endings
  }

  var isFolder: Bool { FileTree.isFolder(path) }

  /// The files that exist.
  ///
  /// - Throws: `StoreError.unavailable` if the folder cannot be read.
  func existing() throws(StoreError) -> [File] {
    guard isFolder else { return FileTree.isFile(path) ? [single] : [] }
    do throws(FileError) {
      return try FileTree.files(in: path, where: isTaskFile).files.map(file)
    } catch { throw .unavailable("\(error)") }
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

  private var single: File {
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

  /// What Syncthing, Dropbox, Nextcloud and ownCloud write into the names of copies.
  private static let copyMarks = [".sync-conflict-", "conflicted copy", "_conflict-"]

  /// True for a task file, and false for a copy that an editor or a synchronisation leaves behind.
  private func isTaskFile(_ name: String) -> Bool {
    endings.contains(where: name.lowercased().hasSuffix) && !Self.isCopy(name)
  }

  /// True for a name like that of a copy that a synchronisation leaves behind.
  static func isCopy(_ name: String) -> Bool {
    copyMarks.contains(where: name.lowercased().contains)
  }
}
