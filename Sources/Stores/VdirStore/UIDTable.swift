import ExactText
import Glibc
import UserFiles

/// The UIDs of a folder's files, as its cache keeps them: numbers for the name, the stamp and each UID of a file.
///
/// The file consists of 64-bit words: a head, and three words for each UID. The head has a checksum of its own, because
/// most runs only need to know whether the folder is still the one that was checked.
struct UIDTable {
  /// A file by numbers that stand for its name, its stamp and one of its UIDs.
  struct File {
    var name: UInt64
    var stamp: UInt64
    var uid: UInt64
  }

  /// What is known of the whole folder.
  struct Head {
    var stamp: FolderStamp
    /// True if all names in the folder are UTF-8.
    var isNameable: Bool
  }

  var head: Head
  /// Three words for each UID, as `File` has them.
  private var words: [UInt64]

  init(_ head: Head, _ files: [File]) {
    self.head = head
    words = files.flatMap { [$0.name, $0.stamp, $0.uid] }
  }

  /// True if no file is known.
  var isEmpty: Bool { words.isEmpty }

  /// The files; one with several UIDs several times.
  var files: [File] {
    stride(from: 0, to: words.count, by: 3).map {
      File(name: words[$0], stamp: words[$0 + 1], uid: words[$0 + 2])
    }
  }

  mutating func append(_ file: File) { words += [file.name, file.stamp, file.uid] }

  func contains(uid: UInt64) -> Bool {
    stride(from: 2, to: words.count, by: 3).contains { words[$0] == uid }
  }

  // MARK: The file

  private static let version: UInt64 = 0x6475_6563_616C_0002
  /// The version, the stamp, whether all names are UTF-8, and the checksums of the table and of the head.
  private static let headCount = FolderStamp.count + 4

  /// Reads a cache; nil if it is missing, damaged or of another version.
  init?(readingFrom cache: String) {
    guard let file = Reading(cache), let head = file.words(Self.headCount),
      let known = Self.head(head), let size = file.size, (size - head.count * 8) % 24 == 0,
      let words = file.words(size / 8 - head.count),
      Self.sum(words[...]) == head[Self.headCount - 2]
    else { return nil }
    (self.head, self.words) = (known, words)
  }

  /// Reads only the head of a cache.
  static func head(of cache: String) -> Head? {
    Reading(cache)?.words(headCount).flatMap(head)
  }

  private static func head(_ words: [UInt64]) -> Head? {
    guard words[0] == version, words.last == sum(words.dropLast()) else { return nil }
    let end = 1 + FolderStamp.count
    return Head(stamp: FolderStamp(words[1..<end]), isNameable: words[end] == 1)
  }

  /// Writes the cache in one step; if that fails, the next run reads the folder.
  func save(to cache: String) {
    var first = [Self.version] + head.stamp.words + [head.isNameable ? 1 : 0, Self.sum(words[...])]
    first.append(Self.sum(first[...]))
    try? PrivateFolder.make(String(cache[..<(cache.lastIndex(of: "/") ?? cache.startIndex)]))
    let new = "\(cache).\(getpid())"
    let descriptor = open(new, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { return }
    defer { close(descriptor) }
    let isWhole = [first, words].allSatisfy { words in
      words.withUnsafeBytes { (try? ByteWriting.write($0, to: descriptor, called: new)) != nil }
    }
    if !isWhole || rename(new, cache) != 0 { unlink(new) }
  }

  private static func sum(_ words: ArraySlice<UInt64>) -> UInt64 {
    words.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ $1) &* 0x100_0000_01B3 }
  }
}

/// A file that is read from its beginning on, in words.
private final class Reading {
  private let descriptor: Int32

  init?(_ path: String) {
    descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
  }

  deinit { close(descriptor) }

  /// The size in bytes.
  var size: Int? {
    var status = stat()
    return fstat(descriptor, &status) == 0 ? Int(status.st_size) : nil
  }

  /// The next words; nil if there are fewer.
  func words(_ count: Int) -> [UInt64]? {
    let words = [UInt64](unsafeUninitializedCapacity: count) { buffer, initialized in
      initialized = fill(UnsafeMutableRawBufferPointer(buffer)) / 8
    }
    return words.count == count ? words : nil
  }

  /// Reads until a buffer is full or the file ends, and returns the number of bytes.
  private func fill(_ buffer: UnsafeMutableRawBufferPointer) -> Int {
    var filled = 0
    while filled < buffer.count {
      let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[filled...])
      let count = read(descriptor, rest.baseAddress, rest.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { break }
      filled += count
    }
    return filled
  }
}
