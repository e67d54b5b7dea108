import EditorServer
import JSONText
import Testing

/// Answers about a text that changes while it is asked about.
@Suite(.timeLimit(.minutes(2)))
struct ChangedTextTests {
  private static let document = #""textDocument":{"uri":"file:///a.taskpaper"}"#

  @Test func aFixOfACalendarIsForTheTextThatTheEditorHas() {
    let session = Session()
    session.initialize(
      #"{"textDocument":{"codeAction":{"codeActionLiteralSupport":{"codeActionKind":{"valueSet":[]}}}}}"#
    )
    let calendar =
      "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:x\r\nBEGIN:VEVENT\r\nUID:1\r\n"
      + "DTSTAMP:20261125T100000Z\r\nDTSTART:20261126\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n"
    session.open(calendar, "file:///a.ics")
    #expect(session.message("textDocument/publishDiagnostics") != nil)
    for count in 1...9 {
      let lines = String(repeating: "COMMENT:x\r\n", count: count)
      session.send(
        Session.change(
          calendar.replacing("UID:1\r\n", with: "UID:1\r\n\(lines)"), version: count + 1,
          "file:///a.ics"),
        Session.request(
          count, "textDocument/codeAction",
          #"{"textDocument":{"uri":"file:///a.ics"},"context":{"diagnostics":[]},"#
            + #""range":{"start":{"line":0,"character":0},"end":{"line":99,"character":0}}}"#))
      let fix = session.answer(to: count)?["result"]?.elements.first {
        $0["title"]?.string == "Add VALUE=DATE"
      }
      let edit = fix?["edit"]?["changes"]?["file:///a.ics"]?.elements.first
      #expect(edit?["range"]?["start"]?["line"]?.int == 6 + count)
    }
    session.closeInput()
  }

  /// The codes of the answers to a request before which a change arrives, until one is refused.
  private func codes(_ request: (Int) -> String) -> [Int?] {
    let session = Session()
    session.initialize()
    session.open("- a @due(2026-12-01)\n")
    defer { session.closeInput() }
    var codes: [Int?] = []
    for id in 1...200 where !codes.contains(-32801) {
      session.send(request(id), Session.change("- b\n", version: 1))
      codes.append(session.answer(to: id)?["error"]?["code"]?.int)
    }
    return codes
  }

  @Test func aCommandForAnOldTextIsRefused() {
    #expect(
      codes { id in
        Session.request(
          id, "workspace/executeCommand",
          #"{"command":"duecal.change","arguments":[{"uri":"file:///a.taskpaper","line":0,"change":"done"}]}"#
        )
      }.contains(-32801))
  }

  @Test func anActionOfAnOldTextIsNotResolved() {
    #expect(
      codes { id in
        Session.request(
          id, "codeAction/resolve",
          #"{"title":"Cancel","data":{"uri":"file:///a.taskpaper","version":1,"start":0,"end":0,"title":"Cancel"}}"#
        )
      }.contains(-32801))
  }

  @Test func aLensIsForTheTextThatItWasShownIn() {
    let session = Session()
    session.initialize()
    session.open("- a @done\n")
    func archive(_ id: Int, _ argument: String) -> Int? {
      session.send(
        Session.request(
          id, "workspace/executeCommand",
          #"{"command":"duecal.change","arguments":[\#(argument)]}"#))
      return session.answer(to: id)?["error"]?["code"]?.int
    }
    session.send(Session.request(1, "textDocument/codeLens", "{\(Self.document)}"))
    let command = session.answer(to: 1)?["result"]?.elements.first?["command"]
    let argument = command?["arguments"]?.elements.first
    #expect(argument?["version"]?.int == 1)
    let written = String(decoding: argument?.written ?? [], as: UTF8.self)
    #expect(archive(2, written) == nil)
    session.send(Session.change("- b\n- a @done\n", version: 2))
    #expect(archive(3, written) == -32801)
    session.closeInput()
  }

  @Test func aVersionMayBeTheLargestNumber() {
    let session = Session()
    session.initialize()
    session.open("- a\n")
    session.send(
      Session.change("- b\n", version: .max), Session.change("- c\n"),
      Session.request(1, "textDocument/documentSymbol", "{\(Self.document)}"))
    #expect(session.answer(to: 1)?["result"]?.elements.first?["name"]?.string == "c")
    session.closeInput()
  }
}
