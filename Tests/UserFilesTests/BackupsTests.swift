import Foundation
import Glibc
import Testing

@testable import UserFiles

@Suite struct BackupsTests {
  @Test func theSumIsThatOfTheStandard() {
    let sums = [
      "": "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
      "abc": "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq":
        "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1",
    ]
    for (text, sum) in sums { #expect(SHA256.digits(of: Array(text.utf8)) == sum) }
    let million = [UInt8](repeating: UInt8(ascii: "a"), count: 1_000_000)
    #expect(
      SHA256.digits(of: million)
        == "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0")
  }

  @Test func theLastVersionsOfEachFileAreKept() throws {
    let editing = try Editing()
    let other = try editing.folder.make("b")
    _ = try editing.run().edit(other) { _ in [1] }
    for number in 1...100 {
      let run = editing.run(at: Editing.time + number)
      _ = try run.edit(editing.path) { $0.bytes + Array("- \(number)\n".utf8) }
    }
    #expect(try editing.backups.edits().count == 101)
    _ = try editing.run(at: Editing.time + 86_400 * 3).edit(editing.path) { _ in [2] }
    let edits = try editing.backups.edits()
    #expect(edits.map(\.number) == [1] + (83...102))
    for edit in edits {
      #expect(try edit.before.matches(editing.backups.bytes(of: edit.before)))
    }
    let names = try FileTree.files(in: editing.backups.folder) { _ in true }.files
    #expect(names.count < 2 * Backups.count)
  }

  @Test func theEditsOfOneRunHaveItsNumber() throws {
    let editing = try Editing()
    let run = editing.run()
    for path in [editing.path, try editing.folder.make("b")] {
      _ = try run.edit(path) { $0.bytes + [0x0A] }
    }
    try editing.append("- c")
    #expect(try editing.backups.edits().map(\.run) == [1, 1, 2])
    #expect(run.run == 1)
  }

  @Test func anyPathAndCommandComesBack() throws {
    let editing = try Editing()
    let path = try editing.folder.make("a\tb\\\nc\r\nd")
    let run = FileEdits(keepingIn: editing.backups, command: "tab\t\\t \r\n", time: 0)
    _ = try run.edit(path) { _ in [1] }
    let edit = try #require(try editing.backups.edits().first)
    #expect(edit.path == RealPath.find(path) && edit.command == "tab\t\\t \r\n")
  }

  @Test func severalEditsOfARunAreOneStretch() throws {
    let editing = try Editing("0")
    let run = editing.run()
    for text in ["1", "2", "3"] { _ = try run.edit(editing.path) { _ in Array(text.utf8) } }
    let change = try #require(try editing.backups.history().replay.runs.first?.changes.first)
    let span = try #require(change.spans.first)
    #expect(change.spans.count == 1)
    #expect(try editing.backups.bytes(of: span.before) == [0x30])
    #expect(try editing.backups.bytes(of: span.after) == [0x33])
  }

  @Test func whatARunTookBackItselfIsNoChange() throws {
    let editing = try Editing("0")
    let run = editing.run()
    for text in ["1", "0"] { _ = try run.edit(editing.path) { _ in Array(text.utf8) } }
    #expect(try editing.backups.history().replay.runs.isEmpty)
  }

  @Test func namesThatLookAlikeAreTwoFiles() throws {
    let editing = try Editing()
    let paths = try ["\u{E9}", "e\u{301}"].map { try editing.folder.make($0) }
    let run = editing.run()
    for path in paths { _ = try run.edit(path) { _ in [1] } }
    let history = try editing.backups.history()
    #expect(history.replay.runs.first?.changes.count == 2)
    let real = try #require(RealPath.find(paths[1]))
    #expect(history.of(FileName(real)).edits.map(\.number) == [2])
  }

  @Test func aPathWithALineBreakBeforeAMarkComesBack() throws {
    let editing = try Editing()
    let path = try editing.folder.make("a\n\u{301}b")
    _ = try editing.run().edit(path) { _ in [1] }
    let edit = try #require(try editing.backups.edits().first)
    #expect(edit.name == FileName(try #require(RealPath.find(path))))
  }
}

@Suite("What can be undone and redone")
struct EditHistoryTests {
  let editing: Editing

  init() throws { editing = try Editing("0") }

  private func edit(_ text: String, for purpose: BackedUpEdit.Purpose = .change) throws {
    _ = try editing.run(for: purpose).edit(editing.path) { _ in Array(text.utf8) }
  }

  private var replay: EditHistory.Replay {
    get throws { try editing.backups.history().replay }
  }

  @Test func goesBackAndForward() throws {
    for text in ["1", "2", "3"] { try edit(text) }
    #expect(try replay.undoable.map(\.number) == [3, 2, 1])
    try edit("2", for: .undo(3))
    try edit("1", for: .undo(2))
    #expect(try replay.undoable.map(\.number) == [1])
    #expect(try replay.redoable.map(\.number) == [2, 3])
    try edit("2", for: .redo(2))
    #expect(try replay.undoable.map(\.number) == [2, 1])
    #expect(try replay.redoable.map(\.number) == [3])
  }

  @Test func endsGoingForwardWithTheNextEdit() throws {
    try edit("1")
    try edit("0", for: .undo(1))
    try edit("5", for: .background)
    #expect(try replay.redoable.map(\.number) == [1])
    try edit("6")
    #expect(try replay.redoable.isEmpty)
  }

  @Test func passesOverWhatRanInTheBackground() throws {
    try edit("1")
    try edit("2", for: .background)
    #expect(try replay.undoable.map(\.number) == [1])
    #expect(try replay.lastInBackground?.number == 2)
  }

  @Test func knowsWhatVersion01TookBack() throws {
    for text in ["1", "2"] { try edit(text) }
    let index = editing.folder.at("state/backups/index")
    let lines = try String(contentsOfFile: index, encoding: .utf8).split(separator: "\n")
    func old(_ line: Substring) -> String {
      let fields = line.split(separator: "\t", omittingEmptySubsequences: false)
      return fields.prefix(fields[0] == "edit" ? 11 : 2).joined(separator: "\t") + "\n"
    }
    let undo = try #require(lines.first { $0.hasPrefix("edit\t2") }).split(separator: "\t")
    let back =
      (["edit", "3", "3"] + undo[3...4].map(String.init)
      + [7, 8, 5, 6].map { String(undo[$0]) } + ["undo", String(undo[10])]).joined(separator: "\t")
    try (lines.map(old).joined() + back + "\ndone\t3\n")
      .write(toFile: index, atomically: false, encoding: .utf8)
    #expect(try editing.backups.history().damagedLines.isEmpty)
    #expect(try replay.undoable.map(\.number) == [1])
    #expect(try replay.redoable.map(\.number) == [2])
  }
}

@Suite("An index that was damaged")
struct DamagedIndexTests {
  let editing: Editing
  let index: String

  init() throws {
    editing = try Editing()
    try editing.append("- one")
    index = editing.folder.at("state/backups/index")
  }

  private func add(_ line: String) throws {
    let text = try String(contentsOfFile: index, encoding: .utf8)
    try (text + line).write(toFile: index, atomically: false, encoding: .utf8)
  }

  @Test(arguments: ["9223372036854775807", "-1", "1000000000001", "99999999999999999999", ""])
  func doesNotCountOnFromNumbersThatAreNone(number: String) throws {
    let edit = try #require(try editing.backups.edits().first)
    let fields = edit.line.split(separator: "\t").map(String.init).prefix(11)
    for place in [1, 2] {
      var fields = Array(fields)
      fields[place] = number
      try add(fields.joined(separator: "\t") + "\n")
    }
    try add("done\t\(number)\n")
    let run = editing.run()
    #expect(try run.edit(editing.path) { $0.bytes + [0x0A] } == .written)
    #expect(run.damagedLines == [3, 4, 5])
    #expect(try editing.backups.edits().map(\.number) == [1, 2])
  }

  @Test func losesNoBackupToTidyingUp() throws {
    try add("damaged\n")
    for number in 1...60 {
      let run = editing.run(at: Editing.time + number * 86_400)
      _ = try run.edit(editing.path) { $0.bytes + [0x0A] }
    }
    #expect(try editing.backups.edits().count == 61)
  }

  @Test func aLineThatIsThereTwiceIsOne() throws {
    try add(try #require(try editing.backups.edits().first).line)
    #expect(try editing.backups.index().begun.isEmpty)
    #expect(try editing.backups.history().damagedLines.isEmpty)
  }
}
