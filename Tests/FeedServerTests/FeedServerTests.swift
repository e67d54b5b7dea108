import ExactText
import HTTPServing
import StoreAccess
import Synchronization
import Testing
import UserFiles

@testable import FeedServer

/// Feeds in memory, of which one can be published, given an address, and revoked.
private final class FeedTable: PublishedFeeds {
  private let state = Mutex((addresses: [FeedAddress](), versions: [String: FeedVersion]()))

  func addresses() -> [FeedAddress] { state.withLock(\.addresses) }
  func version(ofFeed name: String) -> FeedVersion? { state.withLock { $0.versions[name] } }

  /// Publishes a text, and returns its version.
  @discardableResult
  func publish(_ text: String, as name: String, at seconds: Int) -> FeedVersion {
    let version = FeedVersion(Array(text.utf8), publishedAt: seconds)
    state.withLock { $0.versions[name] = version }
    return version
  }

  func give(_ token: String, to name: String) {
    let digest = SHA256.digits(of: Array(token.utf8))
    state.withLock { $0.addresses.append(FeedAddress(name: name, digest: digest, made: "")) }
  }

  func revoke(_ name: String) { state.withLock { $0.addresses.removeAll { $0.name == name } } }
}

/// A server with one feed, `work`, at the token `secret`.
private struct Fixture {
  let feeds = FeedTable()
  let server: FeedServer
  static let time = 784_111_777  // Sun, 06 Nov 1994 08:49:37 GMT
  static let text = "BEGIN:VCALENDAR\r\n" + String(repeating: "X-A:aaaaaaaa\r\n", count: 50)

  init(prefix: String = "") {
    server = FeedServer(feeds, prefix: prefix)
    feeds.give("secret", to: "work")
    feeds.publish(Self.text, as: "work", at: Self.time)
  }

  func get(
    _ path: String = "/feeds/secret/work.ics", _ headers: [(String, String)] = [],
    method: String = "GET"
  ) -> ServedAnswer? {
    server.answer(ServedRequest(method, path, headers: headers))
  }
}

extension ServedAnswer {
  fileprivate func header(_ name: String) -> String? { headers.first { $0.name == name }?.value }
  fileprivate var text: String { String(decoding: body, as: UTF8.self) }
  /// Everything that a caller sees.
  fileprivate var whole: String {
    "\(status) \(headers.map { "\($0.name): \($0.value)" }.joined(separator: "; ")) \(text)"
  }
}

@Suite("Feeds at secret addresses")
struct FeedServerTests {
  @Test func areGivenOutWithTheirHeaders() throws {
    let answer = try #require(Fixture().get())
    #expect(answer.status == 200)
    #expect(answer.text == Fixture.text)
    #expect(answer.header("Content-Type") == "text/calendar; charset=utf-8")
    #expect(answer.header("Content-Disposition") == "inline")
    #expect(answer.header("Cache-Control") == "private, max-age=300")
    #expect(answer.header("Referrer-Policy") == "no-referrer")
    #expect(answer.header("X-Robots-Tag") == "noindex")
    #expect(answer.header("Vary") == "Accept-Encoding")
    #expect(answer.header("Last-Modified") == "Sun, 06 Nov 1994 08:49:37 GMT")
    #expect(answer.header("Content-Encoding") == nil)
    let tag = try #require(answer.header("ETag"))
    #expect(tag.hasPrefix("\"") && tag.hasSuffix("\"") && tag.utf8.count == 34)
  }

  @Test func areOnlyBelowFeeds() {
    let fixture = Fixture()
    for path in ["/", "/ann/calendars/", "/feed/secret/work.ics", "/x/feeds/secret/work.ics"] {
      #expect(fixture.get(path) == nil, "\(path)")
    }
    let prefixed = Fixture(prefix: "/tasks")
    #expect(prefixed.get("/tasks/feeds/secret/work.ics")?.status == 200)
    #expect(prefixed.get("/feeds/secret/work.ics") == nil)
  }

  @Test func areFoundHoweverTheirPathIsEncoded() {
    let fixture = Fixture()
    fixture.feeds.give("other", to: "Büro 2")
    fixture.feeds.publish("BEGIN:VCALENDAR", as: "Büro 2", at: 1)
    let paths = [
      "/feeds/secret/work%2Eics", "//feeds//secret/work.ics", "/feeds/s%65cret/work.ics",
      "/feeds/other/B%C3%BCro%202.ics",
    ]
    for path in paths { #expect(fixture.get(path)?.status == 200, "\(path)") }
  }

  @Test func thatAreRevokedAnswerLikeThoseThatNeverWere() throws {
    let fixture = Fixture()
    let paths = [
      "/feeds/unknown/work.ics", "/feeds/secret/other.ics", "/feeds/secret", "/feeds/",
      "/feeds/secret/work.ics/x", "/feeds/secret/work.ICS", "/feeds//work.ics",
    ]
    let unknown = try paths.map { try #require(fixture.get($0)).whole }
    fixture.feeds.revoke("work")
    let revoked = try #require(fixture.get()).whole
    #expect(revoked.hasPrefix("404"))
    #expect(Set(unknown) == [revoked])
    #expect(!revoked.contains("secret") && !revoked.contains("work"))
  }

  @Test func areOnlyRead() throws {
    let fixture = Fixture()
    for method in ["POST", "PUT", "DELETE", "PROPFIND", "OPTIONS"] {
      let known = try #require(fixture.get(method: method))
      #expect(known.status == 405 && known.header("Allow") == "GET, HEAD")
      #expect(fixture.get("/feeds/unknown/work.ics", method: method)?.whole == known.whole)
    }
  }

  @Test func areTheSameForEveryQuery() throws {
    let fixture = Fixture()
    let plain = try #require(fixture.get()).whole
    for query in ["?as=event", "?tag=x&from=2026-01-01", "?", "#done"] {
      #expect(fixture.get("/feeds/secret/work.ics\(query)")?.whole == plain)
    }
  }

  @Test func areNotEmptyBeforeTheyArePublished() {
    let fixture = Fixture()
    fixture.feeds.give("new", to: "new")
    let answer = fixture.get("/feeds/new/new.ics")
    #expect(answer?.status == 503 && answer?.header("Retry-After") == "10")
  }

  // MARK: Conditions

  @Test func areNotSentAgain() throws {
    let fixture = Fixture()
    let tag = try #require(fixture.get()?.header("ETag"))
    for known in [tag, "W/\(tag)", "\"other\", \(tag)", "*"] {
      let answer = try #require(fixture.get("/feeds/secret/work.ics", [("If-None-Match", known)]))
      #expect(answer.status == 304 && answer.body.isEmpty, "\(known)")
      #expect(answer.header("ETag") == tag && answer.header("Last-Modified") != nil)
      #expect(answer.header("Cache-Control") != nil && answer.header("Vary") != nil)
    }
    fixture.feeds.publish("BEGIN:VCALENDAR\r\n", as: "work", at: Fixture.time + 60)
    #expect(fixture.get("/feeds/secret/work.ics", [("If-None-Match", tag)])?.status == 200)
  }

  @Test(arguments: [
    ("Sun, 06 Nov 1994 08:49:37 GMT", 304), ("Mon, 07 Nov 1994 08:49:37 GMT", 304),
    ("Sun, 06 Nov 1994 08:49:36 GMT", 200), ("yesterday", 200), ("", 200),
    ("Sun, 06 Nov 1994 25:49:37 GMT", 200), ("Sun, 31 Feb 1994 08:49:37 GMT", 200),
  ])
  func areNotSentAgainIfTheyAreOld(_ time: String, status: Int) {
    let fixture = Fixture()
    let answer = fixture.get("/feeds/secret/work.ics", [("If-Modified-Since", time)])
    #expect(answer?.status == status)
  }

  @Test func areComparedByTagBeforeTheTime() {
    let headers = [
      ("If-None-Match", "\"other\""), ("If-Modified-Since", "Sun, 06 Nov 1994 08:49:37 GMT"),
    ]
    #expect(Fixture().get("/feeds/secret/work.ics", headers)?.status == 200)
  }

  @Test func haveAnotherTimeForEachVersionOfOneSecond() throws {
    let fixture = Fixture()
    let first = try #require(fixture.get()?.header("Last-Modified"))
    fixture.feeds.publish("BEGIN:VCALENDAR\r\n", as: "work", at: Fixture.time)
    let answer = fixture.get("/feeds/secret/work.ics", [("If-Modified-Since", first)])
    #expect(answer?.status == 200)
    #expect(answer?.header("Last-Modified") == "Sun, 06 Nov 1994 08:49:38 GMT")
  }

  @Test func haveTheSameTagForTheSameBytes() throws {
    let fixture = Fixture()
    let tag = try #require(fixture.get()?.header("ETag"))
    fixture.feeds.publish(Fixture.text, as: "work", at: Fixture.time + 5)
    #expect(fixture.get("/feeds/secret/work.ics", [("If-None-Match", tag)])?.status == 304)
    #expect(Fixture().get()?.header("ETag") == tag)
  }

  @Test func haveTheHeadersOfGetForHead() throws {
    let fixture = Fixture()
    for coding in ["identity", "gzip"] {
      let headers = [("Accept-Encoding", coding)]
      let get = try #require(fixture.get("/feeds/secret/work.ics", headers))
      let head = try #require(fixture.get("/feeds/secret/work.ics", headers, method: "HEAD"))
      #expect(head.body.isEmpty && head.header("Content-Length") == "\(get.body.count)")
      #expect(head.headers.dropLast().map(\.value) == get.headers.map(\.value))
    }
  }

  // MARK: Compression

  @Test(arguments: [
    ("gzip", true), ("gzip, deflate, br", true), ("br;q=1.0, gzip;q=0.5", true), ("*", true),
    ("GZIP", true), ("x-gzip", true), ("gzip;q=0", false), ("gzip; q=0.0", false),
    ("identity", false), ("", false), ("gzip;q=0, *", false), ("*;q=0", false), ("notgzip", false),
  ])
  func areCompressedOnlyForThoseThatSayTheyRead(_ accepted: String, isPacked: Bool) throws {
    let fixture = Fixture()
    let plain = try #require(fixture.get())
    let answer = try #require(
      fixture.get("/feeds/secret/work.ics", [("Accept-Encoding", accepted)]))
    #expect((answer.header("Content-Encoding") == "gzip") == isPacked)
    #expect((answer.header("ETag") != plain.header("ETag")) == isPacked)
    #expect(answer.body.starts(with: [0x1F, 0x8B]) == isPacked)
    #expect(isPacked ? answer.body.count < 200 : answer.body == plain.body)
  }

  @Test func areNotCompressedIfThatMakesThemLonger() {
    let fixture = Fixture()
    fixture.feeds.publish("BEGIN:VCALENDAR", as: "work", at: 1)
    let answer = fixture.get("/feeds/secret/work.ics", [("Accept-Encoding", "gzip")])
    #expect(answer?.header("Content-Encoding") == nil && answer?.text == "BEGIN:VCALENDAR")
  }

  @Test func areCompressedToTheSameBytesEachTime() {
    let bytes = Array(Fixture.text.utf8)
    let packed = GzipBytes.compressing(bytes)
    #expect(packed != nil && packed == GzipBytes.compressing(bytes))
    #expect(packed.map { Array($0[4..<8]) } == [0, 0, 0, 0])  // no time
  }
}
