import Glibc
import Testing

@testable import UserFiles

@Suite struct StampTests {
  private let folder: Folder

  init() throws { folder = try Folder() }

  @Test func aFileIsWrittenOverIfItIsTheOneThatWasRead() throws {
    let path = try folder.make("a")
    let stamp = try FileSnapshot.read(path).stamp
    let new = FileContents(Array("new".utf8))
    #expect(try FileReplacement.write(new, to: path, replacing: stamp) == .written)
    let error = #expect(throws: FileError.self) {
      try FileReplacement.write(FileContents([1]), to: path, replacing: stamp)
    }
    #expect(error?.isPassing == true)
    #expect(try folder.text("a") == "new")
  }

  @Test func aFileThatAppearedMeanwhileStays() throws {
    let path = folder.at("a")
    #expect(try FileReplacement.write(FileContents([1]), to: path, replacing: nil) == .written)
    let error = #expect(throws: FileError.self) {
      try FileReplacement.write(FileContents([2]), to: path, replacing: nil)
    }
    #expect(error?.isPassing == true)
    #expect(try FileSnapshot.read(path).bytes == [1])
  }

  @Test func aFileIsRemovedIfItIsTheOneThatWasRead() throws {
    let path = try folder.make("a")
    let stamp = try FileSnapshot.read(path).stamp
    try folder.make("a", "longer")
    #expect(throws: FileError.self) { try FileReplacement.remove(path, if: stamp) }
    #expect(try folder.names() == ["a"])
    try FileReplacement.remove(path, if: try FileSnapshot.read(path).stamp)
    #expect(try folder.names().isEmpty)
  }

  @Test func aFolderIsOneRunsAtATime() throws {
    var lock: FolderLock? = try FolderLock(for: folder.path)
    let error = #expect(throws: FileError.self) { try FolderLock(for: folder.path) }
    #expect(error?.isPassing == true)
    extendLifetime(lock)
    lock = nil
    _ = try FolderLock(for: folder.path)
    #expect(throws: FileError.self) { try FolderLock(for: folder.at("missing")) }
  }

  @Test func onlyTheBeginningIsReadOfWhatBeginsOtherwise() throws {
    let path = try folder.make("a", String(repeating: "x", count: 100_000))
    #expect(try FileSnapshot.read(path, startingWith: Array("BEGIN".utf8)).bytes.count == 65_536)
    #expect(try FileSnapshot.read(path, startingWith: Array("xx".utf8)).bytes.count == 100_000)
    let marked = try folder.make("b", "\u{FEFF}" + String(repeating: "x", count: 100_000))
    #expect(try FileSnapshot.read(marked, startingWith: Array("xx".utf8)).bytes.count == 100_003)
  }

  @Test func aFileThatIsNoneBySizeIsNotRead() throws {
    let path = try folder.make("a")
    try #require(truncate(path, 1 << 42) == 0)
    let error = #expect(throws: FileError.self) { try FileSnapshot.read(path) }
    #expect(error.map { "\($0)" } == "\(path): cannot read: it is larger than 4 GiB")
  }
}
