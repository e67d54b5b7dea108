import Glibc
import Testing

@testable import UserFiles

@Suite("A run of several files")
struct SeveralFilesTests {
  let editing: Editing
  private let files: [ChangedFile]

  init() throws {
    editing = try Editing("a\n")
    let folder = editing.folder
    files = ["a", "b"].map {
      ChangedFile(path: folder.at($0), old: Array("\($0)\n".utf8), new: Array("\($0)\nnew\n".utf8))
    }
    try folder.make("b", "b\n")
  }

  private func texts() throws -> [String] { try ["a", "b"].map(editing.folder.text) }

  private func lines(_ kind: String) throws -> Int {
    let index = try FileSnapshot.read(editing.backups.indexPath).bytes
    return String(decoding: index, as: UTF8.self).split(separator: "\n")
      .count { $0.hasPrefix("\(kind)\t") }
  }

  /// Notes the run, as one does that is killed before its first file; returns its number.
  private func plan() throws -> Int {
    let index = editing.backups.indexPath
    var noted: [UInt8] = []
    _ = try editing.run().write(files) { _ in
      noted = (try? FileSnapshot.read(index).bytes) ?? []
      return false
    }
    _ = try FileReplacement.write(noted, to: index)
    return try #require(try editing.backups.index().plans.first?.run)
  }

  private func recovered(_ run: FileEdits, _ open: OpenBackups) -> [FileEdits.Recovery.Kind] {
    _ = run.recover(open)
    return run.recovered.map(\.kind)
  }

  private func recover() throws -> [FileEdits.Recovery.Kind] {
    let kinds = try editing.run().recover().map(\.kind)
    #expect(try !editing.backups.index().isUnfinished)
    #expect(try editing.run().recover().isEmpty)
    return kinds
  }

  @Test func isNotedWithAllFilesBeforeTheFirstIsWritten() throws {
    var noted: [String] = []
    var number = 0
    let run = editing.run()
    let isDone = try run.write(files) { [editing] run in
      noted = (try? editing.backups.index().plans.map(\.path)) ?? []
      number = run
      return true
    }
    #expect(isDone && noted.count == 2 && number == run.run)
    #expect(try texts() == ["a\nnew\n", "b\nnew\n"])
    #expect(try !editing.backups.index().isUnfinished)
    #expect(try editing.backups.edits().map(\.run) == [number, number])
    #expect(try lines("plan") == 2 && lines("settled") == 1)
  }

  @Test func aSingleFileIsNotedOnce() throws {
    var number = 0
    let run = editing.run()
    #expect(
      try run.write([files[0]]) { run in
        number = run
        return true
      })
    #expect(try number == 1 && run.run == 1 && editing.backups.wrote(1))
    #expect(try lines("plan") == 0 && lines("edit") == 1)
  }

  @Test(arguments: [1, 2]) func isNotMadeIfItIsNotPrepared(count: Int) throws {
    #expect(try !editing.run().write(Array(files.prefix(count))) { _ in false })
    #expect(try texts() == ["a\n", "b\n"])
    #expect(try !editing.backups.index().isUnfinished && editing.backups.edits().isEmpty)
    #expect(try !editing.backups.wrote(1))
    #expect(try editing.litter() == ["b"])
  }

  @Test func isNothingBeforeItsFirstFile() throws {
    let run = try plan()
    #expect(try recover().isEmpty)
    #expect(try texts() == ["a\n", "b\n"])
    #expect(try !editing.backups.wrote(run))
  }

  @Test func keepsItsNumberIfItLeftNothingElse() throws {
    let killed = try plan()
    let run = editing.run()
    let other = try editing.folder.make("c")
    #expect(try run.edit(other) { _ in [1] } == .written)
    #expect(run.run == killed + 1)
    #expect(try !editing.backups.wrote(killed))
  }

  @Test func isNotMadeAfterAKillBeforeItAlthoughTheFileWasEditedSince() throws {
    var answers: [Bool?] = []
    _ = try editing.run().write([files[0]]) { [editing] number in
      _ = try? editing.folder.make("a", "by hand\n")
      answers.append(try? editing.backups.wrote(number))
      return true
    }
    #expect(answers == [false])
    #expect(try texts()[0] == "by hand\n")
  }

  /// The files after a kill, those after the next run, and what it reports.
  @Test(arguments: [
    (["a\nnew\n", "b\n"], ["a\nnew\n", "b\nnew\n"], 0),
    (["a\n", "b\nnew\n"], ["a\nnew\n", "b\nnew\n"], 0),
    (["a\nnew\n", "b\nnew\n"], ["a\nnew\n", "b\nnew\n"], 0),
    (["a\nnew\n", "other\n"], ["a\nnew\n", "other\n"], 1),
    (["other\n", "b\n"], ["other\n", "b\n"], 0),
  ])
  func isCompletedIfSomeOfItIsThere(left: [String], end: [String], reports: Int) throws {
    _ = try plan()
    for (name, text) in zip(["a", "b"], left) { try editing.folder.make(name, text) }
    #expect(try recover() == Array(repeating: .changedSince, count: reports))
    #expect(try texts() == end)
  }

  @Test func isCompletedUnderItsOwnNumber() throws {
    let number = try plan()
    try editing.folder.make("a", "a\nnew\n")
    let run = editing.run()
    let other = try editing.folder.make("c")
    #expect(try run.edit(other) { _ in [1] } == .written)
    #expect(try texts() == ["a\nnew\n", "b\nnew\n"] && run.run == number + 1)
    #expect(try editing.backups.edits().map(\.run) == [number, number + 1])
  }

  @Test func isLeftAloneIfAFileThatItHasWrittenWasChanged() throws {
    let number = try plan()
    let run = editing.run()
    let open = try OpenBackups(editing.backups, now: Editing.time)
    #expect(try run.make(files[0], run.label(number), open) == .written)
    try editing.folder.make("a", "a\nnewer\n")
    #expect(recovered(run, open) == [.changedSince])
    #expect(try texts() == ["a\nnewer\n", "b\n"])
  }

  @Test func waitsForAnEditorOfOneOfItsFiles() throws {
    _ = try plan()
    try editing.folder.make("a", "a\nnew\n")
    let mark = "ann@\(LocalHost.name).\(getpid())"
    try #require(symlink(mark, editing.folder.at(".#b")) == 0)
    #expect(throws: FileError.self) { try editing.append("more") }
    #expect(try editing.run().edit(try editing.folder.make("c")) { _ in [1] } == .written)
    #expect(try texts() == ["a\nnew\n", "b\n"])
    try #require(unlink(editing.folder.at(".#b")) == 0)
    #expect(try recover().isEmpty)
    #expect(try texts() == ["a\nnew\n", "b\nnew\n"])
  }

  @Test func makesTheFileThatWasMissing() throws {
    let new = ChangedFile(path: editing.folder.at("c"), old: [], new: [1])
    #expect(try editing.run().write([new, files[0]]))
    #expect(try FileSnapshot.read(new.path).bytes == [1])
    #expect(try editing.backups.edits().map(\.run) == [1, 1])
  }

  @Test func leavesNoneWrittenIfOneCannotBe() throws {
    let changed = ChangedFile(path: files[1].path, old: Array("x\n".utf8), new: [1])
    #expect(try !editing.run().write([files[0], changed]))
    #expect(try editing.backups.index().lineCount == 0)
    // Another program writes the second file when the first is written.
    let isWritten = try editing.run().write(files) { [files] _ in
      (try? write("x\n", to: files[1].path)) != nil
    }
    #expect(!isWritten)
    #expect(try texts() == ["a\n", "x\n"])
    #expect(try !editing.backups.index().isUnfinished)
    #expect(try editing.backups.history().replay.undoable.isEmpty && !editing.backups.wrote(1))
  }

  @Test func itsVersionsStayUntilItIsFinished() throws {
    _ = try plan()
    let mark = "ann@\(LocalHost.name).\(getpid())"
    try #require(symlink(mark, editing.folder.at(".#b")) == 0)
    try editing.folder.make("a", "a\nnew\n")
    let other = try editing.folder.make("c")
    for number in 1...60 {
      let run = editing.run(at: Editing.time + number * 86_400)
      _ = try run.edit(other) { $0.bytes + [0x0A] }
    }
    try #require(unlink(editing.folder.at(".#b")) == 0)
    #expect(try recover().isEmpty)
    #expect(try texts() == ["a\nnew\n", "b\nnew\n"])
  }
}
