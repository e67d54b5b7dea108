import Testing

@testable import CalDAVStore

@Suite("What is nearly XML")
struct RepairedXMLTests {
  private func mended(_ text: String) -> String {
    String(decoding: RepairedXML.bytes(Array(text.utf8)), as: UTF8.self)
  }

  @Test func charactersThatXMLDoesNotHaveGo() {
    #expect(mended("a\u{0}\u{1}\u{1F}b\t\r\n\u{7F}") == "ab\t\r\n\u{7F}")
    #expect(mended("a&#0;&#x1f;&#65535;&#xFFFE;b") == "ab")
  }

  @Test func twoHalvesAreOneCharacter() {
    #expect(mended("&#55356;&#57224;") == "&#127880;")
    #expect(mended("&#xD83C;&#xDF88;") == "&#127880;")
    #expect(mended("&#xD83C;x&#xDF88;&#xD83C;&#xD83C;&#xDF88;") == "x&#127880;")
    #expect(mended("&#xD83C;") == "")
  }

  @Test func allElseStays() {
    for text in ["", "<a>&amp;&lt;</a>", "&", "&#", "&#;", "&#x;", "&#99999999999;", "\u{1F388}"] {
      #expect(mended(text) == text)
    }
    #expect(mended("&#228;&#xe4;") == "&#228;&#228;")
  }
}
