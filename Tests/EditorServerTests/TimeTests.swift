import EditorServer
import JSONText
import TestSupport
import Testing
import UserFiles

@Suite(.timeLimit(.minutes(2)))
struct TimeTests {
  @Test func hintsAreRenewedWhenTheyBecomeWrong() {
    // At 10:28:59 a task of 10:30 is a minute away, and from 10:29:01 on it is due now.
    let session = Session(at: 1_795_602_539)
    session.initialize(
      #"{"workspace":{"inlayHint":{"refreshSupport":true},"codeLens":{"refreshSupport":true}}}"#)
    session.open("- a @due(2026-11-25 10:30)\n")
    session.send(
      #"{"jsonrpc":"2.0","id":1,"method":"textDocument/inlayHint","params":{"textDocument":{"uri":"file:///a.taskpaper"},"#
        + #""range":{"start":{"line":0,"character":0},"end":{"line":9,"character":0}}}}"#)
    #expect(session.answer(to: 1)?["result"]?.elements.first?["label"]?.string == "in 1 minute")
    session.advance(by: 2)
    #expect(session.message("workspace/inlayHint/refresh") != nil)
    session.closeInput()
  }

  @Test func messagesAreRenewedAtMidnight() {
    let session = Session(at: 1_795_651_198)
    session.initialize()
    session.open("- a @due(tomorrow)\n")
    let first = session.message("textDocument/publishDiagnostics")
    #expect(
      first?["diagnostics"]?.elements.first?["message"]?.string?.contains("2026-11-26") == true)
    session.advance(by: 2)
    let second = session.message("textDocument/publishDiagnostics")
    #expect(
      second?["diagnostics"]?.elements.first?["message"]?.string?.contains("2026-11-27") == true)
    session.closeInput()
  }

  @Test func aHomeFolderIsNotSearched() throws {
    let folder = try ScratchFolder()
    _ = try FileReplacement.write(Array("- a @secret\n".utf8), to: folder.at("a.taskpaper"))
    let session = Session(home: folder.path)
    session.initialize("{}", #","rootUri":"file://\#(folder.path)""#)
    session.send(#"{"jsonrpc":"2.0","id":1,"method":"workspace/symbol","params":{"query":"a"}}"#)
    #expect(session.answer(to: 1)?["result"]?.elements.isEmpty == true)
    session.closeInput()
  }
}
