import Testing

@testable import WebDAV

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

  /// UTF-16 without a byte-order mark: the parser recognises it all the same.
  @Test(arguments: [0, 1])
  func aDocumentTypeInAnotherEncodingIsRefused(_ first: Int) {
    let text = #"<?xml version="1.0"?><!DOCTYPE a [<!ENTITY x "y">]><a>&x;</a>"#
    let bytes = text.utf8.flatMap { (byte: UInt8) -> [UInt8] in first == 0 ? [byte, 0] : [0, byte] }
    #expect(XMLTree(bytes) == nil)
  }

  @Test(arguments: [
    "UTF-7", "utf-16", "UTF-16LE", "UTF-32", "ISO-8859-1", "windows-1252", "EBCDIC-CP-US", "UCS-4",
    "x", "", " utf-8",
  ])
  func anotherEncodingThanUTF8IsRefused(_ name: String) {
    #expect(tree("<?xml version=\"1.0\" encoding=\"\(name)\"?><a/>") == nil)
    #expect(tree("<?xml version='1.0' encoding = '\(name)' ?><a/>") == nil)
    #expect(tree("<a/><?xml version=\"1.0\" encoding=\"\(name)\"?>") == nil)
  }

  @Test(arguments: [
    "", "<?xml version=\"1.0\"?>", "<?xml version='1.0' encoding='utf-8'?>",
    "<?xml version = \"1.0\"\n\tencoding = \"UTF-8\" standalone=\"yes\" ?>\r\n",
    "<?xml version=\"1.0\" encoding=\"us-ascii\"?>",
    "\u{FEFF}<?xml version=\"1.0\" encoding=\"UTF8\"?>",
    "<?xml version=\"1.0\"?><?xml-stylesheet href=\"a\"?><!-- <!DOCTYPE a> -->",
  ])
  func whatIsInUTF8IsRead(_ before: String) {
    #expect(tree(before + "<a b='1>2'><![CDATA[<!DOCTYPE a>]]></a>")?.text == "<!DOCTYPE a>")
  }

  @Test func aDocumentTypeThatOnlyAnotherEncodingShowsIsRefused() {
    let hidden = "<!-- +AC0ALQA+-<!DOCTYPE l [<!ENTITY a \"b\">]><!-- --><l>&a;</l>"
    #expect(tree("<?xml version=\"1.0\" encoding=\"UTF-7\"?>" + hidden) == nil)
    #expect(tree("<l/>" + hidden) == nil)
  }

  @Test func anElementHasSoManyAttributesAndNoMore() {
    func element(_ count: Int) -> String {
      "<a" + (0..<count).map { " a\($0)='x'" }.joined() + "/>"
    }
    #expect(tree(element(64))?.attributes.count == 64)
    #expect(tree(element(65)) == nil)
    #expect(tree(element(200_000)) == nil)
    let nested = String(element(60).dropLast(2)) + ">"
    #expect(tree(String(repeating: nested, count: 4) + String(repeating: "</a>", count: 4)) != nil)
    #expect(tree(String(repeating: nested, count: 5) + String(repeating: "</a>", count: 5)) == nil)
  }

  @Test func namesAndElementsAreBounded() {
    func named(_ length: Int) -> String { "<" + String(repeating: "n", count: length) + "/>" }
    #expect(tree(named(1024)) != nil)
    #expect(tree(named(1025)) == nil)
    func response(_ count: Int) -> String {
      "<m><r>" + String(repeating: "<a/>", count: count) + "</r></m>"
    }
    #expect(tree(response(9_999)) != nil)
    #expect(tree(response(10_000)) == nil)
    #expect(tree("<m>" + String(repeating: "<r/>", count: 50_000) + "</m>") != nil)
  }

  @Test func readingEndsWithItsTime() {
    let long = Array(("<m>" + String(repeating: "<r/>", count: 50_000) + "</m>").utf8)
    #expect(XMLTree(long, until: .now) == nil)
    #expect(XMLTree(long, until: .now + .seconds(60)) != nil)
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

  @Test func whatXMLForbidsInAValueIsRefused() {
    #expect(tree("<a b='1 &lt; 2'/>") != nil)
    #expect(tree("<a b='1 < 2'/>") == nil)
  }

  @Test func whatIsNotUTF8IsRefused() {
    #expect(XMLTree(Array("<a>".utf8) + [0xFF] + Array("</a>".utf8)) == nil)
  }
}
