import Testing

@testable import CalDAVStore

@Suite("XML of servers")
struct XMLTreeTests {
  private func tree(_ text: String) -> XMLTree? { XMLTree(Array(text.utf8)) }

  @Test func namesAreThoseOfTheirNamespacesWhateverThePrefix() {
    for text in [
      #"<multistatus xmlns="DAV:"><response/></multistatus>"#,
      #"<D:multistatus xmlns:D="DAV:"><D:response/></D:multistatus>"#,
      #"<ns0:multistatus xmlns:ns0="DAV:"><x:response xmlns:x="DAV:"/></ns0:multistatus>"#,
    ] {
      #expect(tree(text)?.name == .dav("multistatus"))
      #expect(tree(text)?.first(.dav("response")) != nil)
      #expect(tree(text)?.first(.caldav("response")) == nil)
    }
  }

  @Test func textIsThatOfEntitiesAndOfBlocks() {
    #expect(tree("<a> &lt;&amp;&#228;&#xE4; </a>")?.trimmed == "<&\u{e4}\u{e4}")
    #expect(tree("<a>x<![CDATA[<b>&amp;]]>y</a>")?.text == "x<b>&amp;y")
    #expect(tree("<a>1<b>2</b>3</a>")?.text == "13")
  }

  @Test(arguments: [
    "<!DOCTYPE a><a/>", "<?xml version=\"1.0\"?>\n<!DOCTYPE a [<!ENTITY x \"y\">]><a>&x;</a>",
    "<!-- a --><!-- b --> <!DOCTYPE a SYSTEM \"file:///etc/passwd\"><a/>",
    "\u{FEFF}<!DOCTYPE a><a/>", "<!doctype html><a/>", "<!", "<!-- a", "<?xml", "x<a/>",
  ])
  func aDocumentTypeIsRefused(_ text: String) {
    #expect(tree(text) == nil)
  }

  /// Two bytes for each character, and no mark of it: the parser knows them all the same.
  @Test(arguments: [0, 1])
  func aDocumentTypeInAnotherEncodingIsRefused(_ first: Int) {
    let text = #"<?xml version="1.0"?><!DOCTYPE a [<!ENTITY x "y">]><a>&x;</a>"#
    let bytes = text.utf8.flatMap { (byte: UInt8) -> [UInt8] in first == 0 ? [byte, 0] : [0, byte] }
    #expect(XMLTree(bytes) == nil)
  }

  @Test func anEntityThatIsNotOfXMLIsRefused() {
    #expect(tree("<a>&nbsp;</a>") == nil)
  }

  @Test func whatIsNestedTooDeeplyIsRefused() {
    func nested(_ depth: Int) -> String {
      String(repeating: "<a>", count: depth) + String(repeating: "</a>", count: depth)
    }
    #expect(tree(nested(64)) != nil)
    #expect(tree(nested(65)) == nil)
    #expect(tree(nested(100_000)) == nil)
  }

  @Test(arguments: ["", " ", "<a>", "<a></b>", "<a", "{}", "<a>\u{1}</a>"])
  func whatIsNoXMLIsNone(_ text: String) {
    #expect(tree(text) == nil)
  }
}

@Suite("What is nearly XML")
struct MendedXMLTests {
  private func mended(_ text: String) -> String {
    String(decoding: MendedXML.bytes(Array(text.utf8)), as: UTF8.self)
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
