import Foundation
import Glibc
import Testing

@testable import UserFiles

@Suite("What a killed edit left")
struct EditRecoveryTests {
  let editing: Editing

  init() throws { editing = try Editing("one\ntwo\n") }

  private func recover() throws -> [FileEdits.Recovery.Kind] {
    let kinds = try editing.run().recover().map(\.kind)
    #expect(try editing.backups.index().begun.isEmpty)
    #expect(try editing.litter().isEmpty)
    return kinds
  }

  /// Writes the pending file of an edit.
  private func wait(_ text: String, for edit: BackedUpEdit) throws {
    try editing.folder.make(".a.duecal-edit-\(edit.number)", text)
  }

  @Test func isNothingBeforeTheExchange() throws {
    let edit = try editing.begin("new\n", .exchanged)
    try wait("new\n", for: edit)
    try editing.folder.make(".a.duecal-abc123", "ne")
    #expect(try recover() == [.reverted])
    #expect(try editing.text() == "one\ntwo\n")
    #expect(try editing.backups.edits().isEmpty)
  }

  @Test func isDoneAfterTheExchange() throws {
    let edit = try editing.begin("new\n", .exchanged)
    try wait("one\ntwo\n", for: edit)
    try editing.folder.make("a", "new\n")
    #expect(try recover() == [.completed])
    #expect(try editing.text() == "new\n")
    #expect(try editing.backups.edits() == [edit])
  }

  @Test func givesBackWhatAnotherProgramSavedInTheMomentOfTheExchange() throws {
    let edit = try editing.begin("new\n", .exchanged)
    try wait("theirs\n", for: edit)
    try editing.folder.make("a", "new\n")
    #expect(try recover() == [.reverted])
    #expect(try editing.text() == "theirs\n")
  }

  @Test func keepsThatWhereTheFileWasSavedAgain() throws {
    let edit = try editing.begin("new\n", .exchanged)
    try wait("theirs\n", for: edit)
    try editing.folder.make("a", "later\n")
    #expect(try recover() == [.reverted])
    #expect(try editing.text() == "later\n")
    let kept = try #require(try editing.backups.edits().last)
    #expect(kept.isKept)
    #expect(try editing.backups.bytes(of: kept.before) == Array("theirs\n".utf8))
  }

  @Test(arguments: [
    ("one\nX\ntwo\n", "one\nX\no\n", "one\nX\ntwo\n"),
    ("one\nX\ntwo\n", "one\nX\ntw- more\n", "one\nX\ntwo\n- more\n"),
    ("one\nX\ntwo\n", "one\nX\ntwo\n- more\n", "one\nX\ntwo\n- more\n"),
    ("one\nX\ntwo\n", "one\nX\no\n- more\n", "one\nX\ntwo\n- more\n"),
    ("X\n", "X\ne\ntwo\n", "X\n"), ("X\n", "X\n- more\n", "X\n- more\n"),
    ("X\n", "X\ne\ntwo\n- more\n", "X\n- more\n"),
    // The added text begins like the end of the new file, none of which was written yet.
    ("abc\none\ntwo\n", "one\ntwo\ntwin\n", "abc\none\ntwo\ntwin\n"),
    ("one\ntwo\ntree\n", "one\ntwo\ntrue\n", "one\ntwo\ntree\ntrue\n"),
  ])
  func isCompletedInPlaceWithWhatCameAfterIt(new: String, torn: String, whole: String) throws {
    _ = try editing.begin(new, .inPlace)
    try editing.folder.make("a", torn)
    let before = try editing.folder.status("a").st_ino
    #expect(try recover() == [.completed])
    #expect(try editing.text() == whole)
    #expect(try editing.folder.status("a").st_ino == before)
  }

  @Test func isLeftAloneInPlaceWhereItIsNoMixture() throws {
    _ = try editing.begin("one\nX\ntwo\n", .inPlace)
    try editing.folder.make("a", "something else\n")
    #expect(try recover() == [.doubtful])
    #expect(try editing.text() == "something else\n")
    #expect(try editing.backups.edits().count == 1)
  }

  @Test func isNothingInPlaceBeforeTheFirstByte() throws {
    _ = try editing.begin("one\nX\ntwo\n", .inPlace)
    #expect(try recover() == [.reverted])
    #expect(try editing.text() == "one\ntwo\n")
  }

  @Test func isInNobodysWayWhereItsBackupsAreGone() throws {
    let edit = try editing.begin("one\nX\ntwo\n", .inPlace)
    try editing.folder.make("a", "one\nX\no\n")
    for content in [edit.before, edit.after] {
      try #require(unlink(editing.backups.path(of: content)) == 0)
    }
    #expect(try recover() == [.unrecoverable])
    #expect(try editing.text() == "one\nX\no\n")
    #expect(try editing.append("end") == .written)
  }

  @Test func isOverWhereTheFileWasEditedAgain() throws {
    try editing.append("three")
    try editing.append("four")
    let index = editing.folder.at("state/backups/index")
    let text = try String(contentsOfFile: index, encoding: .utf8)
    let lines = text.split(separator: "\n").filter { !$0.hasPrefix("done\t1\t") }
    try (lines.joined(separator: "\n") + "\n").write(
      toFile: index, atomically: false, encoding: .utf8)
    #expect(try editing.backups.index().begun.isEmpty)
    #expect(try editing.backups.edits().map(\.number) == [1, 2])
  }

  @Test func aFileUnderTheNameOfAnEditIsNeverOverwritten() throws {
    for number in [1, 2] { try editing.folder.make(".a.duecal-edit-\(number)", "theirs") }
    try editing.append("three")
    #expect(try editing.backups.edits().map(\.number) == [3])
    for number in [1, 2] {
      #expect(try editing.folder.text(".a.duecal-edit-\(number)") == "theirs")
    }
  }

  @Test func isSeenByTheNextEdit() throws {
    _ = try editing.begin("one\nX\ntwo\n", .inPlace)
    try editing.folder.make("a", "one\nX\no\n")
    let run = editing.run()
    #expect(try run.edit(editing.path) { $0.bytes + Array("end\n".utf8) } == .written)
    #expect(run.recovered.map(\.kind) == [.completed])
    #expect(try editing.text() == "one\nX\ntwo\nend\n")
  }

  @Test func waitsForAnEditorAndIsInNobodysWay() throws {
    let edit = try editing.begin("one\nX\ntwo\n", .inPlace)
    try editing.folder.make("a", "one\nX\no\n")
    let mark = "ann@\(LocalHost.name).\(getpid())"
    try #require(symlink(mark, editing.folder.at(".#a")) == 0)
    let other = try editing.folder.make("b")
    #expect(try editing.run().edit(other) { _ in [1] } == .written)
    #expect(throws: FileError.self) { try editing.run().edit(editing.path) { _ in [1] } }
    #expect(try editing.text() == "one\nX\no\n")
    #expect(try editing.backups.index().begun == [edit])
    try #require(unlink(editing.folder.at(".#a")) == 0)
    try #require(unlink(other) == 0)
    #expect(try recover() == [.completed])
    #expect(try editing.text() == "one\nX\ntwo\n")
  }

  @Test func ofALineThatIsCutOffNothingStays() throws {
    try editing.append("three")
    let index = editing.folder.at("state/backups/index")
    let file = open(index, O_WRONLY | O_APPEND)
    try ByteWriting.write(Array("edit\t9\t9\t0\texchan".utf8), to: file, called: index)
    close(file)
    try editing.append("four")
    #expect(try editing.backups.edits().map(\.number) == [1, 2])
  }
}
