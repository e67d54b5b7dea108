import CalendarItems
import CalendarStores
import Dispatch
import ExactText
import Glibc
import Parallel
import StoredText
import TaskDates
import UserFiles

/// The UIDs of a folder's files, kept in a cache from one run to the next: without it, all files have to be read to create
/// one, because no other may have the same UID.
///
/// Creating, removing and replacing a file changes the time of its folder. So the cache is used only while the folder has
/// the time at which all files were checked, and that time had passed then: a change in the same tick of the clock would
/// leave it as it is. Otherwise the stamps of all files are checked, and the changed ones are read. While one is created,
/// the system reports what others do in the folder (inotify). Where anything is uncertain, the cache is left as it is,
/// and the next run checks the files again.
struct FolderUIDs {
  private typealias File = UIDTable.File

  private let folder: String
  /// The folder of the store, which no link leads out of.
  private let root: String
  private let cache: String
  private let events: FolderEvents
  private var known: UIDTable

  /// Reads the cache, or the folder if that has changed; nil if the files have to be read by other means.
  ///
  /// - Parameters:
  ///   - folder: The folder.
  ///   - root: The folder of the store; what a link out of it leads to is not read.
  ///   - cache: The file of the cache; its folder is created.
  ///   - zones: The zone database.
  init?(_ folder: String, within root: String, cache: String, zones: ZoneDatabase) {
    guard FolderStamp.isReliable(in: folder),
      case (let known, let events?) = Self.table(cache, listeningTo: folder),
      let stamp = FolderStamp(folder)
    else { return nil }
    (self.folder, self.root, self.cache, self.events) = (folder, root, cache, events)
    self.known = known ?? UIDTable(UIDTable.Head(stamp: stamp, isNameable: false), [])
    if self.known.head.stamp == stamp, !self.known.isEmpty { return }
    try? StampedFile.restore(in: folder)
    guard check(zones) else { return nil }
    self.known.save(to: cache)
  }

  /// Reads the cache, and meanwhile starts to listen to the folder, which takes the system as long if the folder is large.
  private static func table(
    _ cache: String, listeningTo folder: String
  ) -> (UIDTable?, FolderEvents?) {
    let parts: [(table: UIDTable?, events: FolderEvents?)] = Parallel.map(2, threads: 2) { part in
      part == 0 ? (nil, FolderEvents(folder)) : (UIDTable(readingFrom: cache), nil)
    }
    return (parts[1].table, parts[0].events)
  }

  /// True if a file may have a UID: one that is the same, or whose number is.
  func mayContain(_ uid: String) -> Bool {
    known.contains(uid: Self.number(of: uid.utf8))
  }

  // MARK: Checking

  /// Checks the stamps of all files, and reads those that have changed.
  private mutating func check(_ zones: ZoneDatabase) -> Bool {
    guard let before = FolderStamp(folder), before.settle() else { return false }
    let known = Dictionary(grouping: known.files) { [$0.name, $0.stamp] }
    guard let names = try? VdirRoot.itemFiles(of: folder) else { return false }
    var found: [[File]] = Array(repeating: [], count: names.count)
    let (folder, root) = (folder, root)
    found.withUnsafeMutableBufferPointer { found in
      // Each file is read by one thread.
      nonisolated(unsafe) let found = found
      DispatchQueue.concurrentPerform(iterations: names.count) { index in
        found[index] = Self.files(names[index], folder, within: root, known: known, zones: zones)
      }
    }
    let isNameable =
      (try? FileTree.unnameable(in: folder).isEmpty) == true
      && (try? FileTree.allNames(in: folder).contains(where: VdirName.isConflictCopy)) == false
    guard FolderStamp(folder) == before else { return false }
    self.known = UIDTable(
      UIDTable.Head(stamp: before, isNameable: isNameable), found.flatMap(\.self))
    return true
  }

  private static func files(
    _ name: String, _ folder: String, within root: String, known: [[UInt64]: [File]],
    zones: ZoneDatabase
  ) -> [File] {
    let path = "\(folder)/\(name)"
    let number = number(of: name.utf8)
    let stamp = stamp(of: path)
    if stamp != 0, let files = known[[number, stamp]] { return files }
    guard FileStamp(path: path) != nil,
      let bytes = try? FileSnapshot.regular(path, within: root).bytes
    else {
      return [File(name: number, stamp: 0, uid: 0)]
    }
    let uids = CalendarResource.all(in: bytes, database: zones).compactMap {
      $0.content.map { Self.number(of: $0.item.uid.utf8) }
    }
    return (uids.isEmpty ? [0] : uids).map { File(name: number, stamp: stamp, uid: $0) }
  }

  /// The number of a file's stamp; 0 for one that may still change within the same tick of the clock.
  private static func stamp(of path: String) -> UInt64 {
    var status = stat()
    guard stat(path, &status) == 0, FolderStamp(status).isSettled else { return 0 }
    let parts = [
      Int(status.st_dev), Int(status.st_ino), Int(status.st_size), status.st_mtim.tv_sec,
      status.st_mtim.tv_nsec,
    ]
    return number(of: parts.map(String.init).joined(separator: ";").utf8)
  }

  /// A number that two texts hardly ever share; never 0.
  private static func number(of text: String.UTF8View) -> UInt64 { max(1, text.sum) }

  // MARK: Changing

  /// Adds a file that this run has created, unless another program has changed the folder meanwhile.
  mutating func add(_ name: String, uid: String) {
    guard let now = FolderStamp(folder), now.settle(), FolderStamp(folder) == now,
      events.areAll(of: name)
    else { return }
    let stamp = Self.stamp(of: "\(folder)/\(name)")
    known.append(
      File(name: Self.number(of: name.utf8), stamp: stamp, uid: Self.number(of: uid.utf8)))
    known.head.stamp = now
    known.save(to: cache)
  }

  // MARK: The cache

  /// The file of the cache for a folder.
  static func cache(of folder: String, in caches: String) -> String {
    "\(caches)/\(SHA256.digits(of: Array(folder.utf8)).prefix(16)).uids"
  }

  /// True if the folder has not changed since it was checked, and so has no files of killed runs.
  static func isCurrent(_ folder: String, cache: String) -> Bool {
    current(folder, cache) != nil
  }

  /// True if the folder has not changed since it was checked, and then had only names that are UTF-8, and no conflict
  /// copies.
  static func isNameable(_ folder: String, cache: String) -> Bool {
    current(folder, cache)?.isNameable ?? false
  }

  private static func current(_ folder: String, _ cache: String) -> UIDTable.Head? {
    guard let head = UIDTable.head(of: cache), FolderStamp.isReliable(in: folder),
      FolderStamp(folder) == head.stamp
    else { return nil }
    return head
  }
}
