import CalendarItems
import CalendarStores
import Dispatch
import ExactText
import Glibc
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
  /// A file by numbers that stand for its name, its stamp and one of its UIDs.
  private struct File {
    var name: UInt64
    var stamp: UInt64
    var uid: UInt64
  }

  private let folder: String
  private let cache: String
  private let events: FolderEvents
  private var known: Known

  /// What the cache contains.
  private struct Known {
    var stamp: FolderStamp
    /// True if all names in the folder are UTF-8.
    var isNameable: Bool
    var files: [File]
  }

  /// Reads the cache, or the folder if that has changed; nil if the files have to be read by other means.
  ///
  /// - Parameters:
  ///   - folder: The folder.
  ///   - cache: The file of the cache; its folder is created.
  ///   - zones: The zone database.
  init?(_ folder: String, cache: String, zones: ZoneDatabase) {
    guard FolderStamp.isReliable(in: folder), let events = FolderEvents(folder),
      let stamp = FolderStamp(folder)
    else { return nil }
    (self.folder, self.cache, self.events) = (folder, cache, events)
    known = Self.read(cache) ?? Known(stamp: stamp, isNameable: false, files: [])
    if known.stamp == stamp, !known.files.isEmpty { return }
    try? StampedFile.restore(in: folder)
    guard check(zones) else { return nil }
    save()
  }

  /// True if a file may have a UID: one that is the same, or whose number is.
  func mayContain(_ uid: String) -> Bool {
    let wanted = Self.number(of: uid.utf8)
    return known.files.contains { $0.uid == wanted }
  }

  // MARK: Checking

  /// Checks the stamps of all files, and reads those that have changed.
  private mutating func check(_ zones: ZoneDatabase) -> Bool {
    guard let before = FolderStamp(folder), before.settle() else { return false }
    let known = Dictionary(grouping: known.files) { [$0.name, $0.stamp] }
    let names = VdirRoot.itemFiles(of: folder)
    var found: [[File]] = Array(repeating: [], count: names.count)
    let folder = folder
    found.withUnsafeMutableBufferPointer { found in
      // Each file is read by one thread.
      nonisolated(unsafe) let found = found
      DispatchQueue.concurrentPerform(iterations: names.count) { index in
        found[index] = Self.files(names[index], folder, known: known, zones: zones)
      }
    }
    let isNameable = (try? FileTree.unnameable(in: folder).isEmpty) ?? false
    guard FolderStamp(folder) == before else { return false }
    self.known = Known(stamp: before, isNameable: isNameable, files: found.flatMap(\.self))
    return true
  }

  private static func files(
    _ name: String, _ folder: String, known: [[UInt64]: [File]], zones: ZoneDatabase
  ) -> [File] {
    let path = "\(folder)/\(name)"
    let number = number(of: name.utf8)
    let stamp = stamp(of: path)
    if stamp != 0, let files = known[[number, stamp]] { return files }
    guard FileStamp(path: path) != nil, let bytes = try? FileSnapshot.read(path).bytes else {
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
    known.files.append(
      File(name: Self.number(of: name.utf8), stamp: stamp, uid: Self.number(of: uid.utf8)))
    known.stamp = now
    save()
  }

  // MARK: The cache

  private static let version: UInt64 = 0x6475_6563_616C_0001

  /// The file of the cache for a folder.
  static func cache(of folder: String, in caches: String) -> String {
    "\(caches)/\(SHA256.digits(of: Array(folder.utf8)).prefix(16)).uids"
  }

  /// True if the folder has not changed since it was checked, and so has no files of killed runs.
  static func isCurrent(_ folder: String, cache: String) -> Bool {
    current(folder, cache) != nil
  }

  /// True if the folder has not changed since it was checked, and all names in it were UTF-8.
  static func isNameable(_ folder: String, cache: String) -> Bool {
    current(folder, cache)?.isNameable ?? false
  }

  private static func current(_ folder: String, _ cache: String) -> Known? {
    guard let known = read(cache), FolderStamp.isReliable(in: folder),
      FolderStamp(folder) == known.stamp
    else { return nil }
    return known
  }

  private static func read(_ cache: String) -> Known? {
    guard let bytes = try? FileSnapshot.read(cache).bytes, bytes.count % 8 == 0 else { return nil }
    let words = bytes.withUnsafeBytes { Array($0.bindMemory(to: UInt64.self)) }
    let head = FolderStamp.count + 3
    guard words.count >= head, (words.count - head) % 3 == 0, words[0] == version,
      words[1] == sum(words[2...])
    else { return nil }
    let files = stride(from: head, to: words.count, by: 3).map {
      File(name: words[$0], stamp: words[$0 + 1], uid: words[$0 + 2])
    }
    return Known(stamp: FolderStamp(words[3..<head]), isNameable: words[2] == 1, files: files)
  }

  /// Writes the cache; if that fails, the next run reads the folder.
  private func save() {
    var words = [Self.version, 0, known.isNameable ? 1 : 0] + known.stamp.words
    words.reserveCapacity(words.count + known.files.count * 3)
    for file in known.files {
      words.append(file.name)
      words.append(file.stamp)
      words.append(file.uid)
    }
    words[1] = Self.sum(words[2...])
    try? PrivateFolder.make(String(cache[..<(cache.lastIndex(of: "/") ?? cache.startIndex)]))
    let new = "\(cache).\(getpid())"
    let descriptor = open(new, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { return }
    defer { close(descriptor) }
    let bytes = words.withUnsafeBytes { Array($0) }
    let isWhole: Void? = try? ByteWriting.write(bytes, to: descriptor, called: new)
    if isWhole == nil || rename(new, cache) != 0 { unlink(new) }
  }

  private static func sum(_ words: ArraySlice<UInt64>) -> UInt64 {
    words.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ $1) &* 0x100_0000_01B3 }
  }
}
