public import CalendarStores
import Diagnostics
import ExactText
import LineState
import TaskBridge
import TaskDates
import TaskText
import UserFiles

/// Reading files: their lines are recognised, and files in an unsafe state are refused.
extension TaskFolderStore {
  /// The time for which an item without a line is remembered, in seconds.
  private static let remembered = 180 * 86_400

  /// A file as it is now; throws if its state is unsafe.
  func current(_ file: FolderFiles.File) throws(StoreError) -> Reading {
    if let reading = readings[file.canonical], try isCurrent(reading, file) { return reading }
    let known = try attempt { () throws(StateError) in try registry.taskFile(file.canonical) }
    if let known, leftOutPaths.contains(file.canonical) {
      return Reading(FileSnapshot(bytes: known.bytes), known)
    }
    let safety = safety(of: file)
    let snapshot: FileSnapshot
    do throws(FileError) { snapshot = try FileSnapshot.regular(file.path) } catch {
      // The lines of a file that was removed on purpose are in other files, or confirmed as gone.
      guard error.isMissing, let known, !known.items.isEmpty,
        known.items.allSatisfy({ $0.line == nil })
      else { throw safety.refusal(error, known: known) }
      return keep(FileSnapshot(bytes: []), known, of: file)
    }
    if let known, known.bytes == snapshot.bytes, !isOutdated(known, file) {
      return keep(snapshot, known, of: file)
    }
    let isNew = known?.items.isEmpty ?? true
    let original = isNew ? try original(of: snapshot, at: file) : nil
    return keep(
      snapshot, try read(snapshot, file, safety, after: known, original: original), of: file)
  }

  /// True if an item of a file lacks what its line says.
  private func isOutdated(_ known: KnownTaskFile, _ file: FolderFiles.File) -> Bool {
    guard TaskDialect(path: file.path) == .markdown else { return false }
    let empty = taskFile(file, FileSnapshot(bytes: [])).document
    return known.items.contains { LineUpdate.isOutdated($0, like: empty, options.zones) }
  }

  /// Throws if a file that is known is missing, or in another unsafe state.
  func refuseUnsafe(_ file: FolderFiles.File) throws(StoreError) {
    let version = try attempt { () throws(StateError) in
      try registry.version(ofTaskFile: file.canonical)
    }
    if version != nil { _ = try current(file) }
  }

  private func isCurrent(
    _ reading: Reading, _ file: FolderFiles.File
  ) throws(StoreError) -> Bool {
    guard reading.snapshot.isCurrent(at: file.path) else { return false }
    let version = try attempt { () throws(StateError) in
      try registry.version(ofTaskFile: file.canonical)
    }
    return version == reading.known.version
  }

  private func safety(of file: FolderFiles.File) -> FileSafety {
    let name = files.group(of: file, options.grouping)?.name ?? file.name
    let list = files.isFolder || file.path != files.path ? "#\(name)" : ""
    let address = "tasks:\(files.path)\(list)".shellQuoted
    return FileSafety(file: file, confirmation: "duecal store accept \(address)")
  }

  /// Recognises the lines of changed bytes.
  ///
  /// - Parameters:
  ///   - before: What was known of the file.
  ///   - original: The file of which this one is a copy, unless it is known after all; nil for another file.
  ///   - isReversal: Whether the bytes come from undoing an edit.
  private func read(
    _ snapshot: FileSnapshot, _ file: FolderFiles.File, _ safety: FileSafety?,
    after before: KnownTaskFile? = nil, original: FolderFiles.File? = nil,
    isReversal: Bool = false
  ) throws(StoreError) -> KnownTaskFile {
    var refusal: StoreError?
    let clock = now().seconds
    var lines = FileLines(taskFile(file, snapshot), options)
    lines.take(
      try attempt { () throws(StateError) in try registry.keptLines(in: file.canonical) }, options)
    let match = try match(with: file, snapshot, lines, after: before)
    let moved = try attempt { () throws(StateError) in
      try registry.movedAway(from: file.canonical)
    }
    let conflict = lines.file.document.mergeConflict
    let read = try attempt { [lines] () throws(StateError) in
      try registry.changeTaskFile(
        file.canonical, holding: snapshot.bytes, ifWritten: wrote(file)
      ) { known, taken in
        let isRenewed = known.items.contains {
          LineUpdate.isOutdated($0, like: lines.file.document, options.zones)
        }
        guard known.bytes != snapshot.bytes || known.version == 0 || isRenewed else { return }
        var found = found(lines, known, match)
        (found.isReversal, found.movedAway) = (isReversal, moved)
        var update = LineUpdate(known, lines, found, clock: clock, options: options)
        update.keepsOccurrences = isReversal || isRestoring
        refusal = safety.flatMap { safety in
          conflict.map(safety.refusal(conflictAt:))
            ?? self.refusal(by: safety, snapshot.bytes, known, update, match)
        }
        // A write of a killed run may have made the items of the file known just now.
        if known.items.isEmpty, let original {
          refusal = refusal ?? safety?.refusal(copyOf: original.path)
        }
        guard refusal == nil else { return }
        try update.run { try Self.roots(taken()) }
        known = update.known
        known.items.removeAll { $0.line == nil && ($0.removed ?? clock) < clock - Self.remembered }
      }
    }
    if let refusal { throw refusal }
    folderMatch?.note(read.items)
    return read
  }

  /// Asks the journal of runs whether a run that was killed has written bytes to a file.
  private func wrote(_ file: FolderFiles.File) -> (_ run: Int, [UInt8]) -> Bool {
    { [backups = writing.backups] run, bytes in
      (try? backups.wrote(run, bytes, to: FileName(file.canonical))) ?? false
    }
  }

  /// What the lines of a file are; a write of a killed run may have changed what is known of it just now.
  private func found(
    _ lines: FileLines, _ known: KnownTaskFile, _ match: FolderMatch
  ) -> FoundLines {
    if match.version(of: known.path) == known.version {
      return match.lines(of: known.path, lines.count)
    }
    let own = FolderMatch.Change(
      known: known, before: FileLines(lines.file.with(bytes: known.bytes), options), now: lines,
      stamp: nil)
    return FolderMatch([own]).lines(of: known.path, lines.count)
  }

  /// The reason why changed bytes are not believed; nil if they are.
  private func refusal(
    by safety: FileSafety, _ bytes: [UInt8], _ known: KnownTaskFile, _ update: LineUpdate,
    _ match: FolderMatch
  ) -> StoreError? {
    let lost = update.lost
    if let cut = safety.refusal(cut: bytes, lost: lost.count, known: known) { return cut }
    let unreadable = safety.refusal(of: bytes, known: known)
    let refusal =
      unreadable
      ?? safety.refusal(
        lost: lost.count, of: update.live, isReplaced: update.keepsNoOpenTitle)
    guard let refusal else { return nil }
    guard TaskDocument(bytes: bytes).firstInvalidByte == nil, !bytes.contains(0) else {
      return refusal
    }
    // Lines that are in other files were moved.
    let left = missing(lost, besides: safety.file, match).count
    guard left > 0 else { return nil }
    return unreadable
      ?? safety.refusal(
        lost: left, of: update.live, isReplaced: left == lost.count && update.keepsNoOpenTitle)
  }

  /// UIDs without `-event`.
  static func roots(_ uids: ExactSet) -> ExactSet {
    ExactSet(
      uids.map { String(decoding: ExplicitUIDs.root(Array($0.utf8)[...]), as: UTF8.self) })
  }

  /// A file with its lines.
  func taskFile(_ file: FolderFiles.File, _ snapshot: FileSnapshot) -> TaskFile {
    TaskFile(
      name: file.path, identity: file.name,
      modified: snapshot.modified.map { Instant(seconds: $0) } ?? .epoch,
      document: TaskDocument(
        bytes: snapshot.bytes, dialect: options.dialect ?? TaskDialect(path: file.path),
        settings: options.markdown(file.path)))
  }

  /// Keeps what was read, and reports the items that changed.
  @discardableResult
  func keep(
    _ snapshot: FileSnapshot, _ known: KnownTaskFile, of file: FolderFiles.File
  ) -> Reading {
    let old = readings[file.canonical]?.known
    let reading = Reading(snapshot, known)
    readings[file.canonical] = reading
    let before = old ?? (reportsNewFiles ? KnownTaskFile(path: file.canonical) : nil)
    if let before { report(from: before, to: known, of: file) }
    return reading
  }

  private func report(from old: KnownTaskFile, to new: KnownTaskFile, of file: FolderFiles.File) {
    for list in parts(in: file, new.details) {
      let before = Self.revisions(old, list)
      let after = Self.revisions(new, list)
      let names = ExactSet(before.keys).union(after.keys).filter { before[$0] != after[$0] }
      if !names.isEmpty {
        broadcaster.send(.items(list.id, Set(names.map { ItemRef(list.id, name: $0) })))
      }
    }
  }

  /// The lists of a file, as far as they are in it.
  func parts(
    in file: FolderFiles.File, _ own: KnownTaskFile.Details
  ) -> [FolderList] {
    guard let group = files.group(of: file, options.grouping) else { return [] }
    let details = group.isFolder ? (try? registry.taskFile(group.key))?.details : own
    return FolderList.lists(
      of: group, in: files, details ?? KnownTaskFile.Details(), options.lists
    ).map { $0.part(file) }
  }

  /// The revisions of a list's items, by name.
  private static func revisions(
    _ known: KnownTaskFile, _ list: FolderList
  ) -> ExactDictionary<Int> {
    ExactDictionary(
      known.items.filter(list.holds).map { (list.ref(to: $0).name, $0.revision) },
      uniquingKeysWith: { first, _ in first })
  }

  // MARK: Unsafe states

  /// Confirms the state of files that are missing, or have lost lines, and returns the number of items that they lost.
  ///
  /// - Throws: `StoreError` if the file cannot be read.
  @discardableResult
  public func accept(_ id: ItemList.ID) throws(StoreError) -> Int {
    var lost = 0
    for part in try folderList(id).parts { lost += try accept(part.file) }
    return lost
  }

  private func accept(_ file: FolderFiles.File) throws(StoreError) -> Int {
    let before = try attempt { () throws(StateError) in try registry.taskFile(file.canonical) }
    let snapshot = try snapshotToAccept(file)
    let known = try read(snapshot, file, nil, after: before)
    keep(snapshot, known, of: file)
    return max(0, Self.live(before) - Self.live(known))
  }

  /// Confirms the state of files that were changed on purpose, such as by undoing an edit.
  ///
  /// - Parameter paths: The canonical paths of the files.
  /// - Throws: `StoreError` if one of them cannot be read.
  public func acceptFiles(at paths: [String]) throws(StoreError) {
    let wanted = ExactSet(paths)
    for file in try allFiles() where wanted.contains(file.canonical) {
      let snapshot = try snapshotToAccept(file)
      let known = try attempt { () throws(StateError) in try registry.taskFile(file.canonical) }
      keep(snapshot, try read(snapshot, file, nil, after: known, isReversal: true), of: file)
    }
  }

  private static func live(_ known: KnownTaskFile?) -> Int {
    known?.items.count { $0.line != nil } ?? 0
  }

  /// The bytes of a file; a missing one has none.
  private func snapshotToAccept(_ file: FolderFiles.File) throws(StoreError) -> FileSnapshot {
    let snapshot: FileSnapshot
    do throws(FileError) { snapshot = try FileSnapshot.regular(file.path) } catch {
      guard error.isMissing else { throw .unavailable("\(error)") }
      return FileSnapshot(bytes: [])
    }
    guard TaskDocument(bytes: snapshot.bytes).firstInvalidByte == nil else {
      throw .unavailable("\(file.path): the file is not UTF-8; expected text in UTF-8")
    }
    return snapshot
  }
}
