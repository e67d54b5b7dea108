import Foundation
import Testing

@Suite("A name that fits several tasks")
struct ChoosingTests {
  private let scratch: Scratch
  private let file: String

  init() throws {
    scratch = try Scratch()
    file = try scratch.write("tasks.taskpaper", "- Call Ann\n- Call Bob\n- Call Cleo\n")
  }

  /// Runs `duecal done call` on a terminal, and types keys.
  private func done(typing keys: String) throws -> Run {
    let terminal = projectFolder.appendingPathComponent("Tests/Shells/terminal.py").path
    let world = [
      "TERM": "vt100", "DUECAL_CONFIG": "", "DUECAL_NOW": "2026-12-01T10:00:00Z",
      "XDG_STATE_HOME": scratch.path("state"), "DUECAL_FILES": file,
    ]
    return try run(
      ["/usr/bin/env", "python3", terminal, keys, try #require(binary), "done", "call"],
      in: scratch.url, environment: world)
  }

  @Test(arguments: [("2\\n", [1]), ("1 3\\n", [0, 2])])
  func isAskedAboutOnATerminal(keys: String, wanted: [Int]) throws {
    let run = try done(typing: keys)
    #expect(run.status == 0, "\(run.output)")
    #expect(run.output.contains("Call Bob"))
    let lines = try scratch.text("tasks.taskpaper").split(separator: "\n")
    #expect(lines.indices.filter { lines[$0].hasSuffix("@done(2026-12-01)") } == wanted)
  }

  @Test func changesNothingWhereNothingIsChosen() throws {
    let run = try done(typing: "\\n")
    #expect(run.status == 1)
    #expect(try scratch.text("tasks.taskpaper") == "- Call Ann\n- Call Bob\n- Call Cleo\n")
  }
}
