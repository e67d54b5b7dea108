import Glibc
import TestSupport
import Testing
import UserFiles

@testable import WebServer

@Suite("Passwords of the server")
struct PasswordTests {
  @Test func areThoseOfTheFile() async throws {
    let scratch = try ScratchFolder()
    let passwords = Passwords(path: scratch.at("passwords"))
    #expect(passwords.names.isEmpty)
    #expect(await passwords.match("ann", "secret", from: "1.2.3.4") == .wrong)
    try passwords.set("secret", of: "ann")
    try passwords.set("other", of: "bob")
    #expect(passwords.names == ["bob", "ann"] || passwords.names == ["ann", "bob"])
    for _ in 0..<2 { #expect(await passwords.match("ann", "secret", from: "1.2.3.4") == .right) }
    #expect(await passwords.match("ann", "other", from: "1.2.3.4") == .wrong)
    #expect(await passwords.match("carl", "secret", from: "1.2.3.4") == .wrong)
    try passwords.set("new", of: "ann")
    #expect(await passwords.match("ann", "secret", from: "1.2.3.4") == .wrong)
    #expect(await passwords.match("ann", "new", from: "1.2.3.4") == .right)
  }

  @Test func areReadAgainWhenAnotherProgramHasChangedTheFile() async throws {
    let scratch = try ScratchFolder()
    let passwords = Passwords(path: scratch.at("passwords"))
    try passwords.set("secret", of: "ann")
    #expect(await passwords.match("ann", "secret", from: "1.2.3.4") == .right)
    try Passwords(path: scratch.at("passwords")).set("new", of: "ann")
    #expect(await passwords.match("ann", "secret", from: "1.2.3.4") == .wrong)
    #expect(await passwords.match("ann", "new", from: "1.2.3.4") == .right)
  }

  @Test func thatAreVeryLongAreNotLookedAt() async throws {
    let scratch = try ScratchFolder()
    let passwords = Passwords(path: scratch.at("passwords"))
    let long = String(repeating: "a", count: 100_000)
    #expect(await passwords.match("ann", long, from: "1.2.3.4") == .wrong)
    #expect(await passwords.match(long, "secret", from: "1.2.3.4") == .wrong)
  }

  @Test func areKeptAsHashesThatOnlyTheirOwnerReads() throws {
    let scratch = try ScratchFolder()
    let passwords = Passwords(path: scratch.at("passwords"))
    try passwords.set("secret", of: "ann")
    let text = String(
      decoding: try FileSnapshot.regular(scratch.at("passwords")).bytes, as: UTF8.self)
    #expect(text.hasPrefix("ann:$y$") && !text.contains("secret"))
    var status = stat()
    #expect(stat(scratch.at("passwords"), &status) == 0 && status.st_mode & 0o077 == 0)
  }

  @Test func ofHtpasswdAreUnderstood() {
    let bcrypt = "$2y$05$abcdefghijklmnopqrstuuOQiyCxlgf/oeuTqixKmWdcYUh4Hjl0a"
    let sha512 =
      "$6$saltsalt$TVLlQcbpFVof5W3Yz4DTP6gRstiNuHwwTt6GLc1E5n0U0aDe"
      + "hy0S5knV8wiOQSpT0Y77vwPZN.Pq.H91p5hVO1"
    for hash in [bcrypt, sha512] {
      #expect(PasswordHash.matches("secret", hash) && !PasswordHash.matches("Secret", hash))
    }
    for hash in ["", "secret", "$", "*0", "$1", "{SHA}x"] {
      #expect(!PasswordHash.matches("secret", hash))
    }
  }

  @Test(arguments: ["Basic YW5uOnM6MQ==", "basic YW5uOnM6MQ=="])
  func areReadFromAHeader(_ header: String) throws {
    let found = try #require(BasicCredentials.read(header))
    #expect(found.name == "ann" && found.password == "s:1")
  }

  @Test(arguments: ["", "Basic", "Basic x", "Bearer YW5uOnM=", "Basic YW5u", "Basic /w=="])
  func areNotReadFromAnythingElse(_ header: String) {
    #expect(BasicCredentials.read(header) == nil)
  }
}
