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

  /// The items of other files whose lines are gone there.
  func strays(besides file: FolderFiles.File) throws(StoreError) -> [KnownTaskFile.Item] {
    let versions = try attempt { () throws(StateError) in try registry.taskFileVersions() }
    var strays: [KnownTaskFile.Item] = []
    for (path, version) in versions where path != file.canonical {
      // Each file is compared with each other one, so what has not changed must cost little.
      if let reading = readings[path], reading.known.version == version,
        reading.snapshot.isCurrent(at: path)
      {
        strays += reading.withoutLines.filter(isRecentlyGone)
      } else if let other = files.known(path) {
        strays += try self.strays(of: other)
      }
    }
    return strays
  }

  /// The items of a file that was changed, whose lines are gone.
  private func strays(of file: FolderFiles.File) throws(StoreError) -> [KnownTaskFile.Item] {
    let known = try attempt { () throws(StateError) in try registry.taskFile(file.canonical) }
    guard let known else { return [] }
    guard let snapshot = try? FileSnapshot.regular(file.path) else {
      return known.items.filter { $0.line != nil || isRecentlyGone($0) }
    }
    if snapshot.bytes == known.bytes {
      return keep(snapshot, known, of: file).withoutLines.filter(isRecentlyGone)
    }
    let bodies = bodies(of: file, snapshot)
    return known.items.filter {
      $0.line == nil ? isRecentlyGone($0) : !bodies.contains($0.source.line.body)
    }
  }

  /// The UIDs of a file's items whose lines are gone and are in other files now.
  ///
  /// Such an item must not go to a line that was written in its old place.
  func carriedAway(
    from before: KnownTaskFile, bodies: ExactSet, _ file: FolderFiles.File
  ) throws(StoreError) -> ExactSet {
    let gone = before.items.filter { $0.line != nil && !bodies.contains($0.source.line.body) }
    guard !gone.isEmpty else { return [] }
    var carried: ExactSet = []
    for other in try files.existing() where other.canonical != file.canonical {
      carried.formUnion(try arrivals(in: other, of: gone))
    }
    return carried
  }

  /// The UIDs of items that a file has taken over, or whose lines are new in it.
  private func arrivals(
    in file: FolderFiles.File, of gone: [KnownTaskFile.Item]
  ) throws(StoreError) -> ExactSet {
    if let reading = readings[file.canonical], reading.snapshot.isCurrent(at: file.path) {
      let live = ExactSet(reading.known.items.filter { $0.line != nil }.map(\.uid))
      return ExactSet(gone.map(\.uid).filter(live.contains))
    }
    guard let snapshot = try? FileSnapshot.regular(file.path) else { return [] }
    let known = try attempt { () throws(StateError) in try registry.taskFile(file.canonical) }
    if let known, known.bytes == snapshot.bytes { return [] }
    let before = ExactSet((known?.items ?? []).filter { $0.line != nil }.map(\.source.line.body))
    let new = bodies(of: file, snapshot).subtracting(before)
    return ExactSet(gone.filter { new.contains($0.source.line.body) }.map(\.uid))
  }

  private func isRecentlyGone(_ item: KnownTaskFile.Item) -> Bool {
    item.line == nil && (item.removed ?? 0) > now().seconds - Self.moving
  }

  /// The lines of a file that can be items, without their indents.
  func bodies(of file: FolderFiles.File, _ snapshot: FileSnapshot) -> ExactSet {
    FileLines(taskFile(file, snapshot), options).bodies
  }

  /// The items among some whose lines are in no other file.
  func missing(
    _ items: [KnownTaskFile.Item], besides file: FolderFiles.File
  ) -> [KnownTaskFile.Item] {
    var left = items
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
    guard missing(live, besides: file).isEmpty else { return }
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
