import Glibc
import Testing

@testable import UserFiles

@Suite("A link to a file")
struct LinkTests {
  let folder: Folder

  init() throws {
    folder = try Folder()
    try #require(mkdir(folder.at("real"), 0o755) == 0)
    try #require(mkdir(folder.at("links"), 0o755) == 0)
  }

  private func link(_ name: String, to target: String) throws {
    try #require(symlink(target, folder.at(name)) == 0)
  }

  private func expectLinks(_ names: String...) throws {
    for name in names { #expect(try folder.status(name).st_mode & S_IFMT == S_IFLNK) }
  }

  @Test func staysALink() throws {
    try folder.make("real/a", mode: 0o640)
    try link("links/relative", to: "../real/a")
    try link("absolute", to: folder.at("real/a"))
    try link("chain", to: "links/relative")
    for (index, name) in ["links/relative", "absolute", "chain"].enumerated() {
      #expect(try write("new \(index)", to: folder.at(name)) == .written)
      #expect(try folder.text("real/a") == "new \(index)")
      #expect(try folder.mode("real/a") == 0o640)
    }
    try expectLinks("links/relative", "absolute", "chain")
    #expect(try folder.names() == ["absolute", "chain", "links", "real"])
  }

  @Test func thatLeadsNowhereGetsItsFile() throws {
    try link("links/first", to: "../second")
    try link("second", to: "real/a")
    #expect(try write("new", to: folder.at("links/first")) == .written)
    #expect(try folder.text("real/a") == "new")
    try expectLinks("links/first", "second")
  }

  @Test func isFollowedThroughFoldersThatAreLinks() throws {
    try #require(mkdir(folder.at("real/deep"), 0o755) == 0)
    try link("short", to: "real/deep")
    try link("real/deep/a", to: "../b")
    #expect(try write("new", to: folder.at("short/a")) == .written)
    #expect(try folder.text("real/b") == "new")
  }

  @Test func thatLeadsInACircleIsAnError() throws {
    try link("a", to: "b")
    try link("b", to: "a")
    let error = #expect(throws: FileError.self) { try write("new", to: folder.at("a")) }
    #expect(error?.isMisplaced == true)
    try expectLinks("a", "b")
  }

  @Test func mayLeadToANameThatIsNotUTF8() throws {
    let target: [CChar] = [CChar(bitPattern: 0xFF), 0]
    try #require(symlink(target, folder.at("a")) == 0)
    #expect(try write("new", to: folder.at("a")) == .written)
    #expect(try folder.text("a") == "new")
    try expectLinks("a")
  }

  @Test func isLockedWithItsFile() throws {
    try folder.make("real/a")
    try link("a", to: "real/a")
    let lock = try FileLock(for: folder.at("a"))
    let error = #expect(throws: FileError.self) { try FileLock(for: folder.at("real/a")) }
    #expect(error?.isPassing == true)
    #expect(lock.path == folder.at("a"))
  }
}
