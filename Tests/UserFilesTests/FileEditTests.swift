import Glibc
import Testing

@testable import UserFiles

@Suite("A file that a person edits too")
struct FileEditTests {
  let editing: Editing

  init() throws { editing = try Editing() }

  @Test func getsItsNewBytesAndKeepsTheOldOnes() throws {
    #expect(try editing.append("- b") == .written)
    #expect(try editing.text() == "Home:\n\t- a\n- b\n")
    #expect(try editing.litter().isEmpty)
    let edit = try #require(try editing.backups.edits().first)
    #expect(try editing.backups.bytes(of: edit.before) == Array("Home:\n\t- a\n".utf8))
    #expect(edit.after.matches(Array("Home:\n\t- a\n- b\n".utf8)))
    #expect(edit.run == 1 && edit.command == "test" && edit.time == 1_700_000_000)
    #expect(try editing.folder.mode("state/backups") == 0o700)
    #expect(try editing.folder.mode("state/backups/index") == 0o600)
    #expect(try editing.folder.mode("state/backups/\(edit.before.sum)") == 0o600)
  }

  @Test func isNotTouchedIfNothingIsToBeDone() throws {
    let before = try (editing.folder.status("a"), editing.folder.status("."))
    let run = editing.run()
    #expect(try run.edit(editing.path) { _ in nil } == .unchanged)
    #expect(try run.edit(editing.path) { $0.bytes } == .unchanged)
    let after = try (editing.folder.status("a"), editing.folder.status("."))
    #expect(before.0.st_ctim.tv_nsec == after.0.st_ctim.tv_nsec)
    #expect(before.1.st_mtim.tv_nsec == after.1.st_mtim.tv_nsec)
    #expect(try editing.folder.names() == ["a"])
  }

  @Test func isNotTouchedIfItIsNotWhatWasRead() throws {
    let file = try FileSnapshot.read(editing.path)
    try editing.folder.make("a", "Home:\n\t- c\n")
    #expect(try editing.run().write([1], to: editing.path, over: file) == .changedMeanwhile)
    #expect(try editing.text() == "Home:\n\t- c\n")
    #expect(try editing.litter().isEmpty)
  }

  @Test func isReadAgainIfItChangesMeanwhile() throws {
    var reads = 0
    let outcome = try editing.run().edit(editing.path) { [editing] (file) throws(FileError) in
      reads += 1
      if reads == 1 { _ = try write("other\n", to: editing.path) }
      return file.bytes + Array("- b\n".utf8)
    }
    #expect(outcome == .written && reads == 2)
    #expect(try editing.text() == "other\n- b\n")
  }

  @Test func isLeftAloneIfItChangesEachTime() throws {
    var reads = 0
    let error = #expect(throws: FileError.self) {
      try editing.run().edit(editing.path, attempts: 3) { [editing] (_) throws(FileError) in
        reads += 1
        _ = try write("other \(reads)\n", to: editing.path)
        return [1]
      }
    }
    #expect(error?.isPassing == true && reads == 3)
    #expect(try editing.text() == "other 3\n")
  }

  @Test func thatIsOpenToBeWrittenIsLeftAlone() throws {
    let writer = open(editing.path, O_WRONLY | O_APPEND)
    let lease = try FileLease.ask(for: open(editing.path, O_RDONLY), editing.path)
    guard case .refused = lease else { return }
    let error = #expect(throws: FileError.self) { try editing.append("- b") }
    #expect(error?.isPassing == true)
    #expect(try editing.text() == "Home:\n\t- a\n")
    #expect(try editing.litter().isEmpty)
    close(writer)
    #expect(try editing.append("- b") == .written)
  }

  @Test func thatIsOpenAndHasOtherNamesIsLeftAlone() throws {
    try #require(link(editing.path, editing.folder.at("b")) == 0)
    let reader = open(editing.path, O_RDONLY)
    guard case .given = try FileLease.ask(for: reader, editing.path) else { return }
    let error = #expect(throws: FileError.self) { try editing.append("- b") }
    #expect(error?.isPassing == true)
    #expect(try editing.text() == "Home:\n\t- a\n")
    close(reader)
    #expect(try editing.append("- b") == .written)
  }

  /// A run that writes into a file has a lease on it; a program that opens the file then has to retry.
  @Test func thatAnotherRunWritesIntoIsReportedAsBeingWritten() throws {
    let writer = open(editing.path, O_RDWR)
    defer { close(writer) }
    switch try FileLease.ask(for: writer, editing.path, toWrite: true) {
    case .refused: return
    case .unsupported: return
    case .given(let lease):
      defer { extendLifetime(lease) }
      let entry = try #require(try FolderEntry.find(editing.path))
      let error = #expect(throws: FileError.self) { _ = try entry.open(entry.name, O_RDONLY) }
      #expect(error == FileError.locked(editing.path))
      #expect(error?.isPassing == true)
    }
  }

  @Test(arguments: [0o644, 0o600, 0o444, 0o755, 0o2640] as [mode_t])
  func keepsItsMode(mode: mode_t) throws {
    try #require(chmod(editing.path, mode) == 0)
    #expect(try editing.append("- b") == .written)
    #expect(try editing.folder.mode("a") == mode)
  }

  @Test func keepsItsNotesAndItsListOfWhoMay() throws {
    guard try editing.folder.set("user.mark", [1, 2], on: "a"),
      try editing.folder.set(ACLOutcome.name, ACLOutcome.oneMoreReader, on: "a")
    else { return }
    #expect(try editing.append("- b") == .written)
    #expect(editing.folder.note("user.mark", on: "a") == [1, 2])
    #expect(editing.folder.note(ACLOutcome.name, on: "a") == ACLOutcome.oneMoreReader)
  }

  @Test(.enabled(if: geteuid() == 0)) func keepsItsOwner() throws {
    try #require(chown(editing.path, 12345, 54321) == 0)
    #expect(try editing.append("- b") == .written)
    #expect(try editing.folder.status("a").st_uid == 12345)
    #expect(try editing.folder.status("a").st_gid == 54321)
  }

  @Test func keepsItsLinks() throws {
    try #require(symlink("a", editing.folder.at("link")) == 0)
    let outcome = try editing.run().edit(editing.folder.at("link")) { $0.bytes + [0x0A] }
    #expect(outcome == .written)
    #expect(try editing.folder.status("link").st_mode & S_IFMT == S_IFLNK)
    #expect(try editing.text() == "Home:\n\t- a\n\n")
    #expect(try editing.backups.edits().first?.path == RealPath.find(editing.path))
  }

  @Test(arguments: ["", "Home:\n\t- longer\n", "Home:\n", "H"])
  func keepsItsOtherNames(text: String) throws {
    try #require(link(editing.path, editing.folder.at("b")) == 0)
    let before = try editing.folder.status("a").st_ino
    #expect(try editing.run().edit(editing.path) { _ in Array(text.utf8) } == .written)
    #expect(try editing.folder.text("b") == text)
    #expect(try editing.folder.status("a").st_ino == before)
    #expect(try editing.folder.names() == ["a", "b", "state"])
    #expect(try editing.backups.edits().first?.method == .inPlace)
  }

  @Test func isReplacedAlsoWhereExchangedFilesHaveTheLongestName() throws {
    let name = String(repeating: "n", count: 255)
    let path = try editing.folder.make(name)
    #expect(try editing.run().edit(path) { $0.bytes + [0x0A] } == .written)
    #expect(try editing.folder.text(name) == "old\n")
  }

  @Test func isNotEditedWithoutABackup() throws {
    try editing.folder.make("state", "no folder")
    let error = #expect(throws: FileError.self) { try editing.append("- b") }
    #expect(error?.path.contains("state") == true)
    #expect(try editing.text() == "Home:\n\t- a\n")
  }

  @Test func thatIsMissingOrNoFileIsAnError() throws {
    let run = editing.run()
    #expect(throws: FileError.self) { try run.edit(editing.folder.at("no")) { _ in [1] } }
    #expect(throws: FileError.self) { try run.edit(editing.folder.path) { _ in [1] } }
    #expect(try editing.folder.names() == ["a"])
  }
}
