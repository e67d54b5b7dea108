import ExactText
import UserFiles

/// The files of one list.
struct FileGroup: Hashable, Sendable {
  /// The file that gets new items.
  let file: FolderFiles.File
  /// All files, in the order of their names.
  let files: [FolderFiles.File]
  /// The path from the folder of the store.
  let name: String
  /// The title, unless somebody has set another.
  let title: String
  /// The path under which the registry keeps what somebody has set.
  let key: String
  /// True if the list may have several files.
  let isFolder: Bool
}

/// Files as lists.
extension FolderFiles {
  /// The name of the file that gets new items, without its extension.
  private static let inbox = "inbox"

  /// The groups of some files; a store that is one list has it even without files.
  func groups(of files: [File], _ grouping: TaskFolderOptions.Grouping) -> [FileGroup] {
    switch isFolder ? grouping : .files {
    case .files: files.map(group)
    case .one: [group(ofFolder: "", files)]
    case .folders:
      ExactDictionary(grouping: files, by: Self.folderName).sorted { $0.key < $1.key }
        .map { group(ofFolder: $0.key, $0.value) }
    }
  }

  /// The group of a file, as far as it can be told from the file alone.
  func group(of file: File, _ grouping: TaskFolderOptions.Grouping) -> FileGroup? {
    groups(of: [file], grouping).first
  }

  private func group(_ file: File) -> FileGroup {
    FileGroup(
      file: file, files: [file], name: file.name, title: file.title, key: file.canonical,
      isFolder: false)
  }

  private func group(ofFolder name: String, _ files: [File]) -> FileGroup {
    let root = CanonicalPath.of(path)
    let files = files.sorted { $0.name < $1.name }
    let new = Self.inbox + Self.newEnding(beside: files)
    return FileGroup(
      file: chosen(in: name) ?? receiver(files) ?? file((name.isEmpty ? "" : name + "/") + new),
      files: files, name: name.isEmpty ? "." : name,
      title: name.isEmpty ? Self.lastName(root) : name,
      // No file has a path like this.
      key: root + "/" + (name.isEmpty ? "" : name + "/"), isFolder: true)
  }

  /// The chosen file for new items, if it is in a folder or below it; it may not exist yet.
  private func chosen(in folder: String) -> File? {
    guard let inbox, let name = name(ofCanonical: inbox),
      folder.isEmpty || name.hasPrefix(folder + "/")
    else { return nil }
    let chosen = file(name)
    return isLeftOut(chosen) ? nil : chosen
  }

  /// The file that gets new items; nil if none exists.
  private func receiver(_ files: [File]) -> File? {
    let files = files.filter { FileTree.isFile($0.path) && !isLeftOut($0) }
    let inboxes = files.filter { Self.lastName($0.title).lowercased() == Self.inbox }
    return inboxes.first { !$0.name.contains("/") } ?? inboxes.first ?? files.first
  }

  /// The path of a file's folder from the folder of the store; empty for that folder itself.
  private static func folderName(_ file: File) -> String {
    file.name.lastIndex(of: "/").map { String(file.name[..<$0]) } ?? ""
  }

  private static func lastName(_ path: String) -> String {
    path.split(separator: "/").last.map(String.init) ?? path
  }
}
