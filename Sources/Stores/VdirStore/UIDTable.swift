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
  /// The words of the file: room for those of the head, which `save` fills in, then three for each UID, as `File` has them.
  private var words: [UInt64]
  /// The checksum of the words after the head.
  private var sum: UInt64

  init(_ head: Head, _ files: [File]) {
    self.head = head
    words = Array(repeating: 0, count: Self.headCount)
    sum = Self.emptySum
    words.reserveCapacity(Self.headCount + 3 * files.count)
    for file in files { append(file) }
  }

  /// True if no file is known.
  var isEmpty: Bool { words.count == Self.headCount }

  /// The files; one with several UIDs several times.
  var files: [File] {
    stride(from: Self.headCount, to: words.count, by: 3).map {
      File(name: words[$0], stamp: words[$0 + 1], uid: words[$0 + 2])
    }
  }

  mutating func append(_ file: File) {
    let new = [file.name, file.stamp, file.uid]
    words += new
    sum = Self.sum(new[...], after: sum)
  }

  func contains(uid: UInt64) -> Bool {
    stride(from: Self.headCount + 2, to: words.count, by: 3).contains { words[$0] == uid }
  }

  // MARK: The file

  private static let version: UInt64 = 0x6475_6563_616C_0002
  /// The version, the stamp, whether all names are UTF-8, and the checksums of the table and of the head.
  private static let headCount = FolderStamp.count + 4

  /// Reads a cache; nil if it is missing, damaged or of another version.
  init?(readingFrom cache: String) {
    guard let words = (try? FileSnapshot.regular(cache).bytes).flatMap(Self.words),
      let head = Self.head(words.prefix(Self.headCount))
    else { return nil }
    let table = words[Self.headCount...]
    guard table.count % 3 == 0, Self.sum(table) == words[Self.headCount - 2] else { return nil }
    (self.head, self.words, sum) = (head, words, words[Self.headCount - 2])
  }

  /// Reads only the head of a cache.
  static func head(of cache: String) -> Head? {
    (try? FileSnapshot.beginning(of: cache, headCount * 8)).flatMap(words).flatMap { head($0[...]) }
  }

  /// The words in some bytes; nil if they are not whole.
  private static func words(_ bytes: [UInt8]) -> [UInt64]? {
    guard bytes.count % 8 == 0 else { return nil }
    // Most runs add one file, for which a full array would be copied.
    return Array(unsafeUninitializedCapacity: bytes.count / 8 + 3) { words, count in
      count = bytes.count / 8
      UnsafeMutableRawBufferPointer(words).copyBytes(from: bytes)
    }
  }

  private static func head(_ words: ArraySlice<UInt64>) -> Head? {
    guard words.count == headCount, words[0] == version, words.last == sum(words.dropLast()) else {
      return nil
    }
    let end = 1 + FolderStamp.count
    return Head(stamp: FolderStamp(words[1..<end]), isNameable: words[end] == 1)
  }

  /// Writes the cache in one step; if that fails, the next run reads the folder.
  mutating func save(to cache: String) {
    let first = [Self.version] + head.stamp.words + [head.isNameable ? 1 : 0, sum]
    words.replaceSubrange(..<Self.headCount, with: first + [Self.sum(first[...])])
    try? PrivateFolder.make(String(cache[..<(cache.lastIndex(of: "/") ?? cache.startIndex)]))
    let new = "\(cache).\(getpid())"
    let descriptor = open(new, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { return }
    defer { close(descriptor) }
    let isWhole = words.withUnsafeBytes { bytes in
      (try? ByteWriting.write(bytes, to: descriptor, called: new)) != nil
    }
    if !isWhole || rename(new, cache) != 0 { unlink(new) }
  }

  private static let emptySum: UInt64 = 0xCBF2_9CE4_8422_2325

  /// The checksum of words after others whose checksum is known.
  private static func sum(_ words: ArraySlice<UInt64>, after sum: UInt64 = emptySum) -> UInt64 {
    words.reduce(sum) { ($0 ^ $1) &* 0x100_0000_01B3 }
  }
}
