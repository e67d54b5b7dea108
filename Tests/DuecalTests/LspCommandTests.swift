import JSONText
import Testing

@Suite(.timeLimit(.minutes(2)))
struct LspCommandTests {
  @Test func anEditorOpensAFileTypesAndCompletesATask() throws {
    let session = try LspSession(home: ["notes/home.taskpaper": "- Old @errand\n"])
    let answer = try session.initialize()
    #expect(answer["result"]?["capabilities"]?["positionEncoding"]?.string == "utf-16")
    session.open("file:///t.taskpaper", "- 🧾 Call Ann @due(2026-02-29)\n")
    let found = try session.diagnostics()
    #expect(found.elements.count == 1)
    #expect(found.elements.first?["range"]?["start"]?["character"]?.int == 19)

    session.change(0, 19..<29, "2026-12-04")
    #expect(try session.diagnostics().elements.isEmpty)
    session.change(0, 30..<30, " @due(tom")
    _ = try session.diagnostics()
    let items = try session.ask("textDocument/completion", session.at(0, 39))["items"]
    #expect(items?.elements.first?["label"]?.string == "tomorrow")
    session.change(0, 30..<39, " @e")
    _ = try session.diagnostics()
    let hover = try session.ask("textDocument/hover", session.at(0, 22))
    #expect(hover["contents"]?["value"]?.string?.contains("Fri 4 Dec 2026") == true)
    let actions = try session.ask("textDocument/codeAction", session.inRange(0, 5..<5))
    let done = try #require(actions.elements.first { $0["title"]?.string == "Mark as done" })
    let edit = done["edit"]?["changes"]?["file:///t.taskpaper"]?.elements.first
    #expect(edit?["newText"]?.string == " @done(2026-11-25)")
    #expect(edit?["range"]?["start"]?["character"]?.int == 33)
    #expect(try session.end() == 0)
  }

  @Test func endsWithItsInput() throws {
    let session = try LspSession(home: [:])
    _ = try session.initialize()
    session.closeInput()
    #expect(session.status() == 1)
  }

  @Test func answersWhatItDoesNotKnowWithAnError() throws {
    let session = try LspSession(home: [:])
    #expect(try session.error("textDocument/hover", [:]) == -32002)
    _ = try session.initialize()
    #expect(try session.error("textDocument/unknown", [:]) == -32601)
    session.sendBytes(Array("{not json".utf8))
    #expect(try session.next()["error"]?["code"]?.int == -32700)
    #expect(try session.ask("textDocument/hover", session.at(9, 9)).isNull)
    #expect(try session.end() == 0)
  }

  @Test func takesTheTextOfTheEditorWhenItIsSaved() throws {
    let session = try LspSession(home: [:])
    _ = try session.initialize()
    session.open("file:///t.taskpaper", "- a\n")
    _ = try session.diagnostics()
    session.notify(
      "textDocument/didSave",
      ["textDocument": ["uri": "file:///t.taskpaper"], "text": "- b @due(2026-02-29)\n"])
    #expect(try session.next()["method"]?.string == "window/logMessage")
    #expect(try session.diagnostics().elements.count == 1)
    #expect(try session.end() == 0)
  }

  /// The lines of the file that the next two tests sync, each with a date.
  private static let tasks = (1...20).map { "- Task \($0) @due(2026-12-04)\n" }.joined()

  /// Syncs the notes of a session with a folder of calendars.
  private func sync(_ session: LspSession) throws {
    let run = try shell(
      "duecal sync tasks:notes vdir:calendar --zone UTC", in: session.home,
      environment: ["DUECAL_NOW": "2026-11-25T10:00:00Z"])
    try #require(run.status == 0, "\(run.error)")
  }

  @Test func saysWhenALineWasLastSynced() throws {
    let session = try LspSession(home: ["notes/home.taskpaper": Self.tasks])
    try sync(session)
    _ = try session.initialize()
    let file = try session.open(file: "notes/home.taskpaper")
    _ = try session.diagnostics()
    // The state is read in the background.
    var text = ""
    while !text.contains("synced as") {
      let hover = try session.ask("textDocument/hover", session.at(0, 4, in: file))
      text = try #require(hover["contents"]?["value"]?.string)
    }
    #expect(text.contains("; last synced with vdir\\:"))
    #expect(text.contains("/calendar on Wed 25 Nov 10:00"))
    #expect(try session.end() == 0)
  }

  @Test func saysThatAFileIsNotSyncedBecauseItLostItsLines() throws {
    let session = try LspSession(home: ["notes/home.taskpaper": Self.tasks])
    try sync(session)
    try session.home.write("notes/home.taskpaper", "- Task 1 @due(2026-12-04)\n")
    _ = try session.initialize()
    try session.open(file: "notes/home.taskpaper")
    _ = try session.diagnostics()
    let found = try session.diagnostics().elements.first
    let sentence = try #require(found?["message"]?.string)
    #expect(sentence.hasPrefix("this list is not synced: the file lost 19 of 20 items at once; "))
    #expect(sentence.hasSuffix("/notes#home.taskpaper'`"))
    #expect(try session.end() == 0)
  }
}
