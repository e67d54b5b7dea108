import CalendarItems
public import CalendarStores
import ExactText
import Glibc
import LineState
import TaskBridge
import TaskDates
import TaskText
import UserFiles

/// Changing files.
extension TaskFolderStore {
  public func apply(
    _ changes: [ItemChange], to id: ItemList.ID
  ) throws(StoreError) -> [Result<ItemVersion, StoreError>] {
    let list = try folderList(id)
    return list.group.isFolder ? try applyByFile(changes, list) : try apply(changes, in: list)
  }

  /// Applies changes to one file.
  func apply(
    _ changes: [ItemChange], in list: FolderList
  ) throws(StoreError) -> [Result<ItemVersion, StoreError>] {
    if leftOutPaths.contains(list.file.canonical) {
      let reason =
        "\(list.file.path): exclude or \(FolderRules.fileName) leaves this file out, so the item stays where it is"
      return changes.map { _ in .failure(.invalid(reason)) }
    }
    let folder = FolderFiles.folder(of: list.file.path)
    // A folder that is missing may be on a disk that is not there.
    if !FileTree.isFolder(folder) { try refuseUnsafe(list.file) }
    try makeFolder(folder)
    let lock = try lock(list.file)
    defer { extendLifetime(lock) }
    for attempt in 0..<5 {
      if attempt > 0 { usleep(UInt32(5000 << attempt)) }
      if let results = try apply(changes, list) { return results }
    }
    throw .busy("\(list.file.path): another program has changed it; try again later")
  }

  /// Moves the line of an item, as it is, with its notes.
  public func move(
    _ item: StoredItem, to list: ItemList.ID
  ) async throws(StoreError) -> ItemVersion {
    movedLine = try line(of: item)
    defer { movedLine = nil }
    return try await moveByCopy(item, to: list)
  }

  private func line(of item: StoredItem) throws(StoreError) -> MovedLine? {
    guard let list = try folderList(item.id.list).part(of: item.id) else { return nil }
    let reading = try current(list.file)
    let known = reading.known.items.first { list.version(of: $0) == item.version }
    guard let number = known?.line else { return nil }
    let file = taskFile(list.file, reading.snapshot)
    var moved = MovedLine(
      uid: item.item.uid, dialect: file.document.dialect, line: Self.line(number, of: file))
    for occurrence in known?.occurrences ?? [] {
      moved.occurrences[occurrence.name] = occurrence.line.map { Self.line($0, of: file) }
    }
    return moved
  }

  private static func line(_ number: Int, of file: TaskFile) -> ItemLine {
    let text = LineText(file, line: number)
    return ItemLine(body: text.verbatim, notes: text.written)
  }

  /// The right to write the files of a folder, which one store has at a time: another may not save what it knows of
  /// a file between the plan of a write and its end.
  func lock(_ file: FolderFiles.File) throws(StoreError) -> FolderLock {
    do throws(FileError) {
      return try FolderLock.wait(for: FolderFiles.folder(of: file.canonical))
    } catch { throw error.isPassing ? .busy("\(error)") : .unavailable("\(error)") }
  }

  /// Applies changes to the file as it is now; nil if it changed meanwhile.
  private func apply(
    _ changes: [ItemChange], _ list: FolderList
  ) throws(StoreError) -> [Result<ItemVersion, StoreError>]? {
    try makeAgain(list.file)
    let reading = try current(list.file)
    var draft = draft(of: list, reading)
    draft.movedLine = movedLine
    let items = changes.map { change in
      Result { () throws(StoreError) in try draft.apply(change) }
    }
    let isChanged = items.contains { (try? $0.get()) != nil }
    guard isChanged else {
      return items.map { $0.map { list.version(of: reading.known.items[$0]) } }
    }
    guard let saved = try save(draft, reading, list.file, draft.now) else { return nil }
    return zip(items, changes).map { item, change in
      if case .remove(let version) = change { return item.map { _ in version } }
      return item.map { list.version(of: saved.items[$0]) }
    }
  }

  /// The file of a list as it is, for changes.
  func draft(of list: FolderList, _ reading: Reading) -> FileDraft {
    FileDraft(
      list, shown(list), reading.known, file: taskFile(list.file, reading.snapshot), now: now(),
      options: options)
  }

  /// Writes a changed file, and saves what is known of it; nil if it changed meanwhile.
  func save(
    _ draft: FileDraft, _ reading: Reading, _ file: FolderFiles.File, _ time: Instant
  ) throws(StoreError) -> KnownTaskFile? {
    let uids = try attempt { () throws(StateError) in try registry.uids() }
    let new = try draft.result { Self.roots(uids) }
    guard try write(new, to: file, over: reading, time) else { return nil }
    let saved = try attempt { () throws(StateError) in
      try registry.changeTaskFile(file.canonical, holding: new.bytes) { _, _ in }
    }
    let snapshot: FileSnapshot
    do throws(FileError) { snapshot = try FileSnapshot.regular(file.path) } catch {
      throw .unavailable("\(error)")
    }
    keep(snapshot.bytes == saved.bytes ? snapshot : FileSnapshot(bytes: []), saved, of: file)
    return new
  }

  /// Plans what is known of a file, and writes it; false if it changed meanwhile, and then the plan is forgotten.
  private func write(
    _ new: KnownTaskFile, to file: FolderFiles.File, over reading: Reading, _ time: Instant
  ) throws(StoreError) -> Bool {
    let plan = { [registry, old = reading.known] (run: Int?) in
      Result { () throws(StateError) in try registry.planTaskFile(new, after: old, by: run) }
    }
    var planned = Result<Int64?, StateError>.success(nil)
    var outcome = FileEdits.Outcome.unchanged
    do throws(FileError) {
      if new.bytes == reading.snapshot.bytes {
        planned = plan(nil)
      } else {
        outcome = try edits(at: time).write(new.bytes, to: file.path, over: reading.snapshot) {
          planned = plan($0)
          return (try? planned.get()) != nil
        }
      }
    } catch { throw error.isPassing ? .busy("\(error)") : .unavailable("\(error)") }
    let number = try attempt { () throws(StateError) in try planned.get() }
    if outcome == .changedMeanwhile, let number { try? registry.forgetPlan(number) }
    return outcome != .changedMeanwhile && number != nil
  }
}
