import Testing

@testable import UserFiles

@Suite struct FileContentsTests {
  private let folder: Folder

  init() throws { folder = try Folder() }

  private func mixed(waitingIn path: String?) -> (contents: FileContents, bytes: [UInt8]) {
    let old = Array("what was there before".utf8)
    var contents = FileContents(waitingIn: path, limit: 64)
    var bytes: [UInt8] = []
    for number in 0..<100 {
      let new = Array("piece \(number), ".utf8)
      contents.append(new)
      let part = number % 7..<number % 7 + number % 11
      contents.append(old, part)
      bytes += new + old[part]
    }
    let head = Array("head, ".utf8)
    contents.prepend(head)
    return (contents, head + bytes)
  }

  @Test func allBytesComeBackInOrder() throws {
    for path in [nil, folder.path, folder.at("missing")] {
      let (contents, bytes) = mixed(waitingIn: path)
      #expect(try contents.bytes() == bytes)
      #expect(contents.count == bytes.count)
      #expect(!contents.isEmpty)
    }
    #expect(try folder.names().isEmpty)
  }

  @Test func onlyPartsThatFollowEachOtherAreOnePiece() throws {
    let (small, large) = (Array("abcdef".utf8), Array("ABCDEF".utf8))
    var contents = FileContents()
    for (bytes, range) in [(small, 0..<2), (small, 2..<3), (small, 4..<5), (large, 5..<6)] {
      contents.append(bytes, range)
    }
    #expect(try contents.bytes() == Array("abceF".utf8))
  }

  @Test func twoCopiesGoOnEachForItself() throws {
    let (first, bytes) = mixed(waitingIn: folder.path)
    var copies = [first, first]
    for number in 0..<40 {
      for copy in copies.indices { copies[copy].append(Array("copy \(copy) \(number) ".utf8)) }
    }
    for copy in copies.indices {
      let more = (0..<40).flatMap { Array("copy \(copy) \($0) ".utf8) }
      #expect(try copies[copy].bytes() == bytes + more)
    }
  }

  @Test func aFileIsWrittenFromWhatWaitsAndNotTouchedTwice() throws {
    let (contents, bytes) = mixed(waitingIn: folder.path)
    let path = folder.at("a")
    #expect(try FileReplacement.write(contents, under: FileLock(for: path)) == .written)
    #expect(try FileSnapshot.read(path).bytes == bytes)
    #expect(try FileLock(for: path).holds(contents))
    #expect(try FileReplacement.write(contents, under: FileLock(for: path)) == .unchanged)
    for index in [0, bytes.count / 2, bytes.count - 1] {
      var other = bytes
      other[index] ^= 1
      #expect(try !FileLock(for: path).holds(FileContents(other)))
    }
    #expect(try !FileLock(for: path).holds(FileContents(bytes + [0])))
  }
}
