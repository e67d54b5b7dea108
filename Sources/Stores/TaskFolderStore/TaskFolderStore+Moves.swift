import CalendarStores
import ExactText
import LineState
import TaskBridge
import TaskDates
import TaskText
import UserFiles

/// Lines that a person moved to another file, and files that were renamed.
extension TaskFolderStore {
  /// The time in which a line that was removed from one file may come back in another, in seconds.
  private static let moving = 86_400

  /// What all lines of the folder were that changed, among them those of a file.
  ///
  /// - Parameters:
  ///   - file: The file.
  ///   - snapshot: The file as it is now.
  ///   - known: What is known of it; nil for a new one.
  func match(
    with file: FolderFiles.File, _ snapshot: FileSnapshot, after known: KnownTaskFile?
  ) throws(StoreError) -> FolderMatch {
    let known = known ?? KnownTaskFile(path: file.canonical)
    if let folderMatch, folderMatch.covers(known, snapshot) { return folderMatch }
    var changes = [change(of: file, snapshot, known)]
    if files.isFolder { changes += try otherChanges(besides: file) }
    if changes.contains(where: { $0.before != nil }), files.isFolder {
      changes += try newFiles(besides: changes, isRead: true)
    } else if files.isFolder {
      // Nothing was moved, so the lines of new files are new.
      changes += try newFiles(besides: changes, isRead: false)
    }
    let match = FolderMatch(changes, gone: try recentlyGone())
    folderMatch = match
    return match
  }

  private func change(
    of file: FolderFiles.File, _ snapshot: FileSnapshot?, _ known: KnownTaskFile
  ) -> FolderMatch.Change {
    func lines(_ bytes: [UInt8]) -> FileLines {
      FileLines(taskFile(file, FileSnapshot(bytes: bytes)), options)
    }
    let hadLines = known.items.contains { $0.line != nil }
    return FolderMatch.Change(
      known: known, before: hadLines ? lines(known.bytes) : nil,
      now: (snapshot?.bytes).map(lines), stamp: snapshot?.stamp)
  }

  /// The other known files that changed, or are gone.
  private func otherChanges(
    besides file: FolderFiles.File
  ) throws(StoreError) -> [FolderMatch.Change] {
    var changes: [FolderMatch.Change] = []
    for (path, version) in try attempt({ () throws(StateError) in try registry.taskFileVersions() })
    where path != file.canonical {
      // Each file is compared with each other one, so what has not changed must cost little.
      if let reading = readings[path], reading.known.version == version,
        reading.snapshot.isCurrent(at: path)
      {
        continue
      }
      guard let other = files.known(path), !files.isLeftOut(other),
        let known = try attempt({ () throws(StateError) in try registry.taskFile(path) })
      else { continue }
      do throws(FileError) {
        let snapshot = try FileSnapshot.regular(other.path)
        if snapshot.bytes == known.bytes {
          keep(snapshot, known, of: other)
        } else {
          changes.append(change(of: other, snapshot, known))
        }
      } catch  where error.isMissing {
        if known.items.contains(where: { $0.line != nil }) {
          changes.append(change(of: other, nil, known))
        }
      } catch {}
    }
    return changes
  }

  /// The files that no store has seen, but for copies.
  ///
  /// - Parameter isRead: Whether their lines are read.
  private func newFiles(
    besides changes: [FolderMatch.Change], isRead: Bool
  ) throws(StoreError) -> [FolderMatch.Change] {
    let known = try attempt { () throws(StateError) in try registry.taskFiles() }
    let seen = ExactSet(known + changes.map(\.known.path))
    var new: [FolderMatch.Change] = []
    for file in try files.existing() where !seen.contains(file.canonical) {
      let none = KnownTaskFile(path: file.canonical)
      guard isRead else {
        let stamp = FileStamp(path: file.path)
        new.append(FolderMatch.Change(known: none, before: nil, now: nil, stamp: stamp))
        continue
      }
      guard let snapshot = try? FileSnapshot.regular(file.path),
        try original(of: snapshot, at: file) == nil
      else { continue }
      new.append(change(of: file, snapshot, none))
    }
    return new
  }

  /// The items of all files whose lines have been gone for less than a day, and are in no file now.
  private func recentlyGone() throws(StoreError) -> [(path: String, item: KnownTaskFile.Item)] {
    let time = now().seconds - Self.moving
    return try attempt { () throws(StateError) in try registry.itemsWithoutLines(since: time) }
      .filter { files.known($0.path) != nil }
  }

  /// The lines of a file that can be items, without their indents.
  func bodies(of file: FolderFiles.File, _ snapshot: FileSnapshot) -> ExactSet {
    FileLines(taskFile(file, snapshot), options).bodies
  }

  /// The items among some whose lines are in no other file.
  ///
  /// - Parameters:
  ///   - file: The file that had them.
  ///   - match: The lines that were recognised.
  func missing(
    _ items: [KnownTaskFile.Item], besides file: FolderFiles.File, _ match: FolderMatch
  ) -> [KnownTaskFile.Item] {
    let carried = match.carriedAway(from: file.canonical)
    var left = items.filter { !carried.contains($0.key) }
    for other in (try? files.existing()) ?? [] where other.canonical != file.canonical {
      guard !left.isEmpty else { return [] }
      guard let snapshot = try? FileSnapshot.regular(other.path) else { continue }
      let lines = FileLines(taskFile(other, snapshot), options)
      let bodies = lines.bodies
      left.removeAll { bodies.contains($0.source.line.body) }
      let closed = ExactSet((0..<lines.count).filter(lines.isClosed).map(lines.title))
      if !closed.isEmpty { left.removeAll { closed.contains($0.title(like: lines.file)) } }
    }
    return left
  }

  // MARK: Renamed files

  /// Finds the new file that has at least half of the lines of a missing one, and gives it the lists and items of that.
  ///
  /// - Returns: Whether there is such a file.
  func followRenaming(
    of known: KnownTaskFile, among existing: [FolderFiles.File]
  ) throws(StoreError) -> Bool {
    let lines = ExactSet(known.items.filter { $0.line != nil }.map(\.source.line.body))
    var best: (path: String, count: Int)?
    let taken = try attempt { () throws(StateError) in try registry.taskFilesWithItems() }
    for file in existing where !taken.contains(file.canonical) {
      guard let snapshot = try? FileSnapshot.regular(file.path) else { continue }
      let count = bodies(of: file, snapshot).intersection(lines).count
      if count * 2 >= lines.count, count > best?.count ?? 0 { best = (file.canonical, count) }
    }
    guard let best else { return false }
    try attempt { () throws(StateError) in
      try registry.renameTaskFile(known.path, to: best.path)
    }
    readings[known.path] = nil
    readings[best.path] = nil
    return true
  }

  /// The first path like one that does not name the lists of another file.
  static func freeOrigin(_ path: String, _ taken: ExactSet) -> String {
    var number = 2
    while taken.contains("\(path)?\(number)") { number += 1 }
    return "\(path)?\(number)"
  }

  /// Keeps the path that names the lists of a file.
  func set(origin: String, of file: FolderFiles.File) throws(StoreError) {
    let known = try attempt { () throws(StateError) in try registry.taskFile(file.canonical) }
    _ = try attempt { () throws(StateError) in
      try registry.changeTaskFile(file.canonical, holding: known?.bytes ?? []) { known, _ in
        known.details.origin = origin
      }
    }
    readings[file.canonical] = nil
  }

  // MARK: Moved lines

  /// Notes that the lines of a missing file are gone, if all of them are in other files.
  func noteMoved(_ known: KnownTaskFile, _ file: FolderFiles.File) throws(StoreError) {
    let live = known.items.filter { $0.line != nil }
    let match = try match(with: file, FileSnapshot(bytes: []), after: known)
    guard missing(live, besides: file, match).isEmpty else { return }
    let clock = now().seconds
    _ = try attempt { () throws(StateError) in
      try registry.changeTaskFile(file.canonical, holding: known.bytes) { known, _ in
        for index in known.items.indices where known.items[index].line != nil {
          known.items[index].line = nil
          known.items[index].removed = clock
        }
        known.bytes = []
      }
    }
    readings[file.canonical] = nil
  }
}

extension FileSnapshot {
  /// True if a path still has the file that was read.
  func isCurrent(at path: String) -> Bool {
    stamp.map { $0 == FileStamp(path: path) } ?? false
  }
}
