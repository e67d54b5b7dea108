import EditorServer
import JSONText
import TestSupport
import Testing

/// What a completed date writes, for editors that show items by their label and for those that show them by their text.
@Suite(.timeLimit(.minutes(2)))
struct WrittenDateTests {
  private static let neovim = #","clientInfo":{"name":"Neovim","version":"0.7.2"}"#

  /// The first three texts that completions at the end of the first line write.
  private func written(_ text: String, _ uri: String, _ client: String) -> [String] {
    let session = Session()
    session.initialize("{}", client)
    session.open(text, uri)
    session.send(
      #"{"jsonrpc":"2.0","id":1,"method":"textDocument/completion","params":{"#
        + #""textDocument":{"uri":"\#(uri)"},"position":{"line":0,"character":\#(text.utf16.count)}}}"#
    )
    let items = session.answer(to: 1)?["result"]?["items"]?.elements ?? []
    session.closeInput()
    return items.prefix(3).compactMap { $0["textEdit"]?["newText"]?.string }
  }

  @Test func writesFigures() {
    #expect(
      written("- a @due(23", "file:///a.taskpaper", "")
        == ["2026-12-23)", "2027-01-23)", "2027-02-23)"])
  }

  @Test func writesWordsThatBeginWithWhatIsTypedWhereTheEditorNeedsThem() {
    #expect(
      written("- a @due(23", "file:///a.taskpaper", Self.neovim)
        == ["23 december 2026)", "23 january 2027)", "23 february 2027)"])
    #expect(written("- a @due(tom", "file:///a.taskpaper", Self.neovim) == ["tomorrow)"])
  }

  @Test func writesNoWordsBehindSignsOfMarkdown() {
    #expect(written("- [ ] a 📅 tom", "file:///a.md", Self.neovim) == ["2026-11-26"])
  }
}
