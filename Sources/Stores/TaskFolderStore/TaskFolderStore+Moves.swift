import CalendarStores
import ExactText
import LineCodec
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
  ///   - lines: Its lines.
  ///   - known: What is known of it; nil for a new one.
  func match(
    with file: FolderFiles.File, _ snapshot: FileSnapshot, _ lines: FileLines,
    after known: KnownTaskFile?
  ) throws(StoreError) -> FolderMatch {
    let known = known ?? KnownTaskFile(path: file.canonical)
    if let folderMatch, folderMatch.covers(known, snapshot) { return folderMatch }
    var changes = [change(of: file, known, to: lines, snapshot.stamp)]
    if files.isFolder {
      changes += try otherChanges(besides: file)
      // If no file had lines, nothing was moved, and the lines of new files are new.
      let hadLines = changes.contains { $0.before != nil }
      changes += try newFiles(besides: changes, areRead: hadLines)
    }
    let match = FolderMatch(changes, gone: try recentlyGone())
    folderMatch = match
    return match
  }

  /// A known file and its lines now.
  private func change(
    of file: FolderFiles.File, _ known: KnownTaskFile, to lines: FileLines?, _ stamp: FileStamp?
  ) -> FolderMatch.Change {
    let hadLines = known.items.contains { $0.line != nil }
    return FolderMatch.Change(
      known: known, before: hadLines ? self.lines(of: file, known.bytes) : nil, now: lines,
      stamp: stamp)
  }

  func lines(of file: FolderFiles.File, _ bytes: [UInt8]) -> FileLines {
    FileLines(taskFile(file, FileSnapshot(bytes: bytes)), options)
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
          changes.append(
            change(of: other, known, to: lines(of: other, snapshot.bytes), snapshot.stamp))
        }
      } catch  where error.isMissing {
        if known.items.contains(where: { $0.line != nil }) {
          changes.append(change(of: other, known, to: nil, nil))
        }
      } catch {}
    }
    return changes
  }

  /// The files that no store has seen, but for copies.
  ///
  /// - Parameter areRead: Whether their lines are read.
  private func newFiles(
    besides changes: [FolderMatch.Change], areRead: Bool
  ) throws(StoreError) -> [FolderMatch.Change] {
    let known = try attempt { () throws(StateError) in try registry.taskFiles() }
    let seen = ExactSet(known + changes.map(\.known.path))
    var new: [FolderMatch.Change] = []
    for file in try files.existing() where !seen.contains(file.canonical) {
      let none = KnownTaskFile(path: file.canonical)
      guard areRead else {
        new.append(change(of: file, none, to: nil, FileStamp(path: file.path)))
        continue
      }
      guard let snapshot = try? FileSnapshot.regular(file.path),
        try original(of: snapshot, at: file) == nil
      else { continue }
      new.append(change(of: file, none, to: lines(of: file, snapshot.bytes), snapshot.stamp))
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
    lines(of: file, snapshot.bytes).bodies
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
      let lines = lines(of: other, snapshot.bytes)
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
    let match = try match(with: file, FileSnapshot(bytes: []), lines(of: file, []), after: known)
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
