import CalendarItems
package import CalendarStores
import ExactText
import LineCodec
import LineState
import StoredText
import TaskBridge
import TaskDates
import TaskText
import UserFiles

/// Giving a registry that was lost, or is older than the files, what it knew of them.
extension TaskFolderStore {
  /// Gives the registry back the items that a sync remembers of the lines.
  ///
  /// The lines of a file are written again in memory, as if it had been made of these items, and the file is compared with
  /// that. So a line keeps its item, with all that only the item says, and what a person has changed in it since.
  ///
  /// - Parameter items: The items of this store as they were after its last sync.
  /// - Throws: `StoreError` if the folder or the registry cannot be read or written.
  package func restore(_ items: [StoredItem]) throws(StoreError) {
    let byFile = Dictionary(grouping: items) { files.file(of: $0.id, options.grouping) }
    for (file, items) in byFile.sorted(by: { $0.key.name < $1.key.name }) {
      try restore(items, of: file)
    }
    forgetReadings()
    // The line of an occurrence that is over may be gone for long: no date is cancelled now.
    isRestoring = true
    defer { isRestoring = false }
    for part in try folderLists().flatMap(\.parts) { _ = try? current(part.file) }
  }

  private func restore(_ items: [StoredItem], of file: FolderFiles.File) throws(StoreError) {
    let old = try attempt { () throws(StateError) in try registry.taskFile(file.canonical) }
    let known = try remembered(items, of: file)
    let keys = ExactSet(known.items.map(\.key))
    let names = ExactSet(known.items.map(\.name))
    let clock = now().seconds
    let others = (old?.items ?? []).filter { !keys.contains($0.key) && !names.contains($0.name) }
      .map { item in
        var item = item.moved(called: item.name)
        (item.line, item.removed) = (nil, item.removed ?? clock)
        return item
      }
    try attempt { () throws(StateError) in
      for items in [[], known.items + others] {
        _ = try registry.changeTaskFile(file.canonical, holding: known.bytes) { new, _ in
          (new.bytes, new.items) = (known.bytes, items)
        }
      }
    }
  }

  /// The file as it was known: its lines that say what an item says, and below them those that other items would have.
  private func remembered(
    _ items: [StoredItem], of file: FolderFiles.File
  ) throws(StoreError) -> KnownTaskFile {
    let made = try adding(items, to: KnownTaskFile(path: file.canonical), of: file)
    guard let bytes = try? FileSnapshot.regular(file.path).bytes else { return made }
    // With an empty line at its end the file is another one, so that its new lines are found.
    let lines = lines(of: file, bytes + Array("\n".utf8))
    let bound = BoundLines(of: made.items, in: lines, now: now(), options)
    var known = KnownTaskFile(path: file.canonical)
    (known.bytes, known.items) = (lines.file.document.bytes, bound.items)
    let keys = ExactSet(bound.items.map(\.key))
    let rest = items.filter { !keys.contains($0.key) }
    return try adding(rest, to: known, of: file, removing: bound.freeLines)
  }

  /// A file with the lines that some items would have.
  private func adding(
    _ items: [StoredItem], to known: KnownTaskFile, of file: FolderFiles.File,
    removing lines: [Int] = []
  ) throws(StoreError) -> KnownTaskFile {
    var (known, lines) = (known, lines)
    guard let group = files.group(of: file, options.grouping) else { return known }
    let lists = FolderList.lists(of: group, in: files, KnownTaskFile.Details(), options.lists)
    for list in lists.map({ $0.part(file) }) {
      let own = items.filter { list.itemName(of: $0.id) != nil }
      known = try adding(own, to: known, in: list, removing: lines)
      lines = []
    }
    return known
  }

  private func adding(
    _ items: [StoredItem], to known: KnownTaskFile, in list: FolderList, removing lines: [Int]
  ) throws(StoreError) -> KnownTaskFile {
    guard !items.isEmpty || !lines.isEmpty else { return known }
    let document = taskFile(list.file, FileSnapshot(bytes: known.bytes))
    // At this time no event is over, so that each changed occurrence gets its line.
    var draft = FileDraft(
      list, list.list(source: files.path, isWritable: true), known, file: document, now: .epoch,
      options: options)
    for line in lines { draft.removeLine(line) }
    var remembered: ExactDictionary<StoredItem> = [:]
    for item in items where (try? draft.apply(.create(item.content))) != nil {
      remembered[item.key] = item
    }
    var made = try draft.result { [] }
    made.items = made.items.map { item in
      remembered[item.key].map { restored(item, as: $0, in: list, like: document) } ?? item
    }
    return made
  }

  /// An item with the name, the text and the version that it had.
  private func restored(
    _ made: KnownTaskFile.Item, as item: StoredItem, in list: FolderList, like file: TaskFile
  ) -> KnownTaskFile.Item {
    guard let name = list.itemName(of: item.id), let text = item.content.original.bytes else {
      return made
    }
    var restored = KnownTaskFile.Item(
      uid: made.uid, isEvent: made.isEvent, name: name, line: made.line, source: made.source,
      text: Array(text))
    restored.occurrences = made.occurrences
    restored.revision = FolderList.revision(of: item.version)
    let line = LoneLine(made.source, like: file.document, options.codec)
    restored.isStored =
      !item.content.changed.isEmpty
      || !line.item(made.kind, uid: made.uid).isEqual(to: item.item, under: .store)
    return restored
  }
}

extension FolderFiles {
  /// The file that has, or had, an item.
  fileprivate func file(
    of ref: ItemRef, _ grouping: TaskFolderOptions.Grouping
  ) -> File {
    guard isFolder else { return single }
    guard grouping == .files else {
      return file(ref.name.lastIndex(of: "/").map { String(ref.name[..<$0]) } ?? ref.name)
    }
    return file(FolderList.fileName(of: ref.list))
  }
}
