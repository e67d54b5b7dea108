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

  private func undo(_ arguments: String...) throws -> Run { try command(["undo"] + arguments) }

  private func redo(_ arguments: String...) throws -> Run { try command(["redo"] + arguments) }

  private func command(_ words: [String]) throws -> Run {
    let world = ["XDG_STATE_HOME": scratch.path("state"), "TZ": "Europe/Berlin"]
    return try duecal(words, environment: world)
  }

  private func insert(_ line: String, into files: String...) throws {
    let run = try DuecalTests.insert(line, into: files, state: scratch.path("state/duecal"))
    #expect(run.status == 0, "\(run.error)")
  }

  private var texts: [String] {
    get throws { try ["a.taskpaper", "b.taskpaper"].map(scratch.text) }
  }

  @Test func eachUndoGoesOneRunFurtherBackAndRedoForward() throws {
    try insert("one", into: first)
    try insert("two", into: first, second)
    let quiet = try undo("-q")
    #expect(quiet.status == 0 && quiet.output.isEmpty)
    #expect(try texts == ["A:\n- one\n", "B:\n"])
    #expect(try undo().output == "\(first): undone: insert (run 1)\n")
    #expect(try texts == ["A:\n", "B:\n"])
    let none = try undo()
    #expect(none.status == 66 && none.error == "duecal: nothing to undo\n")
    #expect(try redo().status == 0)
    let again = try redo()
    #expect(
      again.output
        == "\(first): redone: insert (run 2)\n\(second): redone: insert (run 2)\n")
    #expect(try texts == ["A:\n- two\n- one\n", "B:\n- two\n"])
    #expect(try redo().status == 66)
  }

  @Test func anEditEndsTheWayForward() throws {
    try insert("one", into: first)
    #expect(try undo().status == 0)
    try insert("two", into: second)
    let run = try redo()
    #expect(run.status == 66 && run.error == "duecal: nothing to redo\n")
    #expect(try redo("--run", "1").status == 0)
    #expect(try texts == ["A:\n- one\n", "B:\n- two\n"])
  }

  /// Adds a task with errors written to a file that `JOURNAL_STREAM` names, as systemd does for a service; `stream`
  /// replaces the value of the variable.
  private func addAsAService(_ task: String, stream: String = "") throws -> Run {
    let own = "$(stat -Lc %d:%i /proc/self/fd/2)"
    let shell = "JOURNAL_STREAM=\(stream.isEmpty ? own : stream) exec \"$0\" \"$@\""
    let path = try #require(binary)
    return try run(
      ["/bin/sh", "-c", shell, path, "add", task, "-f", first],
      environment: ["XDG_STATE_HOME": scratch.path("state"), "HOME": scratch.path("")])
  }

  @Test func aRunOfAServiceIsUndoneOnlyByItsNumber() throws {
    try insert("one", into: first)
    #expect(try addAsAService("two").status == 0)
    #expect(try undo().output == "\(first): undone: insert (run 1)\n")
    #expect(try texts == ["A:\n- two\n", "B:\n"])
    let none = try undo()
    #expect(none.status == 66)
    #expect(
      none.error
        == "duecal: nothing to undo; run 2 was made with -q or by a service: use duecal undo --run "
        + "2\n")
    #expect(try undo("--run", "2").status == 0)
    #expect(try texts == ["A:\n", "B:\n"])
  }

  @Test func aQuietRunIsUndoneOnlyByItsNumber() throws {
    try insert("one", into: first)
    #expect(try command(["add", "two", "-f", first, "-q"]).status == 0)
    #expect(try undo().output == "\(first): undone: insert (run 1)\n")
    #expect(try undo().status == 66)
    #expect(try undo("--run", "2").status == 0)
    #expect(try texts == ["A:\n", "B:\n"])
  }

  @Test(arguments: ["1:1", "none"])
  func aRunWhoseErrorsGoElsewhereThanToTheJournalIsAPersons(stream: String) throws {
    try insert("one", into: first)
    #expect(try addAsAService("two", stream: stream).status == 0)
    #expect(try undo().status == 0)
    #expect(try texts == ["A:\n- one\n", "B:\n"])
  }

  @Test func oneFileIsTakenBackAlone() throws {
    try insert("two", into: first, second)
    let run = try undo(second, "-v")
    #expect(run.error == "duecal: \(second): +0 -1 lines\n")
    #expect(try texts == ["A:\n- two\n", "B:\n"])
    #expect(try undo().status == 0)
    #expect(try texts == ["A:\n", "B:\n"])
  }

  @Test func laterEditsOfOtherLinesStay() throws {
    try insert("one", into: first)
    try insert("two", into: first)
    try scratch.write("a.taskpaper", "- top\nA:\n- two\n- one\n- end\n")
    #expect(try undo("--run", "1").status == 0)
    #expect(try texts[0] == "- top\nA:\n- two\n- end\n")
    let run = try undo("--run", "1")
    #expect(run.status == 0 && run.error == "duecal: run 1 is already undone\n")
    #expect(try undo().status == 0)
    #expect(try texts[0] == "- top\nA:\n- end\n")
  }

  @Test func nothingOfARunIsTakenBackIfItsWordsWereChanged() throws {
    try insert("two", into: first, second)
    try scratch.write("b.taskpaper", "B:\n- two, mine\n")
    let run = try undo()
    #expect(run.status == 4)
    let sentence =
      "\"- two\" was changed to \"- two, mine\" after run 1; nothing is undone; the content of the "
      + "file before is "
    #expect(run.error.hasPrefix("\(second):2:3: error: \(sentence)\(scratch.path("state"))/"))
    #expect(run.error.split(separator: "\n").count == 1)
    #expect(try texts == ["A:\n- two\n", "B:\n- two, mine\n"])
    let path = String(try #require(run.error.split(separator: " ").last).dropLast())
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "B:\n")
  }

  @Test func equalLinesInSeveralPlacesAreNotGuessedAt() throws {
    try insert("two", into: first)
    try scratch.write("a.taskpaper", "A:\n- two\n- mine\n- two\n")
    let run = try undo()
    #expect(run.status == 4 && run.error.contains("appears in several places"), "\(run.error)")
    #expect(try texts[0] == "A:\n- two\n- mine\n- two\n")
  }

  @Test func aDamagedIndexIsReportedAndNotGuessedAt() throws {
    try insert("one", into: first)
    let index = scratch.path("state/duecal/backups/index")
    let text = try String(contentsOfFile: index, encoding: .utf8)
    try (text + "edit\t9223372036854775807\n").write(
      toFile: index, atomically: false, encoding: .utf8)
    let run = try undo()
    #expect(run.status == 65 && run.error.contains("index:3: this line is damaged"))
    #expect(try undo("--list").status == 0)
    try insert("two", into: first)
    #expect(try texts[0] == "A:\n- two\n- one\n")
  }

  @Test func aDryRunShowsTheDifferenceAndWritesNothing() throws {
    try insert("two", into: first)
    let before = try scratch.contents()
    let run = try undo("--dry-run")
    let name = first.dropFirst()
    #expect(try undo("--dry-run", "--exit-code").status == 3)
    #expect(run.output == "--- a/\(name)\n+++ b/\(name)\n@@ -1,2 +1 @@\n A:\n-- two\n")
    #expect(try scratch.contents() == before)
  }

  @Test func theListShowsWhatCanBeUndone() throws {
    try insert("one", into: first)
    try insert("two", into: first)
    let lines = try undo("--list").output.split(separator: "\n").map { $0.split(separator: "\t") }
    #expect(lines.map { $0[0] } == ["1", "2"])
    #expect(lines.map { $0[1] } == ["2023-11-14 23:13:20", "2023-11-14 23:13:20"])
    #expect(lines.map { $0[3] } == ["insert", "insert"])
    #expect(lines.map { $0[4] } == ["can be undone", "can be undone"])
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
    #expect(run.error.contains("Emacs (process \(process.processIdentifier)) has the file open"))
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

  @Test func aMissingHomeIsReported() throws {
    let run = try duecal(["undo"])
    #expect(run.status == 78 && run.error.contains("HOME is not set"))
  }
}

@Suite("What version 0.1 wrote")
struct OldBackupsTests {
  /// The two files and the backups of six runs by version 0.1: done, add, import, move, tag and undo.
  private func scratch() throws -> Scratch {
    let scratch = try Scratch()
    let old = projectFolder.appendingPathComponent("Tests/Version01")
    let state = scratch.url.appendingPathComponent("state/duecal")
    try FileManager.default.createDirectory(at: state, withIntermediateDirectories: true)
    try FileManager.default.copyItem(
      at: old.appendingPathComponent("backups"), to: state.appendingPathComponent("backups"))
    for name in ["home.taskpaper", "work.taskpaper"] {
      try scratch.write(
        name, String(contentsOf: old.appendingPathComponent(name), encoding: .utf8))
    }
    let index = state.appendingPathComponent("backups/index")
    let folder = scratch.url.resolvingSymlinksInPath().path
    let text = try String(contentsOf: index, encoding: .utf8)
    try text.replacingOccurrences(of: "/FOLDER", with: folder)
      .write(to: index, atomically: false, encoding: .utf8)
    return scratch
  }

  private func command(_ words: String..., in scratch: Scratch) throws -> Run {
    try duecal(words, environment: ["XDG_STATE_HOME": scratch.path("state"), "TZ": "UTC"])
  }

  @Test func isListedAndUndoneToItsBeginning() throws {
    let scratch = try scratch()
    let list = try command("undo", "--list", in: scratch)
    #expect(list.status == 0 && list.error.isEmpty)
    #expect(list.output.split(separator: "\n").count == 7)
    #expect(list.output.contains("undo of run 5"))
    for number in [4, 3, 2, 1] {
      let run = try command("undo", in: scratch)
      #expect(run.status == 0 && run.output.contains("(run \(number))"), "\(run.error)")
    }
    #expect(try command("undo", in: scratch).status == 66)
    let home = try scratch.text("home.taskpaper")
    #expect(home == "Home:\n\t- Call Ann @due(2026-12-01)\n\t- Buy milk\n")
    #expect(try scratch.text("work.taskpaper") == "Work:\n\t- Report\n")
  }

  @Test func canBeRedone() throws {
    let scratch = try scratch()
    #expect(try command("redo", in: scratch).output.contains("redone: tag (run 5)"))
    #expect(try scratch.text("work.taskpaper").contains("- Report @urgent\n"))
  }
}
