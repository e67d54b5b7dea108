import ExactText
import Glibc

/// Where old versions of a person's files are kept: a folder that only this person may look into.
///
/// It holds the bytes, each version in a file that is named by their SHA-256, and `index`, a line for
/// each edit. An edit is noted there before it is made, so that what a killed run left is seen and
/// brought to an end by the next one.
public struct Backups: Sendable {
  /// The folder.
  public let folder: String
  /// The size limit of all versions in bytes; some versions stay even beyond it.
  public let limit: Int
  /// How many versions of a file are kept at least.
  public static let count = 20
  /// The default size limit: 64 MB.
  public static let usualLimit = 64_000_000

  /// Takes a folder, which is made once there is something to keep.
  public init(folder: String, limit: Int = Backups.usualLimit) {
    self.folder = folder
    self.limit = limit
  }

  /// The edits that can be looked at, oldest first.
  public func edits() throws(FileError) -> [BackedUpEdit] {
    try index().done
  }

  /// What can be undone and redone.
  public func history() throws(FileError) -> EditHistory {
    EditHistory(try index())
  }

  /// The path of the bytes that a file held before or after an edit.
  public func path(of content: BackedUpEdit.Content) -> String { "\(folder)/\(content.sum)" }

  /// The bytes that a file held before an edit.
  public func bytes(of content: BackedUpEdit.Content) throws(FileError) -> [UInt8] {
    let path = path(of: content)
    let bytes = try FileSnapshot.read(path).bytes
    guard content.matches(bytes) else {
      throw FileError(path, "read", reason: "it is not what was kept there")
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

  /// The list of all edits.
  public var indexPath: String { "\(folder)/index" }
}

/// The backups while one run edits: nobody else does meanwhile.
final class OpenBackups {
  let backups: Backups
  private(set) var index: BackupIndex
  private let now: Int
  private let lock: FolderLock

  /// Makes the folder where there is none, and takes it; another run is waited for a while.
  ///
  /// - Parameter now: The time in seconds since 1970, for thinning out old versions.
  init(_ backups: Backups, now: Int) throws(FileError) {
    self.backups = backups
    self.now = now
    try PrivateFolder.make(backups.folder)
    lock = try FolderLock.wait(for: backups.folder)
    index = try backups.index()
  }

  /// Keeps bytes, on the disk when this is over.
  func keep(_ bytes: [UInt8], _ content: BackedUpEdit.Content) throws(FileError) {
    _ = try FileReplacement.write(
      FileContents(bytes), under: try FileLock(for: backups.path(of: content)), newMode: 0o600)
  }

  /// Notes an edit before it is made, under the first number that is free.
  func begin(
    isFree: (Int) throws(FileError) -> Bool = { _ in true },
    _ edit: (_ number: Int, _ nextRun: Int) -> BackedUpEdit
  ) throws(FileError) -> BackedUpEdit {
    var number = index.next
    while number < IndexLine.highest {
      if try isFree(number) { break }
      number += 1
    }
    guard max(number, index.nextRun) < IndexLine.highest else {
      throw FileError(
        backups.indexPath, "write",
        reason: "its numbers are used up; expected the folder moved away")
    }
    let edit = edit(number, index.nextRun)
    try append(edit.line)
    return edit
  }

  /// Notes that an edit was made; that a run was killed before this is seen by the file itself.
  func finish(_ edit: BackedUpEdit) {
    try? append(edit.doneLine, isSynced: false)
    tidyUp()
  }

  /// Notes that an edit was not made.
  func void(_ edit: BackedUpEdit) {
    try? append(edit.voidLine, isSynced: false)
  }

  /// Adds a line where the last whole one ends; of a line that fails nothing stays.
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

  /// True if a line arrived, for a line that is no line is an edit that cannot be taken back.
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

  /// Removes old versions, once there are enough of them to write the index again.
  ///
  /// It removes nothing if the index has damaged lines, because these may name versions.
  private func tidyUp() {
    guard index.damaged.isEmpty else { return }
    let kept = Retention(limit: backups.limit, now: now).kept(of: index)
    let needed = 2 * kept.count + index.begun.count
    guard
      index.done.count - kept.count >= Backups.count / 2
        || index.lineCount > 2 * needed + Backups.count
    else { return }
    write(kept)
  }

  private func write(_ kept: [BackedUpEdit]) {
    let runs = Set((kept + index.begun).map(\.run))
    let lost = Set(index.done.map(\.number)).subtracting(kept.map(\.number))
    let thinned = index.thinned.union(index.done.filter { lost.contains($0.number) }.map(\.run))
    let lines =
      kept.map { $0.line + $0.doneLine } + index.begun.map(\.line)
      + thinned.intersection(runs).sorted().map(BackupIndex.thinnedLine)
    let bytes = Array(lines.joined().utf8)
    guard let lock = try? FileLock(for: backups.indexPath),
      (try? FileReplacement.write(FileContents(bytes), under: lock)) != nil
    else { return }
    index = BackupIndex(bytes)
    removeAll(but: ExactSet((kept + index.begun).flatMap { [$0.before.sum, $0.after.sum] }))
  }

  private func removeAll(but kept: ExactSet) {
    guard let names = try? FileTree.files(in: backups.folder, where: { $0.utf8.count == 64 })
    else { return }
    for name in names.files where !kept.contains(name) { unlink("\(backups.folder)/\(name)") }
  }
}

/// A folder for this person alone.
public enum PrivateFolder {
  /// Makes a folder, and those above it, where there is none.
  public static func make(_ path: String) throws(FileError) {
    if FileTree.isFolder(path) { return }
    if let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")), slash != path.startIndex {
      try make(String(path[..<slash]))
    }
    guard mkdir(path, 0o700) != 0, !FileTree.isFolder(path) else { return }
    throw FileError(path, "write")
  }
}
