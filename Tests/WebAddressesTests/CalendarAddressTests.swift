import Testing
import WebAddresses

struct CalendarAddressTests {
  @Test(arguments: [
    ("https://example.org/team.ics", "https://example.org/team.ics"),
    ("HTTPS://Example.ORG", "https://example.org/"),
    ("http://example.org:80/a", "http://example.org/a"),
    ("http://example.org:8080/a", "http://example.org:8080/a"),
    ("https://example.org:/a", "https://example.org/a"),
    ("webcal://example.org/a", "https://example.org/a"),
    ("webcals://example.org:444/a", "https://example.org:444/a"),
    ("https://[2001:DB8::1]:444/a", "https://[2001:db8::1]:444/a"),
    ("https://example.org?a=b#c", "https://example.org/?a=b"),
    ("https://example.org/müll a%20b%", "https://example.org/m%C3%BCll%20a%20b%25"),
    ("https://example.org/a@b.ics", "https://example.org/a@b.ics"),
    ("https://ann:secret@example.org/a", "https://example.org/a"),
  ])
  func anAddressIsAskedForAs(_ text: String, _ url: String) throws {
    #expect(try CalendarAddress(text).url == url)
  }

  @Test(arguments: [
    "https://", "https:///a", "https://a:b/", "https://a:0/", "https://a:65536/", "https://a b/",
    "https://[::1", "https://[::x]/", "https://[::1]a/", "https://bücher.example/", "ftp://a/b",
    "https://a/\u{7}", "https://%41/", "https://a:%31/", "https://ann:%zz@a/", "https://ann%0A@a/",
    "https://ann:p@ss/word@a/b",
    "https://example.org/" + String(repeating: "a", count: 9000),
  ])
  func noAddressIs(_ text: String) {
    #expect(throws: AddressError.self) { try CalendarAddress(text) }
  }

  @Test func theTextBeforeAnAtIsSplit() throws {
    let credentials = try CalendarAddress("https://ann%40x:p%3Aq:r@a/").credentials
    #expect(credentials == Credentials(user: "ann@x", password: "p:q:r"))
    #expect(try CalendarAddress("https://ann@a/").credentials?.password == "")
    #expect(try CalendarAddress("https://a/").credentials == nil)
  }

  @Test(arguments: [
    "https://ann:hush@a/b", "https://ann:hush@a:x/b", "https://ann:hush/@a/", "webcal://:hush@/",
    "https://ann:hush@b@c/", "https://ann:p@hush/more@c/",
  ])
  func nothingShowsAPassword(_ text: String) {
    #expect(!CalendarAddress.shown(text).contains("hush"))
    guard let address = try? CalendarAddress(text) else { return }
    var dumped = ""
    dump(address, to: &dumped)
    for shown in ["\(address)", String(reflecting: address), dumped, "\([address])"] {
      #expect(!shown.contains("hush"))
    }
  }

  @Test(arguments: [
    ("no store: http://ann:hush@a/b", "no store: http://…@a/b"),
    ("no store: webcal://https://ann:hush@a/b", "no store: webcal://…@a/b"),
    ("see http://a:80/ and https://https://ann:hush@a", "see http://a:80/ and https://…@a"),
    (
      "\"caldav+https://ann:hush@a/b\", \"http://:hush@c\"",
      "\"caldav+https://…@a/b\", \"http://…@c\""
    ),
    ("http://ann:hu/sh@a/b", "http://…@a/b"), ("\"http://ann:hushhush…\"", "\"http://…\""),
    ("http://ann@a/b", "http://ann@a/b"), ("http://a:80/@ann", "http://a:80/@ann"),
    ("http://[::1]:80/@ann", "http://[::1]:80/@ann"), ("http://a/b:c@d", "http://a/b:c@d"),
    ("a://", "a://"), ("ann:hush@a", "ann:hush@a"), ("", ""),
  ])
  func aMessageShowsNoPassword(_ message: String, _ shown: String) {
    #expect(CalendarAddress.withoutPasswords(message) == shown)
  }

  @Test(arguments: [
    ("https://b/c", "https://b/c"), ("//b/c", "https://b/c"), ("/c?d", "https://a/c?d"),
    ("c", "https://a/x/c"), ("./c", "https://a/x/c"), ("../c", "https://a/c"),
    ("../../../c", "https://a/c"), ("..", "https://a/"), (".", "https://a/x/"),
    ("?z", "https://a/x/y?z"), ("", "https://a/x/y?q"), ("#f", "https://a/x/y?q"),
    ("http://b/", "http://b/"), ("/ü", "https://a/%C3%BC"), ("webcal://b/", "https://b/"),
  ])
  func aRedirectLeadsTo(_ location: String, _ url: String) throws {
    let address = try CalendarAddress("https://ann:secret@a/x/y?q")
    let next = try address.redirected(to: location)
    #expect(next.url == url)
    #expect(next.credentials == nil)
  }

  @Test(arguments: ["ftp://a/b", "file:///etc/passwd", "https://", "https://a:x/"])
  func noRedirectLeadsTo(_ location: String) throws {
    let address = try CalendarAddress("https://a/")
    #expect(throws: AddressError.self) { try address.redirected(to: location) }
  }

  @Test func anOriginIsSchemeAndHostAndPort() throws {
    #expect(try CalendarAddress("webcal://a:443/b").origin == "https://a")
    #expect(try CalendarAddress("http://a:443/b").origin == "http://a:443")
  }

  @Test(arguments: [
    ("http://localhost:5232/", true), ("http://127.0.0.1/", true), ("https://[::1]:1/", true),
    ("http://127.1/", true), ("http://127.example.org/", false),
    ("http://127.0.0.1.example.org/", false),
    ("http://localhost.example.org/", false), ("http://10.0.0.1/", false),
    ("http://1127.0.0.1/", false),
  ])
  func aHostIsOfThisMachine(_ text: String, _ isOne: Bool) throws {
    #expect(try CalendarAddress(text).isOfThisMachine == isOne)
  }

  @Test(arguments: [
    ("https://a/", true), ("WEBCAL://a", true), ("webcals://", true), ("ftp://a/", false),
    ("https:/a", false), ("a.ics", false), ("", false), ("./https://a", false),
  ])
  func aTextIsMeantAsAnAddress(_ text: String, _ isOne: Bool) {
    #expect(CalendarAddress.isOne(text) == isOne)
  }
}
