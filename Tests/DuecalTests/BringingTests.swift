import Foundation
import Testing

@Suite("Bringing tasks from other programs")
struct BringingTests {
  private let first = """
    [
    {"id":1,"description":"Pay rent","due":"20261130T230000Z","entry":"20261101T080000Z","modified":"20261101T080000Z","project":"Home","status":"pending","uuid":"u1"},
    {"id":2,"description":"Call Ann","due":"20261203T140000Z","entry":"20261101T080000Z","modified":"20261101T080000Z","status":"pending","uuid":"u2","estimate":"PT2H"},
    {"id":0,"description":"Gone","entry":"20261101T080000Z","modified":"20261101T080000Z","status":"deleted","uuid":"u3"}
    ]
    """ + "\n"

  @Test func theTasksOfTaskwarriorArePrinted() throws {
    let run = try duecal(["import", "-"], input: first)
    #expect(run.status == 0)
    #expect(run.output.contains("Home:\n\t- Pay rent @due(2026-12-01)\n"), "\(run.output)")
    #expect(run.output.contains("- Call Ann @due(2026-12-03 15:00)\n"))
    #expect(run.error.contains("-: 1 deleted task is left out"))
    #expect(
      run.error.contains(
        "-:3:1: not kept: estimate \"PT2H\": a task file cannot hold this property"),
      "\(run.error)")
    #expect(try duecal(["import", "-", "-q"], input: first).error.isEmpty)
  }

  @Test func aSecondImportOfTaskwarriorChangesOnlyWhatChanged() throws {
    let home = try StoreHome()
    try home.scratch.write("t.json", first)
    let arguments = ["import", "t.json", "--into", "t.taskpaper"]
    #expect(try home.run(arguments).status == 0)
    let text = try home.scratch.text("t.taskpaper")
    #expect(try home.run(arguments).output.isEmpty)
    #expect(try home.scratch.text("t.taskpaper") == text)
    try home.scratch.write(
      "t.taskpaper", text.replacingOccurrences(of: "Pay rent", with: "Pay the rent"))
    try home.scratch.write(
      "t.json",
      first.replacingOccurrences(of: "20261203T140000Z", with: "20261204T140000Z")
        .replacingOccurrences(of: "\"id\":1", with: "\"id\":7,\"urgency\":3.5"))
    #expect(try home.run(arguments).status == 0)
    let changed = try home.scratch.text("t.taskpaper")
    #expect(changed.contains("- Pay the rent @due(2026-12-01)"))
    #expect(changed.contains("- Call Ann @due(2026-12-04 15:00)"))
    #expect(changed.split(separator: "\n").count == text.split(separator: "\n").count)
  }

  @Test func aTaskThatWasDeletedInTaskwarriorLosesItsLine() throws {
    let home = try StoreHome()
    try home.scratch.write("t.json", first)
    let arguments = ["import", "t.json", "--into", "t.taskpaper"]
    #expect(try home.run(arguments).status == 0)
    let gone = first.replacingOccurrences(
      of: #""status":"pending","uuid":"u2""#, with: #""status":"deleted","uuid":"u2""#)
    try home.scratch.write("t.json", gone)
    #expect(try home.run(arguments).status == 0)
    #expect(try !home.scratch.text("t.taskpaper").contains("Call Ann"))
  }

  @Test func otherJSONIsRefused() throws {
    let run = try duecal(["import", "-"], input: "[{\"title\": \"x\"}]\n")
    #expect(run.status == 65)
    #expect(run.error.hasPrefix("-:1:2: error: this is not a task of Taskwarrior; expected"))
    #expect(try duecal(["import", "-"], input: "[{").status == 65)
  }

  @Test func anExportNamesTheImportedLinesThatItLeavesOut() throws {
    let home = try StoreHome()
    try home.scratch.write("t.json", first)
    #expect(try home.run(["import", "t.json", "--into", "t.taskpaper", "-q"]).status == 0)
    let run = try home.run(["export", "t.taskpaper"])
    #expect(!run.output.contains("BEGIN:VTODO"))
    #expect(
      run.error.contains("t.taskpaper: 2 lines of an import are left out ("), "\(run.error)")
    #expect(run.error.contains("--imported exports them"))
    #expect(try home.run(["export", "t.taskpaper", "-q"]).error.isEmpty)
    #expect(try home.run(["export", "t.taskpaper", "--imported"]).output.contains("Call Ann"))
  }

  @Test func aFileWithoutTasksIsNamed() throws {
    let scratch = try Scratch()
    try scratch.write("todo.txt", "(A) Pay rent due:2026-12-01\nx 2026-11-20 Call Ann\n")
    try scratch.write("empty.taskpaper", "Home:\n")
    try scratch.write("tasks.taskpaper", "- a\n")
    for command in [["list", "all", "todo.txt"], ["export", "todo.txt"], ["plan", "todo.txt"]] {
      let run = try duecal(command, in: scratch.url)
      #expect(run.status == 0)
      #expect(run.error.contains("todo.txt: this file has no tasks; expected lines"), "\(command)")
      #expect(try !duecal(command + ["-q"], in: scratch.url).error.contains("no tasks"))
    }
    for name in ["empty.taskpaper", "tasks.taskpaper", "."] {
      #expect(try !duecal(["list", "all", name], in: scratch.url).error.contains("no tasks"))
    }
  }

  @Test func aTagThatNoLineHasIsRefused() throws {
    let text = "Home: @big\n\t- A @phone\nArchive:\n\t- B @done @errand\n"
    let run = try duecal(["export", "-", "--tag", "phoen"], input: text)
    #expect(run.status == 4 && run.output.isEmpty)
    #expect(
      run.error
        == "duecal: --tag: no line has the tag \"phoen\"; nothing is written without --allow-empty\n"
    )
    for tag in ["phone", "@phone", "errand", "big"] {
      #expect(try duecal(["export", "-", "--tag", tag], input: text).status == 0, "\(tag)")
    }
    #expect(
      try duecal(["export", "-", "--tag", "phoen", "--allow-empty"], input: text).status == 0)
  }

  @Test func aFileThatIsGoneIsNamed() throws {
    let home = try StoreHome()
    try home.scratch.write("n/a.taskpaper", "- Call Ann\n- Pay rent\n")
    try home.scratch.write("n/b.taskpaper", "- B\n")
    #expect(try home.run(["export", "n", "-o", "t.ics"]).status == 0)
    try FileManager.default.removeItem(atPath: home.scratch.path("n/a.taskpaper"))
    let gone = try home.run(["export", "n", "-o", "t.ics"])
    #expect(gone.status == 4)
    #expect(
      gone.error.contains("n/a.taskpaper with 2 items of t.ics is empty or gone"), "\(gone.error)")
    try home.scratch.write("n/a.taskpaper", "Ideas\n")
    let empty = try home.run(["export", "n", "-o", "t.ics", "-q"])
    #expect(empty.error.contains("n/a.taskpaper with 2 items of t.ics is empty or gone"))
    try FileManager.default.removeItem(atPath: home.scratch.path("n/a.taskpaper"))
    try FileManager.default.removeItem(atPath: home.scratch.path(".cache"))
    let nameless = try home.run(["export", "n", "-o", "t.ics", "-q"])
    #expect(
      nameless.error.contains("a file with \"Call Ann\" and 1 more of t.ics is empty or gone"),
      "\(nameless.error)")
  }

  @Test func messagesDoNotRepeatWhatNotesSay() throws {
    let text = """
      Home:
      	a secret of the project
      	- Task @note() @note(secret two)
      		note of the task
      		- Sub
      		secret after a subtask
      a secret without a project
      """
    for options in [["--as", "event"], ["--plain"], [], ["--tag", "note"]] {
      let run = try duecal(["export", "-", "-v"] + options, input: text)
      #expect(run.status == 0 && !run.error.contains("secret"), "\(options) \(run.error)")
    }
  }
}
