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
    guard files.isFolder else { throw .impossible(.changesLists) }
    let file = try newFile(for: details.title)
    try set(details, of: file, isSeparate: options.lists == .separate && details.kinds.count == 1)
    broadcaster.send(.lists)
    let kind = details.kinds.count == 1 ? details.kinds.first : nil
    let lists = try folderLists().filter { $0.file == file }
    guard let list = lists.first(where: { $0.kind == kind }) ?? lists.first else {
      throw .unavailable("\(file.path): the file is gone")
    }
    return shown(list)
  }

  /// Creates an empty file whose name is the valid part of a title.
  private func newFile(for title: String) throws(StoreError) -> FolderFiles.File {
    for name in ResourceName.names(ofList: title) {
      let file = files.file("\(name).taskpaper")
      if try make(file) { return file }
    }
    throw .unavailable("\(files.path): no file name is free for a list")
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
    _ = try current(file)
    _ = try make(file)
  }

  private func set(
    _ details: ItemList.Details, of file: FolderFiles.File, isSeparate: Bool
  ) throws(StoreError) {
    let bytes = try current(file).snapshot.bytes
    _ = try attempt { () throws(StateError) in
      try registry.changeTaskFile(file.canonical, holding: bytes) { known, _ in
        known.details.title = details.title == file.title ? nil : details.title
        known.details.color = details.color
        known.details.kinds = isSeparate ? nil : FolderList.words(for: details.kinds)
      }
    }
    _ = try current(file)
  }

  /// Sets title and colour, which the registry keeps; the file keeps its name.
  public func updateList(
    _ id: ItemList.ID, to details: ItemList.Details
  ) throws(StoreError) -> ItemList {
    let list = try folderList(id)
    var details = details
    let items = try current(list.file).known.items.filter { $0.line != nil }
    details.kinds.formUnion(items.map(\.kind))
    try set(details, of: list.file, isSeparate: list.kind != nil)
    broadcaster.send(.lists)
    return shown(try folderList(id))
  }

  /// Removes a file that contains only items; its last version is in the backups.
  public func removeList(_ id: ItemList.ID) throws(StoreError) {
    let list = try folderList(id)
    let lock = try lock(list.file)
    defer { extendLifetime(lock) }
    let reading = try current(list.file)
    guard isOnlyOf(list, reading) else {
      throw .unavailable("\(list.file.path): the file contains more than this list and is kept")
    }
    try removeFile(list.file, reading)
    try attempt { () throws(StateError) in try registry.forgetTaskFile(list.file.canonical) }
    readings[list.file.canonical] = nil
    broadcaster.send(.lists)
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
