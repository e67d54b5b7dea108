import Glibc
import Testing

@testable import UserFiles

@Suite("A file that is replaced")
struct FileReplacementTests {
  let folder: Folder

  init() throws { folder = try Folder() }

  @Test func isAnotherFileWithTheNewBytes() throws {
    let path = try folder.make("a")
    let before = try folder.status("a").st_ino
    #expect(try write("new", to: path) == .written)
    #expect(try folder.text("a") == "new")
    #expect(try folder.status("a").st_ino != before)
    #expect(try folder.names() == ["a"])
  }

  @Test func isNotTouchedIfItHasTheBytes() throws {
    let path = try folder.make("a")
    let before = try (folder.status("a"), folder.status("."))
    #expect(try write("old", to: path) == .unchanged)
    let after = try (folder.status("a"), folder.status("."))
    #expect(after.0.st_ino == before.0.st_ino)
    #expect(after.0.st_ctim.tv_nsec == before.0.st_ctim.tv_nsec)
    #expect(after.1.st_mtim.tv_nsec == before.1.st_mtim.tv_nsec)
  }

  @Test func mayBeEmptyAndBecomeEmpty() throws {
    #expect(try write("", to: folder.at("a")) == .written)
    #expect(try write("", to: folder.at("a")) == .unchanged)
    #expect(try write("x", to: folder.at("a")) == .written)
    #expect(try write("", to: folder.at("a")) == .written)
    #expect(try folder.text("a") == "")
  }

  @Test(arguments: [0o644, 0o640, 0o600, 0o444, 0o400, 0o666, 0o755, 0o604] as [mode_t])
  func keepsItsMode(mode: mode_t) throws {
    let path = try folder.make("a", mode: mode)
    #expect(try write("new", to: path) == .written)
    #expect(try folder.mode("a") == mode)
  }

  @Test func hasTheModeOfAnyNewFileIfItIsNew() throws {
    #expect(try write("new", to: folder.at("a")) == .written)
    close(open(folder.at("b"), O_WRONLY | O_CREAT, 0o666))
    #expect(try folder.mode("a") == folder.mode("b"))
    #expect(try folder.names() == ["a", "b"])
  }

  @Test(.enabled(if: geteuid() == 0)) func keepsItsOwner() throws {
    let path = try folder.make("a", mode: 0o640)
    try #require(chown(path, 12345, 54321) == 0)
    #expect(try write("new", to: path) == .written)
    #expect(try folder.status("a").st_uid == 12345)
    #expect(try folder.status("a").st_gid == 54321)
    #expect(try folder.mode("a") == 0o640)
  }

  @Test func keepsWhatIsNotedOnIt() throws {
    let path = try folder.make("a")
    let notes: [String: [UInt8]] = [
      "user.mime_type": Array("text/calendar".utf8), "user.empty": [],
      "user.long": [UInt8](repeating: 0, count: 2000),
    ]
    for (name, value) in notes {
      guard try folder.set(name, value, on: "a") else { return }
    }
    #expect(try write("new", to: path) == .written)
    for (name, value) in notes { #expect(folder.note(name, on: "a") == value) }
  }

  @Test func keepsTheListOfWhoMay() throws {
    let path = try folder.make("a", mode: 0o600)
    guard try folder.set(ACLOutcome.name, ACLOutcome.oneMoreReader, on: "a") else { return }
    #expect(try folder.mode("a") == 0o640)
    #expect(try write("new", to: path) == .written)
    #expect(folder.note(ACLOutcome.name, on: "a") == ACLOutcome.oneMoreReader)
    #expect(try folder.mode("a") == 0o640)
  }

  @Test func takesNoListFromItsFolder() throws {
    let path = try folder.make("a", mode: 0o640)
    guard try folder.set(ACLOutcome.ofFolder, ACLOutcome.oneMoreReader, on: ".") else { return }
    #expect(try write("new", to: path) == .written)
    #expect(folder.note(ACLOutcome.name, on: "a") == nil)
    #expect(try folder.mode("a") == 0o640)
  }

  @Test func takesTheListOfItsFolderIfItIsNew() throws {
    guard try folder.set(ACLOutcome.ofFolder, ACLOutcome.oneMoreReader, on: ".") else { return }
    #expect(try write("new", to: folder.at("a")) == .written)
    close(open(folder.at("b"), O_WRONLY | O_CREAT, 0o666))
    #expect(folder.note(ACLOutcome.name, on: "a") != nil)
    #expect(folder.note(ACLOutcome.name, on: "a") == folder.note(ACLOutcome.name, on: "b"))
  }

  @Test func leavesItsOtherNamesTheOldBytes() throws {
    let path = try folder.make("a")
    try #require(link(path, folder.at("b")) == 0)
    #expect(try write("new", to: path) == .written)
    #expect(try folder.text("a") == "new")
    #expect(try folder.text("b") == "old")
    #expect(try folder.status("b").st_nlink == 1)
  }

  @Test(arguments: ["a", "\u{E9}"]) func mayHaveTheLongestName(letter: String) throws {
    let name = String(repeating: letter, count: 255 / letter.utf8.count)
    #expect(try write("old", to: folder.at(name)) == .written)
    #expect(try write("new", to: folder.at(name)) == .written)
    #expect(try folder.text(name) == "new")
    #expect(try folder.names() == [name])
  }

  @Test func cannotBeWhereNoFileCanBe() throws {
    try folder.make("file")
    for path in ["no/a", "file/a", ".", "file/", String(repeating: "a", count: 256), "no/"] {
      let error = #expect(throws: FileError.self) { try write("new", to: folder.at(path)) }
      #expect(error?.isMisplaced == true, "\(path): \(String(describing: error))")
    }
    #expect(throws: FileError.self) { try write("new", to: "") }
    #expect(try folder.names() == ["file"])
    #expect(try folder.text("file") == "old")
  }

  @Test func isWrittenToIfItIsAPipe() throws {
    try #require(mkfifo(folder.at("pipe"), 0o600) == 0)
    let reader = open(folder.at("pipe"), O_RDONLY | O_NONBLOCK)
    defer { close(reader) }
    #expect(try write("new", to: folder.at("pipe")) == .written)
    var bytes = [UInt8](repeating: 0, count: 10)
    #expect(read(reader, &bytes, bytes.count) == 3)
    #expect(try folder.names() == ["pipe"])
    #expect(try write("new", to: "/dev/null") == .written)
  }
}
