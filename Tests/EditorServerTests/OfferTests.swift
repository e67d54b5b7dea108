import EditorServer
import JSONText
import Testing

/// What is offered, and what the editor gets when a person chooses it.
@Suite(.timeLimit(.minutes(2)))
struct OfferTests {
  private static let uri = "file:///a.taskpaper"

  @Test func twoOffersWithOneTitleHaveEditsOfTheirOwn() {
    let session = Session()
    session.initialize(
      #"{"textDocument":{"codeAction":{"codeActionLiteralSupport":{"codeActionKind":{"valueSet":[]}},"#
        + #""dataSupport":true,"resolveSupport":{"properties":["edit"]}}}}"#)
    session.open("- a @start(2026-12-1) @due(2026-12-1)\n")
    session.send(
      Session.request(
        1, "textDocument/codeAction",
        #"{"textDocument":{"uri":"\#(Self.uri)"},"context":{"only":["refactor.rewrite"]},"#
          + #""range":{"start":{"line":0,"character":0},"end":{"line":0,"character":0}}}"#))
    let offers = (session.answer(to: 1)?["result"]?.elements ?? []).filter {
      $0["title"]?.string == "Write 2026-12-01"
    }
    #expect(offers.count == 2)
    let places = offers.enumerated().map { number, offer in
      session.send(
        Session.request(
          2 + number, "codeAction/resolve", String(decoding: offer.written, as: UTF8.self)))
      let edit = session.answer(to: 2 + number)?["result"]?["edit"]?["changes"]?.members.first?
        .value
      return edit?.elements.first?["range"]?["start"]?["character"]?.int
    }
    #expect(places == [11, 27])
    session.closeInput()
  }

  @Test(arguments: [
    (#""change":"move","value":"Nowhere""#, "there is no project \"Nowhere\""),
    (#""change":"snooze","value":"blah""#, "\"blah\" is not a date"),
    (#""change":"untag","value":"x""#, "the task has no such tag"),
    (#""change":"sort""#, "these tasks are in order"),
  ])
  func aChangeThatIsNotPossibleIsAMessageAndNoEdit(change: String, reason: String) {
    let session = Session()
    session.initialize()
    session.open("- a\n")
    session.send(
      Session.request(
        1, "workspace/executeCommand",
        #"{"command":"duecal.change","arguments":[{"uri":"\#(Self.uri)","line":0,\#(change)}]}"#))
    var methods: [String] = []
    while let message = session.next(), message["id"]?.int != 1 {
      methods.append(message["method"]?.string ?? "")
      if methods.last == "window/showMessage" {
        #expect(message["params"]?["message"]?.string?.hasPrefix(reason) == true)
      }
    }
    #expect(methods.contains("window/showMessage"))
    #expect(!methods.contains("workspace/applyEdit"))
    session.closeInput()
  }

  @Test(arguments: ["archive", "resolve-file"])
  func aChangeOfTheFileIsMadeFromTheLineAfterTheLast(change: String) throws {
    let session = Session()
    session.initialize()
    session.open("- a @done(2026-11-20)\n- b @due(today)\n")
    session.send(
      Session.request(
        1, "workspace/executeCommand",
        #"{"command":"duecal.change","arguments":[{"uri":"\#(Self.uri)","line":2,"change":"\#(change)"}]}"#
      ))
    var methods: [String] = []
    while let message = session.next() {
      methods.append(message["method"]?.string ?? "")
      if methods.last == "workspace/applyEdit" { break }
      if message["id"]?.int == 1, message["error"] != nil { break }
    }
    #expect(methods.last == "workspace/applyEdit")
    session.closeInput()
  }
}
