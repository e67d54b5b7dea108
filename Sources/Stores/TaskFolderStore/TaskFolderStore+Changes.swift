public import CalendarStores
import ExactText
import LineState
import UserFiles

/// Looking whether others have changed files.
extension TaskFolderStore {
  public func changes() -> AsyncStream<StoreChange> {
    beginWatching()
    return broadcaster.stream()
  }

  private func beginWatching() {
    guard watch == nil else { return }
    watch = FolderWatch(watched) { [weak self] in
      Task { [weak self] in try? await self?.refresh() }
    }
    try? refresh()
    reportsNewFiles = files.isFolder && options.grouping != .files
  }

  /// The folders with task files.
  private var watched: [String] {
    guard files.isFolder else { return [FolderFiles.folder(of: files.path)] }
    let folders = ((try? files.existing()) ?? []).map { FolderFiles.folder(of: $0.path) }
    return [files.path] + ExactSet(folders).sorted()
  }

  public func refresh() throws(StoreError) {
    _ = try lists()
    guard let watch else { return }
    for file in try allFiles() { noteReadable(file) }
    watch.watch(watched)
  }

  /// Reports the lists of a file that cannot be read any more, or again.
  private func noteReadable(_ file: FolderFiles.File) {
    let isUnreadable = (try? current(file)) == nil
    guard isUnreadable != unreadable.contains(file.canonical) else { return }
    if isUnreadable { unreadable.insert(file.canonical) } else { unreadable.remove(file.canonical) }
    let details = (try? registry.taskFile(file.canonical))?.details ?? KnownTaskFile.Details()
    for list in parts(in: file, details) { broadcaster.send(.items(list.id, [])) }
  }

  /// The most files at which every request may look.
  private static let fewFiles = 256
}

extension TaskFolderStore: StoreChangeReporting {
  package func report(to mailbox: StoreChangeMailbox) {
    beginWatching()
    broadcaster.report(to: mailbox)
  }

  /// Compares the stamps of few files; of many, the watch reports a change a moment later.
  package func look() throws(StoreError) {
    guard readings.count <= Self.fewFiles else { return }
    let isChanged = readings.contains { path, reading in !reading.snapshot.isCurrent(at: path) }
    if isChanged || !unreadable.isEmpty { try refresh() }
  }
}
