import Testing

@testable import WebDAV

@Suite("Paths as names")
struct ResourcePathTests {
  @Test(arguments: ["/a/%c3%a5.ics", "/a/%C3%A5.ics", "/a/\u{e5}.ics", "/a/%C3%A5.ics/"])
  func spellingsOfOnePathAreOneName(_ path: String) {
    #expect(ResourcePath.name(of: path) == "/a/\u{e5}.ics")
    #expect(ResourcePath.lastName(of: path) == "\u{e5}.ics")
  }

  @Test func whatIsNoPathIsLeftOut() {
    #expect(ResourcePath.name(of: "/a/1.ics?x=/b#c/d") == "/a/1.ics")
    #expect(ResourcePath.lastName(of: "/a/1.ics?x=/b") == "1.ics")
    #expect(ResourcePath.lastName(of: "") == "")
    #expect(ResourcePath.lastName(of: "///") == "")
  }

  @Test func aSlashThatIsEncodedIsOneOfTheName() {
    #expect(ResourcePath.lastName(of: "/a/b%2Fc.ics") == "b/c.ics")
  }

  @Test(arguments: ["%", "%1", "%zz", "%+1", "a%", "%%41"])
  func whatEncodesNothingStays(_ text: String) {
    #expect(ResourcePath.name(of: text) == text.replacing("%41", with: "A"))
  }

  @Test func bytesThatAreNoTextAreNamesOfTheirOwn() {
    let names = ["/a/%E4.ics", "/a/%E5.ics", "/a/%FF%FE.ics"].map(ResourcePath.lastName)
    #expect(Set(names).count == 3)
  }

  @Test(arguments: ["1.ics", "a b&\u{e5}@x", "a/b", "100%", "%41", "~_-.", "\u{1F388}", "\n"])
  func aSegmentIsReadBackAsItsName(_ name: String) {
    let segment = ResourcePath.segment(name)
    #expect(segment.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "/") })
    #expect(ResourcePath.lastName(of: "/a/" + segment) == name)
  }
}
