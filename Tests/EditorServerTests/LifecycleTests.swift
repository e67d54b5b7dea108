import EditorServer
import Glibc
import JSONText
import TestSupport
import Testing
import UserFiles

@Suite(.timeLimit(.minutes(2)))
struct LifecycleTests {
  @Test func endsWithExitAfterShutdown() {
    let session = Session()
    session.initialize()
    session.send(#"{"jsonrpc":"2.0","id":1,"method":"shutdown"}"#)
    #expect(session.answer(to: 1)?["result"]?.isNull == true)
    session.send(#"{"jsonrpc":"2.0","id":2,"method":"shutdown"}"#)
    #expect(session.answer(to: 2)?["error"]?["code"]?.int == -32600)
    session.send(#"{"jsonrpc":"2.0","method":"exit"}"#)
    #expect(session.end() == true)
  }

  @Test func endsAtTheEndOfItsInput() {
    let session = Session()
    session.initialize()
    session.closeInput()
    #expect(session.end() == false)
  }

  @Test func endsWhenTheEditorIsGone() {
    let session = Session()
    let child = fork2()
    session.send(
      #"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"processId":\#(child),"capabilities":{}}}"#
    )
    _ = session.answer(to: 0)
    kill(child, SIGKILL)
    var status: Int32 = 0
    waitpid(child, &status, 0)
    #expect(session.end() == false)
  }

  /// A process that waits.
  private func fork2() -> pid_t {
    var child: pid_t = 0
    let arguments = ["sleep", "60"].map { (word: String) in strdup(word) } + [nil]
    posix_spawnp(&child, "sleep", nil, nil, arguments, environ)
    for argument in arguments { free(argument) }
    return child
  }

  @Test func wantsToBeInitializedFirst() {
    let session = Session()
    session.send(Session.hover(1))
    #expect(session.answer(to: 1)?["error"]?["code"]?.int == -32002)
    session.initialize()
    session.send(#"{"jsonrpc":"2.0","id":2,"method":"initialize","params":{"capabilities":{}}}"#)
    #expect(session.answer(to: 2)?["error"]?["code"]?.int == -32600)
    session.send(#"{"jsonrpc":"2.0","id":3,"method":"no/such"}"#)
    #expect(session.answer(to: 3)?["error"]?["code"]?.int == -32601)
    session.closeInput()
    #expect(session.end() == false)
  }

  @Test func aSecondInitializeDoesNotReadTheFilesAgain() throws {
    let folder = try ScratchFolder()
    _ = try FileReplacement.write(Array("- a\n".utf8), to: folder.at("a.taskpaper"))
    let session = Session(files: [folder.path])
    let params = #"{"capabilities":{"window":{"workDoneProgress":true}}}"#
    session.send(
      Session.request(0, "initialize", params), Session.request(1, "initialize", params),
      Session.request(2, "shutdown", "null"))
    var methods: [String] = []
    while let message = session.next(), message["id"]?.int != 2 {
      if let method = message["method"]?.string { methods.append(method) }
    }
    #expect(methods == ["window/workDoneProgress/create"])
    session.closeInput()
  }

  @Test func aCancellationThatComesTooLateIsForgotten() {
    let session = Session()
    session.initialize()
    session.open("- a @due(2026-12-01)\n")
    session.send(Session.hover(1))
    #expect(session.answer(to: 1)?["result"] != nil)
    session.send(Session.notification("$/cancelRequest", #"{"id":1}"#), Session.hover(1))
    #expect(session.answer(to: 1)?["result"] != nil)
    session.closeInput()
  }

  @Test func aCancelledRequestIsNotAnswered() {
    let session = Session()
    session.initialize()
    // Opening this text takes a while, in which the cancellation arrives.
    session.open(String(repeating: "- a @due(2026-12-01) @repeat(weekly)\n", count: 3000))
    session.send(
      Session.hover(1), Session.hover(2),
      #"{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":2}}"#)
    _ = session.answer(to: 2)
    session.send(Session.hover(3))
    #expect(session.answer(to: 3)?["result"] != nil)
    session.closeInput()
  }

  @Test func anAnswerAboutAnOldTextIsRefused() {
    let session = Session()
    session.initialize()
    session.open("- a @due(2026-12-01)\n")
    let change =
      #"{"jsonrpc":"2.0","method":"textDocument/didChange","params":{"textDocument":{"uri":"file:///a.taskpaper","version":2},"#
      + #""contentChanges":[{"text":"- b\n"}]}}"#
    var codes: [Int?] = []
    for id in 1...200 {
      session.send(Session.hover(id), change)
      codes.append(session.answer(to: id)?["error"]?["code"]?.int)
      if codes.contains(-32801) { break }
    }
    #expect(codes.contains(-32801))
    session.closeInput()
  }

  /// YouCompleteMe leaves out items whose text does not begin with what was typed.
  @Test(arguments: [
    (#"{"textDocument":{"inlay_hint":{}}}"#, "tomorrow"), ("{}", "2026-11-26"),
  ])
  func aDateIsWrittenAsTypedWhereItIsFilteredByItsText(abilities: String, text: String) {
    let session = Session()
    session.initialize(abilities)
    session.open("- a @due(tom")
    session.send(
      #"{"jsonrpc":"2.0","id":1,"method":"textDocument/completion","params":{"textDocument":{"uri":"file:///a.taskpaper"},"#
        + #""position":{"line":0,"character":12}}}"#)
    let first = session.answer(to: 1)?["result"]?["items"]?.elements.first
    #expect(first?["textEdit"]?["newText"]?.string?.hasPrefix(text) == true)
    session.closeInput()
  }

  /// Kate sends the text that it saves before the change that led to it.
  @Test func aChangeThatWasSavedBeforeItWasSentIsAppliedOnce() {
    let session = Session()
    session.initialize()
    session.open("- a\n")
    func notify(_ method: String, _ more: String) -> String {
      #"{"jsonrpc":"2.0","method":"textDocument/\#(method)","params":{"textDocument":{"uri":"file:///a.taskpaper","version":2},\#(more)}}"#
    }
    let insertion =
      #""contentChanges":[{"range":{"start":{"line":1,"character":0},"end":{"line":1,"character":0}},"text":"- b\n"}]"#
    func names(_ id: Int) -> [String?] {
      session.send(
        #"{"jsonrpc":"2.0","id":\#(id),"method":"textDocument/documentSymbol","params":{"textDocument":{"uri":"file:///a.taskpaper"}}}"#
      )
      return session.answer(to: id)?["result"]?.elements.map { $0["name"]?.string } ?? []
    }
    session.send(notify("didSave", #""text":"- a\n- b\n""#), notify("didChange", insertion))
    #expect(names(1) == ["a", "b"])
    session.send(notify("didChange", insertion))
    #expect(names(2) == ["a", "b", "b"])
    session.closeInput()
  }

  /// ALE 3.3 joins the lines that it saves with a backslash and an n.
  @Test(arguments: ["- a\n- b\n", "- a\r\n- b\r\n", "- a\n- b"])
  func aSavedTextWithLettersForLineEndsIsTheTextItself(text: String) {
    let session = Session()
    session.initialize()
    session.open(text)
    let file = #""textDocument":{"uri":"file:///a.taskpaper"}"#
    session.send(
      #"{"jsonrpc":"2.0","method":"textDocument/didSave","params":{\#(file),"text":"- a\\n- b\\n"}}"#,
      #"{"jsonrpc":"2.0","id":1,"method":"textDocument/documentSymbol","params":{\#(file)}}"#)
    #expect(session.answer(to: 1)?["result"]?.elements.map { $0["name"]?.string } == ["a", "b"])
    session.closeInput()
  }

  @Test func goesOnAfterAnythingThatIsNoMessage() {
    let session = Session()
    session.initialize()
    session.send(bytes: Array("Content-Length: 3\r\n\r\n{{{".utf8))
    #expect(session.next()?["error"]?["code"]?.int == -32700)
    session.send(bytes: Array("Content-Length: x\r\n\r\n".utf8))
    #expect(session.next()?["error"]?["code"]?.int == -32700)
    session.send("[1]", "3", #"{"id":4}"#, #"{"method":7}"#)
    session.open("- a @due(2026-12-01)\n")
    session.send(Session.hover(5))
    #expect(session.answer(to: 5)?["result"]?["contents"] != nil)
    session.closeInput()
  }

  @Test func nothingButTheEndEndsTheServer() {
    var generator = SeededGenerator(seed: 3)
    let methods = [
      "completion", "hover", "codeAction", "inlayHint", "codeLens", "semanticTokens/full",
      "semanticTokens/range", "semanticTokens/full/delta", "foldingRange", "selectionRange",
      "documentSymbol", "documentLink", "documentHighlight", "definition", "references", "rename",
      "prepareRename", "onTypeFormatting", "formatting", "rangeFormatting",
    ]
    let session = Session()
    session.initialize("{}", #","initializationOptions":{"formatting":true}"#)
    session.open("Home:\n\t- 🧾 a @due(tomorrow)\r\n\t- b @done\n")
    func number() -> Int { Int.random(in: -2..<9, using: &generator) }
    func position() -> String { #"{"line":\#(number()),"character":\#(number())}"# }
    for id in 1...400 {
      let method = methods.randomElement(using: &generator) ?? ""
      let range = #"{"start":\#(position()),"end":\#(position())}"#
      if id % 3 == 0 {
        session.send(
          #"{"jsonrpc":"2.0","method":"textDocument/didChange","params":{"textDocument":{"uri":"file:///a.taskpaper","version":\#(id)},"#
            + #""contentChanges":[{"range":\#(range),"text":"- é @due(\n"}]}}"#)
      }
      session.send(
        #"{"jsonrpc":"2.0","id":\#(id),"method":"textDocument/\#(method)","params":{"textDocument":{"uri":"file:///a.taskpaper"},"#
          + #""position":\#(position()),"range":\#(range),"newName":"x","positions":[\#(position())],"context":{},"ch":"\n"}}"#
      )
      #expect(session.answer(to: id) != nil)
    }
    session.closeInput()
    #expect(session.end() == false)
  }
}
