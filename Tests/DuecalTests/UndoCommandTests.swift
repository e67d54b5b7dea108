import Foundation
import Testing

/// Inserts a line into task files as an import does, in one run.
func insert(_ line: String, into files: [String], state: String) throws -> Run {
  let checks = try #require(ProcessInfo.processInfo.environment["DUECAL_CHECKS"])
  return try run([checks, "insert", state, files.joined(separator: ":"), line])
}

@Suite("Taking back")
struct UndoCommandTests {
  let scratch: Scratch
  let first: String
  let second: String

  init() throws {
    scratch = try Scratch()
    first = try scratch.write("a.taskpaper", "A:\n")
    second = try scratch.write("b.taskpaper", "B:\n")
  }

  private func undo(_ arguments: String...) throws -> Run {
    try duecal(["undo"] + arguments, environment: ["XDG_STATE_HOME": scratch.path("state")])
  }

  private func insert(_ line: String, into files: String...) throws {
    let run = try DuecalTests.insert(line, into: files, state: scratch.path("state/duecal"))
    #expect(run.status == 0, "\(run.error)")
  }

  private var texts: [String] {
    get throws { try ["a.taskpaper", "b.taskpaper"].map(scratch.text) }
  }

  @Test func aWholeRunIsTakenBackAndBroughtAgain() throws {
    try insert("one", into: first)
    try insert("two", into: first, second)
    let quiet = try undo("-q")
    #expect(quiet.status == 0 && quiet.output.isEmpty)
    #expect(try texts == ["A:\n- one\n", "B:\n"])
    let again = try undo()
    #expect(again.status == 0)
    #expect(again.output == "\(first): taken back: undo\n\(second): taken back: undo\n")
    #expect(try texts == ["A:\n- two\n- one\n", "B:\n- two\n"])
  }

  @Test func oneFileIsTakenBackAlone() throws {
    try insert("two", into: first, second)
    let run = try undo(second, "-v")
    #expect(run.error == "duecal: \(second): +0 -1 lines\n")
    #expect(try texts == ["A:\n- two\n", "B:\n"])
  }

  @Test func anEarlierRunIsTakenBackOnceTheLaterOneIs() throws {
    try insert("one", into: first)
    try insert("two", into: first)
    #expect(try undo("--run", "1").status == 4)
    #expect(try undo().status == 0)
    #expect(try undo("--run", "1").status == 0)
    #expect(try texts[0] == "A:\n")
    let run = try undo("--run", "1")
    #expect(run.status == 0)
    #expect(run.error == "duecal: \(first): it is what it was before already\n")
  }

  @Test func nothingOfARunIsTakenBackIfAFileWasChangedSince() throws {
    try insert("two", into: first, second)
    try scratch.write("b.taskpaper", "B:\n- two\n- mine\n")
    let run = try undo()
    #expect(run.status == 4)
    let sentence =
      "it was changed since; what it held before is \(scratch.path("state"))/duecal/backups/"
    #expect(run.error.hasPrefix("duecal: \(second): \(sentence)"))
    #expect(try texts == ["A:\n- two\n", "B:\n- two\n- mine\n"])
    let path = String(try #require(run.error.split(separator: " ").last).dropLast())
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "B:\n")
  }

  @Test func aDryRunShowsTheDifferenceAndWritesNothing() throws {
    try insert("two", into: first)
    let before = try scratch.contents()
    let run = try undo("--dry-run")
    let name = first.dropFirst()
    #expect(run.output == "--- a/\(name)\n+++ b/\(name)\n@@ -1,2 +1 @@\n A:\n-- two\n")
    #expect(try scratch.contents() == before)
  }

  @Test func theListSaysWhatCanBeTakenBack() throws {
    try insert("one", into: first)
    try insert("two", into: first)
    let lines = try undo("--list").output.split(separator: "\n").map { $0.split(separator: "\t") }
    #expect(lines.map { $0[0] } == ["1", "2"])
    #expect(lines.map { $0[1] } == ["2023-11-14T22:13:20Z", "2023-11-14T22:13:20Z"])
    #expect(lines.map { $0[3] } == ["insert", "insert"])
    #expect(lines.map { $0[4] } == ["changed since", "can be undone"])
    #expect(try undo("--list", second).output.isEmpty)
  }

  @Test func anOlderVersionIsWrittenElsewhere() throws {
    try insert("one", into: first)
    try insert("two", into: first)
    #expect(try undo(first, "--to", "-").output == "A:\n- one\n")
    #expect(try undo(first, "--run", "1", "--to", scratch.path("old")).status == 0)
    #expect(try scratch.text("old") == "A:\n")
    #expect(try undo(first, "--to", first).status == 4)
    #expect(try texts[0] == "A:\n- two\n- one\n")
  }

  @Test func anEditorIsWaitedFor() throws {
    try insert("one", into: first)
    let process = ProcessInfo.processInfo
    var name = [CChar](repeating: 0, count: 256)
    gethostname(&name, 255)
    let host = String(
      decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    try FileManager.default.createSymbolicLink(
      atPath: scratch.path(".#a.taskpaper"),
      withDestinationPath: "ann@\(host).\(process.processIdentifier)")
    let run = try undo()
    #expect(run.status == 75)
    #expect(run.error.contains("Emacs (process \(process.processIdentifier)) has it open"))
    #expect(try undo("--force-editing").status == 0)
    #expect(try texts[0] == "A:\n")
  }

  @Test func thereIsNothingToTakeBackAtFirst() throws {
    let run = try undo()
    #expect(run.status == 66 && run.error == "duecal: nothing to undo\n")
    #expect(try undo("--list").status == 0)
    #expect(!FileManager.default.fileExists(atPath: scratch.path("state")))
  }

  @Test(arguments: [
    ["--to", "x"], ["a", "--to", "x", "--dry-run"], ["--list", "--dry-run"], ["--run", "x"],
  ])
  func wrongUsage(arguments: [String]) throws {
    #expect(try duecal(["undo"] + arguments).status == 2)
  }

  @Test func withoutAHomeItIsSaid() throws {
    let run = try duecal(["undo"])
    #expect(run.status == 78 && run.error.contains("HOME is not set"))
  }
}
