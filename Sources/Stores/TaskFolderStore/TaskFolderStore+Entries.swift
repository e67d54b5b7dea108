public import CalendarStores
import ExactText
import LineState
public import TaskBridge
import TaskText

/// The lines of the files, and the items that they are.
public struct TaskFolderEntries: Sendable {
  /// The lines of all files that can be read; imported ones are marked.
  public let entries: TaskEntries
  private let items: [LineRef: [ItemRef]]

  init(_ entries: TaskEntries, _ items: [LineRef: [ItemRef]]) {
    self.entries = entries
    self.items = items
  }

  /// The items whose lines are not among some entries.
  ///
  /// - Parameter isChosen: True for an entry that is among them.
  public func items(except isChosen: (TaskEntry) -> Bool) -> Set<ItemRef> {
    let chosen = Set(entries.entries.lazy.filter(isChosen).map(\.line))
    return Set(items.lazy.filter { !chosen.contains($0.key) }.flatMap(\.value))
  }
}

extension TaskFolderStore {
  /// The lines of all files that can be read, with their items.
  ///
  /// - Parameter includesArchive: Whether the lines in a root project `Archive` are entries.
  /// - Throws: `StoreError` if the folder or the registry cannot be read.
  public func entries(includingArchive includesArchive: Bool) throws(StoreError)
    -> TaskFolderEntries
  {
    var files: [TaskFile] = []
    var numbers: [FolderFiles.File: Int] = [:]
    var items: [LineRef: [ItemRef]] = [:]
    for list in try folderLists().flatMap(\.parts) {
      guard !leftOutPaths.contains(list.file.canonical), let reading = try? current(list.file)
      else { continue }
      let number = numbers[list.file, default: files.count]
      if numbers.updateValue(number, forKey: list.file) == nil {
        files.append(taskFile(list.file, reading.snapshot))
      }
      for item in reading.known.items where list.holds(item) {
        guard let line = item.line else { continue }
        items[LineRef(file: number, line: line), default: []].append(list.version(of: item).ref)
      }
    }
    var entries = TaskEntries(
      files: files, vocabulary: options.vocabulary, includesArchive: includesArchive)
    entries.mark(imported: try importedLines(numbers, in: files))
    return TaskFolderEntries(entries, items)
  }

  /// The lines that imports keep in the files, with the UIDs of their items.
  private func importedLines(
    _ numbers: [FolderFiles.File: Int], in files: [TaskFile]
  ) throws(StoreError) -> [LineRef: String] {
    var imported: [LineRef: String] = [:]
    for (file, number) in numbers {
      let kept = try attempt { () throws(StateError) in try registry.keptLines(in: file.canonical) }
      guard !kept.isEmpty else { continue }
      var lines = FileLines(files[number], options)
      lines.take(kept, options)
      for (entry, uid) in lines.importedUIDs {
        imported[LineRef(file: number, line: lines.line(entry))] = uid
      }
    }
    return imported
  }
}

extension TaskFolderStore {
  /// The items of files that are left out now, and of Markdown lines that are not tasks by the settings of their folder.
  ///
  /// - Throws: `StoreError` if the folder or the registry cannot be read.
  public func itemsLeftOut() throws(StoreError) -> Set<ItemRef> {
    var found: Set<ItemRef> = []
    for list in try folderLists().flatMap(\.parts) {
      let isLeftOut = leftOutPaths.contains(list.file.canonical)
      let settings = options.markdown(list.file.path)
      guard isLeftOut || settings.isSelective,
        TaskDialect(path: list.file.path) == .markdown || isLeftOut,
        let reading = try? current(list.file)
      else { continue }
      let document = taskFile(list.file, reading.snapshot).document
      for item in reading.known.items where list.holds(item) {
        guard let line = item.line, document.lines.indices.contains(line) else { continue }
        if isLeftOut || !document.isChosen(document.lines[line]) {
          found.insert(list.version(of: item).ref)
        }
      }
    }
    return found
  }

  /// The paths of the files that a list consists of.
  ///
  /// - Throws: `StoreError.noList` if there is no such list.
  public func paths(of list: ItemList.ID) throws(StoreError) -> [String] {
    try folderList(list).parts.map(\.file.path)
  }
}
