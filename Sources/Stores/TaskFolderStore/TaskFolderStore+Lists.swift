import CalendarItems
public import CalendarStores
import ExactText
import Glibc
import LineState
import StoredText
import TaskBridge
import TaskDates
import TaskText
import UserFiles

/// Creating, changing and removing lists.
extension TaskFolderStore {
  /// Creates a file for a list.
  ///
  /// A list of one kind gets a file with a list for each kind, and a list of both kinds a file with one list.
  public func createList(_ details: ItemList.Details) throws(StoreError) -> ItemList {
    guard capabilities.contains(.changesLists) else { throw .impossible(.changesLists) }
    let file = try options.grouping == .files ? newFile(for: details.title) : newFolder(details)
    guard let group = files.group(of: file, options.grouping) else { throw gone(file) }
    try set(details, of: group, isSeparate: options.lists == .separate && details.kinds.count == 1)
    broadcaster.send(.lists)
    let kind = details.kinds.count == 1 ? details.kinds.first : nil
    let lists = try folderLists().filter { $0.file == file }
    guard let list = lists.first(where: { $0.kind == kind }) ?? lists.first else {
      throw gone(file)
    }
    return shown(list)
  }

  /// True if a file would be a list with a title, but is left out now.
  package func leavesOut(listCalled title: String) -> Bool { files.leavesOut(fileCalled: title) }

  private func gone(_ file: FolderFiles.File) -> StoreError {
    .unavailable("\(file.path): the file is gone")
  }

  /// Creates a folder whose name is the valid part of a title, with an empty file for new items.
  private func newFolder(_ details: ItemList.Details) throws(StoreError) -> FolderFiles.File {
    let taken = try names(in: files.path)
    for name in FileTitle.names(of: details.title)
    where !taken.contains(where: { FileTitle.areOne($0, name) }) {
      let folder = "\(files.path)/\(name)"
      guard mkdir(folder, 0o777) == 0 else {
        if errno == EEXIST { continue }
        throw .unavailable("\(folder): cannot be created: \(String(cString: strerror(errno)))")
      }
      let file = files.file("\(name)/inbox\(try newEnding())")
      _ = try make(file)
      return file
    }
    throw .unavailable("\(files.path): no folder name is free for a list")
  }

  /// Creates an empty file whose name is a title, in the format of most files of the folder.
  private func newFile(for title: String) throws(StoreError) -> FolderFiles.File {
    let ending = try newEnding()
    let taken = try names(in: files.path)
    // A file with the name of a copy would not be read.
    let isCopy = ConflictCopies.isOne(title + ending)
    for name in FileTitle.names(of: isCopy ? "list" : title, ending: ending)
    where !taken.contains(where: { FileTitle.areOne($0, name) }) {
      let file = files.file(name)
      guard !files.isLeftOut(file) else {
        throw .unavailable(
          "\(file.path): exclude or \(FolderRules.fileName) leaves a list with this name out")
      }
      if try make(file) { return file }
    }
    throw .unavailable("\(files.path): no file name is free for a list")
  }

  /// The extension of new files.
  private func newEnding() throws(StoreError) -> String {
    let lists = try folderLists().flatMap(\.parts).map(\.file)
      .filter { FileTree.isFile($0.path) }
    return FolderFiles.newEnding(beside: lists.isEmpty ? try files.existing() : lists)
  }

  private func names(in folder: String) throws(StoreError) -> [String] {
    do throws(FileError) { return try FileTree.allNames(in: folder) } catch {
      throw .unavailable("\(error)")
    }
  }

  /// Creates an empty file; false if there is one.
  private func make(_ file: FolderFiles.File) throws(StoreError) -> Bool {
    let descriptor = open(file.path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    if descriptor >= 0 {
      close(descriptor)
      return true
    }
    guard errno == EEXIST else {
      throw .unavailable("\(file.path): cannot be created: \(String(cString: strerror(errno)))")
    }
    return false
  }

  /// Creates the file of an empty list again, which was removed on purpose.
  func makeAgain(_ file: FolderFiles.File) throws(StoreError) {
    guard files.isFolder, FileTree.kind(of: file.path) == .nothing else { return }
    try refuseUnsafe(file)
    _ = try make(file)
  }

  /// Creates a folder below that of the store again, with those that it is in.
  func makeFolder(_ path: String) throws(StoreError) {
    guard !FileTree.isFolder(path), path.hasPrefix(files.path + "/") else { return }
    try makeFolder(FolderFiles.folder(of: path))
    do throws(FileError) { try FileTree.makeFolder(path) } catch { throw .unavailable("\(error)") }
  }

  private func set(
    _ details: ItemList.Details, of group: FileGroup, isSeparate: Bool
  ) throws(StoreError) {
    let bytes = group.isFolder ? [] : try current(group.file).snapshot.bytes
    _ = try attempt { () throws(StateError) in
      try registry.changeTaskFile(group.key, holding: bytes) { known, _ in
        known.details.title = details.title == group.title ? nil : details.title
        known.details.color = details.color
        known.details.kinds = isSeparate ? nil : FolderList.words(for: details.kinds)
      }
    }
    if !group.isFolder { _ = try current(group.file) }
  }

  /// Sets title and colour, which the registry keeps; the file keeps its name.
  public func updateList(
    _ id: ItemList.ID, to details: ItemList.Details
  ) throws(StoreError) -> ItemList {
    let list = try folderList(id)
    var details = details
    for part in list.parts {
      let items = try current(part.file).known.items.filter { $0.line != nil }
      details.kinds.formUnion(items.map(\.kind))
    }
    try set(details, of: list.group, isSeparate: list.kind != nil)
    broadcaster.send(.lists)
    return shown(try folderList(id))
  }

  /// Removes files that contain only items; their last versions are in the backups.
  public func removeList(_ id: ItemList.ID) throws(StoreError) {
    let list = try folderList(id)
    guard !list.group.isFolder || capabilities.contains(.changesLists) else {
      throw .impossible(.changesLists)
    }
    let lock = try lock(list.file)
    defer { extendLifetime(lock) }
    for part in list.parts where !isOnlyOf(part, try current(part.file)) {
      throw .unavailable("\(part.file.path): the file contains more than this list and is kept")
    }
    for part in list.parts { try remove(part.file) }
    if list.group.isFolder {
      try attempt { () throws(StateError) in try registry.forgetTaskFile(list.group.key) }
      rmdir(FolderFiles.folder(of: list.file.path))  // it stays if it has other files
    }
    broadcaster.send(.lists)
  }

  private func remove(_ file: FolderFiles.File) throws(StoreError) {
    let reading = try current(file)
    if FileTree.kind(of: file.path) != .nothing { try removeFile(file, reading) }
    try attempt { () throws(StateError) in try registry.forgetTaskFile(file.canonical) }
    readings[file.canonical] = nil
  }

  /// Empties a file, so that the backups have its last version, and removes it.
  private func removeFile(
    _ file: FolderFiles.File, _ reading: Reading
  ) throws(StoreError) {
    let outcome: FileEdits.Outcome
    do throws(FileError) {
      outcome = try edits(at: now()).write([], to: file.path, over: reading.snapshot)
    } catch { throw .unavailable("\(error)") }
    guard outcome != .changedMeanwhile, unlink(file.path) == 0 else {
      throw .unavailable("\(file.path): another program has changed it; try again later")
    }
  }

  /// True if each line of a file belongs to an item of a list.
  private func isOnlyOf(_ list: FolderList, _ reading: Reading) -> Bool {
    let file = taskFile(list.file, reading.snapshot)
    var left = Set(file.document.lines.indices.filter { file.document.lines[$0].kind != .blank })
    for item in reading.known.items where list.holds(item) {
      guard let line = item.line else { continue }
      left.remove(line)
      left.subtract(LineText(file, line: line).noteLines)
    }
    return left.isEmpty
  }
}
