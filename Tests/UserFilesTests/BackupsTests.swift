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
    for number in 1...100 { try editing.append("- \(number)") }
    let edits = try editing.backups.edits()
    #expect(edits.count == Backups.count + 1)
    #expect(edits.map(\.number) == [1] + (82...101))
    for edit in edits {
      #expect(try edit.before.isThat(of: editing.backups.bytes(of: edit.before)))
    }
    let names = try FileTree.files(in: editing.backups.folder) { _ in true }.files
    #expect(names.count < 4 * Backups.count)
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

  @Test func severalEditsOfARunAreTakenBackAsOne() throws {
    let editing = try Editing("0")
    for text in ["1", "2", "3"] {
      _ = try editing.run().edit(editing.path) { _ in Array(text.utf8) }
    }
    let edits = try editing.backups.edits()
    let undoing = try #require(Undoing(edits))
    #expect(try editing.backups.bytes(of: undoing.before) == [0x30])
    #expect(try undoing.file().get()?.bytes == [0x33])
    #expect(Undoing([edits[0], edits[2]])?.edits.map(\.number) == [3])
    try editing.folder.make("a", "other")
    #expect(try undoing.file().isFailure(.changedSince))
    try #require(unlink(editing.path) == 0)
    #expect(try undoing.file().isFailure(.missing))
  }

  @Test func allRunsAreTakenBackOneAfterTheOther() throws {
    let editing = try Editing()
    let paths = try ["b", "c", "d"].map { try editing.folder.make($0, "\($0)\n") }
    for number in 1...Backups.count / 2 {
      let run = editing.run()
      for path in paths.filter({ _ in Bool.random() }) {
        for _ in 0...Int.random(in: 0...1) {
          _ = try run.edit(path) { $0.bytes.shuffled() + Array("\(number)".utf8) }
        }
      }
    }
    let edits = try editing.backups.edits()
    for run in Set(edits.map(\.run)).sorted(by: >) {
      let files = Dictionary(grouping: edits.filter { $0.run == run }) { $0.path }
      for undoing in files.values.compactMap({ Undoing($0) }) {
        let file = try #require(try undoing.file().get())
        let bytes = try editing.backups.bytes(of: undoing.before)
        #expect(try editing.run().write(bytes, to: undoing.path, over: file) == .written)
      }
    }
    #expect(try ["b", "c", "d"].map(editing.folder.text) == ["b\n", "c\n", "d\n"])
  }
}

extension Result where Success == FileSnapshot?, Failure == Undoing.Objection {
  fileprivate func isFailure(_ objection: Undoing.Objection) -> Bool {
    if case .failure(objection) = self { true } else { false }
  }
}
