import Glibc
import Testing

@testable import UserFiles

@Suite("The lock of a file")
struct FileLockTests {
  let folder: Folder

  init() throws { folder = try Folder() }

  /// A change of the file by another program, in one of three ways.
  enum Change: CaseIterable {
    case replaced, appended, removed
  }

  @Test func isHadOnce() throws {
    let path = try folder.make("a")
    var lock: FileLock? = try FileLock(for: path)
    let error = #expect(throws: FileError.self) { try FileLock(for: path) }
    #expect(error?.isPassing == true)
    #expect(error?.description == "\(path): another run of duecal is writing it; try again later")
    #expect(try lock?.snapshot()?.bytes == Array("old".utf8))
    lock = nil
    _ = try FileLock(for: path)
    #expect(try folder.names() == ["a"])
  }

  @Test func doesNotConcernOtherFiles() throws {
    let lock = try FileLock(for: try folder.make("a"))
    _ = try FileLock(for: try folder.make("b"))
    #expect(try FileReplacement.write([1], under: lock) == .written)
  }

  @Test func isThatOfTheFileThatIsThereNow() throws {
    let path = try folder.make("a")
    let first = try FileLock(for: path)
    #expect(try FileReplacement.write(Array("new".utf8), under: first) == .written)
    let second = try FileLock(for: path)
    #expect(try second.snapshot()?.bytes == Array("new".utf8))
    #expect(throws: FileError.self) { try FileReplacement.write([1], under: first) }
    #expect(try folder.text("a") == "new")
  }

  @Test(arguments: Change.allCases) func isNotEnoughIfSomethingElseWrites(change: Change) throws {
    let path = try folder.make("a")
    let lock = try FileLock(for: path)
    switch change {
    case .replaced: try #require(rename(try folder.make("b", "other"), path) == 0)
    case .appended: try folder.make("a", "older")
    case .removed: try #require(unlink(path) == 0)
    }
    let names = try folder.names()
    let error = #expect(throws: FileError.self) { try FileReplacement.write([1], under: lock) }
    #expect(error?.isPassing == true)
    #expect(try folder.names() == names)
  }

  @Test func isThatOfTheFirstOfTwoThatMakeAFile() throws {
    let path = folder.at("a")
    let locks = try [FileLock(for: path), FileLock(for: path)]
    #expect(try locks[0].snapshot() == nil)
    #expect(try FileReplacement.write(Array("new".utf8), under: locks[0]) == .written)
    let error = #expect(throws: FileError.self) { try FileReplacement.write([1], under: locks[1]) }
    #expect(error?.isPassing == true)
    #expect(try folder.text("a") == "new")
    #expect(try folder.names() == ["a"])
  }

  @Test func whatKilledRunsLeftIsRemovedAndNothingElse() throws {
    let others = [
      ".a.duecal-ABCDEF", ".a.duecal-abc", ".a.duecal-abcdefg", ".b.duecal-abcdef",
      "a.duecal-abcdef",
      ".a.duecal-link00", ".a.duecal-folder", ".a.duecal-locked",
    ]
    for name in others.prefix(5) { try folder.make(name) }
    try #require(symlink("a", folder.at(others[5])) == 0)
    try #require(mkdir(folder.at(others[6]), 0o755) == 0)
    let living = open(try folder.make(others[7]), O_RDONLY)
    defer { close(living) }
    try #require(flock(living, LOCK_EX | LOCK_NB) == 0)
    for bytes in ["new", "new"] {
      try folder.make(".a.duecal-abc123", mode: 0o600)
      _ = try write(bytes, to: folder.at("a"))
      #expect(try folder.names() == (others + ["a"]).sorted())
    }
  }
}

@Suite("Writing bytes")
struct ByteWritingTests {
  @Test(.timeLimit(.minutes(1))) func waitsForAPipeThatIsFull() throws {
    var ends: [Int32] = [0, 0]
    try #require(pipe(&ends) == 0)
    try #require(fcntl(ends[1], F_SETFL, O_NONBLOCK) == 0)
    let bytes = (0..<1_000_000).map { UInt8(truncatingIfNeeded: $0) }
    var reader = pthread_t()
    let end = UnsafeMutablePointer<Int32>.allocate(capacity: 1)
    end.initialize(to: ends[0])
    pthread_create(&reader, nil, readSlowly, end)
    try ByteWriting.write(bytes, to: ends[1], called: "pipe")
    close(ends[1])
    var count: UnsafeMutableRawPointer?
    pthread_join(reader, &count)
    #expect(Int(bitPattern: count) == bytes.count)
  }

  @Test func reportsTheErrorOfTheSystem() throws {
    let full = open("/dev/full", O_WRONLY)
    defer { close(full) }
    let error = #expect(throws: FileError.self) {
      try ByteWriting.write([1], to: full, called: "full")
    }
    #expect(error?.description == "full: cannot write: No space left on device")
  }
}

/// Reads a pipe to its end, and returns the number of bytes.
private func readSlowly(_ end: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  guard let end = end?.assumingMemoryBound(to: Int32.self) else { return nil }
  var bytes = [UInt8](repeating: 0, count: 50_000)
  var total = 0
  usleep(50_000)
  while case let count = read(end.pointee, &bytes, bytes.count), count > 0 { total += count }
  end.deallocate()
  return UnsafeMutableRawPointer(bitPattern: total)
}
