import ExactText
import Glibc

/// The folder with old versions of a person's files, which only this person may read.
///
/// It holds each version in a file named by its SHA-256, and `index`, the journal of all runs, which has a line for each
/// edit. An edit is noted there before it is made, and all files of a run before the first. So the next run detects what
/// a killed run left unfinished, and completes it.
public struct Backups: Sendable {
  /// The folder.
  public let folder: String
  /// The size limit of all versions in bytes; some versions stay even beyond it.
  public let limit: Int
  /// The number of versions of each file that are always kept.
  public static let count = 20
  /// The default size limit: 64 MB.
  public static let usualLimit = 64_000_000

  /// Creates backups in a folder, which is created when the first version is kept.
  public init(folder: String, limit: Int = Backups.usualLimit) {
    self.folder = folder
    self.limit = limit
  }

  /// The edits that can be inspected, oldest first.
  public func edits() throws(FileError) -> [BackedUpEdit] {
    try index().done
  }

  /// The history of the edits, which decides what can be undone and redone.
  public func history() throws(FileError) -> EditHistory {
    EditHistory(try index())
  }

  /// The path of the bytes that a file held before or after an edit.
  public func path(of content: BackedUpEdit.Content) -> String { "\(folder)/\(content.sum)" }

  /// The bytes of a version.
  public func bytes(of content: BackedUpEdit.Content) throws(FileError) -> [UInt8] {
    let path = path(of: content)
    let bytes = try FileSnapshot.read(path).bytes
    guard content.matches(bytes) else {
      throw FileError(path, "read", reason: "the backup has been changed")
    }
    return bytes
  }

  /// The bytes of a version; nil if they are gone or damaged.
  public func version(_ content: BackedUpEdit.Content) throws(FileError) -> [UInt8]? {
    do throws(FileError) {
      let bytes = try FileSnapshot.read(path(of: content)).bytes
      return content.matches(bytes) ? bytes : nil
    } catch {
      guard error.isMisplaced else { throw error }
      return nil
    }
  }

  func index() throws(FileError) -> BackupIndex {
    do throws(FileError) {
      return BackupIndex(try FileSnapshot.read(indexPath).bytes)
    } catch {
      guard error.isMissing else { throw error }
      return BackupIndex()
    }
  }

  /// The path of the index.
  public var indexPath: String { "\(folder)/index" }
}

/// The backups while one run edits; they are locked, so no other run edits meanwhile.
final class OpenBackups {
  let backups: Backups
  private(set) var index: BackupIndex
  private let now: Int
  private let lock: FolderLock

  /// Creates the folder if needed, and locks it; waits some time for another run.
  ///
  /// - Parameter now: The time in seconds since 1970, which decides which old versions are removed.
  init(_ backups: Backups, now: Int) throws(FileError) {
    self.backups = backups
    self.now = now
    try PrivateFolder.make(backups.folder)
    lock = try FolderLock.wait(for: backups.folder, seconds: 10)
    index = try backups.index()
  }

  /// Keeps the bytes of a version; they are synced when this returns.
  func keep(_ bytes: [UInt8], _ content: BackedUpEdit.Content) throws(FileError) {
    _ = try FileReplacement.write(
      FileContents(bytes), under: try FileLock(for: backups.path(of: content)), newMode: 0o600)
  }

  /// Notes an edit before it is made, under the first free number.
  func begin(
    isFree: (Int) throws(FileError) -> Bool = { _ in true },
    _ edit: (_ number: Int, _ nextRun: Int) -> BackedUpEdit
  ) throws(FileError) -> BackedUpEdit {
    var number = index.next
    while number < IndexLine.highest {
      if try isFree(number) { break }
      number += 1
    }
    guard max(number, index.nextRun) < IndexLine.highest else { throw numbersAreUsed }
    let edit = edit(number, index.nextRun)
    try append(edit.line)
    return edit
  }

  /// Notes all files that a run is about to write, and returns its number.
  func plan(
    _ known: Int?, _ files: (_ run: Int) -> [BackedUpEdit]
  ) throws(FileError) -> Int {
    let run = known ?? index.nextRun
    guard run < IndexLine.highest else { throw numbersAreUsed }
    try append(files(run).map(\.line).joined())
    return run
  }

  /// Notes that a run has written all of its files, or none; if it is killed before this, the next run finds out.
  func settle(_ run: Int) { try? append(BackupIndex.settledLine(run), isSynced: false) }

  /// Notes a run before its edits, and returns its number.
  func noteRun(
    command: String, time: Int, purpose: BackedUpEdit.Purpose
  ) throws(FileError) -> Int {
    guard index.nextRun < IndexLine.highest else { throw numbersAreUsed }
    let run = NotedRun(number: index.nextRun, time: time, command: command, purpose: purpose)
    try append(run.line)
    return run.number
  }

  private var numbersAreUsed: FileError {
    FileError(
      backups.indexPath, "write",
      reason: "all numbers of runs are used; expected an empty folder (move this one away)")
  }

  /// Notes that an edit was made; if the run is killed before this, the next run sees it by the file's content.
  func finish(_ edit: BackedUpEdit) {
    try? append(edit.doneLine, isSynced: false)
    tidyUp()
  }

  /// Notes that an edit was not made.
  func void(_ edit: BackedUpEdit) {
    try? append(edit.voidLine, isSynced: false)
  }

  /// Appends lines after the last complete one; lines that cannot be written leave nothing behind.
  private func append(_ line: String, isSynced: Bool = true) throws(FileError) {
    let path = backups.indexPath
    let flags = O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW
    let file = OpenFile(try SystemCall.make(path, "write") { open(path, flags, 0o600) })
    let descriptor = file.descriptor
    let end = off_t(index.length)
    try SystemCall.make(path, "write") { ftruncate(descriptor, end) }
    guard lseek(descriptor, end, SEEK_SET) == end else { throw FileError(path, "write") }
    do throws(FileError) {
      try ByteWriting.write(Array(line.utf8), to: descriptor, called: path)
      guard try holds(line, descriptor, end: end) else { throw FileError(path, "write", code: EIO) }
      if isSynced { try file.sync(path) }
      if isSynced, end == 0 { try syncFolder() }
    } catch {
      _ = ftruncate(descriptor, end)
      throw error
    }
    index = try backups.index()
  }

  /// True if a line was written completely: an edit whose line cannot be read cannot be undone.
  private func holds(_ line: String, _ descriptor: Int32, end: off_t) throws(FileError) -> Bool {
    guard lseek(descriptor, end, SEEK_SET) == end else {
      throw FileError(backups.indexPath, "read")
    }
    let room = line.utf8.count + 1
    let bytes = try FileSnapshot.piece(of: descriptor, backups.indexPath, upTo: room)
    return bytes.elementsEqual(line.utf8)
  }

  private func syncFolder() throws(FileError) {
    let path = backups.folder
    let file = OpenFile(
      try SystemCall.make(path, "write") { open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC) })
    let descriptor = file.descriptor
    _ = try SystemCall.isPossible(path, "write") { fsync(descriptor) }
  }

  /// Removes old versions, once there are enough of them to rewrite the index.
  ///
  /// It removes nothing if the index has damaged lines, because these may name versions.
  private func tidyUp() {
    guard index.damaged.isEmpty else { return }
    let kept = Retention(limit: backups.limit, now: now).kept(of: index)
    let needed =
      2 * kept.count + index.begun.count + index.plans.count
      + min(index.thinned.count + index.runs.count, 2 * NotedRun.count)
    guard
      index.done.count - kept.count >= Backups.count / 2
        || index.lineCount > 2 * needed + Backups.count
    else { return }
    write(kept)
  }

  private func write(_ kept: [BackedUpEdit]) {
    let unfinished = index.begun + index.plans
    let runs = Set((kept + unfinished).map(\.run))
    let lost = Set(index.done.map(\.number)).subtracting(kept.map(\.number))
    let thinned = index.thinned.union(index.done.filter { lost.contains($0.number) }.map(\.run))
    // What is saved together with files may ask for a run when all of its edits are gone.
    let recent = thinned.sorted().suffix(NotedRun.count)
    let lines =
      kept.map { $0.line + $0.doneLine } + unfinished.map(\.line)
      + runs.intersection(thinned).union(recent).sorted().map(BackupIndex.thinnedLine)
      + index.runs.suffix(NotedRun.count).map(\.line)
      // No later run gets the number of one that has left nothing else.
      + (index.lastRun > 0 && !runs.contains(index.lastRun)
        ? [BackupIndex.settledLine(index.lastRun)] : [])
    let bytes = Array(lines.joined().utf8)
    guard let lock = try? FileLock(for: backups.indexPath),
      (try? FileReplacement.write(FileContents(bytes), under: lock)) != nil
    else { return }
    index = BackupIndex(bytes)
    removeAll(but: ExactSet((kept + unfinished).flatMap { [$0.before.sum, $0.after.sum] }))
  }

  private func removeAll(but kept: ExactSet) {
    guard let names = try? FileTree.files(in: backups.folder, where: { $0.utf8.count == 64 })
    else { return }
    for name in names.files where !kept.contains(name) { unlink("\(backups.folder)/\(name)") }
  }
}

/// A folder that only this person may read.
public enum PrivateFolder {
  /// Creates a folder and its parents if they do not exist.
  public static func make(_ path: String) throws(FileError) {
    if FileTree.isFolder(path) { return }
    if let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")), slash != path.startIndex {
      try make(String(path[..<slash]))
    }
    guard mkdir(path, 0o700) != 0, !FileTree.isFolder(path) else { return }
    throw FileError(path, "write")
  }
}
